//! Answers with citations of the model's own: what it is given to cite, and what its parts rest on.
//!
//! The blocks are the caller's; a model names them by number and never types what they say.

use std::ops::Range;

use crate::Usage;

/// A document that may be cited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is called.
    pub title: String,
    /// Its text in the pieces that are cited, none of them blank.
    pub blocks: Vec<String>,
}

/// An answer in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// The answer's text, part by part.
    pub parts: Vec<Part>,
    /// What it took.
    pub usage: Usage,
    /// The model that gave it.
    pub model: String,
}

/// A stretch of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it says.
    pub text: String,
    /// What it rests on; nothing for words that only connect.
    pub cites: Vec<Cites>,
}

/// Blocks of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cites {
    /// Which source, from 0.
    pub source: usize,
    /// Which of its blocks, from 0; every one of them is there.
    pub blocks: Range<usize>,
}
