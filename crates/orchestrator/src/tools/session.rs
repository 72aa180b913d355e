//! The tools about sessions.

use std::path::PathBuf;
use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::{CommitView, ConflictView, JobView, SessionView};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs;
use crate::sessions::{self, CloseSession, NewSession, State};

const FEW: usize = 20;
const MOST: usize = 1000;

/// Which sessions.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListSessions {
    /// Filter by project
    project_id: Option<String>,
    /// Filter by state: idle, running, blocked, closing or closed
    state: Option<String>,
    /// Max results (default: 20)
    limit: Option<usize>,
}

/// Sessions.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Sessions {
    /// The sessions, the most recently active first
    sessions: Vec<SessionView>,
}

pub(super) async fn list_sessions(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: ListSessions,
) -> Result<Sessions, ToolError> {
    let state = match input.state.as_deref() {
        None => None,
        Some(name) => Some(State::parse(name).ok_or_else(|| {
            let known = "idle, running, blocked, closing, closed";
            ToolError::invalid_input(format!("`{name}` is no state, expected one of {known}"))
        })?),
    };
    let limit = input.limit.unwrap_or(FEW).min(MOST);
    let found = orchestrator.store.read(move |reader| {
        sessions::db::select(reader, input.project_id.as_deref(), state, limit)
    });
    let sessions = found.await?.into_iter().filter(|it| it.state != State::Creating);
    Ok(Sessions { sessions: sessions.map(Into::into).collect() })
}

/// What session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateSession {
    /// Target project
    project_id: String,
    /// Branch name (created if doesn't exist)
    branch: String,
    /// Human-readable name
    display_name: Option<String>,
    /// SuperClaude config to use
    superclaude_profile: Option<String>,
    /// Branch to create from (default: project's default_branch)
    base_branch: Option<String>,
    /// Agent of its jobs (default: the configured one)
    agent: Option<String>,
    /// Model of its jobs, for agents that let it be chosen
    model: Option<String>,
}

/// A session that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionCreated {
    /// The session
    session: SessionView,
    /// What happened
    message: String,
}

pub(super) async fn create_session(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: CreateSession,
) -> Result<SessionCreated, ToolError> {
    let asked = NewSession {
        project_id: input.project_id,
        branch: input.branch,
        display_name: input.display_name,
        profile: input.superclaude_profile,
        base_branch: input.base_branch,
        agent: input.agent,
        model: input.model,
    };
    let session = orchestrator.create_session(asked, &call.principal.id).await?;
    let mut message = if session.made_branch {
        "Session created with worktree".to_owned()
    } else {
        format!("Session created with worktree on the existing branch {}", session.branch)
    };
    if let Some(question) = orchestrator.trust_question(&session).await? {
        message.push_str("; ");
        message.push_str(&question);
    }
    Ok(SessionCreated { session: session.into(), message })
}

/// Which session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetSession {
    /// Session identifier
    session_id: String,
}

/// All about a session.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionDetails {
    /// The session
    session: SessionView,
    /// The job that runs or waits for a person
    current_job: Option<JobView>,
    /// How many jobs wait
    queued_jobs: usize,
    /// Ids of the tasks it has claimed
    tasks: Vec<String>,
    /// What its last jobs said, newest first
    summaries: Vec<String>,
    /// Refs that keep work of it
    rescue_refs: Vec<String>,
}

pub(super) async fn get_session(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetSession,
) -> Result<SessionDetails, ToolError> {
    let read = orchestrator.store.read(move |reader| {
        let session = sessions::db::need(reader, &input.session_id)?;
        let id = session.session_id.as_str();
        let active = jobs::db::active_of(reader, id)?;
        let queued_jobs = active.iter().filter(|job| job.status == jobs::Status::Queued).count();
        let current = active.into_iter().find(|job| job.status != jobs::Status::Queued);
        let recent = jobs::db::select(reader, Some(id), &[], 5)?;
        let rescues = sessions::db::rescues(reader, id)?;
        Ok::<_, Refusal>(SessionDetails {
            current_job: current.map(Into::into),
            queued_jobs,
            tasks: crate::tasks::db::of_session(reader, id)?,
            summaries: recent.into_iter().filter_map(|job| job.result_summary).collect(),
            rescue_refs: rescues.into_iter().map(|rescue| rescue.reference).collect(),
            session: session.into(),
        })
    });
    Ok(read.await?)
}

