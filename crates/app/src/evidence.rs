//! Evidence that leaves the house: one page that people read, with the proof inside.
//!
//! The page says what it says because the journal has an event with the digest of its statement;
//! that event and those it rests on are in the log whose root the house signed. Checking needs the
//! page and the house's public key, nothing else.

mod page;

use kernel::Timestamp;
use ring::digest::{SHA256, digest};
use serde::{Deserialize, Serialize};
use store::{Proof, ProofError};

pub use page::{html, visible};

/// The form of the pages this build writes and reads.
pub const FORMAT: &str = "ensemble/evidence/1";
/// The kind of the event that vouches for a page.
pub const MADE: &str = "evidence.made";

const BEGIN: &str = "<script type=\"application/json\" id=\"evidence\">";
const END: &str = "</script>";

/// What a page carries: a statement, and the proof of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Which form of page.
    pub format: String,
    /// The house's public key in hexadecimal.
    pub key: String,
    /// The statement as JSON, letter for letter as its digest covers it.
    pub statement: String,
    /// The events it rests on, and last the one that vouches for it.
    pub proofs: Vec<Proof>,
}

/// What a page states.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What sort of thing it is about.
    pub kind: String,
    /// Which of them.
    pub id: String,
    /// One line for people.
    pub title: String,
    /// Who asked for the page.
    pub asked_by: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// What there is to read.
    pub sections: Vec<Section>,
    /// The numbers of the events it rests on.
    pub events: Vec<u64>,
}

/// A part of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// How it is set.
    pub form: Form,
    /// Its paragraphs, or the lines of a command.
    pub lines: Vec<String>,
}

/// How a part of a page is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Words.
    Text,
    /// Something to be read letter by letter.
    Code,
}

impl Section {
    /// Words.
    pub fn text(title: &str, lines: Vec<String>) -> Self {
        Self { title: title.to_owned(), form: Form::Text, lines }
    }

    /// Something to be read letter by letter.
    pub fn code(title: &str, lines: Vec<String>) -> Self {
        Self { title: title.to_owned(), form: Form::Code, lines }
    }
}

/// Why a page does not prove what it states.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// There is no evidence in the file.
    #[error("this is no page of evidence: {0}")]
    NotAPage(String),
    /// A newer build wrote it.
    #[error("the page is of the form `{0}`, this build reads `{FORMAT}`")]
    Format(String),
    /// It is of another house.
    #[error("the page is signed by {found}, not by the key that was given")]
    Key {
        /// The key in the page.
        found: String,
    },
    /// One of its events is not proven.
    #[error("event {seq}: {cause}")]
    Event {
        /// The event.
        seq: u64,
        /// What is wrong.
        cause: ProofError,
    },
    /// The statement is not the one the journal vouches for.
    #[error("the statement is not the one that the house recorded")]
    Statement,
    /// What people read is not what is proven.
    #[error("what the page shows is not what is proven in it")]
    Shown,
}

/// The digest of a statement, as the journal has it.
pub fn statement_digest(statement: &str) -> String {
    let digest = digest(&SHA256, statement.as_bytes());
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads a page and proves it; `key` is the public key of the house that it should be from.
pub fn check(page: &str, key: Option<&[u8; 32]>) -> Result<(Evidence, Statement), EvidenceError> {
    let none = || EvidenceError::NotAPage("it carries no proof".to_owned());
    let (_, rest) = page.split_once(BEGIN).ok_or_else(none)?;
    let (json, _) = rest.split_once(END).ok_or_else(none)?;
    let broken = |error: serde_json::Error| EvidenceError::NotAPage(error.to_string());
    let evidence: Evidence = serde_json::from_str(json).map_err(broken)?;
    if evidence.format != FORMAT {
        return Err(EvidenceError::Format(evidence.format));
    }
    let own = blake3::Hash::from_hex(&evidence.key).map(<[u8; 32]>::from);
    let own = own.map_err(|_| EvidenceError::NotAPage("its key is none".to_owned()))?;
    if key.is_some_and(|key| *key != own) {
        return Err(EvidenceError::Key { found: evidence.key });
    }
    let statement: Statement = serde_json::from_str(&evidence.statement).map_err(broken)?;
    for proof in &evidence.proofs {
        let seq = proof.event.seq;
        proof.check(&own).map_err(|cause| EvidenceError::Event { seq, cause })?;
    }
    if !vouched(&evidence, &statement) {
        return Err(EvidenceError::Statement);
    }
    if html(&evidence, &statement) != page {
        return Err(EvidenceError::Shown);
    }
    Ok((evidence, statement))
}

/// Whether the last event is the house's word for the statement, and the others are its events.
fn vouched(evidence: &Evidence, statement: &Statement) -> bool {
    let Some((last, others)) = evidence.proofs.split_last() else { return false };
    let data: serde_json::Value = serde_json::from_str(&last.event.data).unwrap_or_default();
    last.event.kind == MADE
        && last.event.service == "house"
        && data["statement_sha256"] == *statement_digest(&evidence.statement)
        && others.iter().map(|proof| proof.event.seq).eq(statement.events.iter().copied())
}
