//! Checking the journal: every link, the names, the seals, the anchors and the file around them.
//!
//! The chain is cut into one range per thread. A range starts from the stored hash before it,
//! which the range before has to confirm, so the ranges together say what one pass would.

mod locate;
mod range;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde::Serialize;

use super::Head;
use super::anchor;
use super::db::{self, Link};
use super::hash::hex;
use crate::ReadError;
use crate::readers::Readers;
use range::{Checker, Names};

/// How many of the last events are checked when the store is opened.
const TAIL: u64 = 100;

/// How a check is made.
#[derive(Clone)]
pub struct VerifyOptions {
    /// The first event to check.
    pub from: u64,
    /// How many threads check links.
    pub threads: usize,
    /// Whether the structure of the database file is checked as well.
    pub file: bool,
    /// Is told now and then how many events are checked, and of how many.
    pub progress: Option<Arc<dyn Fn(u64, u64) + Send + Sync>>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { from: 1, threads: 2, file: true, progress: None }
    }
}

/// Where a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The event's number.
    Seq,
    /// Its time.
    At,
    /// Its service.
    Service,
    /// Its kind.
    Kind,
    /// Its stream.
    Stream,
    /// Its principal.
    Principal,
    /// Its link to the event before in its stream.
    StreamPrev,
    /// Its hash.
    Hash,
    /// What it touches.
    Touches,
    /// Its data.
    Data,
    /// One or more of its fields, which cannot be told.
    Content,
    /// The structure of the database file.
    File,
    /// A line of the anchor file.
    Anchor,
    /// The record of a sealed segment.
    Segment,
    /// An archive of a sealed segment.
    Archive,
}

/// One thing that is not as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The event it is at, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// Which part of it.
    pub field: Field,
    /// Which byte of that part, where one changed byte explains everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Fault {
    pub(crate) fn at(
        seq: u64,
        field: Field,
        expected: impl fmt::Display,
        found: impl fmt::Display,
    ) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self { seq: Some(seq), field, byte: None, expected, found }
    }

    pub(crate) fn file(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self { seq: None, field: Field::File, byte: None, expected, found }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = format!("{:?}", self.field).to_lowercase();
        match self.seq {
            Some(seq) => write!(f, "event {seq}, {field}")?,
            None => write!(f, "{field}")?,
        }
        if let Some(byte) = self.byte {
            write!(f, ", byte {byte}")?;
        }
        write!(f, ": expected {}, found {}", self.expected, self.found)
    }
}

/// What a check found.
#[derive(Debug, Clone, Serialize)]
pub struct VerifyReport {
    /// The first event that was checked.
    pub first: u64,
    /// How many events were checked.
    pub events: u64,
    /// The end of the journal.
    pub head: Head,
    /// How many anchors were compared.
    pub anchors: usize,
    /// Everything found wrong, the first broken event first; empty if all is well.
    pub faults: Vec<Fault>,
    /// How long the links took.
    pub chain_time: Duration,
    /// How long the file's structure took.
    pub file_time: Duration,
}

impl VerifyReport {
    /// Whether all is well.
    pub fn is_ok(&self) -> bool {
        self.faults.is_empty()
    }

    /// The first thing that is not as it was written.
    pub fn first_broken(&self) -> Option<&Fault> {
        self.faults.first()
    }
}

/// Checks the whole journal from `options.from` on.
pub(crate) fn verify(
    readers: &Readers,
    key: Option<[u8; 32]>,
    anchors: Option<&Path>,
    options: &VerifyOptions,
) -> Result<VerifyReport, ReadError> {
    let started = Instant::now();
    readers.read_now(|reader| {
        let conn = reader.conn();
        let mut faults = Vec::new();
        let (head, sealed) = match db::head(conn).and_then(|head| Ok((head, db::sealed(conn)?))) {
            Ok(ends) => ends,
            Err(error) => return unreadable(options, &error),
        };
        let first = options.from.max(sealed.seq + 1);
        let events = (head.seq + 1).saturating_sub(first);
        match check_chain(readers, conn, key, options, first..=head.seq) {
            Ok(found) => faults.extend(found),
            Err(error) => faults.push(Fault::file("a readable journal", error)),
        }
        let chain_time = started.elapsed();
        let checked = anchors.map(|path| check_anchors(conn, path, &mut faults));
        let file_started = Instant::now();
        if options.file {
            check_file(conn, &mut faults);
        }
        faults.sort_by_key(|fault| fault.seq.unwrap_or(u64::MAX));
        let (head, anchors) = (Head::from(head), checked.unwrap_or(0));
        let file_time = file_started.elapsed();
        Ok(VerifyReport { first, events, head, anchors, faults, chain_time, file_time })
    })
}

