//! Tasks: what the files of a project's backlog say is to be done, and who does it.

mod change;
pub(crate) mod db;
mod next;
mod sync;

use std::path::PathBuf;

pub(crate) use next::{is_epic, next};

/// A task.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    pub(crate) project_id: String,
    pub(crate) task_id: String,
    pub(crate) title: String,
    /// The word of the specification.
    pub(crate) status: String,
    /// The word in the file.
    pub(crate) file_status: String,
    pub(crate) priority: Option<String>,
    pub(crate) epic: Option<String>,
    pub(crate) ordinal: Option<f64>,
    pub(crate) dependencies: Vec<String>,
    pub(crate) labels: Vec<String>,
    pub(crate) assignee: Vec<String>,
    pub(crate) parent: Option<String>,
    pub(crate) description: String,
    pub(crate) criteria: Vec<String>,
    pub(crate) path: PathBuf,
    pub(crate) digest: String,
    pub(crate) session_id: Option<String>,
}

/// The name under which a session stands in a task's file.
pub(crate) fn assignee(session_id: &str) -> String {
    format!("@claude-{session_id}")
}
