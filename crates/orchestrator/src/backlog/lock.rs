//! The lock folder of a task, as Backlog.md's own program takes it: made to lock, removed to free,
//! not believed any more when it is ten seconds old.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::error::Refusal;

const STALE: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(3);

/// A task nobody else writes while this is held.
pub(crate) struct TaskLock(PathBuf);

impl TaskLock {
    /// Takes the lock, waiting a little for another program.
    pub(crate) fn take(backlog: &Path, task: &str) -> Result<Self, Refusal> {
        let folder = backlog.join(".locks");
        fs::create_dir_all(&folder).map_err(Refusal::file("make the folder", &folder))?;
        let path = folder.join(format!("task-{}", task.to_lowercase()));
        let begun = Instant::now();
        loop {
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Refusal::file("lock", path)(error)),
            }
            if is_stale(&path) {
                // Whoever removes it first may take it; the other one waits again.
                drop(fs::remove_dir(&path));
                continue;
            }
            if begun.elapsed() >= PATIENCE {
                return Err(Refusal::BacklogBusy(task.to_owned()));
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}

fn is_stale(path: &Path) -> bool {
    let changed = fs::metadata(path).and_then(|metadata| metadata.modified());
    changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age > STALE))
}

impl Drop for TaskLock {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir(&self.0) {
            tracing::warn!(%error, lock = %self.0.display(), "the lock of a task stays behind");
        }
    }
}
