//! Closing a session: its jobs end, its worktree is set aside as it is, the row stays. Only
//! discarding it, which is another wish, removes anything.

use std::path::PathBuf;

use serde_json::json;
use store::Durability;

use super::{Rescue, Session, State, change_state, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::aside::Place;
use crate::git::worktree::{self, Drift};
use crate::git::{self, repository, snapshot};
use crate::jobs;
use crate::process::sweep;
use crate::projects::Project;

/// How a session is to be closed.
#[derive(Debug, Clone)]
pub(crate) struct CloseSession {
    pub(crate) session_id: String,
    pub(crate) force: bool,
    pub(crate) delete_branch: bool,
}

/// What closing did.
#[derive(Debug, Clone, Default)]
pub(crate) struct Closed {
    pub(crate) worktree_removed: bool,
    /// Where the worktree is kept, whole.
    pub(crate) kept_at: Option<PathBuf>,
    pub(crate) branch_deleted: bool,
    pub(crate) rescued: Vec<Rescue>,
    pub(crate) remarks: Vec<String>,
}

impl Orchestrator {
    /// Closes a session without losing anything.
    pub(crate) async fn close_session(
        &self,
        asked: &CloseSession,
        by: &str,
    ) -> Result<Closed, Refusal> {
        let (session, project) = self.session_and_project(&asked.session_id).await?;
        match session.state {
            State::Closed => return Err(Refusal::SessionClosed(session.session_id)),
            State::Creating => return Err(Refusal::SessionNotFound(session.session_id)),
            State::Idle | State::Running | State::Blocked | State::Closing => {}
        }
        if asked.force {
            self.stop_session_jobs(&session.session_id, by).await?;
        }
        let _turn = self.turn(&project.project_id).await;
        if !asked.force {
            self.refuse_dirty(&session, &project).await?;
        }
        self.begin_closing(&session.session_id, by).await?;
        match self.take_apart(&session, &project, asked).await {
            Ok(mut closed) => {
                closed.remarks.extend(self.release_tasks(&session.session_id, by).await?);
                self.finish_closing(&session, &closed, by).await?;
                Ok(closed)
            }
            Err(refusal) => {
                self.reopen_after_failure(&session.session_id, by).await?;
                Err(refusal)
            }
        }
    }

    async fn refuse_dirty(&self, session: &Session, project: &Project) -> Result<(), Refusal> {
        let path = &session.workspace_path;
        if worktree::registered(&self.config.workspaces, &project.path, path).is_err() {
            return Ok(());
        }
        let status = snapshot::status(path).await?;
        if status.dirty.is_empty() {
            return Ok(());
        }
        let mut files: Vec<&str> = status.dirty.iter().take(5).map(String::as_str).collect();
        if status.dirty.len() > files.len() {
            files.push("…");
        }
        let (session, files) = (session.session_id.clone(), files.join(", "));
        Err(Refusal::UncommittedWork { session, files })
    }

    async fn begin_closing(&self, id: &str, by: &str) -> Result<(), Refusal> {
        let (id, by) = (id.to_owned(), by.to_owned());
        let begun = self.store.write(Durability::Normal, move |tx| {
            let active = jobs::db::active_of(tx, &id)?.len();
            if active > 0 {
                return Err(Refusal::SessionBusy { session: id, jobs: active });
            }
            let session = db::need(tx, &id)?;
            change_state(tx, &session, State::Closing, None, &by)
        });
        Ok(begun.await?)
    }

    async fn reopen_after_failure(&self, id: &str, by: &str) -> Result<(), Refusal> {
        let (id, by) = (id.to_owned(), by.to_owned());
        let back = self.store.write(Durability::Normal, move |tx| {
            let session = db::need(tx, &id)?;
            change_state(tx, &session, State::Idle, None, &by)
        });
        Ok(back.await?)
    }

    async fn take_apart(
        &self,
        session: &Session,
        project: &Project,
        asked: &CloseSession,
    ) -> Result<Closed, Refusal> {
        let mut closed = Closed::default();
        let path = &session.workspace_path;
        let kept = self.kept(session);
        let place = Place { repository: &project.path, home: path, kept: &kept };
        match worktree::registered(&self.config.workspaces, &project.path, path) {
            Ok(_) => {
                sweep::below(path, self.config.runner.grace).await;
                self.rescue_all(session, project, &mut closed).await?;
                place.set_aside().await?;
                closed.worktree_removed = true;
                closed.kept_at = Some(kept.clone());
                self.remove_empty_parents(session);
            }
            Err(Drift::Gone) => {
                closed.remarks.push("its worktree was gone already".to_owned());
                self.rescue_checkpoint(session, project, &mut closed).await?;
                place.set_aside().await?;
            }
            Err(drift) => {
                let remark = format!("`{}` was left alone: {drift}", path.display());
                closed.remarks.push(remark);
            }
        }
        if asked.delete_branch
            && let Err(refusal) = self.delete_branch(&place, session, asked, &mut closed).await
        {
            // The worktree is set aside by now; a branch that stays is no reason to undo that.
            closed.remarks.push(format!("the branch stays: {refusal}"));
        }
        Ok(closed)
    }

    /// Where the worktree of a closed session is kept.
    pub(crate) fn kept(&self, session: &Session) -> PathBuf {
        let Session { project_id, session_id, .. } = session;
        self.config.workspaces.join(".closed").join(project_id).join(session_id)
    }

    /// Makes a commit of what is dirty, so that it can be looked at without bringing it back.
    async fn rescue_all(
        &self,
        session: &Session,
        project: &Project,
        closed: &mut Closed,
    ) -> Result<(), Refusal> {
        let status = snapshot::status(&session.workspace_path).await?;
        let drifted = self.verify(session, project).is_err();
        if !status.dirty.is_empty() || drifted {
            match self.rescue(session, project, &status, "closed").await {
                Ok(rescue) => closed.rescued.push(rescue),
                // The worktree itself is kept, so nothing depends on this.
                Err(refusal) => closed.remarks.push(format!("no rescue ref was made: {refusal}")),
            }
        }
        let reference = format!("refs/heads/{}", session.branch);
        let commit = repository::commit(&project.path, &reference).await?;
        self.note_commit(session, commit.unwrap_or(status.head)).await
    }

    /// Makes what was last kept of a worktree that is gone the work to be brought back.
    async fn rescue_checkpoint(
        &self,
        session: &Session,
        project: &Project,
        closed: &mut Closed,
    ) -> Result<(), Refusal> {
        let reference = format!("refs/heads/{}", session.branch);
        let Some(tip) = repository::commit(&project.path, &reference).await? else {
            return Ok(());
        };
        let checkpoint = format!("refs/televibe/checkpoint/{}", session.session_id);
        let last = repository::commit(&project.path, &checkpoint).await?;
        let base = repository::commit(&project.path, &format!("{checkpoint}^")).await?;
        if let Some(last) = last.filter(|last| *last != tip && base.as_ref() == Some(&tip)) {
            let kept = self.keep(session, project, (&last, &tip), "worktree gone").await?;
            closed.rescued.push(kept);
        }
        self.note_commit(session, tip).await
    }

    async fn note_commit(&self, session: &Session, commit: String) -> Result<(), Refusal> {
        let id = session.session_id.clone();
        let noted =
            self.store.write(Durability::Normal, move |tx| db::set_commit(tx, &id, &commit));
        Ok(noted.await?)
    }

    /// Only folders that are empty now go; `remove_dir` refuses every other one.
    fn remove_empty_parents(&self, session: &Session) {
        let mut folder = session.workspace_path.parent();
        while let Some(path) = folder.filter(|path| **path != self.config.workspaces) {
            if std::fs::remove_dir(path).is_err() {
                return;
            }
            folder = path.parent();
        }
    }

    async fn delete_branch(
        &self,
        place: &Place<'_>,
        session: &Session,
        asked: &CloseSession,
        closed: &mut Closed,
    ) -> Result<(), Refusal> {
        let project = &self.project(&session.project_id).await?;
        let branch = session.branch.as_str();
        if branch == project.default_branch {
            closed.remarks.push(format!("`{branch}` is the project's main branch and stays"));
            return Ok(());
        }
        let reference = format!("refs/heads/{branch}");
        let Some(commit) = repository::commit(&project.path, &reference).await? else {
            return Ok(());
        };
        let merged = self.is_merged(project, &commit).await?;
        if !merged && !asked.force {
            let remark = format!("`{branch}` has work that is not in `{}`", project.default_branch);
            closed.remarks.push(format!("{remark} and stays; `force` deletes it too"));
            return Ok(());
        }
        if !merged {
            let kept = self.keep(session, project, (&commit, &commit), "branch deleted").await?;
            closed.rescued.push(kept);
        }
        place.delete_branch(branch).await?;
        closed.branch_deleted = true;
        Ok(())
    }

    /// Whether merging `commit` would change nothing, which also holds after a squashed merge.
    async fn is_merged(&self, project: &Project, commit: &str) -> Result<bool, Refusal> {
        let base = format!("refs/heads/{}", project.default_branch);
        let git = git::at(&project.path);
        let Some(base_tree) =
            git.ask(&["rev-parse", "--verify", "--quiet", &format!("{base}^{{tree}}")]).await?
        else {
            return Ok(false);
        };
        let merged = git.ask(&["merge-tree", "--write-tree", &base, commit]).await?;
        Ok(merged.is_some_and(|tree| tree.lines().next() == Some(base_tree.as_str())))
    }

    async fn finish_closing(
        &self,
        session: &Session,
        closed: &Closed,
        by: &str,
    ) -> Result<(), Refusal> {
        let (id, by) = (session.session_id.clone(), by.to_owned());
        let references: Vec<_> = closed.rescued.iter().map(|it| it.reference.clone()).collect();
        let (removed, deleted) = (closed.worktree_removed, closed.branch_deleted);
        let written = self.store.write(Durability::Full, move |tx| {
            let session = db::need(tx, &id)?;
            db::set_state(tx, &id, State::Closed, None)?;
            let data = json!({
                "session_id": id,
                "project_id": session.project_id,
                "branch": session.branch,
                "worktree_removed": removed,
                "branch_deleted": deleted,
                "rescue_refs": references,
            });
            events::emit(tx, "session.closed", &session.stream(), &by, &data)
        });
        Ok(written.await?)
    }

    /// Removes for good what is kept of a closed session; its branch and rescue refs stay.
    pub(crate) async fn discard(&self, id: &str, by: &str) -> Result<Session, Refusal> {
        let (session, project) = self.session_and_project(id).await?;
        if session.state != State::Closed {
            return Err(Refusal::SessionOpen(session.session_id));
        }
        let _turn = self.turn(&project.project_id).await;
        worktree::remove(&project.path, &self.kept(&session)).await?;
        let (id, by) = (id.to_owned(), by.to_owned());
        let written = self.store.write(Durability::Full, move |tx| {
            let session = db::need(tx, &id)?;
            let data = json!({ "session_id": id, "project_id": session.project_id });
            events::emit(tx, "session.discarded", &session.stream(), &by, &data)?;
            Ok::<_, Refusal>(session)
        });
        Ok(written.await?)
    }
}
