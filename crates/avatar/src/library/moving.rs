//! Whole avatars: deleted, copied into a folder, taken in from one. Each happens as a whole or not at all.

use std::fs;
use std::io;
use std::path::Path;

use crate::guide::ID;
use crate::index::FileError;
use crate::profile::{Profile, is_id};

use super::{Library, LibraryError};

/// What stays behind when an avatar is copied: who writes to it now.
const LOCK: &str = "lock";

impl Library {
    /// Deletes an avatar that is not the guide, unless somebody is writing to it.
    pub fn delete(&self, id: &str) -> Result<(), LibraryError> {
        if id == ID {
            return Err(LibraryError::Guide);
        }
        let home = self.home(id)?;
        home.prepare()?;
        let lock = home.lock()?;
        // Under another name it is no avatar any more; what is left of it then does no harm.
        let gone = self.root.join(format!(".deleted-{id}-{}", std::process::id()));
        fs::rename(&home.path, &gone).map_err(|error| FileError::io(&home.path, error))?;
        drop(lock);
        Ok(fs::remove_dir_all(&gone).map_err(|error| FileError::io(&gone, error))?)
    }

    /// Copies an avatar into a folder that does not exist yet.
    pub fn export(&self, id: &str, folder: &Path) -> Result<(), LibraryError> {
        let home = self.home(id)?;
        home.prepare()?;
        let lock = home.lock()?;
        let copied = copy_whole(&home.path, folder);
        drop(lock);
        copied
    }

    /// Takes in an avatar from a folder that one was copied into, and gives its id.
    pub fn import(&self, folder: &Path) -> Result<String, LibraryError> {
        let config = folder.join("config.json");
        let text = match fs::read_to_string(&config) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(LibraryError::NoAvatar(folder.to_owned()));
            }
            Err(error) => return Err(FileError::io(&config, error).into()),
        };
        let wrong = |problem| LibraryError::Profile { path: config.clone(), problem };
        let id = Profile::parse(&text).map_err(wrong)?.id;
        if id == ID {
            return Err(LibraryError::Guide);
        }
        if !is_id(&id) {
            return Err(LibraryError::BadId(id));
        }
        fs::create_dir_all(&self.root).map_err(|error| FileError::io(&self.root, error))?;
        match copy_whole(folder, &self.root.join(&id)) {
            Err(LibraryError::File(FileError::Io { source, .. }))
                if source.kind() == io::ErrorKind::AlreadyExists =>
            {
                Err(LibraryError::Exists(id))
            }
            copied => copied.map(|()| id),
        }
    }
}

/// Copies a folder to a new one, which is there when all of it is.
fn copy_whole(from: &Path, to: &Path) -> Result<(), LibraryError> {
    let failed = |error: io::Error| LibraryError::File(FileError::io(to, error));
    if to.try_exists().map_err(failed)? {
        return Err(failed(io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    let name = to.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let unfinished = to.with_file_name(format!(".unfinished-{name}-{}", std::process::id()));
    let done = copy(from, &unfinished).and_then(|()| fs::rename(&unfinished, to));
    if done.is_err() && fs::remove_dir_all(&unfinished).is_err() {
        tracing::debug!(folder = %unfinished.display(), "a copy that was not finished stayed");
    }
    done.map_err(failed)
}

/// Copies files and folders; nothing that points elsewhere is followed.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_file() && entry.file_name() != LOCK {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
