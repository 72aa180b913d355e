//! The tool that opens a pull request.

use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Orchestrator;
use crate::pull_request::NewPullRequest;

/// For which session, and in what words.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreatePullRequest {
    /// Session whose branch is offered
    session_id: String,
    /// Its title (default: the subject of the branch's last commit)
    title: Option<String>,
    /// Its text (default: what the session's last job said)
    body: Option<String>,
    /// Whether it is only a draft
    draft: Option<bool>,
}

/// A pull request that was opened.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PullRequestCreated {
    /// The session
    session_id: String,
    /// Where the pull request is
    url: String,
    /// What happened
    message: String,
}

pub(super) async fn create_pull_request(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: CreatePullRequest,
) -> Result<PullRequestCreated, ToolError> {
    let asked = NewPullRequest {
        session_id: input.session_id,
        title: input.title,
        body: input.body,
        draft: input.draft.unwrap_or(false),
    };
    let url = orchestrator.create_pull_request(&asked, &call.principal.id).await?;
    let message = format!("Pull request opened: {url}");
    Ok(PullRequestCreated { session_id: asked.session_id, url, message })
}
