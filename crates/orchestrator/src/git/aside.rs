//! A worktree set aside: the folder is moved whole and git goes on knowing it there, so its files,
//! index, reflog and submodules are neither copied nor read nor left to the collector. Bringing it
//! back moves it home. Every step can be taken again after a crash.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{at, repository};
use crate::error::Refusal;

const NOTE: &str = "televibe.json";
const REFLOG: &str = "televibe-reflog";

/// Where a worktree belongs and where it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Place<'a> {
    pub(crate) repository: &'a Path,
    pub(crate) home: &'a Path,
    pub(crate) kept: &'a Path,
}

/// What must be known to bring a worktree back; it stands in git's private folder of the worktree.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Note {
    home: PathBuf,
    /// What git's pointer to the worktree said.
    pointer: String,
    /// The branch that was checked out.
    head: Option<String>,
    /// The branch of the session, if it was deleted.
    deleted: Option<Deleted>,
}

/// A branch that was deleted; its history stands beside the note.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Deleted {
    reference: String,
    commit: String,
    settings: Vec<(String, String)>,
}

/// How the branch of a worktree was found when it was brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Back {
    /// As it was left.
    Same,
    /// Elsewhere than it was left; the worktree is on no branch.
    Moved(String),
    /// Git knows nothing of the worktree any more.
    Unknown,
}

impl Place<'_> {
    /// Moves the worktree away and frees its branch; a folder that is gone leaves what git has of it.
    pub(crate) async fn set_aside(&self) -> Result<(), Refusal> {
        let Some(private) = self.private().await? else { return Ok(()) };
        if self.note(&private).is_none() {
            let pointer = private.join("gitdir");
            let said = fs::read_to_string(&pointer).map_err(Refusal::file("read", &pointer))?;
            let head = self.ask(&private, &["symbolic-ref", "--quiet", "HEAD"]).await?;
            let note = Note { home: self.home.to_owned(), pointer: said, head, deleted: None };
            write_note(&private, &note)?;
        }
        if exists(self.home) {
            move_folder(self.home, self.kept)?;
        }
        point(&private, &format!("{}\n", self.kept.join(".git").display()))?;
        let commit = self.ask(&private, &["rev-parse", "--verify", "--quiet", "HEAD"]).await?;
        if let Some(commit) = commit {
            let words = ["update-ref", "-m", "session closed", "--no-deref", "HEAD", &commit];
            self.run(&private, &words).await?;
        }
        Ok(())
    }

    /// Moves the worktree home and puts it on its branch, if that is where it was.
    pub(crate) async fn bring_back(&self) -> Result<Back, Refusal> {
        let Some(private) = self.private().await? else { return Ok(Back::Unknown) };
        let Some(note) = self.note(&private) else { return Ok(Back::Unknown) };
        if exists(self.kept) {
            move_folder(self.kept, self.home)?;
        } else if !exists(self.home) {
            let failed = Refusal::file("make the worktree in", self.home);
            let link = format!("gitdir: {}\n", private.display());
            fs::create_dir_all(self.home)
                .and_then(|()| fs::write(self.home.join(".git"), link))
                .map_err(failed)?;
        }
        point(&private, &note.pointer)?;
        if let Some(deleted) = &note.deleted {
            self.make_again(&private, deleted).await?;
        }
        let back = match &note.head {
            Some(head) => self.attach(&private, head).await?,
            None => Back::Same,
        };
        let path = private.join(NOTE);
        fs::remove_file(&path).map_err(Refusal::file("remove", &path))?;
        Ok(back)
    }

    async fn attach(&self, private: &Path, head: &str) -> Result<Back, Refusal> {
        let own = self.ask(private, &["rev-parse", "--verify", "--quiet", "HEAD"]).await?;
        let branch = repository::commit(self.repository, head).await?;
        match (own, branch) {
            (Some(own), Some(branch)) if own != branch => {
                let name = head.strip_prefix("refs/heads/").unwrap_or(head);
                return Ok(Back::Moved(name.to_owned()));
            }
            (Some(own), None) => {
                at(self.repository).run(&["update-ref", head, &own]).await?;
            }
            _ => {}
        }
        let attached = self.ask(private, &["symbolic-ref", "--quiet", "HEAD"]).await?;
        if attached.as_deref() != Some(head) {
            let words = ["symbolic-ref", "-m", "session brought back", "HEAD", head];
            self.run(private, &words).await?;
        }
        Ok(Back::Same)
    }

    /// Makes a branch that was deleted again, with its history and settings.
    async fn make_again(&self, private: &Path, deleted: &Deleted) -> Result<(), Refusal> {
        let Deleted { reference, commit, settings } = deleted;
        let kept = private.join(REFLOG);
        if repository::commit(self.repository, reference).await?.is_some() {
            // Somebody made another one meanwhile.
            return Ok(());
        }
        at(self.repository).run(&["update-ref", reference, commit]).await?;
        if kept.is_file() {
            let history = self.history(reference).await?;
            fs::copy(&kept, &history).map_err(Refusal::file("write", &history))?;
            fs::remove_file(&kept).map_err(Refusal::file("remove", &kept))?;
        }
        for (name, value) in settings {
            at(self.repository).run(&["config", "--local", "--add", name, value]).await?;
        }
        Ok(())
    }

    /// Deletes the branch of a worktree that is set aside; its history and settings are kept with it.
    pub(crate) async fn delete_branch(&self, branch: &str) -> Result<(), Refusal> {
        let reference = format!("refs/heads/{branch}");
        if let Some(private) = self.private().await?
            && let Some(mut note) = self.note(&private)
            && let Some(commit) = repository::commit(self.repository, &reference).await?
        {
            let history = self.history(&reference).await?;
            if history.is_file() {
                let kept = private.join(REFLOG);
                fs::copy(&history, &kept).map_err(Refusal::file("write", &kept))?;
            }
            let settings = settings(self.repository, branch).await?;
            note.deleted = Some(Deleted { reference, commit, settings });
            write_note(&private, &note)?;
        }
        at(self.repository).run(&["branch", "-D", "--", branch]).await.map(drop)
    }

    async fn history(&self, reference: &str) -> Result<PathBuf, Refusal> {
        let path = format!("logs/{reference}");
        let words = ["rev-parse", "--path-format=absolute", "--git-path", &path];
        at(self.repository).run(&words).await.map(PathBuf::from)
    }

    /// The private folder that git has for the worktree, wherever the worktree is now.
    async fn private(&self) -> Result<Option<PathBuf>, Refusal> {
        let words = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
        let common = PathBuf::from(at(self.repository).run(&words).await?);
        let folders = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
        let mut folders: Vec<_> = folders.map(|entry| entry.path()).collect();
        folders.sort();
        Ok(folders.into_iter().find(|private| self.belongs(private)))
    }

    fn belongs(&self, private: &Path) -> bool {
        if self.note(private).is_some() {
            return true;
        }
        let Ok(pointer) = fs::read_to_string(private.join("gitdir")) else { return false };
        let pointer = private.join(pointer.trim());
        pointer == self.home.join(".git")
            || matches!(
                (fs::canonicalize(&pointer), fs::canonicalize(self.home.join(".git"))),
                (Ok(left), Ok(right)) if left == right
            )
    }

    fn note(&self, private: &Path) -> Option<Note> {
        let text = fs::read(private.join(NOTE)).ok()?;
        let note: Note = serde_json::from_slice(&text).ok()?;
        (note.home == self.home).then_some(note)
    }

    async fn ask(&self, private: &Path, words: &[&str]) -> Result<Option<String>, Refusal> {
        let directory = format!("--git-dir={}", private.display());
        let words: Vec<&str> = [directory.as_str()].iter().chain(words).copied().collect();
        at(self.repository).ask(&words).await
    }

    async fn run(&self, private: &Path, words: &[&str]) -> Result<(), Refusal> {
        let directory = format!("--git-dir={}", private.display());
        let words: Vec<&str> = [directory.as_str()].iter().chain(words).copied().collect();
        at(self.repository).run(&words).await.map(drop)
    }
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// A move within one file system; nothing is copied, and a folder that is there is never replaced.
fn move_folder(from: &Path, to: &Path) -> Result<(), Refusal> {
    if exists(to) {
        let why = "something stands there already".to_owned();
        return Err(Refusal::InvalidPath { path: to.to_owned(), why });
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(Refusal::file("make the folder", parent))?;
    }
    fs::rename(from, to).map_err(Refusal::file("move the worktree to", to))
}

