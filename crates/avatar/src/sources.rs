//! The catalogue `corpus/sources.json`: what is known of each work beside its text.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The catalogue.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sources {
    /// The avatar's id.
    #[serde(default)]
    pub avatar: String,
    /// What the writings are.
    #[serde(default)]
    pub corpus_description: String,
    /// The day of the last change, such as `2026-11-15`.
    #[serde(default)]
    pub last_updated: String,
    /// The works.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Keys this program does not use.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A work.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Source {
    /// Its id; a file of that name, without its ending, is this work.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    #[serde(default)]
    pub authors: Vec<String>,
    /// When it appeared.
    #[serde(default)]
    pub year: Option<i32>,
    /// What kind of work it is.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Its file, where the name is not the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Keys this program carries along: url, licence, topics and others.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Sources {
    /// The work a file belongs to.
    pub fn of_file(&self, file_name: &str) -> Option<&Source> {
        let stem = stem(file_name);
        self.sources.iter().find(|source| {
            source.id == stem
                || source
                    .path
                    .as_deref()
                    .is_some_and(|path| path.rsplit('/').next() == Some(file_name))
        })
    }

    /// Enters a work, or leaves the entry that is there.
    pub fn enter(&mut self, source: Source) {
        if !self.sources.iter().any(|other| other.id == source.id) {
            self.sources.push(source);
        }
    }
}

/// A file's name without its ending.
pub(crate) fn stem(file_name: &str) -> &str {
    match file_name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file_name,
    }
}
