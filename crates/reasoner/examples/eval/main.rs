//! Measures the reader and the reasoner on public data sets kept outside the project.
//!
//! usage: `cargo run --release -p reasoner --example eval -- DATASET PATH [--verbose]`
//! with DATASET one of proofwriter, prontoqa, babi, logicaldeduction, folio, all;
//! PATH is the file, the folder for babi, or the folder that holds them all.
#![expect(clippy::print_stdout, reason = "a command that prints its table")]

mod babi;
mod choice;
mod folio;
mod items;
mod labels;

use std::path::Path;

use items::{Failure, Row};

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let verbose = arguments.iter().any(|a| a == "--verbose");
    let plain: Vec<&String> = arguments.iter().filter(|a| !a.starts_with("--")).collect();
    let [dataset, path] = plain.as_slice() else {
        return Err(Failure::Usage);
    };
    let rows = run(dataset, Path::new(path), verbose)?;
    println!("{:<34} {:>7} {:>7} {:>8}  notes", "set", "right", "of", "%");
    for row in rows {
        println!("{row}");
    }
    Ok(())
}

fn run(dataset: &str, path: &Path, verbose: bool) -> Result<Vec<Row>, Failure> {
    match dataset {
        "proofwriter" => labels::proofwriter(path, verbose),
        "prontoqa" => labels::prontoqa(path, verbose),
        "logicaldeduction" => choice::deduction(path, verbose),
        "babi" => babi::all(path, verbose),
        "folio" => folio::folio(path, verbose),
        "all" => {
            let mut rows = labels::proofwriter(&path.join("proofwriter-dev.json"), verbose)?;
            rows.extend(labels::prontoqa(&path.join("prontoqa-dev.json"), verbose)?);
            rows.extend(choice::deduction(&path.join("logicaldeduction-train.json"), verbose)?);
            rows.extend(babi::all(&path.join("babi"), verbose)?);
            rows.extend(folio::folio(&path.join("folio-train.jsonl"), verbose)?);
            Ok(rows)
        }
        _ => Err(Failure::Usage),
    }
}