fn point(private: &Path, pointer: &str) -> Result<(), Refusal> {
    let path = private.join("gitdir");
    replace(&path, pointer.as_bytes()).map_err(Refusal::file("write", &path))
}

fn write_note(private: &Path, note: &Note) -> Result<(), Refusal> {
    let text = serde_json::to_vec(note).map_err(Refusal::defect)?;
    let path = private.join(NOTE);
    replace(&path, &text).map_err(Refusal::file("write", &path))
}

/// The file is whole under its name, or it is as it was.
fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let unfinished = path.with_extension("unfinished");
    let mut file = fs::File::create(&unfinished)?;
    file.write_all(text)?;
    file.sync_data()?;
    fs::rename(&unfinished, path)
}

/// The settings of a branch, as `branch.NAME.KEY` and value.
async fn settings(folder: &Path, branch: &str) -> Result<Vec<(String, String)>, Refusal> {
    let listed = at(folder).ask(&["config", "--local", "--list", "-z"]).await?.unwrap_or_default();
    let prefix = format!("branch.{branch}.");
    let entries = listed.split('\0').filter_map(|entry| entry.split_once('\n'));
    let own = entries.filter(|(name, _)| {
        name.strip_prefix(&prefix).is_some_and(|key| !key.is_empty() && !key.contains('.'))
    });
    Ok(own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}
