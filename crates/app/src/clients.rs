//! The programs that can be told about the house, and the edits that tell them.
//!
//! One row per client says where its file lies and what an entry looks like; one editor per file
//! format sets or removes that entry and leaves every other byte alone.

mod change;
mod entry;
mod jsonc;
mod table;
mod toml;
mod yaml;

use serde_json::Value;

pub use change::{Change, ClientError, backup_path, plan_install, plan_uninstall};
pub use entry::{Entry, Reach};
pub use table::{CLIENTS, Client, find};

/// The format of a client's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON, with comments and trailing commas where the client allows them.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

/// Why a file cannot be edited without risk; nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is not in its format.
    #[error("it does not parse: {0}")]
    Syntax(String),
    /// Something else stands where the entries belong.
    #[error("`{0}` is not a table of entries")]
    Shape(String),
    /// The section is written in a form that cannot be edited in place.
    #[error("`{0}` is written in a form that cannot be edited in place")]
    Form(String),
}

impl Format {
    /// The value of `section.name`.
    pub fn get(self, text: &str, section: &str, name: &str) -> Result<Option<Value>, EditError> {
        match self {
            Self::Json => jsonc::get(text, section, name),
            Self::Toml => toml::get(text, section, name),
            Self::Yaml => yaml::get(text, section, name),
        }
    }

    /// The text with `section.name` set to `value`.
    pub fn set(
        self,
        text: &str,
        section: &str,
        name: &str,
        value: &Value,
    ) -> Result<String, EditError> {
        match self {
            Self::Json => jsonc::set(text, section, name, value),
            Self::Toml => toml::set(text, section, name, value),
            Self::Yaml => yaml::set(text, section, name, value),
        }
    }

    /// The text without `section.name`.
    pub fn remove(self, text: &str, section: &str, name: &str) -> Result<String, EditError> {
        match self {
            Self::Json => jsonc::remove(text, section, name),
            Self::Toml => toml::remove(text, section, name),
            Self::Yaml => yaml::remove(text, section, name),
        }
    }
}
