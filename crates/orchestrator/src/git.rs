//! The git command line: one place that starts it, so that nothing of the caller's environment and
//! nothing an agent wrote says what it runs. Every change to a repository goes through here.

pub(crate) mod aside;
mod confined;
pub(crate) mod repository;
pub(crate) mod snapshot;
pub(crate) mod worktree;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::error::Refusal;
use crate::sandbox::Wall;

pub(crate) use confined::confine;

const LONGEST: Duration = Duration::from_secs(300);

/// Variables that would make git work on something other than the folder it is started in, or run
/// something other than itself.
const MISLEADING: [&str; 16] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_SHALLOW_FILE",
    "GIT_TEMPLATE_DIR",
    "GIT_WORK_TREE",
];

/// What no command of the house does, whatever a repository's configuration says.
const HARDENED: [&str; 11] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.alternateRefsCommand=true",
    "core.attributesFile=/dev/null",
    "protocol.allow=never",
    "credential.helper=",
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
    "commit.gpgSign=false",
    "safe.directory=*",
];

/// Commands that show differences, which a configuration could let a program show.
const SHOWING: [&str; 5] = ["diff", "diff-tree", "format-patch", "log", "show"];

/// Whose configuration a command reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Configuration {
    /// The repository's own, and nothing of it that runs programs.
    Hardened,
    /// The owner's too, with the owner's credentials: only in a repository of the house.
    Owners,
}

/// A git command in a folder.
pub(crate) struct Git<'a> {
    folder: &'a Path,
    index: Option<&'a Path>,
    input: Option<Vec<u8>>,
    into: Option<&'a Path>,
    also: Option<&'a Path>,
    wall: Option<Wall>,
    configuration: Configuration,
}

/// Git in `folder`; in a worktree that agents write, behind a wall without a network.
pub(crate) fn at(folder: &Path) -> Git<'_> {
    let configuration = Configuration::Hardened;
    Git { folder, index: None, input: None, into: None, also: None, wall: None, configuration }
}

/// Git with the owner's configuration and credentials, in a repository that no agent can write.
pub(crate) fn with_credentials(folder: &Path) -> Git<'_> {
    Git { configuration: Configuration::Owners, ..at(folder) }
}

impl<'a> Git<'a> {
    /// The same with another index file, so that the real one stays as it is. The index stands in a
    /// folder of its own, which a wall shows.
    pub(crate) fn with_index(self, index: &'a Path) -> Self {
        Self { index: Some(index), ..self }
    }

    /// The same with something to read.
    pub(crate) fn with_input(self, input: Vec<u8>) -> Self {
        Self { input: Some(input), ..self }
    }

    /// The same with its output in a file.
    pub(crate) fn into_file(self, path: &'a Path) -> Self {
        Self { into: Some(path), ..self }
    }

    /// The same behind this wall.
    pub(crate) fn behind(self, wall: Wall) -> Self {
        Self { wall: Some(wall), ..self }
    }

    /// The same behind a wall that shows the repository here and, to be written, one folder more:
    /// to check files out is to run the filters of the repository's configuration.
    pub(crate) fn writing(self, folder: &'a Path) -> Self {
        Self { also: Some(folder), ..self }
    }

    /// Runs a command and gives its output, whatever its exit code.
    pub(crate) async fn output<S: AsRef<OsStr>>(&self, words: &[S]) -> Result<Output, Refusal> {
        let mut command = self.command(words)?;
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) if !self.folder.is_dir() => {
                let path = self.folder.to_owned();
                return Err(Refusal::File { action: "enter", path, source: error });
            }
            Err(error) if self.wall.is_some() || confined::is_on() => {
                return Err(Refusal::Sandbox(format!("git cannot be confined: {error}")));
            }
            Err(error) => return Err(Refusal::GitMissing(error)),
        };
        match tokio::time::timeout(LONGEST, fed(child, self.input.as_deref())).await {
            Ok(output) => output.map_err(Refusal::GitMissing),
            Err(_) => {
                let detail = format!("no end after {} s", LONGEST.as_secs());
                Err(Refusal::Git { action: action(words), detail })
            }
        }
    }

    /// The process, ready to be started.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, words: &[S]) -> Result<Command, Refusal> {
        let words = self.words(words);
        let wall = match &self.wall {
            Some(wall) => confined::words(wall.clone(), self.folder)?,
            None => confined::around(self.folder, self.index, self.also)?,
        };
        let mut command = match wall {
            Some((program, wall)) => {
                let mut command = Command::new(program);
                command.args(wall).arg("git").args(words);
                command
            }
            None => {
                let mut command = Command::new("git");
                command.args(words).current_dir(self.folder);
                command
            }
        };
        command.kill_on_drop(true).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if self.input.is_some() { Stdio::piped() } else { Stdio::null() });
        if let Some(path) = self.into {
            let file = std::fs::File::create(path).map_err(Refusal::file("write", path))?;
            command.stdout(file);
        }
        for name in MISLEADING {
            command.env_remove(name);
        }
        // Looking must change nothing, not even an index that could be fresher.
        command.env("GIT_OPTIONAL_LOCKS", "0");
        command.env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C").env("GIT_LFS_SKIP_SMUDGE", "1");
        if self.configuration == Configuration::Hardened {
            command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
            command.env("GIT_NO_LAZY_FETCH", "1");
        }
        if let Some(index) = self.index {
            command.env("GIT_INDEX_FILE", index);
        }
        Ok(command)
    }

    fn words<S: AsRef<OsStr>>(&self, words: &[S]) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        let settings: &[&str] = match self.configuration {
            Configuration::Hardened => &HARDENED,
            Configuration::Owners => {
                &["core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.ext.allow=never"]
            }
        };
        for setting in settings {
            all.extend(["-c".into(), setting.into()]);
        }
        for (number, word) in words.iter().enumerate() {
            let word = word.as_ref();
            all.push(word.to_owned());
            if number == 0 && SHOWING.iter().any(|name| word == *name) && word != "format-patch" {
                all.extend(["--no-ext-diff".into(), "--no-textconv".into()]);
            }
        }
        all
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

async fn fed(mut child: tokio::process::Child, input: Option<&[u8]>) -> std::io::Result<Output> {
    let pipe = child.stdin.take();
    let feed = async {
        if let (Some(mut pipe), Some(input)) = (pipe, input) {
            // A command that ends before it read all says why by its exit code.
            if let Err(error) = pipe.write_all(input).await {
                tracing::debug!(%error, "git did not read all of its input");
            }
        }
    };
    let (output, ()) = tokio::join!(child.wait_with_output(), feed);
    output
}

/// The git directory that all worktrees of the repository share, by the files alone.
pub(crate) fn common_folder(worktree: &Path) -> Option<PathBuf> {
    let dot_git = worktree.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let private = repository::gitdir(&dot_git)?;
    Some(private.parent()?.parent()?.to_owned())
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
