//! The guard: it ties an agent's life to its keeper's and becomes the agent.
//!
//! The tie survives the exchange of programs, so the agent itself needs to know nothing of it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::ExitCode;

use rustix::process::{Signal, getppid, set_parent_process_death_signal};

/// Asks for a signal when the keeper `parent` ends, then becomes the program in `words`.
pub(super) fn run(parent: &OsString, words: &[OsString]) -> Result<ExitCode, String> {
    let [program, arguments @ ..] = words else { return Err("no program to become".to_owned()) };
    // What a careless starter of the orchestrator left open is not for agents.
    close_fds::set_fds_cloexec(3, &[]);
    set_parent_process_death_signal(Some(Signal::TERM)).map_err(|error| error.to_string())?;
    let expected = parent.to_str().and_then(|text| text.parse::<i32>().ok());
    let found = getppid().map(|pid| pid.as_raw_nonzero().get());
    if expected != found {
        // The keeper ended before the tie was made.
        return Err("the keeper is gone".to_owned());
    }
    #[expect(clippy::disallowed_methods, reason = "the guard becomes the agent")]
    let error = std::process::Command::new(program).args(arguments).exec();
    Err(format!("cannot start `{}`: {error}", program.to_string_lossy()))
}
