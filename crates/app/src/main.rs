//! The `ensemble` binary; everything it does lives in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ensemble::run(std::env::args_os())
}
