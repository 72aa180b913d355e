//! A change to one client's file: planned first, shown if asked, then made in one step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use similar::TextDiff;

use super::table::Client;
use super::{EditError, Entry};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::private_file;

/// Why a client's file was left alone.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The file cannot be read or written.
    #[error("cannot use `{}`: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file cannot be edited without risk.
    #[error("`{}` was left alone: {cause}", path.display())]
    Edit {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: EditError,
    },
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let hint = match &error {
            ClientError::File { .. } => "check who owns the file and its folder",
            ClientError::Edit { .. } => {
                "correct the file, or add by hand what `ensemble install CLIENT --print` shows"
            }
        };
        Self::new(Exit::Failure, error).hint(hint)
    }
}

/// What a file holds now and what it will hold.
#[derive(Debug)]
pub struct Change {
    /// The file.
    pub file: PathBuf,
    before: Option<String>,
    after: Option<String>,
    restored: bool,
}

impl Change {
    /// Whether the file already is as wanted.
    pub fn is_empty(&self) -> bool {
        self.before == self.after
    }

    /// The change as a unified diff.
    pub fn diff(&self) -> String {
        let name = self.file.display().to_string();
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        TextDiff::from_lines(before.unwrap_or_default(), after.unwrap_or_default())
            .unified_diff()
            .header(&name, &name)
            .to_string()
    }

    /// Copies the old file beside itself, then puts the new one in place; returns the copy's path.
    pub fn apply(&self) -> Result<Option<PathBuf>, ClientError> {
        if self.is_empty() {
            return Ok(None);
        }
        let failed = |cause| ClientError::File { path: self.file.clone(), cause };
        self.write().map_err(failed)
    }

    fn write(&self) -> io::Result<Option<PathBuf>> {
        let backup = backup_path(&self.file);
        // A new file may carry a token, so it starts private; an old one keeps its bits.
        let mode = private_file::mode(&self.file).unwrap_or(private_file::OWNER_ONLY);
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let keep = match &self.before {
            Some(before) if !self.restored => {
                private_file::replace(&backup, before.as_bytes(), mode)?;
                Some(backup.clone())
            }
            _ => None,
        };
        match &self.after {
            Some(after) => private_file::replace(&self.file, after.as_bytes(), mode)?,
            None => fs::remove_file(&self.file)?,
        }
        if self.restored && backup.exists() {
            fs::remove_file(&backup)?;
        }
        Ok(keep)
    }
}

/// Where the copy of a file goes.
pub fn backup_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".ensemble-backup");
    PathBuf::from(name)
}

/// What telling `client` about the house would change.
pub fn plan_install(client: &Client, file: &Path, entry: &Entry) -> Result<Change, ClientError> {
    let edit = |cause| ClientError::Edit { path: file.to_owned(), cause };
    let before = read(file)?;
    let text = before.as_deref().unwrap_or_default();
    let value = client.value(entry);
    let present = client.format.get(text, client.section, &entry.name).map_err(edit)?;
    let after = if present.as_ref() == Some(&value) {
        before.clone()
    } else {
        Some(client.format.set(text, client.section, &entry.name, &value).map_err(edit)?)
    };
    Ok(Change { file: file.to_owned(), before, after, restored: false })
}

/// What taking the entry `name` out again would change.
///
/// If the file is still exactly what an install made of its backup (or of nothing), the backup
/// comes back byte for byte; otherwise only the entry goes.
pub fn plan_uninstall(client: &Client, file: &Path, name: &str) -> Result<Change, ClientError> {
    let edit = |cause| ClientError::Edit { path: file.to_owned(), cause };
    let before = read(file)?;
    let Some(text) = before.as_deref() else {
        return Ok(Change { file: file.to_owned(), before: None, after: None, restored: false });
    };
    let Some(value) = client.format.get(text, client.section, name).map_err(edit)? else {
        let after = before.clone();
        return Ok(Change { file: file.to_owned(), before, after, restored: false });
    };
    let made_of = |old: &str| {
        let made = client.format.set(old, client.section, name, &value);
        made.is_ok_and(|made| made == text)
    };
    if let Some(backup) = read(&backup_path(file))?.filter(|backup| made_of(backup)) {
        return Ok(Change { file: file.to_owned(), before, after: Some(backup), restored: true });
    }
    if made_of("") {
        return Ok(Change { file: file.to_owned(), before, after: None, restored: true });
    }
    let after = client.format.remove(text, client.section, name).map_err(edit)?;
    Ok(Change { file: file.to_owned(), before, after: Some(after), restored: false })
}

fn read(file: &Path) -> Result<Option<String>, ClientError> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(ClientError::File { path: file.to_owned(), cause }),
    }
}
