//! Retention: the oldest events move to an archive file, and what is needed to go on checking the
//! chain stays behind.
//!
//! The archive is written, read back and checked before anything is removed; the record of the
//! segment and the removal are one transaction.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use kernel::{NewEvent, Timestamp};
use rusqlite::Connection;
use serde::Serialize;

use super::db::{self, Segment};
use super::export;
use super::hash::from_hex;
use super::verify::{segment_hash, streams_digest};
use crate::{ReadError, SqlError, Tx};

/// A part of the journal that was moved to an archive.
#[derive(Debug, Clone, Serialize)]
pub struct Sealed {
    /// The first event of the archive.
    pub first: u64,
    /// The last event of the archive.
    pub last: u64,
    /// The archive.
    pub archive: PathBuf,
    /// The archive's BLAKE3 hash.
    pub digest: String,
}

/// Why events could not be moved to an archive; nothing was removed.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// There is nothing to move up to that number.
    #[error("cannot seal up to {up_to}: the journal holds events {first} to {last}")]
    Range {
        /// What was asked for.
        up_to: u64,
        /// The first event in the journal.
        first: u64,
        /// The last event in the journal.
        last: u64,
    },
    /// The events are not as they were written.
    #[error("the journal is damaged, so nothing was sealed: {0}")]
    Damaged(String),
    /// The events or the archive could not be read or written.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The database refused.
    #[error(transparent)]
    Sql(#[from] SqlError),
    /// The commit failed.
    #[error(transparent)]
    Commit(#[from] crate::CommitError),
    /// The events were sealed by somebody else meanwhile.
    #[error("the journal was sealed by somebody else meanwhile, try again")]
    Raced,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// Writes the archive of everything up to `up_to`, and checks it by reading it back.
pub(crate) fn archive(
    conn: &Connection,
    key: Option<[u8; 32]>,
    up_to: u64,
    folder: &Path,
) -> Result<Sealed, SealError> {
    let first = db::sealed(conn).map_err(SqlError::from)?.seq + 1;
    let last = db::head(conn).map_err(SqlError::from)?.seq;
    if up_to < first || up_to > last {
        return Err(SealError::Range { up_to, first, last });
    }
    let path = folder.join(format!("events-{first:012}-{up_to:012}.jsonl"));
    let unfinished = path.with_extension("unfinished");
    let failed = |source| ReadError::File { path: unfinished.clone(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let file = File::create(&unfinished).map_err(failed)?;
    let mut out = BufWriter::new(&file);
    let exported = export::write(conn, first, up_to, &mut out)?;
    drop(out);
    file.sync_all().map_err(failed)?;
    let report = export::verify(&unfinished, key)?;
    if let Some(fault) = report.fault {
        return Err(SealError::Damaged(fault.to_string()));
    }
    if report.events != up_to + 1 - first {
        return Err(SealError::Damaged(format!("{} events in the archive", report.events)));
    }
    std::fs::rename(&unfinished, &path).map_err(failed)?;
    sync_folder(folder).map_err(failed)?;
    Ok(Sealed { first, last: up_to, archive: path, digest: exported.digest })
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Records the segment and removes its events.
pub(crate) fn prune(
    tx: &mut Tx<'_>,
    key: Option<[u8; 32]>,
    sealed: &Sealed,
) -> Result<(), SealError> {
    let conn = tx.conn();
    let sql = SqlError::from;
    let segments = db::segments(conn).map_err(sql)?;
    let prev = segments.last();
    if prev.map_or(0, |segment| segment.last) + 1 != sealed.first {
        return Err(SealError::Raced);
    }
    db::keep_stream_ends(conn, sealed.last).map_err(sql)?;
    let (_, head) = db::event_link(conn, sealed.last).map_err(sql)?.ok_or(SealError::Raced)?;
    let mut segment = Segment {
        first: sealed.first,
        last: sealed.last,
        head,
        archive: sealed.archive.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        digest: from_hex(&sealed.digest).unwrap_or_default().to_vec(),
        streams: streams_digest(conn, key.as_ref()).map_err(sql)?.to_vec(),
        at: Timestamp::now().0,
        hash: Vec::new(),
    };
    let before = prev.map_or(&[][..], |segment| &segment.hash);
    segment.hash = segment_hash(key.as_ref(), before, &segment).to_vec();
    db::insert_segment(conn, &segment).map_err(sql)?;
    db::prune(conn, sealed.last).map_err(sql)?;
    let event = NewEvent::new("ensemble", "journal.sealed", "journal");
    let event = event.data(sealed).map_err(|error| SealError::Damaged(error.message.clone()))?;
    tx.append(event)?;
    Ok(())
}
