//! Proofs as data: trees whose leaves name the statement, its author and its time.

use schemars::JsonSchema;
use serde::Serialize;

use super::tree::{self, Steps};
use crate::ask::Answer;
use crate::live::{Live, Source};
use crate::proof::Proof;

/// A statement an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Evidence {
    /// As it was told, in the words of whoever told it
    pub statement: String,
    /// What a model put these words into, if one did
    #[serde(rename = "rewrittenAs", skip_serializing_if = "Option::is_none")]
    pub rewritten_as: Option<String>,
    /// Its number in the session
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<u64>,
    /// Who told it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// When it was told
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The strategy that read it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
    /// The ontology it comes from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ontology: Option<String>,
}

/// One step of a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Node {
    /// What is concluded
    pub goal: String,
    /// Where the clause it follows by comes from; nothing for what words mean
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Evidence>,
    /// What it follows from
    pub children: Vec<Node>,
    /// Whether the children are all further steps, each before what it follows from, because they
    /// are too many to be nested
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_a_row: bool,
    /// Whether steps are left out here because the proof is too long to be shown
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl Node {
    /// A step that rests on nothing yet.
    pub(super) fn new(goal: String, origin: Option<Evidence>) -> Self {
        Self { goal, origin, children: Vec::new(), in_a_row: false, cut: false }
    }
}

impl Evidence {
    /// A statement of the knowledge.
    pub(super) fn of(live: &Live, statement: usize) -> Self {
        let text = super::words::quoted(live, statement);
        match live.source(statement) {
            Some(source) => Self::from(live, source, text),
            None => Self::bare(text),
        }
    }

    /// What a source says of itself.
    pub(super) fn from(live: &Live, source: &Source, statement: String) -> Self {
        match source {
            Source::Ontology(name) => {
                let updated = live.ontologies.updated.get(name);
                Self {
                    ontology: Some(name.clone()),
                    author: updated.map(|_| live.ontologies.owner.clone()),
                    at: updated.map(ToString::to_string),
                    ..Self::bare(statement)
                }
            }
            Source::Supposed(sentence) => Self::bare(sentence.clone()),
            Source::Told(at) => match live.entries.get(*at) {
                Some(entry) => Self {
                    statement: entry.told().to_owned(),
                    rewritten_as: entry.row.original.as_ref().map(|_| entry.row.text.clone()),
                    label: Some(entry.row.label),
                    author: Some(entry.row.author.clone()),
                    at: Some(entry.row.at.to_string()),
                    strategy: Some(entry.row.strategy.clone()),
                    ontology: None,
                },
                None => Self::bare(statement),
            },
        }
    }

    fn bare(statement: String) -> Self {
        Self {
            statement,
            rewritten_as: None,
            label: None,
            author: None,
            at: None,
            strategy: None,
            ontology: None,
        }
    }
}

/// The proofs of an answer; for classical answers one step with its statements below.
pub(super) fn trees(live: &Live, answer: &Answer) -> Vec<Node> {
    if !answer.proofs.is_empty() {
        return told(live, answer.proofs.iter());
    }
    let leaf = |number: &usize| {
        let origin = Evidence::of(live, *number);
        Node::new(origin.statement.clone(), Some(origin))
    };
    answer.sentences.iter().map(leaf).collect()
}

/// Proofs as trees.
pub(super) fn told<'a>(live: &Live, proofs: impl Iterator<Item = &'a Proof>) -> Vec<Node> {
    tree::grow(&Told { live }, proofs)
}

struct Told<'a> {
    live: &'a Live,
}

impl<'a> Steps<'a> for Told<'_> {
    type Step = &'a Proof;

    fn below(&self, step: &'a Proof) -> Vec<&'a Proof> {
        step.premises.iter().collect()
    }

    fn show(&self, step: &'a Proof) -> Node {
        let origin = step.origin.map(|number| Evidence::of(self.live, number));
        Node::new(step.conclusion.to_string(), origin)
    }
}
