//! What a folder is to git: a repository, a bare one, a linked worktree, a submodule, or nothing.

use std::fs;
use std::path::{Path, PathBuf};

use super::at;
use crate::error::Refusal;

/// What stands in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A repository with a working tree.
    Repository,
    /// A repository without one.
    Bare,
    /// A worktree of a repository elsewhere.
    LinkedWorktree,
    /// A part of another repository.
    Submodule,
    /// Nothing of git's.
    Nothing,
}

/// Looks at a folder without starting git.
pub(crate) fn kind(folder: &Path) -> Kind {
    let dot_git = folder.join(".git");
    match fs::symlink_metadata(&dot_git) {
        Ok(metadata) if metadata.is_dir() => return Kind::Repository,
        Ok(metadata) if metadata.is_file() => return linked(&dot_git),
        _ => {}
    }
    let bare = folder.join("HEAD").is_file()
        && folder.join("objects").is_dir()
        && folder.join("refs").is_dir();
    if bare { Kind::Bare } else { Kind::Nothing }
}

fn linked(dot_git: &Path) -> Kind {
    let Some(target) = gitdir(dot_git) else { return Kind::Nothing };
    let parent = target.parent().and_then(Path::file_name);
    if parent.is_some_and(|name| name == "worktrees") {
        return Kind::LinkedWorktree;
    }
    let inside_modules = target.components().any(|part| part.as_os_str() == "modules");
    if inside_modules { Kind::Submodule } else { Kind::Repository }
}

/// Where a `.git` file points.
pub(crate) fn gitdir(dot_git: &Path) -> Option<PathBuf> {
    let text = fs::read_to_string(dot_git).ok()?;
    let target = Path::new(text.strip_prefix("gitdir:")?.trim());
    let parent = dot_git.parent()?;
    Some(parent.join(target))
}

/// What a project needs to know of its repository.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) remote_url: Option<String>,
    pub(crate) default_branch: String,
}

/// Asks git about the repository in `folder`.
pub(crate) async fn describe(folder: &Path) -> Result<Found, Refusal> {
    if at(folder).ask(&["rev-parse", "--git-dir"]).await?.is_none() {
        return Err(Refusal::NotARepository(folder.to_owned()));
    }
    let remote_url = at(folder).ask(&["config", "--get", "remote.origin.url"]).await?;
    let remote_url = remote_url.map(|url| without_password(&url));
    Ok(Found { remote_url, default_branch: default_branch(folder).await? })
}

/// The remote's own choice; else the usual names that exist; else what is checked out.
async fn default_branch(folder: &Path) -> Result<String, Refusal> {
    let remote = ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"];
    if let Some(name) = at(folder).ask(&remote).await?
        && let Some(branch) = name.strip_prefix("origin/")
    {
        return Ok(branch.to_owned());
    }
    let list = ["for-each-ref", "--format=%(refname:short)", "refs/heads/"];
    let branches = at(folder).ask(&list).await?.unwrap_or_default();
    let has = |name: &str| branches.lines().any(|branch| branch == name);
    let configured = at(folder).ask(&["config", "--get", "init.defaultBranch"]).await?;
    let usual = ["main", "master", "trunk", "develop"].map(str::to_owned);
    if let Some(name) = configured.into_iter().chain(usual).find(|name| has(name)) {
        return Ok(name);
    }
    let current = at(folder).ask(&["symbolic-ref", "--quiet", "--short", "HEAD"]).await?;
    let first = branches.lines().next().map(str::to_owned);
    Ok(current.or(first).unwrap_or_else(|| "main".to_owned()))
}

/// A URL is shown to people and models; a password in it is not.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    match authority.rsplit_once('@') {
        Some((user, host)) if user.contains(':') => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}/{path}")
        }
        _ => url.to_owned(),
    }
}

/// The commit a reference names, if it does.
pub(crate) async fn commit(folder: &Path, reference: &str) -> Result<Option<String>, Refusal> {
    let name = format!("{reference}^{{commit}}");
    at(folder).ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_a_remote_url_is_not_shown() {
        for (url, shown) in [
            ("https://me:secret@host/x.git", "https://me@host/x.git"),
            ("https://host/x.git", "https://host/x.git"),
            ("git@host:x.git", "git@host:x.git"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
