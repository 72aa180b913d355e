//! Checking one range of the chain, event by event.

use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::Connection;
use rustc_hash::FxHashMap;

use super::locate::locate;
use super::{Fault, Field};
use crate::journal::db::{self, Link, RawEvent};
use crate::journal::hash::{Covered, Hasher, hex};
use crate::log;

/// Progress is counted this many events at a time.
const STRIDE: u64 = 8192;

/// The names events refer to by number.
pub(crate) struct Names(FxHashMap<i64, Box<[u8]>>);

impl Names {
    /// Every name of the journal.
    pub(crate) fn all(conn: &Connection) -> rusqlite::Result<Self> {
        Ok(Self(db::names(conn)?.into_iter().map(|(id, text)| (id, text.into())).collect()))
    }

    /// The names that the events from `first` on use.
    pub(crate) fn of_events(conn: &Connection, first: u64) -> rusqlite::Result<Self> {
        let names = db::names_since(conn, first)?;
        Ok(Self(names.into_iter().map(|(id, text)| (id, text.into())).collect()))
    }

    pub(crate) fn get(&self, id: i64) -> Option<&[u8]> {
        self.0.get(&id).map(|text| &**text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.0.values().map(|text| &**text)
    }
}

/// What a range turned out to be.
pub(crate) enum Checked {
    /// Every link holds; the sum over all events is what the index of streams must add up to.
    Sound(u64),
    /// The first event that is not as it was written.
    Broken(Fault),
    /// Events were sealed away meanwhile; the check has to be made again.
    Moved,
}

/// What one entry of the index of streams adds to the sum.
pub(crate) fn index_term(stream: i64, seq: i64) -> u64 {
    let mixed = (stream.cast_unsigned() ^ seq.cast_unsigned().rotate_left(32))
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

type Progress<'a> = (&'a (dyn Fn(u64, u64) + Send + Sync), u64);

/// Checks a range on one connection.
pub(crate) struct Checker<'a> {
    conn: &'a Connection,
    names: &'a Names,
    key: Option<[u8; 32]>,
    hasher: Hasher,
    streams: FxHashMap<i64, Link>,
    sealed: u64,
    log: Leaves,
    progress: Option<Progress<'a>>,
}

/// The leaves of the log that events are compared with.
#[derive(Default)]
struct Leaves {
    /// The number of the event before the first leaf; none while there is no log.
    base: Option<u64>,
    first: u64,
    hashes: Vec<log::Hash>,
}

