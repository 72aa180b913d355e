//! Why opening, writing, appending or reading did not work, each with the way out.

use std::path::{Path, PathBuf};

use kernel::NewEvent;
use rusqlite::ErrorCode;

use crate::sql::SqlError;

/// Why a store could not be opened; each message is one line that says how to fix it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or file cannot be written.
    #[error("cannot write `{}` ({source}): make it writable for this user or choose another data folder", path.display())]
    Unwritable {
        /// What could not be written.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no database to read.
    #[error("there is no database at `{}`: check the data folder, or start the server once to make it", path.display())]
    Missing {
        /// Where it was expected.
        path: PathBuf,
    },
    /// Another process has the store open.
    #[error("`{}` is in use by process {pid}: stop that process or choose another data folder", path.display())]
    Locked {
        /// The database.
        path: PathBuf,
        /// The process that holds it, as it wrote into the lock file.
        pid: String,
    },
    /// The file is not a database.
    #[error("`{}` is not a database: move it away or choose another data folder", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// The file is a database of some other program.
    #[error("`{}` belongs to another program (application id {found:#x}): choose another data folder", path.display())]
    OtherProgram {
        /// The file.
        path: PathBuf,
        /// The application id it carries.
        found: u32,
    },
    /// The file or the end of its journal is damaged.
    #[error("`{}` is corrupt ({detail}): restore a backup, or look closer with `ensemble audit verify`", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// The file was written by a newer build.
    #[error("`{}` holds version {found} of the `{service}` schema, this build knows up to {known}: use a newer build or restore a backup", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The service whose schema is newer.
        service: String,
        /// The version in the file.
        found: usize,
        /// The version this build knows.
        known: usize,
    },
    /// The file was written by an older build and is read before it was brought up to date.
    #[error("`{}` was written by an older build: start the server once, which brings it up to date", path.display())]
    Older {
        /// The file.
        path: PathBuf,
    },
    /// The journal is keyed and no key was given.
    #[error("the journal of `{}` is keyed: give the key it was made with", path.display())]
    KeyMissing {
        /// The file.
        path: PathBuf,
    },
    /// The key is not the one the journal was made with.
    #[error("the key does not belong to the journal of `{}`: give the key it was made with", path.display())]
    KeyWrong {
        /// The file.
        path: PathBuf,
    },
    /// A key was given for a journal without one.
    #[error("the journal of `{}` was made without a key: open it without one, or begin a new data folder", path.display())]
    KeyUnexpected {
        /// The file.
        path: PathBuf,
    },
    /// The journal does not contain what its anchor file remembers.
    #[error("the journal of `{}` does not match its anchors in `{}` ({detail}): restore a backup, or move the anchor file away if the journal was replaced on purpose", path.display(), anchor.display())]
    Anchor {
        /// The file.
        path: PathBuf,
        /// The anchor file.
        anchor: PathBuf,
        /// What differs.
        detail: String,
    },
    /// A schema has a virtual table; the journal cannot commit to its rows.
    #[error("`{}` would get the virtual table `{table}`, whose rows the journal cannot commit to: use a table and an index", path.display())]
    Virtual {
        /// The file.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// A migration failed; the step was rolled back.
    #[error("step {step} of the `{service}` schema failed in `{}` ({source}): report this, the file is unchanged", path.display())]
    Migration {
        /// The file.
        path: PathBuf,
        /// The service whose step it is.
        service: &'static str,
        /// The step, from 1.
        step: usize,
        /// What the database said.
        source: SqlError,
    },
    /// Anything else the database said.
    #[error("cannot open `{}`: {source}", path.display())]
    Sql {
        /// The file.
        path: PathBuf,
        /// What the database said.
        source: SqlError,
    },
}

impl OpenError {
    /// Sorts what the database said while opening `path`.
    pub(crate) fn from_sql(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        let unwritable = |path, text: String| Self::Unwritable {
            path,
            source: std::io::Error::new(std::io::ErrorKind::PermissionDenied, text),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Corrupt { path, detail: error.to_string() },
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                unwritable(path, error.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Self::Locked { path, pid: "unknown".to_owned() }
            }
            _ => Self::Sql { path, source: error.into() },
        }
    }
}

/// What kept a commit from reaching the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitErrorKind {
    /// The disk, or the size the file may grow to, is full.
    Full,
    /// The file or its folder became read-only.
    ReadOnly,
    /// The system failed to read or write.
    Io,
    /// The file is damaged.
    Corrupt,
    /// Anything else.
    Other,
}

/// A group of writes that was rolled back as a whole.
#[derive(Debug, Clone, thiserror::Error)]
#[error("nothing was written: {message}{}", self.hint())]
pub struct CommitError {
    /// What kept it from the file.
    pub kind: CommitErrorKind,
    /// What the database said.
    pub message: String,
}

impl CommitError {
    /// How to fix it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            CommitErrorKind::Full => "; free disk space or raise the size limit, then try again",
            CommitErrorKind::ReadOnly => "; make the data folder writable, then try again",
            CommitErrorKind::Io => "; check the disk, then try again",
            CommitErrorKind::Corrupt => "; stop and look closer with `ensemble audit verify`",
            CommitErrorKind::Other => "",
        }
    }
}

impl From<&rusqlite::Error> for CommitError {
    fn from(error: &rusqlite::Error) -> Self {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => CommitErrorKind::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                CommitErrorKind::ReadOnly
            }
            Some(ErrorCode::SystemIoFailure) => CommitErrorKind::Io,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => CommitErrorKind::Corrupt,
            _ => CommitErrorKind::Other,
        };
        Self { kind, message: error.to_string() }
    }
}

/// Why a write was not made.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E> {
    /// The closure refused; its changes were rolled back.
    #[error("{0}")]
    Refused(E),
    /// The commit failed; nothing of it was written.
    #[error(transparent)]
    Failed(#[from] CommitError),
    /// The closure panicked; its changes were rolled back.
    #[error("the write panicked and was rolled back")]
    Panicked,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Why an event was not taken for appending.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The event is larger than the journal takes.
    #[error("an event of {found} bytes is over the limit `max_event_bytes` of {limit}")]
    TooLarge {
        /// The size of the event.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The queue is full; the event is handed back.
    #[error("the journal's queue is full")]
    Full(Box<NewEvent>),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Why something could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database refused.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// Events asked for were moved to an archive.
    #[error("events up to {sealed} are archived")]
    Archived {
        /// The last archived number.
        sealed: u64,
    },
    /// Nobody waits for what is read.
    #[error(transparent)]
    Stopped(#[from] kernel::work::Stopped),
    /// An event in the file cannot be made sense of.
    #[error("event {seq} cannot be read: {detail}; look closer with `ensemble audit verify`")]
    Damaged {
        /// The event's number.
        seq: u64,
        /// What is wrong with it.
        detail: String,
    },
    /// The journal's log does not hold what was asked for.
    #[error("{0}")]
    Log(String),
    /// The house has no key to sign with.
    #[error("this journal's heads are not signed: the house has no key")]
    Unsigned,
    /// A file outside the database could not be read or written.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// What was read could not be passed on.
    #[error("cannot write what was read: {0}")]
    Output(std::io::Error),
    /// The reader panicked.
    #[error("the read panicked")]
    Panicked,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}
