//! `ensemble audit check`: prove a page of evidence, on a machine that need not know the house.

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::context::Context;
use crate::evidence::{self, EvidenceError};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `audit check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The page
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The public key of the house it should be from, 64 hexadecimal digits
    #[arg(long, value_name = "PUBKEY", value_parser = key)]
    key: Option<[u8; 32]>,
}

fn key(text: &str) -> Result<[u8; 32], String> {
    let key = blake3::Hash::from_hex(text.trim()).map(Into::into);
    key.map_err(|_| "expected 64 hexadecimal digits".to_owned())
}

#[derive(Serialize)]
struct Proven {
    title: String,
    kind: String,
    id: String,
    key: String,
    key_compared: bool,
    events: Vec<u64>,
    log_size: u64,
    signed_at: String,
}

impl Report for Proven {
    fn text(&self) -> String {
        let Self { title, key, log_size, signed_at, .. } = self;
        let events: Vec<String> = self.events.iter().map(u64::to_string).collect();
        let whose = if self.key_compared {
            "the key that was given"
        } else {
            "the key in the page: compare it with one you got another way, or give it with --key"
        };
        format!(
            "proven: {title}\nevents {} among {log_size}, signed {signed_at}\nby {key} ({whose})\n",
            events.join(", "),
        )
    }
}

/// Checks the page; one that proves nothing is damage.
pub(super) fn run(context: &Context, arguments: &CheckArgs) -> Result<Exit, Failure> {
    let page = fs::read_to_string(&arguments.file).map_err(|error| {
        Failure::new(Exit::Usage, format!("`{}`: {error}", arguments.file.display()))
    })?;
    let checked = evidence::check(&page, arguments.key.as_ref());
    let (evidence, statement) = checked.map_err(|error| match error {
        EvidenceError::NotAPage(_) | EvidenceError::Format(_) => Failure::new(Exit::Usage, error),
        EvidenceError::Key { .. }
        | EvidenceError::Event { .. }
        | EvidenceError::Statement
        | EvidenceError::Shown => Failure::new(Exit::Damage, error),
    })?;
    let head = evidence.proofs.last().map(|proof| proof.head.clone());
    context.output.report(&Proven {
        title: evidence::visible(&statement.title),
        kind: statement.kind,
        id: statement.id,
        key: evidence.key,
        key_compared: arguments.key.is_some(),
        events: evidence.proofs.iter().map(|proof| proof.event.seq).collect(),
        log_size: head.as_ref().map_or(0, |head| head.size),
        signed_at: head.map(|head| head.at.to_string()).unwrap_or_default(),
    })?;
    Ok(Exit::Ok)
}
