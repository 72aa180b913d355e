//! The avatars' settings.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reasoner::ModelProvider;

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
    /// Whose wire format the model that drafts answers speaks: `openai`, `anthropic`, `ollama`, or `off`
    /// for answers by quotation alone.
    pub model_provider: ModelProvider,
    /// Base address of the model's server.
    pub model_url: String,
    /// Name of the model.
    pub model_name: String,
    /// File with the model's key, relative to the data folder.
    pub model_key_file: Option<PathBuf>,
    /// Most seconds for one draft of the model.
    pub model_seconds: u64,
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
            model_provider: ModelProvider::Off,
            model_url: "http://127.0.0.1:11434".to_owned(),
            model_name: String::new(),
            model_key_file: None,
            model_seconds: 60,
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
