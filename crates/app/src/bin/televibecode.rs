//! `televibecode`: the orchestrator on a folder of projects, on the same code as `ensemble serve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let process = ensemble::job_process(&arguments);
    process.unwrap_or_else(|| ensemble::start(ensemble::starters::televibecode(arguments)))
}