/// A journal whose ends cannot even be read.
fn unreadable(options: &VerifyOptions, error: &rusqlite::Error) -> Result<VerifyReport, ReadError> {
    Ok(VerifyReport {
        first: options.from,
        events: 0,
        head: Head::from(Link::NONE),
        anchors: 0,
        faults: vec![Fault::file("a readable journal", error)],
        chain_time: Duration::ZERO,
        file_time: Duration::ZERO,
    })
}

/// Checks the last events only, as the store does when it is opened.
pub(crate) fn check_tail(
    conn: &Connection,
    key: Option<[u8; 32]>,
) -> rusqlite::Result<Option<Fault>> {
    let (head, sealed) = (db::head(conn)?, db::sealed(conn)?);
    let first = head.seq.saturating_sub(TAIL - 1).max(sealed.seq + 1);
    let names = Names::of_events(conn, first)?;
    Checker::new(conn, &names, key, sealed.seq).check(first, head.seq, &AtomicU64::new(0))
}

/// Says what the journal has in place of an anchored event, if it is not that event.
pub(crate) fn anchored(conn: &Connection, anchor: Link) -> rusqlite::Result<Option<String>> {
    let (head, sealed) = (db::head(conn)?, db::sealed(conn)?);
    if anchor.seq > head.seq {
        return Ok(Some(format!("a journal that ends at event {}", head.seq)));
    }
    if anchor.seq < sealed.seq {
        return Ok(None);
    }
    let hash = if anchor.seq == sealed.seq {
        sealed.hash.to_vec()
    } else {
        db::event_link(conn, anchor.seq)?.map(|(_, hash)| hash).unwrap_or_default()
    };
    Ok((hash != anchor.hash).then(|| format!("hash {}", hex(&hash))))
}

fn check_chain(
    readers: &Readers,
    conn: &Connection,
    key: Option<[u8; 32]>,
    options: &VerifyOptions,
    span: std::ops::RangeInclusive<u64>,
) -> rusqlite::Result<Option<Fault>> {
    let (first, last) = span.into_inner();
    if first > last {
        return Ok(None);
    }
    let names = Names::all(conn)?;
    let sealed = db::sealed(conn)?.seq;
    let events = last + 1 - first;
    let threads = (options.threads.max(1) as u64).min(events.div_ceil(4096));
    let done = AtomicU64::new(0);
    let part = events.div_ceil(threads);
    let mut found = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads)
            .map(|index| {
                let (from, to) = (first + index * part, (first + (index + 1) * part - 1).min(last));
                let (names, done) = (&names, &done);
                scope.spawn(move || {
                    let conn = readers.connect()?;
                    Checker::new(&conn, names, key, sealed).check(from, to, done)
                })
            })
            .collect();
        let to = (first + part - 1).min(last);
        let mut found = vec![
            Checker::new(conn, &names, key, sealed)
                .reporting(options.progress.as_deref(), events)
                .check(first, to, &done),
        ];
        for worker in workers {
            found.push(worker.join().unwrap_or(Err(rusqlite::Error::InvalidQuery)));
        }
        found
    });
    if let Some(progress) = &options.progress {
        progress(done.load(Ordering::Relaxed), events);
    }
    // Ranges are in order, so the first fault is the earliest.
    let at = found.iter().position(|range| !matches!(range, Ok(None)));
    at.map_or(Ok(None), |at| found.swap_remove(at))
}

fn check_anchors(conn: &Connection, path: &Path, faults: &mut Vec<Fault>) -> usize {
    let fault = |seq, expected: String, found: String| Fault {
        seq,
        field: Field::Anchor,
        byte: None,
        expected,
        found,
    };
    let lines = match anchor::read(path) {
        Ok(lines) => lines,
        Err(error) => {
            faults.push(fault(None, "lines of `seq hash time`".to_owned(), error.to_string()));
            return 0;
        }
    };
    for line in &lines {
        let found = match anchored(conn, line.link) {
            Ok(None) => continue,
            Ok(Some(found)) => found,
            Err(error) => error.to_string(),
        };
        let expected = format!("hash {} (anchor line {})", hex(&line.link.hash), line.line);
        faults.push(fault(Some(line.link.seq), expected, found));
    }
    lines.len()
}

fn check_file(conn: &Connection, faults: &mut Vec<Fault>) {
    match db::integrity(conn) {
        Ok(problems) => {
            faults.extend(problems.into_iter().map(|problem| Fault::file("a sound file", problem)));
        }
        Err(error) => faults.push(Fault::file("a sound file", error)),
    }
}
