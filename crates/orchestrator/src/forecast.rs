//! What sessions would collide: their states, uncommitted work included, merged without touching
//! anything.

use std::path::Path;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::git::{self, refused, snapshot};
use crate::projects::Project;
use crate::sessions::{self, Session, State};

/// Beyond this many sessions the forecast looks at the most recently active ones.
const MOST_SESSIONS: usize = 20;
/// Beyond this many commits nobody reads on.
const MOST_COMMITS: usize = 100;

/// Another session that changes the same places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Conflict {
    pub(crate) session_id: String,
    pub(crate) branch: String,
    pub(crate) files: Vec<String>,
}

/// What a session changed since it was made.
#[derive(Debug, Clone)]
pub(crate) struct Diff {
    pub(crate) base: String,
    /// Its commits since then, the newest first.
    pub(crate) commits: Vec<Commit>,
    pub(crate) files: Vec<String>,
    pub(crate) text: String,
    pub(crate) truncated: bool,
}

/// A commit as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) id: String,
    pub(crate) author: String,
    pub(crate) subject: String,
}

/// The commits from `base` to `tip`, the newest first, at most so many.
pub(crate) async fn commits(folder: &Path, base: &str, tip: &str) -> Result<Vec<Commit>, Refusal> {
    let range = format!("{base}..{tip}");
    let most = format!("--max-count={MOST_COMMITS}");
    let words = ["log", "-z", "--format=%H%x1f%an%x1f%s", &most, &range, "--"];
    let text = git::at(folder).run(&words).await?;
    let commit = |line: String| {
        let mut parts = line.split('\x1f').map(str::to_owned);
        Some(Commit { id: parts.next()?, author: parts.next()?, subject: parts.next()? })
    };
    Ok(git::names(&text).into_iter().filter_map(commit).collect())
}

impl Orchestrator {
    /// The other open sessions of the project that `session` would collide with.
    pub(crate) async fn forecast(&self, session: &Session) -> Result<Vec<Conflict>, Refusal> {
        let project = self.project(&session.project_id).await?;
        let Some(own) = self.state_of(session, &project).await? else { return Ok(Vec::new()) };
        let id = session.project_id.clone();
        let others = self
            .store
            .read(move |reader| sessions::db::select(reader, Some(&id), None, MOST_SESSIONS));
        let mut found = Vec::new();
        for other in others.await? {
            if other.session_id == session.session_id || other.state == State::Creating {
                continue;
            }
            let Some(theirs) = self.state_of(&other, &project).await? else { continue };
            let files = collide(&project.path, &own, &theirs).await?;
            if !files.is_empty() {
                let (session_id, branch) = (other.session_id, other.branch);
                found.push(Conflict { session_id, branch, files });
            }
        }
        Ok(found)
    }

    /// The session as a commit, if its worktree can be looked at.
    async fn state_of(
        &self,
        session: &Session,
        project: &Project,
    ) -> Result<Option<String>, Refusal> {
        if self.verify(session, project).is_err() {
            return Ok(None);
        }
        let path = &session.workspace_path;
        let status = snapshot::status(path).await?;
        snapshot::take(path, &self.config.folder, &status, "state for a forecast").await.map(Some)
    }

    /// What a session changed, committed or not, since it left its base branch.
    pub(crate) async fn diff(&self, id: &str) -> Result<Diff, Refusal> {
        let (session, project) = self.session_and_project(id).await?;
        if let Err(drift) = self.verify(&session, &project) {
            let reason = drift.to_string();
            return Err(Refusal::SessionBlocked { session: session.session_id, reason });
        }
        let path = &session.workspace_path;
        let status = snapshot::status(path).await?;
        let now = snapshot::take(path, &self.config.folder, &status, "state for a diff").await?;
        let base = git::at(path).ask(&["merge-base", &session.base_branch, "HEAD"]).await?;
        let base = base.ok_or_else(|| Refusal::BranchNotFound(session.base_branch.clone()))?;
        let files = snapshot::changed(path, &base, &now).await?;
        let words = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", &base, &now, "--"];
        let mut text = git::at(path).run(&words).await?;
        let limit = self.config.limits.log_answer_bytes;
        let truncated = text.len() > limit;
        if truncated {
            let mut end = limit;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        let commits = commits(path, &base, "HEAD").await?;
        Ok(Diff { base, commits, files, text, truncated })
    }
}

/// The files in which merging two commits would stop.
async fn collide(repository: &Path, left: &str, right: &str) -> Result<Vec<String>, Refusal> {
    let words = ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", left, right];
    let output = git::at(repository).output(&words).await?;
    match output.status.code() {
        Some(0) => Ok(Vec::new()),
        Some(1) => {
            let text = String::from_utf8_lossy(&output.stdout);
            // The first entry is the tree that the merge would have made.
            Ok(git::names(&text).into_iter().skip(1).collect())
        }
        _ => Err(refused(&words, &output)),
    }
}
