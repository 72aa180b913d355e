//! `avatar-mcp-server`: one avatar over standard input and output; a name of `ensemble`.

use std::process::ExitCode;

#[path = "../becoming.rs"]
mod becoming;

fn main() -> ExitCode {
    becoming::ensemble(env!("CARGO_BIN_NAME"))
}
