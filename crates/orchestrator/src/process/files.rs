//! The files of a job's folder: what the keeper is told, what it tells, and who holds the lock.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::gate_client::Address;
use super::outcome::{Dialect, Outcome};

const ORDER: &str = "order.json";
const KEEPER: &str = "keeper.json";
const PROGRESS: &str = "progress.json";
const END: &str = "end.json";
const LOCK: &str = "lock";

/// The wall around an agent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Confinement {
    /// Bubblewrap and its words, up to the agent's.
    pub(crate) program: PathBuf,
    pub(crate) words: Vec<String>,
    /// The socket that is shown inside.
    pub(crate) socket: PathBuf,
    /// Names that may be reached without a question.
    pub(crate) hosts: Vec<String>,
}

/// What a keeper is told to carry out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) job_id: String,
    /// The fencing number: a keeper with an older one has nothing to do any more.
    pub(crate) attempt: i64,
    pub(crate) program: PathBuf,
    pub(crate) words: Vec<String>,
    pub(crate) folder: PathBuf,
    /// The agent's variables; unconfined they come on top of the orchestrator's own.
    pub(crate) set: BTreeMap<String, String>,
    pub(crate) unset: Vec<String>,
    /// Where the gate is, for the keeper.
    pub(crate) gate: Address,
    /// The wall around the agent; without one it can do what the owner can.
    pub(crate) confinement: Option<Confinement>,
    pub(crate) dialect: Dialect,
    pub(crate) log: PathBuf,
    pub(crate) log_bytes: u64,
    pub(crate) timeout_ms: u64,
    pub(crate) grace_ms: u64,
}

/// Which process keeps the job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Keeper {
    pub(crate) pid: i32,
    /// When it started, in the system's ticks: a later process of the same number is another.
    pub(crate) started: u64,
    pub(crate) attempt: i64,
}

/// How far the job has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(crate) lines: u64,
    pub(crate) last: String,
}

/// How the job ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct End {
    pub(crate) attempt: i64,
    pub(crate) outcome: Outcome,
    pub(crate) dropped_log_bytes: u64,
}

/// A job's folder.
#[derive(Debug, Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes the folder, for the owner's eyes only.
    pub(crate) fn make(&self) -> std::io::Result<()> {
        private_folder(&self.0)
    }

    pub(crate) fn order(&self) -> std::io::Result<Order> {
        read(&self.0.join(ORDER))
    }

    pub(crate) fn write_order(&self, order: &Order) -> std::io::Result<()> {
        self.make()?;
        for old in [KEEPER, PROGRESS, END] {
            match fs::remove_file(self.0.join(old)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        write(&self.0.join(ORDER), order)
    }

    /// Takes the order back; a keeper that comes now has nothing to do.
    pub(crate) fn withdraw_order(&self) -> std::io::Result<()> {
        match fs::remove_file(self.0.join(ORDER)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    pub(crate) fn keeper(&self) -> Option<Keeper> {
        read(&self.0.join(KEEPER)).ok()
    }

    pub(crate) fn write_keeper(&self, keeper: &Keeper) -> std::io::Result<()> {
        write(&self.0.join(KEEPER), keeper)
    }

    pub(crate) fn progress(&self) -> Option<Progress> {
        read(&self.0.join(PROGRESS)).ok()
    }

    pub(crate) fn write_progress(&self, progress: &Progress) -> std::io::Result<()> {
        replace(&self.0.join(PROGRESS), progress, Sync::No)
    }

    pub(crate) fn end(&self) -> Option<End> {
        read(&self.0.join(END)).ok()
    }

    pub(crate) fn write_end(&self, end: &End) -> std::io::Result<()> {
        write(&self.0.join(END), end)
    }

    /// Takes the lock of the job, which one process at a time can hold; none if it is held.
    pub(crate) fn lock(&self) -> std::io::Result<Option<File>> {
        let path = self.0.join(LOCK);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Makes a folder, and those above it, that nobody else can look into.
pub(crate) fn private_folder(path: &Path) -> std::io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

fn read<T: DeserializeOwned>(path: &Path) -> std::io::Result<T> {
    let text = fs::read(path)?;
    serde_json::from_slice(&text).map_err(std::io::Error::other)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sync {
    Yes,
    No,
}

fn write<T: Serialize>(path: &Path, value: &T) -> std::io::Result<()> {
    replace(path, value, Sync::Yes)
}

/// The file is whole under its name, or it is not there.
fn replace<T: Serialize>(path: &Path, value: &T, sync: Sync) -> std::io::Result<()> {
    let text = serde_json::to_vec(value).map_err(std::io::Error::other)?;
    let unfinished = path.with_extension("unfinished");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(&text)?;
    if sync == Sync::Yes {
        file.sync_data()?;
    }
    fs::rename(&unfinished, path)
}
