//! The lock file beside the database: one process at a time may write.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::OpenError;

/// Held for as long as the store is open; the system frees it when the process ends.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock that belongs to the database at `path`.
    pub(crate) fn take(path: &Path) -> Result<Self, OpenError> {
        let at = lock_path(path);
        let unwritable = |source| OpenError::Unwritable { path: at.clone(), source };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&at)
            .map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut pid = String::new();
                let known = file.read_to_string(&mut pid).is_ok() && !pid.trim().is_empty();
                let pid = if known { pid.trim().to_owned() } else { "unknown".to_owned() };
                return Err(OpenError::Locked { path: path.to_owned(), pid });
            }
            Err(TryLockError::Error(source)) => return Err(unwritable(source)),
        }
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()))
            .map_err(unwritable)?;
        Ok(Self { _file: file })
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
