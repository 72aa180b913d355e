//! Carrying a job from the queue to its end: claimed, verified, given to a keeper, attended.

use std::process::Stdio;
use std::time::Duration;

use kernel::Timestamp;
use rustix::process::Signal;
use serde_json::json;
use store::Durability;
use tokio::process::{Child, Command};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{Job, conversation, db, with};
use crate::Orchestrator;
use crate::config::Agent;
use crate::error::Refusal;
use crate::events;
use crate::git::snapshot;
use crate::process::files::{Folder, Progress};
use crate::process::{KEEP, WORD, proc, sweep};
use crate::projects::Project;
use crate::sessions::{self, Session, State, change_state};

const LOOK_EVERY: Duration = Duration::from_millis(100);
const TELL_EVERY: Duration = Duration::from_secs(1);
/// A keeper is given this long beyond the agent's grace to say how it ended.
const KEEPER_GRACE: Duration = Duration::from_secs(10);

/// How long this orchestrator's word about a job holds without being renewed.
pub(crate) const LEASE: Duration = Duration::from_secs(60);

pub(crate) fn lease_end() -> Timestamp {
    Timestamp(Timestamp::now().0 + i64::try_from(LEASE.as_micros()).unwrap_or(i64::MAX))
}

impl Orchestrator {
    /// Takes one job as far as it goes; whatever fails ends the job and not the orchestrator.
    pub(crate) async fn carry(&self, id: &str, stop: &CancellationToken) {
        match self.start_job(id).await {
            Ok(Some((job, child))) => self.attend(&job, Some(child), stop).await,
            Ok(None) => {}
            Err(refusal) => self.fail_to_start(id, &refusal).await,
        }
    }

    async fn start_job(&self, id: &str) -> Result<Option<(Job, Child)>, Refusal> {
        let (job, _) = self.job(id).await?;
        let (session, project) = self.session_and_project(&job.session_id).await?;
        if let Err(drift) = self.verify(&session, &project) {
            self.block(&session.session_id, &drift.to_string()).await?;
            return Ok(None);
        }
        self.allowance(&job).await?;
        if !self.may_start(&job).await? {
            return Ok(None);
        }
        // Before any git of ours over the worktree, which stands behind the same wall.
        self.sandbox.probe().await?;
        self.push_held(&job).await?;
        self.live.set_process(id, true);
        let agent = self.agent_of(&job)?.kind;
        let Some(job) = self.claim(id, agent).await? else { return Ok(None) };
        let job = self.note_start(job, &session, &project).await?;
        let child = self.spawn_keeper(&job, &session, &project).await?;
        Ok(Some((job, child)))
    }

    /// Blocks a session until its worktree is as it was left.
    pub(crate) async fn block(&self, session: &str, reason: &str) -> Result<(), Refusal> {
        let (id, reason) = (session.to_owned(), reason.to_owned());
        let blocked = self.store.write(Durability::Normal, move |tx| {
            let session = sessions::db::need(tx, &id)?;
            change_state(tx, &session, State::Blocked, Some(&reason), "orchestrator")
        });
        Ok(blocked.await?)
    }

    async fn claim(&self, id: &str, agent: Agent) -> Result<Option<Job>, Refusal> {
        let (id, owner) = (id.to_owned(), self.instance.clone());
        let claimed = self.store.write(Durability::Normal, move |tx| {
            let job = db::need(tx, &id)?;
            let session = sessions::db::need(tx, &job.session_id)?;
            if session.state != State::Idle || !db::claim(tx, &id, &owner, lease_end())? {
                return Ok(None);
            }
            let job = conversation::join(tx, db::need(tx, &id)?, &session, agent)?;
            change_state(tx, &session, State::Running, None, &job.asked_by)?;
            let more = json!({
                "attempt": job.attempt,
                "resumed": job.resume,
                "continues": job.continues,
                "agent": job.agent,
                "model": job.model,
            });
            let data = with(job.about(&session), more);
            events::emit(tx, "job.started", &session.stream(), &job.asked_by, &data)?;
            Ok(Some(job))
        });
        Ok(claimed.await?)
    }

    /// Remembers the worktree as the job found it, so that its changes can be told afterwards.
    async fn note_start(
        &self,
        mut job: Job,
        session: &Session,
        project: &Project,
    ) -> Result<Job, Refusal> {
        if job.start_commit.is_some() {
            return Ok(job);
        }
        let path = &session.workspace_path;
        let status = snapshot::status(path).await?;
        let message = format!("session {} before job {}", session.session_id, job.job_id);
        let commit = snapshot::take(path, &self.config.folder, &status, &message).await?;
        if !status.dirty.is_empty() {
            let reference = format!("refs/televibe/checkpoint/{}", session.session_id);
            snapshot::keep(&project.path, &reference, &commit).await?;
        }
        let (id, start) = (job.job_id.clone(), commit.clone());
        self.store.write(Durability::Normal, move |tx| db::set_start(tx, &id, &start)).await?;
        job.start_commit = Some(commit);
        Ok(job)
    }

