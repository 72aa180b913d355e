//! The avatars' settings.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The avatars' settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Avatar {
    /// Folder of all avatars, relative to the data folder.
    pub folder: PathBuf,
    /// Largest file in bytes that is added to an avatar.
    pub max_file_bytes: u64,
    /// Most text in bytes that one file may unfold to.
    pub max_text_bytes: u64,
    /// Most passages that one query may ask for.
    pub max_passages: u32,
    /// Longest question in bytes.
    pub max_question_bytes: u64,
}

impl Default for Avatar {
    fn default() -> Self {
        let limits = avatar::config::Limits::default();
        Self {
            folder: PathBuf::from("avatars"),
            max_file_bytes: limits.max_file_bytes,
            max_text_bytes: limits.max_text_bytes,
            max_passages: limits.max_passages,
            max_question_bytes: limits.max_question_bytes as u64,
        }
    }
}

impl Avatar {
    /// The settings as the service takes them.
    pub fn limits(&self) -> avatar::config::Limits {
        avatar::config::Limits {
            max_file_bytes: self.max_file_bytes,
            max_text_bytes: self.max_text_bytes,
            max_passages: self.max_passages,
            max_question_bytes: usize::try_from(self.max_question_bytes).unwrap_or(usize::MAX),
        }
    }
}
