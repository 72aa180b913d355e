//! Turns one of the specs' own programs into `ensemble`, which lies beside it and goes by the name
//! it is started under. Each of them whole would be a copy of everything; these know nothing of it.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Goes on as `ensemble` under `name`, with the same arguments; comes back only if it cannot.
#[expect(clippy::disallowed_methods, reason = "it becomes that program and starts no other")]
pub(crate) fn ensemble(name: &str) -> ExitCode {
    let error = match std::env::current_exe() {
        Ok(me) => {
            let program = me.with_file_name("ensemble");
            let error = Command::new(&program).arg0(name).args(std::env::args_os().skip(1)).exec();
            format!(
                "`{}` cannot be started: {error}; `{name}` needs it beside itself",
                program.display()
            )
        }
        Err(error) => format!("where `{name}` lies is not known: {error}"),
    };
    // With nobody to read it there is nothing more to say than the code.
    let _unheard = writeln!(std::io::stderr(), "error: {error}");
    ExitCode::FAILURE
}
