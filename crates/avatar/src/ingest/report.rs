//! What an ingest tells: how it went, step by step and in the end.

use std::path::{Path, PathBuf};

use serde::Serialize;

/// How an ingest went.
#[derive(Debug, Clone, Default, Serialize)]
pub struct IngestReport {
    /// Documents that are new.
    pub added: Vec<Added>,
    /// Documents whose file changed.
    pub replaced: Vec<Added>,
    /// Documents whose file is gone from a folder that was added again.
    pub removed: Vec<String>,
    /// Files that were there already.
    pub unchanged: Vec<PathBuf>,
    /// Files that could not be added, and why.
    pub refused: Vec<Refused>,
    /// How many documents the avatar has now.
    pub documents: usize,
    /// How many words they have.
    pub words: usize,
    /// How many passages they make.
    pub passages: usize,
}

impl IngestReport {
    /// Whether there was no file at all.
    pub fn is_of_nothing(&self) -> bool {
        let Self { added, replaced, removed, unchanged, refused, .. } = self;
        let read = added.len() + replaced.len() + unchanged.len() + refused.len();
        read == 0 && removed.is_empty()
    }
}

/// A document that was added.
#[derive(Debug, Clone, Serialize)]
pub struct Added {
    /// The file.
    pub file: PathBuf,
    /// The title that citations name.
    pub title: String,
    /// How many pages it has; 0 where the format has none.
    pub pages: usize,
    /// How many words it has.
    pub words: usize,
    /// What a person should know of it.
    pub warnings: Vec<String>,
}

/// A file that was not added.
#[derive(Debug, Clone, Serialize)]
pub struct Refused {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub problem: String,
}

/// A step of an ingest, for a progress bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<'a> {
    /// A file is being read.
    Reading {
        /// The file.
        file: &'a Path,
        /// Which one of them, from 1.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// A document is being indexed.
    Indexing {
        /// Which one of them, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// How many of its passages are done, and how many it has.
        passages: (usize, usize),
    },
}

/// How an index was made again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rebuilt {
    /// How many documents it has.
    pub documents: usize,
    /// The files whose texts are damaged or gone, so that they are not in it.
    pub damaged: Vec<String>,
}
