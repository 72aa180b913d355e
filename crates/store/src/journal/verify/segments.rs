//! Checking what was sealed away: the chain of segments, the ends of sealed streams, the archives.

use std::path::Path;

use rusqlite::Connection;

use super::{Fault, Field};
use crate::journal::db::{self, Segment};
use crate::journal::hash::{digest, hex};

const SEGMENT: &[u8] = b"ensemble/segment/1";
const STREAMS: &[u8] = b"ensemble/streams/1";

/// The link of a segment: it covers its record and the link of the segment before.
pub(crate) fn segment_hash(key: Option<&[u8; 32]>, prev: &[u8], segment: &Segment) -> [u8; 32] {
    let mut covered = SEGMENT.to_vec();
    covered.extend_from_slice(&segment.first.to_le_bytes());
    covered.extend_from_slice(&segment.last.to_le_bytes());
    covered.extend_from_slice(&segment.at.to_le_bytes());
    let fields =
        [prev, &segment.head, segment.archive.as_bytes(), &segment.digest, &segment.streams];
    for field in fields {
        covered.extend_from_slice(&(field.len() as u64).to_le_bytes());
        covered.extend_from_slice(field);
    }
    digest(key, &covered)
}

/// The hash of the ends of all sealed streams.
pub(crate) fn streams_digest(
    conn: &Connection,
    key: Option<&[u8; 32]>,
) -> rusqlite::Result<[u8; 32]> {
    let mut hasher = key.map_or_else(blake3::Hasher::new, blake3::Hasher::new_keyed);
    hasher.update(STREAMS);
    db::sealed_streams(conn, |name, seq, hash| {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update(&seq.to_le_bytes());
        hasher.update(&(hash.len() as u64).to_le_bytes());
        hasher.update(hash);
    })?;
    Ok(hasher.finalize().into())
}

/// Everything wrong with what was sealed away.
pub(crate) fn check(
    conn: &Connection,
    key: Option<[u8; 32]>,
    archives: Option<&Path>,
) -> Vec<Fault> {
    match check_segments(conn, key.as_ref(), archives) {
        Ok(faults) => faults,
        Err(error) => vec![Fault::file("readable segments", error)],
    }
}

fn check_segments(
    conn: &Connection,
    key: Option<&[u8; 32]>,
    archives: Option<&Path>,
) -> rusqlite::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let (mut next, mut prev) = (1, Vec::new());
    let segments = db::segments(conn)?;
    for segment in &segments {
        if segment.first != next {
            faults.push(Fault::at(next, Field::Segment, next, segment.first));
        }
        let expected = segment_hash(key, &prev, segment);
        if segment.hash != expected {
            let (expected, found) = (hex(&expected), hex(&segment.hash));
            faults.push(Fault::at(segment.first, Field::Segment, expected, found));
        }
        faults.extend(archives.and_then(|folder| check_archive(folder, segment)));
        next = segment.last + 1;
        prev.clone_from(&segment.hash);
    }
    if let Some(last) = segments.last() {
        let found = streams_digest(conn, key)?;
        if last.streams != found {
            let (expected, found) = (hex(&last.streams), hex(&found));
            faults.push(Fault::at(last.last, Field::StreamPrev, expected, found));
        }
    }
    Ok(faults)
}

/// An archive may be kept elsewhere; one that is here has to be the one that was sealed.
fn check_archive(folder: &Path, segment: &Segment) -> Option<Fault> {
    let path = folder.join(&segment.archive);
    let mut hasher = blake3::Hasher::new();
    let found = match std::fs::File::open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => error.to_string(),
        Ok(file) => match hasher.update_reader(file) {
            Ok(hasher) => hex(hasher.finalize().as_bytes()),
            Err(error) => error.to_string(),
        },
    };
    let expected = hex(&segment.digest);
    let fault = Fault::at(segment.first, Field::Archive, &expected, &found);
    (expected != found).then_some(fault)
}
