//! Where avatars live and how much one may hold; every limit has its name and default here.

use std::path::PathBuf;

use crate::encoder::{Encoders, STRONGEST};
use crate::weights::Weights;

const MEBIBYTE: u64 = 1024 * 1024;

/// What the service is opened with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The folder of all avatars.
    pub folder: PathBuf,
    /// The folder of pulled encoders; none means that only the one inside the binary is used.
    pub models: Option<PathBuf>,
    /// The encoder of new avatars: a name, `none`, or `auto` for the strongest that is here.
    pub encoder: String,
    /// What one call or one file may use.
    pub limits: Limits,
}

impl Config {
    /// The defaults for avatars in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let encoder = STRONGEST.to_owned();
        Self { folder: folder.into(), models: None, encoder, limits: Limits::default() }
    }

    pub(crate) fn encoders(&self) -> Encoders {
        match &self.models {
            Some(folder) => Encoders::new(Weights::new(folder), &self.encoder),
            None => Encoders::default(),
        }
    }
}

/// What one call or one file may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read.
    pub max_file_bytes: u64,
    /// The most text a file may unfold to.
    pub max_text_bytes: u64,
    /// The most passages one query may ask for.
    pub max_passages: u32,
    /// The longest question, in bytes.
    pub max_question_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_file_bytes: 512 * MEBIBYTE,
            max_text_bytes: 256 * MEBIBYTE,
            max_passages: 50,
            max_question_bytes: 16 * 1024,
        }
    }
}