/// Which session, and how.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseSessionInput {
    /// Session to close
    session_id: String,
    /// Force close even if running
    force: Option<bool>,
    /// Also delete the git branch
    delete_branch: Option<bool>,
}

/// A session that was closed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionClosed {
    /// What happened
    message: String,
    /// Whether the worktree is gone from its place
    worktree_removed: bool,
    /// Where it is kept, whole, until `undo_close` or `discard_session`
    kept_at: Option<PathBuf>,
    /// Whether the branch is gone
    branch_deleted: bool,
    /// Refs that keep what would have been lost
    rescue_refs: Vec<String>,
}

pub(super) async fn close_session(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: CloseSessionInput,
) -> Result<SessionClosed, ToolError> {
    let asked = CloseSession {
        session_id: input.session_id,
        force: input.force.unwrap_or(false),
        delete_branch: input.delete_branch.unwrap_or(false),
    };
    let closed = orchestrator.close_session(&asked, &call.principal.id).await?;
    let mut message = format!("Session {} closed", asked.session_id);
    for remark in &closed.remarks {
        message.push_str("; ");
        message.push_str(remark);
    }
    Ok(SessionClosed {
        message,
        worktree_removed: closed.worktree_removed,
        kept_at: closed.kept_at,
        branch_deleted: closed.branch_deleted,
        rescue_refs: closed.rescued.into_iter().map(|rescue| rescue.reference).collect(),
    })
}

/// A session that is open again.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionReopened {
    /// The session
    session: SessionView,
    /// The ref whose uncommitted work was put back
    restored: Option<String>,
    /// What happened
    message: String,
}

pub(super) async fn undo_close(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: GetSession,
) -> Result<SessionReopened, ToolError> {
    let reopened = orchestrator.undo_close(&input.session_id, &call.principal.id).await?;
    let mut message = format!("Session {} is open again", input.session_id);
    for remark in &reopened.remarks {
        message.push_str("; ");
        message.push_str(remark);
    }
    Ok(SessionReopened { session: reopened.session.into(), restored: reopened.restored, message })
}

/// A session of which nothing but git's branches and refs is left.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionDiscarded {
    /// The session
    session: SessionView,
    /// What happened
    message: String,
}

pub(super) async fn discard_session(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: GetSession,
) -> Result<SessionDiscarded, ToolError> {
    let session = orchestrator.discard(&input.session_id, &call.principal.id).await?;
    let message = format!("What was kept of session {} is removed", session.session_id);
    Ok(SessionDiscarded { session: session.into(), message })
}

/// What a session changed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SessionDiff {
    /// The session
    session_id: String,
    /// The commit it left its base branch at
    base_commit: String,
    /// Its commits since then, the newest first, at most 100
    commits: Vec<CommitView>,
    /// Files it changed
    files_changed: Vec<String>,
    /// The changes as a patch
    diff: String,
    /// Whether the patch is cut off
    truncated: bool,
}

pub(super) async fn get_session_diff(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetSession,
) -> Result<SessionDiff, ToolError> {
    let diff = orchestrator.diff(&input.session_id).await?;
    Ok(SessionDiff {
        session_id: input.session_id,
        base_commit: diff.base,
        commits: diff.commits.into_iter().map(Into::into).collect(),
        files_changed: diff.files,
        diff: diff.text,
        truncated: diff.truncated,
    })
}

/// Whom a session would collide with.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Forecast {
    /// The session
    session_id: String,
    /// The others, with the files in which a merge would stop
    conflicts: Vec<ConflictView>,
}

pub(super) async fn forecast_conflicts(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetSession,
) -> Result<Forecast, ToolError> {
    let session = orchestrator.session(&input.session_id).await?;
    let conflicts = orchestrator.forecast(&session).await?;
    let conflicts = conflicts.into_iter().map(Into::into).collect();
    Ok(Forecast { session_id: input.session_id, conflicts })
}
