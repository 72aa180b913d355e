//! The state of a worktree as a commit that no branch sees: what is dirty and untracked included,
//! the index and the files untouched.

use std::path::Path;

use super::{at, names};
use crate::error::Refusal;

/// What `git status` says of a worktree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Status {
    /// The commit that is checked out.
    pub(crate) head: String,
    /// Files that differ from it, untracked ones included.
    pub(crate) dirty: Vec<String>,
}

/// Asks for the state of a worktree.
pub(crate) async fn status(worktree: &Path) -> Result<Status, Refusal> {
    let words = ["status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all"];
    let text = at(worktree).run(&words).await?;
    let mut head = String::new();
    let mut dirty = Vec::new();
    let mut lines = text.split('\0');
    while let Some(line) = lines.next() {
        if let Some(commit) = line.strip_prefix("# branch.oid ") {
            head = commit.to_owned();
            continue;
        }
        let fields = match line.as_bytes().first() {
            Some(b'1') => 8,
            Some(b'2') => 9,
            Some(b'u') => 10,
            Some(b'?') => 1,
            _ => continue,
        };
        if line.starts_with('2') {
            // A renamed entry is followed by the name it had.
            dirty.extend(lines.next().map(str::to_owned));
        }
        dirty.extend(line.splitn(fields + 1, ' ').nth(fields).map(str::to_owned));
    }
    Ok(Status { head, dirty })
}

/// A commit of everything in the worktree that git can hold, on top of what is checked out.
///
/// `scratch` is a folder for the index that is used in place of the real one.
pub(crate) async fn take(
    worktree: &Path,
    scratch: &Path,
    status: &Status,
    message: &str,
) -> Result<String, Refusal> {
    if status.dirty.is_empty() {
        return Ok(status.head.clone());
    }
    // A folder of its own, because git makes its locks beside the index.
    let own = scratch.join(format!("scratch-{}", crate::identity::secret()?));
    std::fs::create_dir(&own).map_err(Refusal::file("make the folder", &own))?;
    let made = with_index(worktree, &own.join("index"), &status.head, message).await;
    if let Err(error) = std::fs::remove_dir_all(&own) {
        tracing::warn!(%error, path = %own.display(), "a scratch folder stays behind");
    }
    made
}

async fn with_index(
    worktree: &Path,
    index: &Path,
    head: &str,
    message: &str,
) -> Result<String, Refusal> {
    let real = at(worktree).run(&["rev-parse", "--git-path", "index"]).await?;
    let real = worktree.join(real);
    if real.is_file() {
        std::fs::copy(&real, index).map_err(Refusal::file("copy", &real))?;
    }
    let git = || at(worktree).with_index(index);
    let added = git().output(&["add", "--all", "--ignore-errors"]).await?;
    if !added.status.success() {
        // Such as a repository without a commit inside this one: git can hold nothing of it.
        let said = String::from_utf8_lossy(&added.stderr).into_owned();
        tracing::warn!(worktree = %worktree.display(), said, "a snapshot leaves something out");
    }
    let tree = git().run(&["write-tree"]).await?;
    let words = [
        "-c",
        "user.name=Ensemble",
        "-c",
        "user.email=rescue@ensemble.invalid",
        "commit-tree",
        &tree,
        "-p",
        head,
        "-m",
        message,
    ];
    at(worktree).run(&words).await
}

/// Writes the files of a commit into a worktree and leaves the index as it is.
pub(crate) async fn fill(worktree: &Path, scratch: &Path, commit: &str) -> Result<(), Refusal> {
    let index = scratch.join(format!("index-{}", crate::identity::secret()?));
    let git = || at(worktree).with_index(&index);
    let mut filled = git().run(&["read-tree", commit]).await;
    if filled.is_ok() {
        filled = git().run(&["checkout-index", "--all", "--force"]).await;
    }
    match std::fs::remove_file(&index) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(%error, path = %index.display(), "a scratch file stays behind");
        }
        _ => {}
    }
    filled.map(drop)
}

/// Keeps a commit from being collected.
pub(crate) async fn keep(folder: &Path, reference: &str, commit: &str) -> Result<(), Refusal> {
    at(folder).run(&["update-ref", reference, commit]).await.map(drop)
}

/// The files in which two commits differ.
pub(crate) async fn changed(
    folder: &Path,
    before: &str,
    after: &str,
) -> Result<Vec<String>, Refusal> {
    if before == after {
        return Ok(Vec::new());
    }
    let words = ["diff", "--name-only", "--no-renames", "-z", before, after, "--"];
    Ok(names(&at(folder).run(&words).await?))
}
