//! Running a program for an actor and waiting for it: only programs the house allows, with nothing
//! of the house's environment but the search path.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::actor::Stop;
use crate::stage::Stage;

/// The most bytes of each of a command's outputs; the rest is read and let go.
const MOST_OUTPUT: usize = 1024 * 1024;
/// How often a running command is looked at.
const LOOK: Duration = Duration::from_millis(2);

/// A program that an actor wants to run.
#[derive(Debug, Clone)]
pub(crate) struct Wish {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) environment: Vec<(String, String)>,
}

/// How a command ended.
pub(super) struct Finished {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    pub(super) code: i32,
}

impl Wish {
    /// The command, if the house allows the program.
    #[expect(
        clippy::disallowed_methods,
        reason = "the house lists the programs that actors may run"
    )]
    pub(crate) fn command(&self, stage: &Stage) -> Result<Command, String> {
        let program = &self.program;
        if !stage.config.programs.contains(program) {
            return Err(format!("program `{program}` is not in `theater.programs`"));
        }
        let mut command = Command::new(program);
        command.args(&self.arguments).env_clear();
        command.envs(stage.config.search_path.iter().map(|path| ("PATH", path)));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        // A group of its own, so that what it starts can be ended with it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(command)
    }
}

/// Runs a command to its end, on a thread of its own; the inner error is one of the program, the
/// outer one of permission.
pub(super) async fn run(
    stage: Arc<Stage>,
    stop: Arc<Stop>,
    wish: Wish,
) -> Result<Result<Finished, String>, String> {
    let mut command = wish.command(&stage)?;
    let most = stage.config.request_timeout;
    let ran = tokio::task::spawn_blocking(move || {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| format!("`{}`: {error}", wish.program));
        child.and_then(|child| finish(&stop, child, most))
    });
    ran.await.map_err(|error| error.to_string())
}

fn finish(stop: &Stop, mut child: Child, most: Duration) -> Result<Finished, String> {
    let outputs = [
        child.stdout.take().map(|pipe| thread::spawn(move || collect(pipe))),
        child.stderr.take().map(|pipe| thread::spawn(move || collect(pipe))),
    ];
    let begun = Instant::now();
    let mut cut_off = false;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => return Err(error.to_string()),
        }
        if !cut_off && (stop.is_wanted() || begun.elapsed() > most) {
            cut_off = true;
            end(&child);
        }
        thread::sleep(LOOK);
    };
    let [stdout, stderr] =
        outputs.map(|thread| thread.and_then(|it| it.join().ok()).unwrap_or_default());
    if cut_off {
        return Err("it was ended because it took too long or the actor was stopped".to_owned());
    }
    Ok(Finished { stdout, stderr, code: code(status) })
}

/// A status as one number: the exit code, or minus the signal.
pub(crate) fn code(status: std::process::ExitStatus) -> i32 {
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    status.code().unwrap_or_else(|| -signal.unwrap_or(1))
}

/// Ends a program and what it started.
pub(crate) fn end(child: &Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have ended by itself just now.
        rustix::process::kill_process_group(pid, rustix::process::Signal::KILL).ok();
    }
}

fn collect(mut pipe: impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    let mut part = [0; 8192];
    while let Ok(read @ 1..) = pipe.read(&mut part) {
        let room = MOST_OUTPUT.saturating_sub(all.len()).min(read);
        all.extend_from_slice(&part[..room]);
    }
    all
}
