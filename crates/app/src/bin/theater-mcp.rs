//! `theater-mcp`: the theater over standard input and output or TCP; a name of `ensemble`.

use std::process::ExitCode;

#[path = "../becoming.rs"]
mod becoming;

fn main() -> ExitCode {
    becoming::ensemble(env!("CARGO_BIN_NAME"))
}
