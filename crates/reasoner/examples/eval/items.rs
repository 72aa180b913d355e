//! What the data sets share: items read from JSON and rows of the table.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use serde::Deserialize;

/// Why a measurement did not happen.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Wrong arguments.
    #[error("usage: eval proofwriter|prontoqa|babi|logicaldeduction|folio|all PATH [--verbose]")]
    Usage,
    /// The file could not be read.
    #[error("cannot read `{0}`: {1}")]
    Read(String, std::io::Error),
    /// The file is not what it should be.
    #[error("`{0}` is not the expected JSON: {1}")]
    Json(String, serde_json::Error),
}

/// One problem with options.
#[derive(Debug, Deserialize)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) context: String,
    pub(crate) question: String,
    #[serde(default)]
    pub(crate) options: Vec<String>,
    pub(crate) answer: String,
}

/// One line of the table.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) right: usize,
    pub(crate) of: usize,
    pub(crate) notes: String,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = if self.of == 0 { 0.0 } else { 100.0 * as_f64(self.right) / as_f64(self.of) };
        write!(
            f,
            "{:<34} {:>7} {:>7} {:>8.2}  {}",
            self.name, self.right, self.of, share, self.notes
        )
    }
}

pub(crate) fn as_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Milliseconds per item.
pub(crate) fn per_item(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1000.0 / as_f64(count.max(1))
}

pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::Read(path.display().to_string(), error))
}

pub(crate) fn items(path: &Path) -> Result<Vec<Item>, Failure> {
    serde_json::from_str(&text(path)?)
        .map_err(|error| Failure::Json(path.display().to_string(), error))
}
