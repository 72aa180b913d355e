//! Measures retrieval, usefulness, refusal, support and speed on public data sets in a folder.
//!
//! `cargo run --release -p avatar --example avatar_eval -- FOLDER [PART] [MODELS ENCODER]`, where PART
//! is `all`, `retrieval`, `answers`, `support`, `speed` or `scan`, and the last two name the folder
//! of pulled encoders and the one to use instead of the one inside the binary.

mod answers;
mod corpora;
mod retrieval;
mod scan;
mod speed;
mod support;

use std::path::{Path, PathBuf};

use avatar::weights::Weights;
use avatar::{Encoders, Library};

type Failed = Box<dyn std::error::Error>;

/// The encoder that is measured.
pub(crate) struct Setup {
    models: Option<PathBuf>,
    encoder: String,
}

impl Setup {
    /// A library in a folder, whose avatars get the encoder.
    pub(crate) fn library(&self, folder: &Path) -> Library {
        let library = Library::new(folder.join("avatars"));
        match &self.models {
            Some(models) => library.encoded_by(Encoders::new(Weights::new(models), &self.encoder)),
            None => library,
        }
    }

    /// The encoder's name.
    pub(crate) fn name(&self) -> &str {
        &self.encoder
    }
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: avatar_eval FOLDER [PART] [MODELS ENCODER]")?;
    let part = arguments.next().unwrap_or_else(|| "all".to_owned());
    let models = arguments.next().map(PathBuf::from);
    let encoder = arguments.next().unwrap_or_else(|| "static-en-1".to_owned());
    let setup = Setup { models, encoder };
    let folder = Path::new(&folder);
    let tables: [(&str, fn(&Setup, &Path) -> Result<String, Failed>); 5] = [
        ("retrieval", retrieval::table),
        ("answers", answers::table),
        ("support", support::table),
        ("speed", speed::table),
        ("scan", scan::table),
    ];
    for (name, table) in tables {
        if part == "all" || part == name {
            println!("{}", table(&setup, folder)?);
        }
    }
    let lists: [(&str, fn(&Setup, &Path) -> Result<String, Failed>); 3] = [
        ("support-signals", support::signals),
        ("signals", answers::signals),
        ("scores", retrieval::scores),
    ];
    for (_, list) in lists.iter().filter(|(name, _)| part == *name) {
        println!("{}", list(&setup, folder)?);
    }
    Ok(())
}
