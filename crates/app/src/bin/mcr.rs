//! `mcr`: the reasoner on its WebSocket port, on the same code as `ensemble serve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ensemble::start(ensemble::starters::mcr(std::env::args_os()))
}
