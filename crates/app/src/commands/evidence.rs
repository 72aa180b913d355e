//! `ensemble evidence`: one self-contained page about something that happened, with its proof.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;
use serde_json::{Map, Value};

use super::call;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `evidence`.
#[derive(Debug, Args)]
pub struct EvidenceArgs {
    /// What the page is about
    kind: Kind,
    /// Which of them: an approval's, session's, avatar's or actor's id, or an event's number
    id: String,
    /// What is asked, for a proof or an answer
    #[arg(long, value_name = "TEXT")]
    question: Option<String>,
    /// Where to write the page
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

/// What a page can be about.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    /// A person's word for a command
    Approval,
    /// An answer of the reasoner
    Proof,
    /// An answer of an avatar
    Answer,
    /// What an actor did
    Turn,
    /// One event of the journal
    Event,
}

#[derive(Debug, Serialize)]
struct Made {
    file: PathBuf,
    title: Value,
    event: Value,
    key: Value,
}

impl Report for Made {
    fn text(&self) -> String {
        let Self { file, title, key, .. } = self;
        let (title, key) = (title.as_str().unwrap_or_default(), key.as_str().unwrap_or_default());
        let file = file.display();
        format!(
            "{title}\nwrote {file}; check it anywhere with\n  ensemble audit check {file} --key {key}\n"
        )
    }
}

/// Makes the page and writes it.
pub fn run(context: &Context, arguments: &EvidenceArgs) -> Result<Exit, Failure> {
    let mut input = Map::new();
    let kind = match arguments.kind {
        Kind::Approval => "approval",
        Kind::Proof => "proof",
        Kind::Answer => "answer",
        Kind::Turn => "turn",
        Kind::Event => "event",
    };
    input.insert("kind".to_owned(), kind.into());
    input.insert("id".to_owned(), arguments.id.clone().into());
    if let Some(question) = &arguments.question {
        input.insert("question".to_owned(), question.clone().into());
    }
    let data = context.data()?;
    let mut made = call::tool(context, &data, "make_evidence", input)?;
    let html = made["html"].take();
    let html =
        html.as_str().ok_or_else(|| Failure::new(Exit::Failure, "the server gave no page"))?;
    fs::write(&arguments.output, html).map_err(|error| {
        Failure::new(Exit::Failure, format!("`{}`: {error}", arguments.output.display()))
    })?;
    context.output.report(&Made {
        file: arguments.output.clone(),
        title: made["title"].take(),
        event: made["event"].take(),
        key: made["key"].take(),
    })?;
    Ok(Exit::Ok)
}
