//! `theater-mcp`: the theater over standard input and output or TCP, on the same code as `ensemble serve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ensemble::start(ensemble::starters::theater_mcp(std::env::args_os()))
}
