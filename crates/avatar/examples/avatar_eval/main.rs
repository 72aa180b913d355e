//! Measures retrieval, usefulness, refusal, support and speed on public data sets in a folder.
//!
//! `avatar_eval DATA PART ENCODER [MODELS [KEPT]]`, where PART is a name of the table below, MODELS is
//! the folder of pulled encoders, and KEPT a folder where avatars stay, so that a slow encoder reads
//! each text once; `bench/avatar/run` calls every part.

mod answers;
mod corpora;
mod elsewhere;
mod ingesting;
mod near;
mod retrieval;
mod scan;
mod setup;
mod speed;
mod support;

use std::path::{Path, PathBuf};

use setup::Setup;

type Failed = Box<dyn std::error::Error>;
type Table = fn(&Setup, &Path) -> Result<String, Failed>;

/// The tables, and after them the lists that weights are fitted on.
const PARTS: [(&str, Table); 15] = [
    ("cranfield", retrieval::of_cranfield),
    ("scifact", retrieval::of_scifact),
    ("answers", answers::table),
    ("elsewhere", elsewhere::table),
    ("near", near::table),
    ("support", support::table),
    ("ingesting", ingesting::table),
    ("beside", ingesting::beside_the_encoder),
    ("speed", speed::table),
    ("scan", scan::table),
    ("support-signals", support::signals),
    ("signals", answers::signals),
    ("elsewhere-signals", elsewhere::signals),
    ("near-listed", near::listed),
    ("scores", retrieval::scores),
];

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, part, encoder, folders @ ..] = arguments.as_slice() else {
        return Err("usage: avatar_eval DATA PART ENCODER [MODELS [KEPT]]".into());
    };
    let mut folders = folders.iter().map(PathBuf::from);
    let setup = Setup::new(encoder, folders.next(), folders.next());
    let known = PARTS.iter().find(|(name, _)| name == part);
    let (_, table) = known.ok_or_else(|| format!("there is no part `{part}`"))?;
    println!("{}", table(&setup, Path::new(data))?);
    Ok(())
}
