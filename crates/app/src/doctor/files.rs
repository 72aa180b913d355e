//! Checks on what lies on disk.

use std::fs;

use kernel::Timestamp;

use super::{Finding, Subject};
use crate::private_file;
use crate::token::TokenBook;

const MEBIBYTE: u64 = 1024 * 1024;
/// Below this the journal may stop in the middle of a day's work.
const LITTLE_SPACE: u64 = 512 * MEBIBYTE;
/// Below this even a checkpoint may fail.
const NO_SPACE: u64 = 32 * MEBIBYTE;

pub(super) fn configuration(subject: &Subject<'_>) -> Finding {
    subject.configuration.clone()
}

pub(super) fn data_folder(subject: &Subject<'_>) -> Finding {
    let root = subject.data.root();
    let shown = root.display();
    if !subject.data.exists() {
        return Finding::ok(format!("{shown} will be made on the first start"));
    }
    if let Err(error) = subject.data.prepare() {
        return Finding::fail(error.to_string(), "name a folder you own with `--data DIR`");
    }
    match private_file::mode(root) {
        Ok(mode) if mode & 0o077 != 0 => Finding::warn(
            format!("{shown} is open to others (mode {mode:o})"),
            format!("chmod 700 {shown}"),
        ),
        Ok(_) => Finding::ok(format!("{shown} is writable and private")),
        Err(error) => Finding::fail(format!("{shown}: {error}"), "check who owns the folder"),
    }
}

pub(super) fn local_token(subject: &Subject<'_>) -> Finding {
    let path = subject.data.resolve(&subject.config.server.token_file);
    let shown = path.display();
    match private_file::mode(&path) {
        Err(_) if !path.exists() => Finding::ok(format!("{shown} will be made on the first start")),
        Err(error) => Finding::fail(format!("{shown}: {error}"), "check who owns the file"),
        Ok(mode) if mode & 0o077 != 0 => Finding::fail(
            format!("{shown} can be read by others (mode {mode:o})"),
            format!("remove {shown} so that a new secret is made, and restart the server"),
        ),
        Ok(_) => match fs::read_to_string(&path) {
            Ok(text) if !text.trim().is_empty() => Finding::ok(format!("{shown} is private")),
            Ok(_) => Finding::fail(format!("{shown} is empty"), format!("remove {shown}")),
            Err(error) => Finding::fail(format!("{shown}: {error}"), "check who owns the file"),
        },
    }
}

pub(super) fn named_tokens(subject: &Subject<'_>) -> Finding {
    let path = subject.data.tokens_file();
    let book = match TokenBook::open(&path) {
        Ok(book) => book,
        Err(error) => {
            return Finding::fail(error.to_string(), "restore it from a backup or move it away");
        }
    };
    let now = Timestamp::now();
    let expired: Vec<&str> = book
        .records()
        .iter()
        .filter(|record| record.is_expired(now))
        .map(|record| record.name.as_str())
        .collect();
    if expired.is_empty() {
        return Finding::ok(format!("{} in use", book.records().len()));
    }
    let names = expired.join("`, `");
    Finding::warn(format!("`{names}` expired"), "ensemble token revoke NAME")
}

pub(super) fn disk_space(subject: &Subject<'_>) -> Finding {
    // Before the first start the folder is missing; the disk is that of the nearest one above.
    let folder = subject.data.root().ancestors().find(|folder| folder.is_dir());
    let Some(folder) = folder else {
        return Finding::warn("no folder to measure", "name one with `--data DIR`");
    };
    let free = match rustix::fs::statvfs(folder) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            return Finding::warn(format!("cannot be measured: {error}"), "look with `df`");
        }
    };
    let message = format!("{} MiB free at {}", free / MEBIBYTE, folder.display());
    match free {
        ..NO_SPACE => Finding::fail(message, "free some space before starting"),
        NO_SPACE..LITTLE_SPACE => Finding::warn(message, "free some space soon"),
        LITTLE_SPACE.. => Finding::ok(message),
    }
}
