//! The keeper of a job: it starts the agent, writes its log, stops it when asked or too late, ends
//! what it left running, and says how it went. It lives on when the orchestrator does not.

use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper, setsid};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe::Receiver;
use tokio::process::{Child, ChildStdin, Command};
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep_until, timeout};

use super::files::{End, Folder, Keeper, Order, Progress};
use super::house::{self, House, Waiting};
use super::log::Log;
use super::outcome::{Ending, Outcome, Reading};
use super::proxy::Proxy;
use super::{GUARD, WORD, proc, sweep};

const TELL_EVERY: Duration = Duration::from_millis(200);
const DRAIN: Duration = Duration::from_secs(2);
const LONGEST_LINE: usize = 1024 * 1024;

/// Carries out the order in `folder` if it has this `attempt` and nobody else does.
pub(super) fn run(folder: &Path, attempt: i64) -> Result<ExitCode, String> {
    let folder = Folder::new(folder);
    let text = |error: std::io::Error| error.to_string();
    let Some(lock) = folder.lock().map_err(text)? else { return Ok(ExitCode::SUCCESS) };
    let order = match folder.order() {
        Ok(order) if order.attempt == attempt => order,
        // The order was withdrawn or given to a later keeper.
        _ => return Ok(ExitCode::SUCCESS),
    };
    if folder.keeper().is_some() || folder.end().is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    // The orchestrator made this process the leader of a group, which is as good.
    if let Err(error) = setsid() {
        tracing::debug!(%error, "no session of its own");
    }
    set_child_subreaper(Some(getpid())).map_err(|error| error.to_string())?;
    let pid = getpid().as_raw_nonzero().get();
    let started = proc::started(pid).unwrap_or_default();
    folder.write_keeper(&Keeper { pid, started, attempt }).map_err(text)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(text)?;
    let end = runtime.block_on(keep(&folder, &order));
    folder.write_end(&end).map_err(text)?;
    drop(lock);
    Ok(ExitCode::SUCCESS)
}

async fn keep(folder: &Folder, order: &Order) -> End {
    let mut watch = match Watch::new(folder, order) {
        Ok(watch) => watch,
        Err(error) => return failed(order, format!("the log cannot be written: {error}")),
    };
    if let Err(error) = watch.open_house(order) {
        return failed(order, format!("the house's socket cannot be opened: {error}"));
    }
    let ending = match start(order) {
        Ok(agent) => watch.until_end(order, agent).await,
        Err(error) => return failed(order, error),
    };
    sweep::own_family(Duration::from_millis(order.grace_ms)).await;
    watch.end(order.attempt, ending)
}

fn failed(order: &Order, error: String) -> End {
    let outcome =
        Outcome { ending: Ending::Failed { error }, summary: String::new(), session_cost: 0 };
    End { attempt: order.attempt, outcome, dropped_log_bytes: 0 }
}

/// An agent that runs.
struct Agent {
    child: Child,
    output: Receiver,
    /// Behind the wall the agent is asked to end by letting go of this.
    tie: Option<ChildStdin>,
}

fn start(order: &Order) -> Result<Agent, String> {
    let text = |error: std::io::Error| error.to_string();
    let (reader, writer) = std::io::pipe().map_err(text)?;
    let also = writer.try_clone().map_err(text)?;
    let mut command = Command::new(&order.program);
    command.args([WORD, GUARD]).arg(getpid().as_raw_nonzero().to_string());
    match &order.confinement {
        Some(wall) => {
            command.arg(&wall.program).args(&wall.words).args(&order.words);
            command.env_clear().stdin(Stdio::piped());
        }
        None => {
            command.args(&order.words).current_dir(&order.folder).stdin(Stdio::null());
            for name in &order.unset {
                command.env_remove(name);
            }
        }
    }
    command.envs(&order.set).stdout(writer).stderr(also);
    let mut child = command.spawn().map_err(|error| format!("cannot start the agent: {error}"))?;
    let output = Receiver::from_owned_fd(reader.into()).map_err(text)?;
    let tie = child.stdin.take();
    Ok(Agent { child, output, tie })
}

/// How the wait for the agent ended.
enum Waited {
    Ended(Result<(), String>),
    Stopped,
    TimedOut,
}

struct Watch<'a> {
    folder: &'a Folder,
    log: Log,
    reading: Reading,
    line: Vec<u8>,
    progress: Progress,
    told: Instant,
    untold: bool,
    waiting: Arc<Waiting>,
}

impl<'a> Watch<'a> {
    fn new(folder: &'a Folder, order: &Order) -> std::io::Result<Self> {
        Ok(Self {
            folder,
            log: Log::open(&order.log, order.log_bytes)?,
            reading: Reading::new(order.dialect),
            line: Vec::new(),
            progress: Progress::default(),
            told: Instant::now(),
            untold: false,
            waiting: Arc::default(),
        })
    }

