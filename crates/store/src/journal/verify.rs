//! Checking the journal: every link, the names, the seals, the anchors and the file around them.
//!
//! The chain is cut into one range per thread. A range starts from the stored hash before it,
//! which the range before has to confirm, so the ranges together say what one pass would.

mod file;
mod locate;
mod range;
mod segments;

use std::fmt;
use std::path::{Path, PathBuf};
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
use crate::heads::{self, HeadsConfig, Kept};
use crate::log::Log;
use crate::readers::Readers;
use crate::state::{self, StateChecked, StateFault};
use range::{Checked, Checker, Names};
pub(crate) use segments::{segment_hash, streams_digest};

/// What is kept of the journal outside of it.
pub(crate) struct Outside {
    pub(crate) anchor: Option<PathBuf>,
    pub(crate) heads: Option<HeadsConfig>,
}

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
    /// The folder archives are in, to check those that are there.
    pub archives: Option<PathBuf>,
    /// Is told now and then how many events are checked, and of how many.
    pub progress: Option<Arc<dyn Fn(u64, u64) + Send + Sync>>,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { from: 1, threads: 2, file: true, archives: None, progress: None }
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
    /// The digest of all state, as it was after the event; or the state itself.
    State,
    /// One or more of its fields, which cannot be told.
    Content,
    /// The journal as a Merkle log.
    Log,
    /// The structure of the database file.
    File,
    /// A line of the anchor file, or a signed head.
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
    /// What it is in outside of the journal: a table, an actor's log, a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
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
        Self { seq: Some(seq), field, subject: None, byte: None, expected, found }
    }

    pub(crate) fn file(expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self { seq: None, field: Field::File, subject: None, byte: None, expected, found }
    }

    pub(crate) fn log(found: impl fmt::Display) -> Self {
        let (expected, found) = ("a whole log".to_owned(), found.to_string());
        Self { seq: None, field: Field::Log, subject: None, byte: None, expected, found }
    }

    pub(crate) fn state(fault: StateFault) -> Self {
        let StateFault { subject, expected, found } = fault;
        let field = Field::State;
        Self { seq: None, field, subject: Some(subject), byte: None, expected, found }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = format!("{:?}", self.field).to_lowercase();
        match self.seq {
            Some(seq) => write!(f, "event {seq}, {field}")?,
            None => write!(f, "{field}")?,
        }
        if let Some(subject) = &self.subject {
            write!(f, ", {subject}")?;
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
    /// The last event that was moved to an archive, 0 if none was.
    pub sealed: u64,
    /// How many anchors were compared.
    pub anchors: usize,
    /// How many signed heads were compared.
    pub heads: usize,
    /// How many rows of the services' tables were counted against what the journal commits to.
    pub rows: u64,
    /// Everything found wrong, the first broken event first; empty if all is well.
    pub faults: Vec<Fault>,
    /// How long the check took.
    pub took: Duration,
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
    outside: &Outside,
    options: &VerifyOptions,
) -> Result<VerifyReport, ReadError> {
    loop {
        // Before the view of the journal begins, which is then not older than any of them.
        let heads = outside.heads.as_ref().map(read_heads).transpose()?;
        let conn = readers.connect()?;
        if let Err(error) = crate::db::configure_scan(&conn) {
            return unreadable(options, &error);
        }
        if let Some(report) = verify_once(readers, &conn, key, (outside, heads), options)? {
            return Ok(report);
        }
    }
}

/// One attempt; none if events were sealed away while it ran.
fn verify_once(
    readers: &Readers,
    conn: &Connection,
    key: Option<[u8; 32]>,
    (outside, heads): (&Outside, Option<Vec<Kept>>),
    options: &VerifyOptions,
) -> Result<Option<VerifyReport>, ReadError> {
    let started = Instant::now();
    let (head, sealed) = match ends(conn) {
        Ok(ends) => ends,
        Err(error) => return unreadable(options, &error).map(Some),
    };
    let first = options.from.max(sealed.seq + 1);
    let span = Span { first, last: head.seq, sealed: sealed.seq };
    let (checked, file, state) = std::thread::scope(|scope| {
        let file = options.file.then(|| scope.spawn(|| file::check(readers, &span)));
        let state = options.file.then(|| scope.spawn(|| check_state(readers)));
        let checked = check_chain(readers, conn, key, options, &span);
        let file = file.map(|file| file.join().unwrap_or_else(|_| file::Found::panicked()));
        (checked, file, state.map(|state| state.join().unwrap_or_else(|_| panicked())))
    });
    if file.as_ref().is_some_and(|file| file.moved) {
        return Ok(None);
    }
    let mut faults = segments::check(conn, key, options.archives.as_deref());
    match checked {
        Ok(Checked::Moved) => return Ok(None),
        Ok(Checked::Broken(fault)) => faults.push(fault),
        Ok(Checked::Sound(sum)) => faults.extend(file.iter().find_map(|file| file.disagrees(sum))),
        Err(error) => faults.push(Fault::file("a readable journal", error)),
    }
    let anchors =
        outside.anchor.as_deref().map_or(0, |path| check_anchors(conn, path, head, &mut faults));
    let heads = outside.heads.as_ref().zip(heads);
    let heads = heads.map_or(0, |heads| check_heads(conn, head, heads, &mut faults));
    faults.extend(file.into_iter().flat_map(|file| file.faults));
    let state = state.unwrap_or(StateChecked { rows: 0, faults: Vec::new() });
    faults.extend(state.faults.into_iter().map(Fault::state));
    faults.sort_by_key(|fault| fault.seq.unwrap_or(u64::MAX));
    Ok(Some(VerifyReport {
        first,
        events: (head.seq + 1).saturating_sub(first),
        head: Head::from(head),
        sealed: sealed.seq,
        anchors,
        heads,
        rows: state.rows,
        faults,
        took: started.elapsed(),
    }))
}

/// The events that are checked, and the last one that is sealed away.
struct Span {
    first: u64,
    last: u64,
    sealed: u64,
}

/// Begins a consistent view and gives the end of the journal and the end of its sealed part.
fn ends(conn: &Connection) -> rusqlite::Result<(Link, Link)> {
    crate::db::control(conn, crate::db::Control::BeginRead)?;
    Ok((db::head(conn)?, db::sealed(conn)?))
}

/// A journal whose ends cannot even be read.
fn unreadable(options: &VerifyOptions, error: &rusqlite::Error) -> Result<VerifyReport, ReadError> {
    Ok(VerifyReport {
        first: options.from,
        events: 0,
        head: Head::from(Link::NONE),
        sealed: 0,
        anchors: 0,
        heads: 0,
        rows: 0,
        faults: vec![Fault::file("a readable journal", error)],
        took: Duration::ZERO,
    })
}

/// Counts the rows of all tables on a connection of its own.
fn check_state(readers: &Readers) -> StateChecked {
    let checked = readers.connect().and_then(|conn| {
        crate::db::configure_scan(&conn)?;
        crate::db::control(&conn, crate::db::Control::BeginRead)?;
        state::check(&conn)
    });
    checked.unwrap_or_else(|error| unfinished(&error))
}

fn panicked() -> StateChecked {
    unfinished(&"a panic")
}

fn unfinished(found: &dyn fmt::Display) -> StateChecked {
    let (subject, expected) = ("the tables".to_owned(), "readable tables".to_owned());
    let fault = StateFault { subject, expected, found: found.to_string() };
    StateChecked { rows: 0, faults: vec![fault] }
}

/// Checks the last events only, as the store does when it is opened.
pub(crate) fn check_tail(
    conn: &Connection,
    key: Option<[u8; 32]>,
) -> rusqlite::Result<Option<Fault>> {
    let (head, sealed) = (db::head(conn)?, db::sealed(conn)?);
    let first = head.seq.saturating_sub(TAIL - 1).max(sealed.seq + 1);
    let names = Names::of_events(conn, first)?;
    let mut checker = Checker::new(conn, &names, key, sealed.seq);
    Ok(match checker.check(first, head.seq, &AtomicU64::new(0))? {
        Checked::Broken(fault) => Some(fault),
        Checked::Sound(_) | Checked::Moved => None,
    })
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
    span: &Span,
) -> rusqlite::Result<Checked> {
    let (first, last, sealed) = (span.first, span.last, span.sealed);
    let events = (last + 1).saturating_sub(first);
    let names = Names::all(conn)?;
    let threads = (options.threads.max(1) as u64).min(events.div_ceil(4096)).max(1);
    let done = AtomicU64::new(0);
    let part = events.div_ceil(threads);
    let ranges = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads)
            .map(|index| {
                let (from, to) = (first + index * part, (first + (index + 1) * part - 1).min(last));
                let (names, done) = (&names, &done);
                scope.spawn(move || {
                    let conn = readers.connect()?;
                    crate::db::configure_scan(&conn)?;
                    crate::db::control(&conn, crate::db::Control::BeginRead)?;
                    Checker::new(&conn, names, key, sealed).check(from, to, done)
                })
            })
            .collect();
        let to = (first + part).saturating_sub(1).min(last);
        let mut ranges = vec![
            Checker::new(conn, &names, key, sealed)
                .reporting(options.progress.as_deref(), events)
                .check(first, to, &done),
        ];
        for worker in workers {
            ranges.push(worker.join().unwrap_or(Err(rusqlite::Error::InvalidQuery)));
        }
        ranges
    });
    if let Some(progress) = &options.progress {
        progress(done.load(Ordering::Relaxed).max(events), events);
    }
    // Ranges are in order, so the first that is not sound holds the earliest fault.
    let mut sum = 0_u64;
    for range in ranges {
        match range? {
            Checked::Sound(part) => sum = sum.wrapping_add(part),
            other @ (Checked::Broken(_) | Checked::Moved) => return Ok(other),
        }
    }
    Ok(Checked::Sound(sum))
}

