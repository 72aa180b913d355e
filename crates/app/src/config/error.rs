//! What can be wrong with a configuration, each in one line that says where.

use std::io;
use std::path::PathBuf;

use super::layers::Origin;
use crate::exit::Exit;
use crate::failure::Failure;

/// Why the configuration is refused.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read.
    #[error("cannot read the configuration `{}`: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A file is not in its format.
    #[error("`{}` is not valid {format}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The format it should be in.
        format: &'static str,
        /// What the parser said, with the place.
        message: String,
    },
    /// No such key.
    #[error("unknown key `{key}` in {origin}{}", nearest.as_ref().map(|near| format!(", did you mean `{near}`?")).unwrap_or_default())]
    UnknownKey {
        /// The key as it was written.
        key: String,
        /// Where it was written.
        origin: Origin,
        /// The known key most like it.
        nearest: Option<String>,
    },
    /// A value does not fit its key.
    #[error("`{key}` in {origin}: {message}")]
    Value {
        /// The key.
        key: String,
        /// Where the value came from.
        origin: Origin,
        /// What was expected.
        message: String,
    },
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        let hint = match &error {
            ConfigError::UnknownKey { .. } => "`ensemble config keys` lists every key",
            ConfigError::Value { .. } => "`ensemble config keys` shows each key's default",
            ConfigError::Unreadable { .. } => "name a readable file with `--config FILE`",
            ConfigError::Syntax { .. } => "correct the file; nothing in it was applied",
        };
        Self::new(Exit::Config, error).hint(hint)
    }
}
