//! Making a session: its row first, then the worktree, then the event; a crash in between is
//! finished or taken back at the next start.

use std::fs;

use kernel::Timestamp;
use serde_json::json;
use store::Durability;

use super::{Session, State, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::worktree::{self, Branch, Wanted};
use crate::names;
use crate::projects::{self, Project};

/// A session to be made.
#[derive(Debug, Clone)]
pub(crate) struct NewSession {
    pub(crate) project_id: String,
    pub(crate) branch: String,
    pub(crate) display_name: Option<String>,
    pub(crate) profile: Option<String>,
    pub(crate) base_branch: Option<String>,
    pub(crate) agent: Option<String>,
    pub(crate) model: Option<String>,
}

impl Orchestrator {
    /// Makes a session with its worktree.
    pub(crate) async fn create_session(
        &self,
        asked: NewSession,
        by: &str,
    ) -> Result<Session, Refusal> {
        names::check_branch(&asked.branch)?;
        if let Some(base) = &asked.base_branch {
            names::check_branch(base)?;
        }
        self.check_choice(asked.agent.as_deref(), asked.model.as_deref())?;
        if let Some(profile) = &asked.profile {
            self.check_profile(profile)?;
        }
        let _turn = self.turn(&asked.project_id).await;
        let (session, project) = self.reserve(asked).await?;
        match self.make_worktree(&session, &project).await {
            Ok(branch) => self.finish_creation(session, branch, by).await,
            Err(refusal) => {
                self.take_back(&session).await?;
                Err(refusal)
            }
        }
    }

    async fn reserve(&self, asked: NewSession) -> Result<(Session, Project), Refusal> {
        let (workspaces, prefix) =
            (self.config.workspaces.clone(), self.config.session_prefix.clone());
        let (profile, limit) = (self.config.profile.clone(), self.config.limits.sessions);
        let reserved = self.store.write(Durability::Normal, move |tx| {
            let project = projects::db::get(tx, &asked.project_id)?;
            let project = project.ok_or(Refusal::ProjectNotFound(asked.project_id))?;
            if let Some(other) = db::on_branch(tx, &project.project_id, &asked.branch)? {
                let place = format!("session `{}` has it", other.session_id);
                return Err(Refusal::BranchConflict { branch: asked.branch, place });
            }
            if db::count_open(tx)? >= limit {
                return Err(Refusal::LimitReached { what: "the number of open sessions", limit });
            }
            let number = db::next_number(tx)?;
            let session_id = format!("{prefix}{number}");
            let now = Timestamp::now();
            let session = Session {
                workspace_path: workspaces
                    .join(&project.project_id)
                    .join(&session_id)
                    .join(&asked.branch),
                number,
                display_name: asked.display_name.unwrap_or_else(|| asked.branch.clone()),
                branch: asked.branch,
                base_branch: asked.base_branch.unwrap_or_else(|| project.default_branch.clone()),
                made_branch: false,
                state: State::Creating,
                blocked_reason: None,
                superclaude_profile: asked.profile.unwrap_or(profile),
                agent: asked.agent,
                model: asked.model,
                agent_session: None,
                conversation_agent: None,
                last_summary: None,
                last_commit: None,
                last_activity_at: now,
                created_at: now,
                closed_at: None,
                project_id: project.project_id.clone(),
                session_id,
            };
            db::insert(tx, &session)?;
            Ok((session, project))
        });
        Ok(reserved.await?)
    }

    async fn make_worktree(&self, session: &Session, project: &Project) -> Result<Branch, Refusal> {
        let path = &session.workspace_path;
        if fs::symlink_metadata(path).is_ok() {
            let why = "something stands there already".to_owned();
            return Err(Refusal::InvalidPath { path: path.clone(), why });
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Refusal::file("make the folder", parent))?;
        }
        self.sandbox.probe().await?;
        let owner = format!("televibe session {}", session.session_id);
        let wanted = Wanted {
            repository: &project.path,
            path,
            branch: &session.branch,
            base: &session.base_branch,
            owner: &owner,
        };
        worktree::add(&wanted).await
    }

    async fn take_back(&self, session: &Session) -> Result<(), Refusal> {
        let id = session.session_id.clone();
        self.store.write(Durability::Normal, move |tx| db::forget(tx, &id)).await?;
        // Only folders that are still empty go; `remove_dir` refuses every other one.
        let mut folder = session.workspace_path.parent();
        while let Some(path) = folder.filter(|path| **path != self.config.workspaces) {
            if fs::remove_dir(path).is_err() {
                break;
            }
            folder = path.parent();
        }
        Ok(())
    }

    async fn finish_creation(
        &self,
        mut session: Session,
        branch: Branch,
        by: &str,
    ) -> Result<Session, Refusal> {
        let by = by.to_owned();
        session.made_branch = branch == Branch::Made;
        let written = self.store.write(Durability::Full, move |tx| {
            db::set_state(tx, &session.session_id, State::Idle, None)?;
            db::set_made_branch(tx, &session.session_id, session.made_branch)?;
            let data = json!({
                "session_id": session.session_id,
                "project_id": session.project_id,
                "display_name": session.display_name,
                "branch": session.branch,
                "base_branch": session.base_branch,
                "workspace_path": session.workspace_path,
                "state": State::Idle.name(),
            });
            events::emit(tx, "session.created", &session.stream(), &by, &data)?;
            session.state = State::Idle;
            Ok(session)
        });
        Ok(written.await?)
    }

    /// Finishes or takes back sessions that were being made when the process ended.
    pub(crate) async fn recover_creations(&self) -> Result<(), Refusal> {
        let unfinished = self
            .store
            .read(|reader| db::select(reader, None, Some(State::Creating), usize::MAX))
            .await?;
        for session in unfinished {
            let project = self.project(&session.project_id).await?;
            match self.verify(&session, &project) {
                Ok(()) => {
                    let found = Branch::Taken;
                    self.finish_creation(session, found, "recovery").await?;
                }
                Err(drift) => {
                    tracing::warn!(session = %session.session_id, %drift, "was never made");
                    self.take_back(&session).await?;
                }
            }
        }
        Ok(())
    }
}
