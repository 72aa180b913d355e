//! Bringing a closed session back: its worktree is moved home with all that is in it; one that was
//! lost is made again from what git has of it.

use std::path::Path;

use serde_json::json;
use store::Durability;

use super::{Rescue, Session, State, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::aside::{Back, Place};
use crate::git::worktree::{self, Wanted};
use crate::git::{self, repository, snapshot};

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
        let mut reopened = Reopened { session, restored: None, remarks: Vec::new() };
        if let Err(refusal) = self.make_again(&mut reopened, &project.path).await {
            self.set_closed_again(&reopened.session.session_id).await?;
            return Err(refusal);
        }
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

    async fn make_again(&self, reopened: &mut Reopened, repo: &Path) -> Result<(), Refusal> {
        let session = reopened.session.clone();
        let path = &session.workspace_path;
        if std::fs::symlink_metadata(path).is_ok() {
            let why = "something stands there already".to_owned();
            return Err(Refusal::InvalidPath { path: path.clone(), why });
        }
        if let Some(place) = worktree::checked_out_at(repo, &session.branch).await? {
            let place = format!("checked out at `{}`", place.display());
            return Err(Refusal::BranchConflict { branch: session.branch, place });
        }
        let kept = self.kept(&session);
        let whole = std::fs::symlink_metadata(&kept).is_ok();
        let place = Place { repository: repo, home: path, kept: &kept };
        match place.bring_back().await? {
            Back::Same => {}
            Back::Moved(branch) => self.follow(reopened, &branch).await?,
            Back::Unknown => self.add_again(&session, repo).await?,
        }
        let reference = format!("refs/heads/{}", session.branch);
        if let Some(commit) = &session.last_commit
            && repository::commit(repo, &reference).await?.is_none()
        {
            snapshot::keep(repo, &reference, commit).await?;
        }
        if whole {
            let rescue = self.last_rescue(&session).await?;
            reopened.restored = rescue.map(|rescue| rescue.reference);
            return Ok(());
        }
        self.fill_again(reopened, repo).await
    }

    /// Takes the worktree to where its branch went meanwhile, as git does it: what was changed comes
    /// along, or nothing happens.
    async fn follow(&self, reopened: &mut Reopened, branch: &str) -> Result<(), Refusal> {
        let path = &reopened.session.workspace_path;
        let words = ["-c", "core.hooksPath=/dev/null", "checkout", "--quiet", branch, "--"];
        if git::at(path).ask(&words).await?.is_none() {
            let remark = format!(
                "`{branch}` has moved on and collides with uncommitted work; the worktree is as it \
                 was, on no branch"
            );
            reopened.remarks.push(remark);
        }
        Ok(())
    }

    /// Makes a worktree anew where git knows nothing of the old one any more.
    async fn add_again(&self, session: &Session, repo: &Path) -> Result<(), Refusal> {
        let path = &session.workspace_path;
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(Refusal::file("make the folder", parent))?;
        }
        let base = session.last_commit.clone().unwrap_or_else(|| session.base_branch.clone());
        let owner = format!("televibe session {}", session.session_id);
        let wanted =
            Wanted { repository: repo, path, branch: &session.branch, base: &base, owner: &owner };
        worktree::add(&wanted).await.map(drop)
    }

    async fn last_rescue(&self, session: &Session) -> Result<Option<Rescue>, Refusal> {
        let id = session.session_id.clone();
        let rescues = self.store.read(move |reader| db::rescues(reader, &id)).await?;
        Ok(rescues.into_iter().find(|rescue| rescue.commit != rescue.base))
    }

    /// Writes the files anew where the folder was lost: the work that was kept of them, if the branch
    /// still stands where it was made, else what is committed.
    async fn fill_again(&self, reopened: &mut Reopened, repo: &Path) -> Result<(), Refusal> {
        let path = &reopened.session.workspace_path;
        let head = repository::commit(path, "HEAD").await?;
        let rescue = self.last_rescue(&reopened.session).await?;
        let mut source = head.clone();
        if let Some(rescue) = rescue {
            let there = repository::commit(repo, &rescue.reference).await?.is_some();
            if there && head.as_deref() == Some(rescue.base.as_str()) {
                source = Some(rescue.commit);
                reopened.restored = Some(rescue.reference);
            } else {
                let remark = format!("uncommitted work of then is kept at {}", rescue.reference);
                reopened.remarks.push(remark);
            }
        }
        match source {
            Some(commit) => snapshot::fill(path, &self.config.folder, &commit).await,
            None => Ok(()),
        }
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

    /// A session that was being closed or brought back when the process ended is taken one way.
    pub(crate) async fn recover_closings(&self) -> Result<(), Refusal> {
        let closing = self
            .store
            .read(|reader| db::select(reader, None, Some(State::Closing), usize::MAX))
            .await?;
        for session in closing {
            let project = self.project(&session.project_id).await?;
            let (home, kept) = (session.workspace_path.clone(), self.kept(&session));
            let place = Place { repository: &project.path, home: &home, kept: &kept };
            let gone = std::fs::symlink_metadata(&home).is_err();
            let settled =
                if gone { place.set_aside().await } else { place.bring_back().await.map(drop) };
            if let Err(error) = settled {
                tracing::warn!(session = %session.session_id, %error, "is left as it was found");
            }
            let state = if gone { State::Closed } else { State::Idle };
            self.store
                .write(Durability::Full, move |tx| {
                    super::change_state(tx, &session, state, None, "recovery")
                })
                .await?;
        }
        Ok(())
    }
}
