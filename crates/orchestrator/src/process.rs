//! The processes a job is made of: the keeper that outlives the orchestrator, the guard that makes
//! an agent die with its keeper, the agent that ships with us, and the two sides of the gate.
//!
//! They talk to the orchestrator through files of the job's folder and through the gate's socket;
//! nothing here knows the database.

mod acp;
pub(crate) mod files;
pub(crate) mod gate_client;
mod guard;
mod hook;
mod house;
mod inside;
mod keeper;
pub(crate) mod log;
pub(crate) mod outcome;
pub(crate) mod proc;
mod prompt;
pub(crate) mod proxy;
pub(crate) mod receive;
mod remote;
mod scripted;
pub(crate) mod sweep;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// The word that begins every command line of this kind.
pub const WORD: &str = "job-process";

pub(crate) const KEEP: &str = "keep";
pub(crate) const GUARD: &str = "guard";
pub(crate) const SCRIPTED: &str = "scripted";
pub(crate) const HOOK: &str = "hook";
pub(crate) const PROMPT: &str = "prompt";
pub(crate) const INSIDE: &str = "inside";
pub(crate) const REMOTE: &str = "remote";
pub(crate) const RECEIVE: &str = "receive";
pub(crate) const ACP: &str = "acp";

/// What an agent is told whose last run was cut off.
pub(crate) const LOOK_FIRST: &str = "Your last run was cut off. Look first whether the call that \
    was interrupted took effect, and do not repeat it if it did. Then go on with the instruction.";

/// Runs the process that the words after [`WORD`] ask for.
pub fn run(words: &[OsString], environment: &dyn Fn(&str) -> Option<String>) -> ExitCode {
    let name = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    let rest = words.get(1..).unwrap_or_default();
    let ended = match (name, rest) {
        (KEEP, [folder, attempt]) => match attempt.to_str().and_then(|text| text.parse().ok()) {
            Some(attempt) => keeper::run(Path::new(folder), attempt),
            None => Err("the attempt is no number".to_owned()),
        },
        (GUARD, [first, more @ ..]) => guard::run(first, more),
        (SCRIPTED, _) => scripted::run(rest, environment),
        (ACP, _) => acp::run(rest, environment),
        (HOOK, _) => hook::run(environment),
        (PROMPT, _) => prompt::run(environment),
        (INSIDE, _) => inside::run(rest),
        (REMOTE, _) => remote::run(rest, environment),
        (RECEIVE, _) => receive::run(environment),
        _ => Err(format!("`{name}` is no process of a job")),
    };
    match ended {
        Ok(code) => code,
        Err(message) => {
            complain(&message);
            // Two is what a hook must end with to stop the call it was asked about.
            ExitCode::from(2)
        }
    }
}

/// Says something to the keeper, which reads a message a line.
fn tell(message: &serde_json::Value) -> Result<(), String> {
    use std::io::Write;
    let mut out = std::io::stdout();
    writeln!(out, "{message}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}

/// Standard error of these processes goes into the job's log.
fn complain(message: &str) {
    use std::io::Write;
    let written = writeln!(std::io::stderr(), "{message}");
    if written.is_err() {
        tracing::debug!(message, "nobody reads what a job's process says");
    }
}
