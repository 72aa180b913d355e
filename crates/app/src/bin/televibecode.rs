//! `televibecode`: the orchestrator on a folder of projects, on the same code as `ensemble serve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ensemble::start(ensemble::starters::televibecode(std::env::args_os()))
}
