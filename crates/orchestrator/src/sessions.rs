//! Sessions: one branch of a project in a worktree of its own.

mod close;
mod create;
pub(crate) mod db;
mod rescue;
mod undo;

use std::path::PathBuf;

use kernel::Timestamp;
use serde_json::json;
use store::Tx;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::worktree;
use crate::projects;

pub(crate) use close::CloseSession;
pub(crate) use create::NewSession;

/// What a session is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Its worktree is being made.
    Creating,
    /// It waits for an instruction.
    Idle,
    /// A job of it runs.
    Running,
    /// It cannot go on without a person.
    Blocked,
    /// It is being closed.
    Closing,
    /// It was closed.
    Closed,
}

impl State {
    const ALL: [Self; 6] =
        [Self::Creating, Self::Idle, Self::Running, Self::Blocked, Self::Closing, Self::Closed];

    /// The state's name on the wire and in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Creating => "creating",
            Self::Idle => "idle",
            Self::Running => "running",
            Self::Blocked => "blocked",
            Self::Closing => "closing",
            Self::Closed => "closed",
        }
    }

    /// The state of this name; a name of a later build counts as blocked.
    pub(crate) fn named(name: &str) -> Self {
        Self::parse(name).unwrap_or(Self::Blocked)
    }

    /// The state of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) session_id: String,
    pub(crate) number: i64,
    pub(crate) project_id: String,
    pub(crate) display_name: String,
    pub(crate) workspace_path: PathBuf,
    pub(crate) branch: String,
    pub(crate) base_branch: String,
    pub(crate) made_branch: bool,
    pub(crate) state: State,
    pub(crate) blocked_reason: Option<String>,
    pub(crate) superclaude_profile: String,
    /// The agent of its jobs, where they choose none.
    pub(crate) agent: Option<String>,
    /// The model of its jobs, where they choose none.
    pub(crate) model: Option<String>,
    /// The agent's own name of the conversation that the next job continues.
    pub(crate) agent_session: Option<String>,
    /// Whose conversation that is.
    pub(crate) conversation_agent: Option<String>,
    pub(crate) last_summary: Option<String>,
    pub(crate) last_commit: Option<String>,
    pub(crate) last_activity_at: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) closed_at: Option<Timestamp>,
}

impl Session {
    /// The stream of the journal that tells its life.
    pub(crate) fn stream(&self) -> String {
        stream(&self.session_id)
    }
}

/// The stream of the journal that tells the life of a session.
pub(crate) fn stream(session_id: &str) -> String {
    format!("session/{session_id}")
}

/// Work that was kept when a session was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rescue {
    pub(crate) session_id: String,
    pub(crate) number: i64,
    pub(crate) reference: String,
    pub(crate) commit: String,
    pub(crate) base: String,
    pub(crate) reason: String,
    pub(crate) created_at: Timestamp,
}

/// Takes a session to another state with its event; nothing happens if it is there already.
pub(crate) fn change_state(
    tx: &mut Tx<'_>,
    session: &Session,
    state: State,
    reason: Option<&str>,
    by: &str,
) -> Result<(), Refusal> {
    if session.state == state && session.blocked_reason.as_deref() == reason {
        return Ok(());
    }
    db::set_state(tx, &session.session_id, state, reason)?;
    let data = json!({
        "session_id": session.session_id,
        "project_id": session.project_id,
        "branch": session.branch,
        "from": session.state.name(),
        "state": state.name(),
        "reason": reason,
    });
    events::emit(tx, "session.state_changed", &session.stream(), by, &data)
}

impl Orchestrator {
    /// One session.
    pub(crate) async fn session(&self, id: &str) -> Result<Session, Refusal> {
        let id = id.to_owned();
        self.store.read(move |reader| db::need(reader, &id)).await
    }

    /// A session and its project.
    pub(crate) async fn session_and_project(
        &self,
        id: &str,
    ) -> Result<(Session, projects::Project), Refusal> {
        let id = id.to_owned();
        self.store
            .read(move |reader| {
                let session = db::need(reader, &id)?;
                let project = projects::db::get(reader, &session.project_id)?;
                let project =
                    project.ok_or_else(|| Refusal::ProjectNotFound(session.project_id.clone()))?;
                Ok((session, project))
            })
            .await
    }

    /// Looks whether the session's worktree is as it was left.
    pub(crate) fn verify(
        &self,
        session: &Session,
        project: &projects::Project,
    ) -> Result<(), worktree::Drift> {
        let (path, branch) = (&session.workspace_path, &session.branch);
        worktree::verify(&self.config.workspaces, &project.path, path, branch)
    }
}
