//! Where avatars live and how much one may hold; every limit has its name and default here.

use std::path::PathBuf;

const MEBIBYTE: u64 = 1024 * 1024;

/// What the service is opened with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The folder of all avatars.
    pub folder: PathBuf,
    /// What one call or one file may use.
    pub limits: Limits,
}

impl Config {
    /// The defaults for avatars in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), limits: Limits::default() }
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