    /// Opens the one socket that is shown behind the wall.
    fn open_house(&self, order: &Order) -> std::io::Result<()> {
        let Some(wall) = &order.confinement else { return Ok(()) };
        let listener = house::open(&wall.socket)?;
        let waiting = self.waiting.clone();
        let house = House { gate: order.gate.clone(), proxy: Proxy::new(&wall.hosts), waiting };
        tokio::spawn(Arc::new(house).serve(listener));
        Ok(())
    }

    async fn until_end(&mut self, order: &Order, agent: Agent) -> Waited {
        let Agent { mut child, mut output, tie } = agent;
        let waited = self.attend(order, &mut child, &mut output).await;
        if !matches!(waited, Waited::Ended(_)) {
            stop(&mut child, tie, Duration::from_millis(order.grace_ms)).await;
        }
        // What the agent started in the background may hold the pipe open.
        if timeout(DRAIN, self.drain(&mut output)).await.is_err() {
            tracing::debug!("the output of a job did not end with it");
        }
        waited
    }

    async fn attend(&mut self, order: &Order, child: &mut Child, output: &mut Receiver) -> Waited {
        let Ok(mut asked) = signal(SignalKind::terminate()) else { return Waited::Stopped };
        let (begun, longest) = (Instant::now(), Duration::from_millis(order.timeout_ms));
        let mut bytes = vec![0; 64 * 1024];
        let mut open = true;
        loop {
            tokio::select! {
                read = output.read(&mut bytes), if open => match read {
                    Ok(0) | Err(_) => open = false,
                    Ok(count) => self.take(&bytes[..count]),
                },
                exit = child.wait() => return Waited::Ended(described(exit)),
                _ = asked.recv() => return Waited::Stopped,
                () = sleep_until(self.told + TELL_EVERY), if self.untold => self.tell(),
                // Waiting for a person is not the job's own time.
                () = sleep_until(begun + longest + self.waiting.so_far()) => {
                    if begun.elapsed() >= longest + self.waiting.so_far() {
                        return Waited::TimedOut;
                    }
                }
            }
        }
    }

    async fn drain(&mut self, output: &mut Receiver) {
        let mut bytes = vec![0; 64 * 1024];
        while let Ok(count) = output.read(&mut bytes).await {
            if count == 0 {
                return;
            }
            self.take(&bytes[..count]);
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        if let Err(error) = self.log.write(bytes) {
            // A full disk must not end the job; the loss is said in its result.
            self.log.dropped += bytes.len() as u64;
            tracing::warn!(%error, "the log of a job has a hole");
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() < LONGEST_LINE {
                self.line.extend_from_slice(piece);
            }
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.progress.lines += 1;
        if let Some(said) = self.reading.line(&String::from_utf8_lossy(&line)) {
            self.progress.last = said;
        }
        self.untold = true;
    }

    fn tell(&mut self) {
        (self.told, self.untold) = (Instant::now(), false);
        if let Err(error) = self.folder.write_progress(&self.progress) {
            tracing::debug!(%error, "progress could not be told");
        }
    }

    fn end(mut self, attempt: i64, waited: Waited) -> End {
        if !self.line.is_empty() {
            self.end_line();
        }
        if let Err(error) = self.log.finish() {
            tracing::warn!(%error, "the log of a job may not be on the disk");
        }
        let (exit, forced) = match waited {
            Waited::Ended(exit) => (exit, None),
            Waited::Stopped => (Err("a stop".to_owned()), Some(Ending::Stopped)),
            Waited::TimedOut => (Err("a timeout".to_owned()), Some(Ending::TimedOut)),
        };
        let mut outcome = self.reading.finish(exit);
        if let Some(ending) = forced {
            outcome.ending = ending;
        }
        End { attempt, outcome, dropped_log_bytes: self.log.dropped }
    }
}

fn described(exit: std::io::Result<std::process::ExitStatus>) -> Result<(), String> {
    match exit {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Asks the agent to end, and ends it when it does not.
async fn stop(child: &mut Child, tie: Option<ChildStdin>, grace: Duration) {
    let pid = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    match (tie, pid) {
        (Some(tie), _) => drop(tie),
        (None, Some(pid)) => {
            if let Err(error) = kill_process(pid, Signal::TERM) {
                tracing::debug!(%error, "the agent could not be asked to end");
            }
        }
        (None, None) => {}
    }
    if timeout(grace, child.wait()).await.is_err()
        && let Err(error) = child.kill().await
    {
        tracing::warn!(%error, "the agent could not be ended");
    }
}
