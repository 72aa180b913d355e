//! Backlog.md folders: tasks as files beside the code, read and written as its own program does.
//! Nothing here starts that program, for its files can make it run commands.

mod edit;
mod file;
mod lock;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::error::Refusal;

pub(crate) use edit::{Change, apply};
pub(crate) use file::TaskFile;
pub(crate) use lock::TaskLock;
pub(crate) use settings::{Settings, WORDS};

/// A file that another program is just writing is whole a moment later.
const AGAIN_AFTER: Duration = Duration::from_millis(50);

/// The backlog folder of a repository, if it has one.
pub(crate) fn find(repository: &Path) -> Option<PathBuf> {
    if let Some(named) = settings::named_folder(&repository.join("backlog.config.yml")) {
        return Some(repository.join(named)).filter(|folder| folder.join("tasks").is_dir());
    }
    let is_backlog = |folder: &PathBuf| {
        folder.join("config.yml").is_file()
            || folder.join("config.yaml").is_file()
            || folder.join("tasks").is_dir()
    };
    ["backlog", ".backlog"].into_iter().map(|name| repository.join(name)).find(is_backlog)
}

/// All tasks of a folder, and the files that cannot be read as one.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    pub(crate) tasks: Vec<(PathBuf, TaskFile, String)>,
    pub(crate) unreadable: Vec<(PathBuf, String)>,
    pub(crate) settings: Settings,
    /// The titles of milestones by their ids.
    pub(crate) milestones: Vec<(String, String)>,
}

/// Reads every task.
pub(crate) fn read(folder: &Path) -> Result<Backlog, Refusal> {
    let mut backlog = Backlog { settings: Settings::of(folder), ..Backlog::default() };
    for path in files(&folder.join("milestones"))? {
        if let Ok((milestone, _)) = task(&path) {
            backlog.milestones.push((milestone.id, milestone.title));
        }
    }
    for path in files(&folder.join("tasks"))? {
        match task(&path) {
            Ok((task, digest)) => backlog.tasks.push((path, task, digest)),
            Err(why) => backlog.unreadable.push((path, why)),
        }
    }
    Ok(backlog)
}

/// Reads one task file, once more if it was half written.
pub(crate) fn task(path: &Path) -> Result<(TaskFile, String), String> {
    let once = || {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let task = TaskFile::parse(&text)?;
        Ok((task, blake3::hash(text.as_bytes()).to_hex().to_string()))
    };
    once().or_else(|_: String| {
        std::thread::sleep(AGAIN_AFTER);
        once()
    })
}

/// What changes whenever a file of the backlog does.
pub(crate) fn signature(folder: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in ["tasks", "milestones"] {
        for path in files(&folder.join(part)).unwrap_or_default() {
            let Ok(metadata) = fs::metadata(&path) else { continue };
            let changed =
                metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let changed = changed.unwrap_or_default().as_nanos();
            hasher.update(path.as_os_str().as_encoded_bytes());
            hasher.update(format!(" {changed} {}\n", metadata.len()).as_bytes());
        }
    }
    hasher.finalize().to_hex().to_string()
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Refusal::file("read", folder)(error)),
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .filter(|path| !path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.')))
        .collect();
    files.sort();
    Ok(files)
}
