//! A person's remarks on lines of a session's work, which go to its agent as the next instruction.

use std::fmt::Write;
use std::path::{Component, Path};
use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::JobView;
use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs::NewJob;

/// Remarks, and whose work they are about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewSession {
    /// Session whose work it is
    session_id: String,
    /// Remarks on lines
    comments: Vec<Comment>,
    /// What is to be said of the whole
    summary: Option<String>,
}

/// A remark.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Comment {
    /// File, relative to the worktree
    path: String,
    /// Line in the file as it is now, counted from 1; none for the file as a whole
    line: Option<usize>,
    /// The remark
    text: String,
}

/// The job that follows the remarks.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reviewed {
    /// The job
    job: JobView,
}

pub(super) async fn review_session(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: ReviewSession,
) -> Result<Reviewed, ToolError> {
    if input.comments.is_empty() && input.summary.is_none() {
        let error = ToolError::invalid_input("there is no remark");
        return Err(error.with_hint("give `comments`, `summary` or both"));
    }
    let session = orchestrator.session(&input.session_id).await?;
    let mut text = "A person has reviewed your work. Follow these remarks:\n".to_owned();
    for comment in &input.comments {
        let quoted = quoted(&session.workspace_path, comment)?;
        let line = comment.line.map(|line| format!(":{line}")).unwrap_or_default();
        let (path, remark) = (&comment.path, comment.text.trim());
        let said = match quoted {
            Some(quoted) => writeln!(text, "\n{path}{line}\n> {quoted}\n{remark}"),
            None => writeln!(text, "\n{path}{line}\n{remark}"),
        };
        said.map_err(Refusal::defect)?;
    }
    if let Some(summary) = &input.summary {
        writeln!(text, "\nOf the whole: {}", summary.trim()).map_err(Refusal::defect)?;
    }
    let asked = NewJob::plain(input.session_id, text);
    let (job, position) = orchestrator.enqueue(asked, &call.principal.id).await?;
    Ok(Reviewed { job: JobView::at(job, Some(position)) })
}

/// The line that a remark is about, as it is now.
fn quoted(worktree: &Path, comment: &Comment) -> Result<Option<String>, ToolError> {
    let path = Path::new(&comment.path);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let invalid = |why: &str| {
        ToolError::invalid_input(format!("`{}`: {why}", comment.path))
            .with_hint("`get_session_diff` names the files that a session changed")
    };
    if !inside || comment.path.is_empty() {
        return Err(invalid("expected a path inside the worktree"));
    }
    let Some(number) = comment.line else { return Ok(None) };
    // A remark on a file that is gone is about what was there.
    let Ok(text) = std::fs::read_to_string(worktree.join(path)) else { return Ok(None) };
    let line = number.checked_sub(1).and_then(|index| text.lines().nth(index));
    let line = line.ok_or_else(|| invalid(&format!("it has no line {number}")))?;
    Ok(Some(line.chars().take(400).collect()))
}
