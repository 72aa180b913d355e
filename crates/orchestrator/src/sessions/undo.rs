//! Bringing a closed session back: its branch, its worktree and what was rescued from it.

use serde_json::json;
use store::Durability;

use super::{Session, State, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::worktree::{self, Wanted};
use crate::git::{self, repository};

/// A session that is open again.
#[derive(Debug, Clone)]
pub(crate) struct Reopened {
    pub(crate) session: Session,
    pub(crate) restored: Option<String>,
    pub(crate) remarks: Vec<String>,
}

impl Orchestrator {
    /// Brings a closed session back with the work that was in it.
    pub(crate) async fn undo_close(&self, id: &str, by: &str) -> Result<Reopened, Refusal> {
        let (session, project) = self.session_and_project(id).await?;
        if session.state != State::Closed {
            return Err(Refusal::SessionOpen(session.session_id));
        }
        let _turn = self.turn(&project.project_id).await;
        self.reserve_again(&session).await?;
        let made = self.make_again(&session, &project.path).await;
        if let Err(refusal) = made {
            self.set_closed_again(&session.session_id).await?;
            return Err(refusal);
        }
        let mut reopened = Reopened { session, restored: None, remarks: Vec::new() };
        self.restore_rescue(&project.path, &mut reopened).await?;
        self.announce_reopened(&mut reopened, by).await?;
        Ok(reopened)
    }

    async fn reserve_again(&self, session: &Session) -> Result<(), Refusal> {
        let session = session.clone();
        let reserved = self.store.write(Durability::Normal, move |tx| {
            if let Some(other) = db::on_branch(tx, &session.project_id, &session.branch)? {
                let place = format!("session `{}` has it", other.session_id);
                return Err(Refusal::BranchConflict { branch: session.branch, place });
            }
            db::set_state(tx, &session.session_id, State::Closing, Some("being brought back"))
        });
        Ok(reserved.await?)
    }

    async fn set_closed_again(&self, id: &str) -> Result<(), Refusal> {
        let id = id.to_owned();
        let back = self
            .store
            .write(Durability::Normal, move |tx| db::set_state(tx, &id, State::Closed, None));
        Ok(back.await?)
    }

    async fn make_again(&self, session: &Session, repo: &std::path::Path) -> Result<(), Refusal> {
        let path = &session.workspace_path;
        if std::fs::symlink_metadata(path).is_ok() {
            let why = "something stands there already".to_owned();
            return Err(Refusal::InvalidPath { path: path.clone(), why });
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Refusal::file("make the folder", parent))?;
        }
        let base = session.last_commit.clone().unwrap_or_else(|| session.base_branch.clone());
        let owner = format!("televibe session {}", session.session_id);
        let wanted =
            Wanted { repository: repo, path, branch: &session.branch, base: &base, owner: &owner };
        worktree::add(&wanted).await.map(drop)
    }

    /// Puts dirty and untracked files back, if the branch still stands where they were made.
    async fn restore_rescue(
        &self,
        repo: &std::path::Path,
        reopened: &mut Reopened,
    ) -> Result<(), Refusal> {
        let id = reopened.session.session_id.clone();
        let rescues = self.store.read(move |reader| db::rescues(reader, &id)).await?;
        let Some(rescue) = rescues.into_iter().find(|rescue| rescue.commit != rescue.base) else {
            return Ok(());
        };
        let path = &reopened.session.workspace_path;
        let head = repository::commit(path, "HEAD").await?;
        if head.as_deref() != Some(rescue.base.as_str())
            || repository::commit(repo, &rescue.reference).await?.is_none()
        {
            let remark = format!("uncommitted work of then is kept at {}", rescue.reference);
            reopened.remarks.push(remark);
            return Ok(());
        }
        let source = format!("--source={}", rescue.commit);
        git::at(path).run(&["restore", &source, "--worktree", "--", "."]).await?;
        reopened.restored = Some(rescue.reference);
        Ok(())
    }

    async fn announce_reopened(&self, reopened: &mut Reopened, by: &str) -> Result<(), Refusal> {
        let (id, by) = (reopened.session.session_id.clone(), by.to_owned());
        let restored = reopened.restored.clone();
        let written = self.store.write(Durability::Full, move |tx| {
            db::set_state(tx, &id, State::Idle, None)?;
            let session = db::need(tx, &id)?;
            let data = json!({
                "session_id": id,
                "project_id": session.project_id,
                "branch": session.branch,
                "restored": restored,
            });
            events::emit(tx, "session.reopened", &session.stream(), &by, &data)?;
            Ok(session)
        });
        reopened.session = written.await?;
        Ok(())
    }
}
