//! Measures the journal, and kills itself to see what is left.
//!
//! `journal-bench rates [EVENTS]`, `journal-bench proofs EVENTS`, `journal-bench crash [CYCLES]`;
//! `journal-bench write FILE` is the process that gets killed: it writes under load and prints what
//! was acknowledged.

mod crash;
mod proofs;
mod rates;
mod writer;

use std::error::Error;
use std::io::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["rates"] => rates::run(1_000_000),
        ["rates", events] => rates::run(events.parse()?),
        ["proofs", events] => rates::proofs(events.parse()?),
        ["crash"] => crash::run(200),
        ["crash", cycles] => crash::run(cycles.parse()?),
        ["write", file] => writer::run(Path::new(file)),
        _ => {
            Err("expected `rates [EVENTS]`, `proofs EVENTS`, `crash [CYCLES]` or `write FILE`"
                .into())
        }
    }
}

/// Prints one line; a closed pipe ends the program.
fn line(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// An event of about 300 bytes, of one of `streams` streams.
fn event(n: u64, streams: u64) -> Result<kernel::NewEvent, kernel::ToolError> {
    let data = serde_json::json!({
        "tool": "list_events",
        "duration_us": n % 5000,
        "input": { "after": n, "limit": 100, "service": "orchestrator" },
        "outcome": "ok",
        "note": "the quick brown fox jumps over the lazy dog and comes back for the rest of it, \
                 because three hundred bytes are what a recorded call takes on average, with care",
    });
    let stream = format!("call/{}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & (streams - 1));
    kernel::NewEvent::new("gateway", "call.finished", stream).by("local").data(&data)
}
