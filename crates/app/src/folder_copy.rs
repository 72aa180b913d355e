//! Copies a folder with everything in it, private as it was; sockets and chosen names stay behind.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, symlink};
use std::path::Path;

/// Copies what is in `from` into the new folder `to`, except entries of the top folder that `skip`
/// names; says how many files there were.
pub(crate) fn copy(from: &Path, to: &Path, skip: &dyn Fn(&str) -> bool) -> io::Result<u64> {
    make(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if !entry.file_name().to_str().is_some_and(skip) {
            files += copy_entry(&entry, &to.join(entry.file_name()))?;
        }
    }
    Ok(files)
}

fn copy_entry(entry: &fs::DirEntry, to: &Path) -> io::Result<u64> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return copy(&entry.path(), to, &|_| false);
    }
    if kind.is_symlink() {
        symlink(fs::read_link(entry.path())?, to)?;
        return Ok(1);
    }
    // Sockets and pipes belong to a process, not to the data.
    if kind.is_socket() || kind.is_fifo() {
        return Ok(0);
    }
    fs::copy(entry.path(), to)?;
    Ok(1)
}

fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
