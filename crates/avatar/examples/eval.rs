//! Measures retrieval, usefulness, refusal and speed on public data sets in a folder.
//!
//! `cargo run --release -p avatar --example eval -- FOLDER [retrieval|answers|signals|speed]`

mod eval {
    pub(crate) mod answers;
    pub(crate) mod corpora;
    pub(crate) mod retrieval;
    pub(crate) mod speed;
}

use std::path::Path;

type Failed = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: eval FOLDER [PART]")?;
    let part = arguments.next().unwrap_or_else(|| "all".to_owned());
    let folder = Path::new(&folder);
    let wanted = |name: &str| part == "all" || part == name;
    if wanted("retrieval") {
        println!("{}", eval::retrieval::table(folder)?);
    }
    if wanted("answers") {
        println!("{}", eval::answers::table(folder)?);
    }
    if wanted("speed") {
        println!("{}", eval::speed::table(folder)?);
    }
    if part == "signals" {
        println!("{}", eval::answers::signals(folder)?);
    }
    if part == "scores" {
        println!("{}", eval::retrieval::scores(folder)?);
    }
    Ok(())
}