impl Leaves {
    /// Whether the log has `leaf` for event `seq`, as far as it has the event.
    fn has(&mut self, conn: &Connection, seq: u64, leaf: &log::Hash) -> rusqlite::Result<bool> {
        let Some(index) = self.base.and_then(|base| seq.checked_sub(base + 1)) else {
            return Ok(true);
        };
        if index < self.first || index >= self.first + self.hashes.len() as u64 {
            (self.first, self.hashes) = log::leaves(conn, index)?;
        }
        let place = usize::try_from(index - self.first).unwrap_or(usize::MAX);
        Ok(self.hashes.get(place) == Some(leaf))
    }
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        conn: &'a Connection,
        names: &'a Names,
        key: Option<[u8; 32]>,
        sealed: u64,
    ) -> Self {
        let (hasher, streams) = (Hasher::new(key), FxHashMap::default());
        let log = Leaves::default();
        Self { conn, names, key, hasher, streams, sealed, log, progress: None }
    }

    /// Makes this checker tell how far all checkers are.
    pub(crate) fn reporting(
        mut self,
        progress: Option<&'a (dyn Fn(u64, u64) + Send + Sync)>,
        of: u64,
    ) -> Self {
        self.progress = progress.map(|progress| (progress, of));
        self
    }

    /// Checks the events from `first` to `last`.
    pub(crate) fn check(
        &mut self,
        first: u64,
        last: u64,
        done: &AtomicU64,
    ) -> rusqlite::Result<Checked> {
        let broken = |fault| Ok(Checked::Broken(fault));
        if db::sealed(self.conn)?.seq != self.sealed {
            return Ok(Checked::Moved);
        }
        if first > last {
            return Ok(Checked::Sound(0));
        }
        self.log.base = log::base(self.conn)?;
        let mut sum = 0_u64;
        let mut prev = match self.before(first)? {
            Ok(prev) => prev,
            Err(fault) => return broken(fault),
        };
        let mut statement = db::prepare_scan(self.conn)?;
        let mut rows = db::scan(&mut statement, first, last)?;
        for expected in first..=last {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Ok(None) => {
                    return broken(Fault::at(expected, Field::Seq, expected, "no event"));
                }
                Err(error) => {
                    return broken(Fault::at(expected, Field::File, "a readable page", error));
                }
            };
            match RawEvent::read(row) {
                Ok(Ok(raw)) => match self.event(&raw, expected, first, &prev)? {
                    Ok(hash) => {
                        prev = hash;
                        sum = sum.wrapping_add(index_term(raw.stream, raw.seq));
                    }
                    Err(fault) => return broken(fault),
                },
                Ok(Err(column)) => return broken(wrong_type(expected, column)),
                Err(error) => {
                    return broken(Fault::at(expected, Field::File, "a readable row", error));
                }
            }
            if expected % STRIDE == 0 {
                self.count(done, STRIDE);
            }
        }
        Ok(Checked::Sound(sum))
    }

    fn count(&self, done: &AtomicU64, events: u64) {
        let sum = done.fetch_add(events, Ordering::Relaxed) + events;
        if let Some((progress, of)) = self.progress {
            progress(sum.min(of), of);
        }
    }

    /// The stored hash of the event before `first`.
    fn before(&self, first: u64) -> rusqlite::Result<Result<[u8; 32], Fault>> {
        if first == 1 {
            return Ok(Ok(Link::NONE.hash));
        }
        let before = first - 1;
        if before == self.sealed {
            return Ok(Ok(db::sealed(self.conn)?.hash));
        }
        let hash = db::event_link(self.conn, before)?.map(|(_, hash)| hash);
        Ok(match hash.map(<[u8; 32]>::try_from) {
            Some(Ok(hash)) => Ok(hash),
            Some(Err(hash)) => {
                Err(Fault::at(before, Field::Hash, "32 bytes", format!("{} bytes", hash.len())))
            }
            None => Err(Fault::at(before, Field::Seq, before, "no event")),
        })
    }

    /// Checks one event and gives its hash.
    fn event(
        &mut self,
        raw: &RawEvent<'_>,
        expected: u64,
        first: u64,
        prev: &[u8; 32],
    ) -> rusqlite::Result<Result<[u8; 32], Fault>> {
        let seq = raw.seq.cast_unsigned();
        if seq != expected {
            return Ok(Err(Fault::at(expected, Field::Seq, expected, raw.seq)));
        }
        let names = self.names;
        let missing = |field, id| Fault::at(seq, field, "a known name", format!("number {id}"));
        let Some(service) = names.get(raw.service) else {
            return Ok(Err(missing(Field::Service, raw.service)));
        };
        let Some(kind) = names.get(raw.kind) else {
            return Ok(Err(missing(Field::Kind, raw.kind)));
        };
        let Some(stream) = names.get(raw.stream) else {
            return Ok(Err(missing(Field::Stream, raw.stream)));
        };
        let Some(principal) = names.get(raw.principal) else {
            return Ok(Err(missing(Field::Principal, raw.principal)));
        };
        let stream_prev = match self.stream_prev(raw, first)? {
            Ok(hash) => hash,
            Err(fault) => return Ok(Err(fault)),
        };
        let covered = Covered {
            prev,
            stream_prev: &stream_prev,
            seq,
            at: raw.at,
            service,
            kind,
            stream,
            principal,
            data: raw.data,
            touches: raw.touches,
            state: raw.state,
        };
        let hash = self.hasher.link(&covered);
        if hash != raw.hash {
            return Ok(Err(locate(self.key, &covered, &hash, raw.hash, names)));
        }
        if !self.log.has(self.conn, seq, &self.hasher.leaf())? {
            let expected = hex(&self.hasher.leaf());
            return Ok(Err(Fault::at(seq, Field::Log, expected, "another leaf in the log")));
        }
        self.streams.insert(raw.stream, Link { seq, hash });
        Ok(Ok(hash))
    }

    /// The hash of the event before in the same stream.
    fn stream_prev(
        &self,
        raw: &RawEvent<'_>,
        first: u64,
    ) -> rusqlite::Result<Result<[u8; 32], Fault>> {
        let (seq, claimed) = (raw.seq.cast_unsigned(), raw.stream_prev.cast_unsigned());
        let fault =
            |expected: u64| Ok(Err(Fault::at(seq, Field::StreamPrev, expected, raw.stream_prev)));
        if let Some(known) = self.streams.get(&raw.stream) {
            return if known.seq == claimed { Ok(Ok(known.hash)) } else { fault(known.seq) };
        }
        // The stream is new to this range: what it links to lies before the range, if anywhere.
        let before = match claimed {
            0 => return Ok(Ok(Link::NONE.hash)),
            claimed if claimed >= first => None,
            claimed if claimed <= self.sealed => {
                let sealed = db::sealed_stream(self.conn, raw.stream)?;
                sealed.filter(|link| link.seq == claimed).map(|link| link.hash)
            }
            claimed => db::event_link(self.conn, claimed)?
                .filter(|(stream, _)| *stream == raw.stream)
                .and_then(|(_, hash)| hash.try_into().ok()),
        };
        match before {
            Some(hash) => Ok(Ok(hash)),
            None => fault(db::stream_before(self.conn, raw.stream, seq)?),
        }
    }
}

fn wrong_type(seq: u64, column: &str) -> Fault {
    let (field, expected) = match column {
        "at" => (Field::At, "an integer"),
        "service" => (Field::Service, "an integer"),
        "kind" => (Field::Kind, "an integer"),
        "stream" => (Field::Stream, "an integer"),
        "principal" => (Field::Principal, "an integer"),
        "stream_prev" => (Field::StreamPrev, "an integer"),
        "hash" => (Field::Hash, "32 bytes"),
        "touches" => (Field::Touches, "text"),
        "data" => (Field::Data, "text"),
        "state" => (Field::State, "32 bytes"),
        _ => (Field::Seq, "an integer"),
    };
    Fault::at(seq, field, expected, "a value of another type")
}
