//! `avatar-mcp-server`: one avatar over standard input and output, on the same code as `ensemble serve`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ensemble::start(ensemble::starters::avatar_mcp_server(std::env::args_os()))
}
