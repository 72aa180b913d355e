//! Whether a pulled file is what was meant, by its digest; what was once right is not read again.
//!
//! Beside a file that was right lies a note of how the system described it then. Whoever changes the
//! file changes that description, and the file is read anew.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Piece, State, digest_of, manifests};
use crate::index::{FileError, write_quickly};

/// A pulled file that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not the file of `{name}`, its digest is another; `ensemble models pull {name}` brings the right one",
    path.display()
)]
pub struct Damaged {
    /// What was pulled.
    pub name: &'static str,
    /// The file.
    pub path: PathBuf,
}

/// Refuses a pulled file that is damaged; a file that was not pulled is its owner's business.
pub(crate) fn check(path: &Path) -> Result<(), Damaged> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Some(manifest) = manifests().find(|manifest| manifest.file.name() == name) else {
        return Ok(());
    };
    match state(path, &manifest.file) {
        // Whoever opens a file that cannot be read says why.
        Ok(State::Present | State::Missing) | Err(_) => Ok(()),
        Ok(State::Wrong) => Err(Damaged { name: manifest.id, path: path.to_owned() }),
    }
}

/// How a file is by its digest; it is read only if it changed since it was right.
fn state(path: &Path, piece: &Piece) -> Result<State, FileError> {
    let Ok(about) = fs::metadata(path) else { return Ok(State::Missing) };
    if about.len() != piece.bytes {
        return Ok(State::Wrong);
    }
    if fs::read_to_string(note(path)).is_ok_and(|known| known == described(&about)) {
        return Ok(State::Present);
    }
    let right = digest_of(path)? == piece.sha256;
    if right {
        remember(path, &about);
    }
    Ok(if right { State::Present } else { State::Wrong })
}

/// Notes that a file was right when the system described it so.
pub(super) fn remember(path: &Path, about: &Metadata) {
    // Without the note the file is read again next time, which is slow and not wrong.
    if let Err(error) = write_quickly(&note(path), described(about).as_bytes()) {
        tracing::debug!(%error, "that a pulled file is right could not be noted");
    }
}

fn note(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".checked");
    name.into()
}

/// What the system says of a file; its last change cannot be set back as its time can.
fn described(about: &Metadata) -> String {
    format!(
        "{} {}.{} {}.{} {}\n",
        about.len(),
        about.mtime(),
        about.mtime_nsec(),
        about.ctime(),
        about.ctime_nsec(),
        about.ino()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: Piece = Piece {
        ending: "bin",
        sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        bytes: 5,
        sources: &[],
    };

    #[test]
    fn a_file_is_read_again_only_when_it_changed() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join(HELLO.name());
        assert_eq!(state(&path, &HELLO).unwrap(), State::Missing);
        fs::write(&path, "hello").unwrap();
        assert_eq!(state(&path, &HELLO).unwrap(), State::Present);
        let noted = fs::read_to_string(note(&path)).unwrap();
        assert_eq!(noted, described(&fs::metadata(&path).unwrap()));
        // A note that fits is believed, which shows that the bytes were not read.
        fs::write(&path, "hallo").unwrap();
        assert_eq!(state(&path, &HELLO).unwrap(), State::Wrong);
        fs::write(note(&path), described(&fs::metadata(&path).unwrap())).unwrap();
        assert_eq!(state(&path, &HELLO).unwrap(), State::Present);
        fs::write(&path, "hello, hello").unwrap();
        assert_eq!(state(&path, &HELLO).unwrap(), State::Wrong);
    }
}