    async fn spawn_keeper(
        &self,
        job: &Job,
        session: &Session,
        project: &Project,
    ) -> Result<Child, Refusal> {
        let folder = self.job_folder(&job.job_id);
        let order = self.order(job, session, project, &folder).await?;
        let failed = |source| Refusal::file("write the order in", folder.path())(source);
        std::fs::create_dir_all(folder.path()).map_err(failed)?;
        let lock = folder.lock().map_err(failed)?;
        let lock = lock.ok_or_else(|| Refusal::Changed(format!("job `{}`", job.job_id)))?;
        folder.write_order(&order).map_err(failed)?;
        drop(lock);
        let mut command = Command::new(&self.config.program);
        command.args([WORD, KEEP]).arg(folder.path()).arg(job.attempt.to_string());
        command.env(sweep::MARK, &job.job_id).current_dir(folder.path()).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|error| {
            let program = self.config.program.display();
            Refusal::Runner(format!("`{program}` cannot be started: {error}"))
        })
    }

    /// Stays with a job until its keeper is gone, then finishes it.
    pub(crate) async fn attend(
        &self,
        job: &Job,
        mut child: Option<Child>,
        stop: &CancellationToken,
    ) {
        let folder = self.job_folder(&job.job_id);
        let mut told = Told { at: Instant::now(), progress: Progress::default() };
        let mut stopped_at = None;
        let mut told_to_stop = false;
        let mut kept = Instant::now();
        loop {
            tokio::select! {
                () = gone(&mut child) => break,
                () = tokio::time::sleep(LOOK_EVERY) => {}
                () = stop.cancelled(), if stopped_at.is_none() => {
                    stopped_at = Some(Instant::now());
                }
                () = self.stop.cancelled() => return,
            }
            // A keeper that was started a moment ago has not said yet which process it is.
            if stopped_at.is_some() && !told_to_stop {
                told_to_stop = signal_keeper(&folder, Signal::TERM);
            }
            self.tell_progress(job, &folder, &mut told).await;
            if kept.elapsed() >= self.config.runner.checkpoint_every {
                self.checkpoint(job).await;
                kept = Instant::now();
            }
            if child.is_none() && !matches!(folder.lock(), Ok(None)) {
                break;
            }
            let longest = self.config.runner.grace + KEEPER_GRACE;
            if stopped_at.is_some_and(|at: Instant| at.elapsed() > longest) {
                signal_keeper(&folder, Signal::KILL);
            }
        }
        self.finish(job, &folder).await;
    }

    async fn tell_progress(&self, job: &Job, folder: &Folder, told: &mut Told) {
        if told.at.elapsed() < TELL_EVERY {
            return;
        }
        let Some(progress) = folder.progress().filter(|it| *it != told.progress) else { return };
        let id = job.job_id.clone();
        let (lines, line) = (progress.lines, progress.last.clone());
        *told = Told { at: Instant::now(), progress };
        let written = self.store.write(Durability::Normal, move |tx| {
            let job = db::need(tx, &id)?;
            let session = sessions::db::need(tx, &job.session_id)?;
            let data = with(job.about(&session), json!({ "line": line, "lines": lines }));
            events::emit(tx, "job.progress", &session.stream(), "orchestrator", &data)
        });
        if let Err(error) = written.await {
            tracing::warn!(job = %job.job_id, %error, "progress was not written down");
        }
    }
}

struct Told {
    at: Instant,
    progress: Progress,
}

/// Ends with the keeper if it is a child of this process; else never.
async fn gone(child: &mut Option<Child>) {
    match child {
        Some(child) => {
            if let Err(error) = child.wait().await {
                tracing::warn!(%error, "a keeper cannot be waited for");
            }
        }
        None => std::future::pending().await,
    }
}

/// Sends a signal to the very process that said it keeps the job; says whether one did.
pub(crate) fn signal_keeper(folder: &Folder, signal: Signal) -> bool {
    let Some(keeper) = folder.keeper() else { return false };
    let process = proc::Process { pid: keeper.pid, parent: 0, started: keeper.started };
    proc::signal(&process, signal);
    true
}
