//! Worktrees of sessions: made, checked and removed by git alone. Nothing here deletes a folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::repository::{self, gitdir};
use super::{at, refused};
use crate::error::Refusal;

/// A worktree to be made.
pub(crate) struct Wanted<'a> {
    pub(crate) repository: &'a Path,
    pub(crate) path: &'a Path,
    pub(crate) branch: &'a str,
    pub(crate) base: &'a str,
    pub(crate) owner: &'a str,
}

/// Whether the branch was there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Branch {
    /// It was made with the worktree.
    Made,
    /// It was there.
    Taken,
}

/// Makes a locked worktree on a new branch, or on the existing one of that name.
pub(crate) async fn add(wanted: &Wanted<'_>) -> Result<Branch, Refusal> {
    let path = wanted.path.as_os_str();
    let mut words: Vec<&std::ffi::OsStr> =
        ["worktree", "add", "--quiet", "--lock", "--reason", wanted.owner, "-b", wanted.branch]
            .map(AsRef::as_ref)
            .to_vec();
    words.extend([AsRef::as_ref("--"), path, AsRef::as_ref(wanted.base)]);
    let parent = wanted.path.parent().unwrap_or(wanted.path);
    let made = at(wanted.repository).writing(parent).output(&words).await?;
    if made.status.success() {
        return Ok(Branch::Made);
    }
    let reference = format!("refs/heads/{}", wanted.branch);
    if repository::commit(wanted.repository, &reference).await?.is_none() {
        let known = repository::commit(wanted.repository, wanted.base).await?.is_some();
        return Err(if known { refused(&words, &made) } else { no_base(wanted).await? });
    }
    let words: Vec<&std::ffi::OsStr> =
        ["worktree", "add", "--quiet", "--lock", "--reason", wanted.owner, "--"]
            .map(AsRef::as_ref)
            .into_iter()
            .chain([path, AsRef::as_ref(wanted.branch)])
            .collect();
    let taken = at(wanted.repository).writing(parent).output(&words).await?;
    if taken.status.success() {
        return Ok(Branch::Taken);
    }
    match checked_out_at(wanted.repository, wanted.branch).await? {
        Some(place) => {
            let place = format!("checked out at `{}`", place.display());
            Err(Refusal::BranchConflict { branch: wanted.branch.to_owned(), place })
        }
        None => Err(refused(&words, &taken)),
    }
}

async fn no_base(wanted: &Wanted<'_>) -> Result<Refusal, Refusal> {
    let any = at(wanted.repository).ask(&["rev-list", "--all", "--max-count=1"]).await?;
    Ok(match any.as_deref() {
        None | Some("") => Refusal::EmptyRepository(wanted.repository.display().to_string()),
        Some(_) => Refusal::BranchNotFound(wanted.base.to_owned()),
    })
}

/// Where a branch is checked out.
pub(crate) async fn checked_out_at(
    repository: &Path,
    branch: &str,
) -> Result<Option<PathBuf>, Refusal> {
    let wanted = format!("branch refs/heads/{branch}");
    let listed = at(repository).run(&["worktree", "list", "--porcelain", "-z"]).await?;
    let mut place = None;
    for line in listed.split('\0') {
        if let Some(path) = line.strip_prefix("worktree ") {
            place = Some(PathBuf::from(path));
        } else if line == wanted {
            return Ok(place);
        }
    }
    Ok(None)
}

/// Why a session's worktree cannot be worked in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Drift {
    /// The folder is not there.
    #[error("its worktree is gone")]
    Gone,
    /// The folder is something else.
    #[error("its folder is no linked worktree of the project")]
    NotLinked,
    /// Another branch is checked out.
    #[error("branch drift: the worktree is on `{0}`")]
    OtherBranch(String),
    /// No branch is checked out.
    #[error("branch drift: the worktree is on no branch")]
    Detached,
}

/// Looks whether `path` is a linked worktree of `repository` under `workspaces`, on `branch`.
///
/// Only files are read, so that this can stand before every run and every removal.
pub(crate) fn verify(
    workspaces: &Path,
    repository: &Path,
    path: &Path,
    branch: &str,
) -> Result<(), Drift> {
    let private = registered(workspaces, repository, path)?;
    let head = fs::read_to_string(private.join("HEAD")).map_err(|_| Drift::NotLinked)?;
    match head.trim().strip_prefix("ref: refs/heads/") {
        Some(found) if found == branch => Ok(()),
        Some(found) => Err(Drift::OtherBranch(found.to_owned())),
        None => Err(Drift::Detached),
    }
}

/// The private folder git keeps for the worktree at `path`, if it is really ours.
pub(crate) fn registered(
    workspaces: &Path,
    repository: &Path,
    path: &Path,
) -> Result<PathBuf, Drift> {
    let metadata = fs::symlink_metadata(path).map_err(|_| Drift::Gone)?;
    let canonical = fs::canonicalize(path).map_err(|_| Drift::Gone)?;
    let workspaces = fs::canonicalize(workspaces).map_err(|_| Drift::NotLinked)?;
    if !metadata.is_dir() || !canonical.starts_with(&workspaces) || canonical == workspaces {
        return Err(Drift::NotLinked);
    }
    let dot_git = path.join(".git");
    let is_file = fs::symlink_metadata(&dot_git).is_ok_and(|metadata| metadata.is_file());
    let private = gitdir(&dot_git).filter(|_| is_file).ok_or(Drift::NotLinked)?;
    let back = fs::read_to_string(private.join("gitdir")).map_err(|_| Drift::NotLinked)?;
    let back = private.join(back.trim());
    let same = |left: &Path, right: &Path| matches!((fs::canonicalize(left), fs::canonicalize(right)), (Ok(a), Ok(b)) if a == b);
    let of_repository = private
        .parent()
        .and_then(Path::parent)
        .is_some_and(|common| same(common, repository) || same(common, &repository.join(".git")));
    if same(&back, &dot_git) && of_repository { Ok(private) } else { Err(Drift::NotLinked) }
}

/// Lets git remove a worktree of ours for good, whatever is in it.
pub(crate) async fn remove(repository: &Path, path: &Path) -> Result<(), Refusal> {
    let words: Vec<&std::ffi::OsStr> = ["worktree", "remove", "--force", "--force", "--"]
        .map(AsRef::as_ref)
        .into_iter()
        .chain([path.as_os_str()])
        .collect();
    at(repository).run(&words).await.map(drop)
}
