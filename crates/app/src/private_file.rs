//! Files only their owner may read: made once, or replaced whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The permission bits of a secret file.
pub const OWNER_ONLY: u32 = 0o600;

/// What the name of a file that is not yet whole begins with.
const UNFINISHED: &str = ".ensemble-";

/// A file that nobody finished for so long was left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// Creates `path` with `content`, readable by its owner alone; fails if it exists.
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = open_new(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// A new, empty file readable by its owner alone; fails if it exists.
pub fn open_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(OWNER_ONLY).open(path)
}

/// Replaces `path` in one step, so that a reader sees the old content or the new, never a part.
///
/// The new file gets `mode`; a symbolic link is followed, so that the link stays a link.
pub fn replace(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = folder_of(&target);
    let mut file = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .permissions(fs::Permissions::from_mode(mode))
        .tempfile_in(&folder)?;
    file.write_all(content)?;
    // The mode given at creation passes through the umask; a replaced file keeps its exact bits.
    file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    File::open(&folder)?.sync_all()
}

/// Removes what a process that was killed while it replaced a file left in `folder`.
pub fn sweep(folder: &Path) -> io::Result<usize> {
    let mut swept = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let ours = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
        let old = entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age > LEFT_BEHIND);
        if ours && old && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
            swept += 1;
        }
    }
    Ok(swept)
}

/// The permission bits of an existing file.
pub fn mode(path: &Path) -> io::Result<u32> {
    Ok(fs::metadata(path)?.mode() & 0o777)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}