fn read_heads(config: &HeadsConfig) -> Result<Vec<Kept>, ReadError> {
    let failed = |source| ReadError::File { path: config.inside.clone(), source };
    heads::read_all(config).map_err(failed)
}

fn check_heads(
    conn: &Connection,
    head: Link,
    (config, kept): (&HeadsConfig, Vec<Kept>),
    faults: &mut Vec<Fault>,
) -> usize {
    let size = match Log::load(conn, head.seq) {
        Ok(log) => log.map_or(0, |log| log.size()),
        Err(error) => {
            faults.push(Fault::log(error));
            return 0;
        }
    };
    let wrong = heads::check(conn, size, config, &kept);
    faults.extend(wrong.into_iter().chain(heads::cut_off(&kept)).map(|fault| Fault {
        seq: None,
        field: Field::Anchor,
        subject: Some(format!("signed heads in `{}`", fault.path.display())),
        byte: None,
        expected: fault.expected,
        found: fault.found,
    }));
    kept.iter().filter_map(|file| file.heads.as_ref()).map(Vec::len).sum()
}

fn check_anchors(conn: &Connection, path: &Path, head: Link, faults: &mut Vec<Fault>) -> usize {
    let fault = |seq, expected: String, found: String| Fault {
        seq,
        field: Field::Anchor,
        subject: None,
        byte: None,
        expected,
        found,
    };
    if head.seq > 0 && !path.exists() {
        let (expected, found) = (format!("`{}`", path.display()), "no file".to_owned());
        faults.push(fault(None, expected, found));
    }
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
