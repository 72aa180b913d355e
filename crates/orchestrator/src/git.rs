//! The git command line: one place that starts it, with nothing of the caller's environment that
//! could point it elsewhere. Every change to a repository goes through here.

pub(crate) mod aside;
pub(crate) mod repository;
pub(crate) mod snapshot;
pub(crate) mod worktree;

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use tokio::process::Command;

use crate::error::Refusal;

const LONGEST: Duration = Duration::from_secs(300);

/// Variables that would make git work on something other than the folder it is started in.
const MISLEADING: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
    "GIT_CONFIG_COUNT",
    "GIT_PREFIX",
];

/// A git command in a folder.
pub(crate) struct Git<'a> {
    folder: &'a Path,
    index: Option<&'a Path>,
}

/// Git in `folder`.
pub(crate) fn at(folder: &Path) -> Git<'_> {
    Git { folder, index: None }
}

impl<'a> Git<'a> {
    /// The same with another index file, so that the real one stays as it is.
    pub(crate) fn with_index(self, index: &'a Path) -> Self {
        Self { index: Some(index), ..self }
    }

    /// Runs a command and gives its output, whatever its exit code.
    pub(crate) async fn output<S: AsRef<OsStr>>(&self, words: &[S]) -> Result<Output, Refusal> {
        let mut command = Command::new("git");
        command.args(words).current_dir(self.folder).stdin(Stdio::null()).kill_on_drop(true);
        for name in MISLEADING {
            command.env_remove(name);
        }
        // Looking must change nothing, not even an index that could be fresher.
        command.env("GIT_OPTIONAL_LOCKS", "0");
        command.env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        if let Some(index) = self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        match tokio::time::timeout(LONGEST, command.output()).await {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(error)) if !self.folder.is_dir() => {
                Err(Refusal::File { action: "enter", path: self.folder.to_owned(), source: error })
            }
            Ok(Err(error)) => Err(Refusal::GitMissing(error)),
            Err(_) => {
                let detail = format!("no end after {} s", LONGEST.as_secs());
                Err(Refusal::Git { action: action(words), detail })
            }
        }
    }

    /// Runs a command that must succeed and gives what it printed, without the last newline.
    pub(crate) async fn run<S: AsRef<OsStr>>(&self, words: &[S]) -> Result<String, Refusal> {
        let output = self.output(words).await?;
        if !output.status.success() {
            return Err(refused(words, &output));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.trim_end_matches('\n').to_owned())
    }

    /// What a command printed if it succeeded.
    pub(crate) async fn ask<S: AsRef<OsStr>>(
        &self,
        words: &[S],
    ) -> Result<Option<String>, Refusal> {
        let output = self.output(words).await?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(output.status.success().then(|| text.trim_end_matches('\n').to_owned()))
    }
}

/// What git said when it refused.
pub(crate) fn refused<S: AsRef<OsStr>>(words: &[S], output: &Output) -> Refusal {
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.trim();
    let detail = if said.is_empty() { output.status.to_string() } else { said.to_owned() };
    Refusal::Git { action: action(words), detail: detail.chars().take(2000).collect() }
}

fn action<S: AsRef<OsStr>>(words: &[S]) -> String {
    let names = words.iter().map(|word| word.as_ref().to_string_lossy());
    let names: Vec<_> = names.take_while(|word| !word.starts_with('-')).take(2).collect();
    names.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(" ")
}

/// The names in a list that git separated with NUL.
pub(crate) fn names(text: &str) -> Vec<String> {
    text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
