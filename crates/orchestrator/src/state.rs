//! The orchestrator as a value: what it was made with, what runs now, and who owns its tasks.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::Store;
use tokio::sync::{Notify, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::broker::Pushes;
use crate::config::Config;
use crate::error::Refusal;
use crate::gate::socket;
use crate::git;
use crate::identity;
use crate::jobs::Job;
use crate::policy::Policy;
use crate::process::files::private_folder;
use crate::queue::Served;
use crate::sandbox::Sandbox;
use crate::telegram;

/// A job that has a process, or is about to.
#[derive(Debug, Clone)]
struct Live {
    session_id: String,
    stop: CancellationToken,
    /// Whether a process was started or is about to be; before that a job is only looked at.
    process: bool,
    /// Whether it is being stopped because it waits for a person.
    sleeping: bool,
}

/// The jobs that have a process. Transactions look here too: only inside one is it certain that a
/// process did not come or go between the look and the change.
#[derive(Debug, Clone, Default)]
pub(crate) struct LiveJobs(Arc<Mutex<HashMap<String, Live>>>);

impl LiveJobs {
    /// Whether a process works for the job.
    pub(crate) fn has_process(&self, job: &str) -> bool {
        locked(&self.0).get(job).is_some_and(|live| live.process)
    }

    /// Notes that a job is stopped to sleep.
    pub(crate) fn set_sleeping(&self, job: &str) {
        if let Some(live) = locked(&self.0).get_mut(job) {
            live.sleeping = true;
        }
    }

    /// Whether a job was stopped to sleep.
    pub(crate) fn is_sleeping(&self, job: &str) -> bool {
        locked(&self.0).get(job).is_some_and(|live| live.sleeping)
    }

    /// Notes that a process of a job will be started in a moment, or that it is gone.
    pub(crate) fn set_process(&self, job: &str, process: bool) {
        if let Some(live) = locked(&self.0).get_mut(job) {
            live.process = process;
        }
    }
}

/// Coding sessions over many repositories.
pub struct Orchestrator {
    pub(crate) store: Store,
    pub(crate) config: Config,
    pub(crate) policy: Policy,
    pub(crate) sandbox: Sandbox,
    pub(crate) pushes: Pushes,
    pub(crate) gate_key: [u8; 32],
    pub(crate) gate_path: PathBuf,
    /// The name under which this process holds jobs.
    pub(crate) instance: String,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    /// Something may be taken from the queue.
    pub(crate) wake: Notify,
    /// A job ended.
    pub(crate) ended: Notify,
    /// A person answered.
    pub(crate) decided: Notify,
    pub(crate) live: LiveJobs,
    served: Mutex<Served>,
    turns: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    backlogs: Mutex<HashMap<String, String>>,
    _lock: File,
}

impl Orchestrator {
    /// Takes the folder for itself; `short` is a folder with a short path for sockets.
    pub fn new(store: Store, config: Config, short: &Path) -> Result<Arc<Self>, Refusal> {
        for folder in [&config.folder, &config.workspaces, &config.logs] {
            private_folder(folder).map_err(Refusal::file("make the folder", folder))?;
        }
        // One that an earlier version made may be open to others.
        fs::set_permissions(&config.folder, fs::Permissions::from_mode(0o700))
            .map_err(Refusal::file("close to others", &config.folder))?;
        let sandbox = Sandbox::new(config.sandbox.clone());
        sandbox.check()?;
        if sandbox.is_on() {
            git::confine(&config.sandbox.program, &config.workspaces);
        }
        let lock = take_lock(&config.folder)?;
        let policy = Policy::new(&config.approval, config.sandbox.kind)?;
        let gate_key = gate_key(&config.folder.join("gate.key"))?;
        Ok(Arc::new(Self {
            gate_path: socket::place(&config.folder, short),
            store,
            policy,
            sandbox,
            pushes: Pushes::default(),
            gate_key,
            config,
            instance: identity::uuid()?,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            wake: Notify::new(),
            ended: Notify::new(),
            decided: Notify::new(),
            live: LiveJobs::default(),
            served: Mutex::default(),
            turns: Mutex::default(),
            backlogs: Mutex::default(),
            _lock: lock,
        }))
    }

    /// Puts in order what was left, opens the gate and begins to take jobs from the queue.
    pub async fn start(self: &Arc<Self>) -> Result<(), Refusal> {
        if !self.sandbox.is_on() {
            tracing::warn!(
                "NO SANDBOX: agents run unconfined, with all you can do; what is asked about then \
                 rests on the agents themselves (`orchestrator.sandbox.kind` is `none`)"
            );
        } else if let Err(refusal) = self.sandbox.probe().await {
            tracing::error!(%refusal, "no job will start: {}", refusal.suggestion());
        }
        let gate = self.open_gate()?;
        self.tasks.spawn(self.clone().keep_gate(gate));
        self.recover().await?;
        self.tasks.spawn(self.clone().schedule());
        if let Some(telegram) = &self.config.telegram {
            telegram::Bot::start(self, telegram)?;
        }
        Ok(())
    }

    /// Lets go of everything; jobs that run go on by themselves.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// This caller's turn at a project's repository: one change at a time.
    pub(crate) async fn turn(&self, project: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = locked(&self.turns);
            turns.entry(project.to_owned()).or_default().clone()
        };
        turn.lock_owned().await
    }

    /// Whether the backlog of a project was read when it looked like this.
    pub(crate) fn knows_backlog(&self, project: &str, signature: &str) -> bool {
        locked(&self.backlogs).get(project).is_some_and(|known| known == signature)
    }

    pub(crate) fn remember_backlog(&self, project: &str, signature: String) {
        locked(&self.backlogs).insert(project.to_owned(), signature);
    }

    pub(crate) fn served(&self) -> Served {
        locked(&self.served).clone()
    }

    pub(crate) fn note_served(&self, project: &str) {
        locked(&self.served).note(project);
    }

    /// How many jobs have a process, and which sessions they belong to.
    pub(crate) fn busy(&self) -> (usize, HashSet<String>) {
        let live = locked(&self.live.0);
        (live.len(), live.values().map(|live| live.session_id.clone()).collect())
    }

    /// Asks the process of a job to end.
    pub(crate) fn stop_process(&self, job: &str) {
        if let Some(live) = locked(&self.live.0).get(job) {
            live.stop.cancel();
        }
    }

    /// Carries a job of the queue in a task of its own.
    pub(crate) fn launch(self: &Arc<Self>, job: String, session_id: String) {
        let stop = self.enter(&job, session_id);
        let orchestrator = self.clone();
        self.tasks.spawn(async move {
            orchestrator.carry(&job, &stop).await;
            orchestrator.leave(&job);
        });
    }

    /// Attends a job that outlived an earlier process, in a task of its own.
    pub(crate) fn attach(self: &Arc<Self>, job: Job) {
        let stop = self.enter(&job.job_id, job.session_id.clone());
        self.live.set_process(&job.job_id, true);
        if job.stopping.is_some() {
            stop.cancel();
        }
        let orchestrator = self.clone();
        self.tasks.spawn(async move {
            orchestrator.attend(&job, None, &stop).await;
            orchestrator.leave(&job.job_id);
        });
    }

    fn enter(&self, job: &str, session_id: String) -> CancellationToken {
        let stop = CancellationToken::new();
        locked(&self.live.0).insert(
            job.to_owned(),
            Live { session_id, stop: stop.clone(), process: false, sleeping: false },
        );
        stop
    }

    fn leave(&self, job: &str) {
        locked(&self.live.0).remove(job);
        self.wake.notify_one();
        self.ended.notify_waiters();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One orchestrator for a folder; the system frees the lock when the process ends.
fn take_lock(folder: &Path) -> Result<File, Refusal> {
    let path = folder.join("lock");
    let failed = |source| Refusal::file("lock", &path)(source);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => {
            let mut pid = String::new();
            let known = file.read_to_string(&mut pid).is_ok() && !pid.trim().is_empty();
            let pid = if known { pid.trim().to_owned() } else { "unknown".to_owned() };
            return Err(Refusal::RootInUse { path: folder.to_owned(), pid });
        }
        Err(fs::TryLockError::Error(error)) => return Err(failed(error)),
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(failed)?;
    Ok(file)
}

/// The key that the tokens of jobs are made of; made once, for the owner's eyes only.
fn gate_key(path: &Path) -> Result<[u8; 32], Refusal> {
    let failed = |source| Refusal::file("use the key", path)(source);
    if let Ok(text) = fs::read_to_string(path)
        && let Ok(key) = blake3::Hash::from_hex(text.trim())
    {
        return Ok(key.into());
    }
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(Refusal::defect)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut file = options.open(path).map_err(failed)?;
    writeln!(file, "{}", blake3::Hash::from_bytes(key).to_hex()).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(key)
}
