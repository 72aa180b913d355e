//! Measures retrieval, usefulness, refusal and speed on public data sets in a folder.
//!
//! `cargo run --release -p avatar --example avatar_eval -- FOLDER [retrieval|answers|support|speed]`

mod answers;
mod corpora;
mod retrieval;
mod speed;
mod support;

use std::path::Path;

type Failed = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: avatar_eval FOLDER [PART]")?;
    let part = arguments.next().unwrap_or_else(|| "all".to_owned());
    let folder = Path::new(&folder);
    let wanted = |name: &str| part == "all" || part == name;
    if wanted("retrieval") {
        println!("{}", retrieval::table(folder)?);
    }
    if wanted("answers") {
        println!("{}", answers::table(folder)?);
    }
    if wanted("support") {
        println!("{}", support::table(folder)?);
    }
    if wanted("speed") {
        println!("{}", speed::table(folder)?);
    }
    if part == "support-signals" {
        println!("{}", support::signals(folder)?);
    }
    if part == "signals" {
        println!("{}", answers::signals(folder)?);
    }
    if part == "scores" {
        println!("{}", retrieval::scores(folder)?);
    }
    Ok(())
}
