//! The journal as JSON lines: one event a line, with the two hashes it links to, so that a file of
//! them can be checked without the database.

use std::borrow::Cow;
use std::io::{BufRead, Write};
use std::path::Path;

use kernel::Timestamp;
use rusqlite::Connection;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Head;
use super::db::{self, Link, RawEvent};
use super::hash::{Covered, Hasher, from_hex, hex};
use super::read::Names;
use super::verify::{Fault, Field};
use crate::ReadError;

/// One line.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    seq: u64,
    at: Timestamp,
    #[serde(borrow)]
    service: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    stream: Cow<'a, str>,
    #[serde(borrow)]
    principal: Cow<'a, str>,
    #[serde(borrow)]
    data: &'a RawValue,
    #[serde(borrow)]
    touches: &'a RawValue,
    prev: Cow<'a, str>,
    stream_prev: Cow<'a, str>,
    hash: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<Cow<'a, str>>,
}

/// What was exported.
#[derive(Debug, Clone, Serialize)]
pub struct Exported {
    /// How many events.
    pub events: u64,
    /// The last of them.
    pub head: Head,
    /// The BLAKE3 hash of everything written.
    pub digest: String,
}

/// What an exported file turned out to hold.
#[derive(Debug, Clone, Serialize)]
pub struct ExportReport {
    /// The number of its first event.
    pub first: u64,
    /// How many of its events are sound.
    pub events: u64,
    /// The last sound event.
    pub head: Head,
    /// The first line that is not as it was written.
    pub fault: Option<Fault>,
}

/// Writes the events from `first` to `last` as lines.
pub(crate) fn write(
    conn: &Connection,
    first: u64,
    last: u64,
    out: &mut dyn Write,
) -> Result<Exported, ReadError> {
    let mut lines = Lines::begin(conn, first)?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = Vec::new();
    let mut statement = db::prepare_scan(conn)?;
    let mut rows = db::scan(&mut statement, first, last)?;
    let mut events = 0;
    while let Some(row) = rows.next()? {
        let seq = row.get::<_, i64>(0)?.cast_unsigned();
        let damaged =
            |column| ReadError::Damaged { seq, detail: format!("`{column}` is no such type") };
        let raw = RawEvent::read(row)?.map_err(damaged)?;
        buffer.clear();
        lines.write(conn, &raw, &mut buffer)?;
        hasher.update(&buffer);
        out.write_all(&buffer).map_err(ReadError::Output)?;
        events += 1;
    }
    out.flush().map_err(ReadError::Output)?;
    let digest = hex(hasher.finalize().as_bytes());
    Ok(Exported { events, head: Head::from(lines.prev), digest })
}

struct Lines {
    names: Names,
    prev: Link,
    streams: FxHashMap<i64, Link>,
}

impl Lines {
    fn begin(conn: &Connection, first: u64) -> Result<Self, ReadError> {
        let before = first.saturating_sub(1);
        let sealed = db::sealed(conn)?;
        let prev = match before {
            0 => Link::NONE,
            before if before == sealed.seq => sealed,
            before => Link { seq: before, hash: hash_of(conn, before)? },
        };
        Ok(Self { names: Names::default(), prev, streams: FxHashMap::default() })
    }

    fn write(
        &mut self,
        conn: &Connection,
        raw: &RawEvent<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), ReadError> {
        let seq = raw.seq.cast_unsigned();
        let damaged = |detail: String| ReadError::Damaged { seq, detail };
        let json = |bytes| -> Result<&RawValue, ReadError> {
            serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))
        };
        let stream_prev = self.stream_prev(conn, raw)?;
        let (service, kind) =
            (self.names.get(conn, seq, raw.service)?, self.names.get(conn, seq, raw.kind)?);
        let (stream, principal) =
            (self.names.get(conn, seq, raw.stream)?, self.names.get(conn, seq, raw.principal)?);
        let line = Line {
            seq,
            at: Timestamp(raw.at),
            service: Cow::Borrowed(&service),
            kind: Cow::Borrowed(&kind),
            stream: Cow::Borrowed(&stream),
            principal: Cow::Borrowed(&principal),
            data: json(raw.data)?,
            touches: json(raw.touches)?,
            prev: hex(&self.prev.hash).into(),
            stream_prev: hex(&stream_prev).into(),
            hash: hex(raw.hash).into(),
            state: raw.state.map(|state| hex(state).into()),
        };
        serde_json::to_writer(&mut *out, &line).map_err(|error| damaged(error.to_string()))?;
        out.push(b'\n');
        let hash = raw.hash.try_into().map_err(|_| damaged("hash is not 32 bytes".to_owned()))?;
        self.prev = Link { seq, hash };
        self.streams.insert(raw.stream, self.prev);
        Ok(())
    }

    fn stream_prev(&self, conn: &Connection, raw: &RawEvent<'_>) -> Result<[u8; 32], ReadError> {
        let before = raw.stream_prev.cast_unsigned();
        if let Some(link) = self.streams.get(&raw.stream) {
            return Ok(link.hash);
        }
        if before == 0 {
            return Ok(Link::NONE.hash);
        }
        match db::sealed_stream(conn, raw.stream)? {
            Some(link) if link.seq == before => Ok(link.hash),
            _ => hash_of(conn, before),
        }
    }
}

fn hash_of(conn: &Connection, seq: u64) -> Result<[u8; 32], ReadError> {
    let found = db::event_link(conn, seq)?.and_then(|(_, hash)| hash.try_into().ok());
    found.ok_or_else(|| ReadError::Damaged { seq, detail: "it has no hash".to_owned() })
}

/// Checks an exported file: every line's hash, and every link that lies within the file.
pub(crate) fn verify(path: &Path, key: Option<[u8; 32]>) -> Result<ExportReport, ReadError> {
    let failed = |source| ReadError::File { path: path.to_owned(), source };
    let mut input = std::io::BufReader::new(std::fs::File::open(path).map_err(failed)?);
    let mut checked = Reading {
        hasher: Hasher::new(key),
        first: None,
        prev: None,
        streams: FxHashMap::default(),
    };
    let mut report =
        ExportReport { first: 0, events: 0, head: Head::from(Link::NONE), fault: None };
    let (mut line, mut again) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            return Ok(report);
        }
        match checked.line(&line, &mut again) {
            Ok(link) => report.head = Head::from(link),
            Err(fault) => {
                report.fault = Some(fault);
                return Ok(report);
            }
        }
        report.events += 1;
        report.first = checked.first.unwrap_or(0);
    }
}

struct Reading {
    hasher: Hasher,
    first: Option<u64>,
    prev: Option<Link>,
    streams: FxHashMap<String, [u8; 32]>,
}

impl Reading {
    fn line(&mut self, bytes: &[u8], again: &mut Vec<u8>) -> Result<Link, Fault> {
        let seq = self.prev.map_or(1, |prev| prev.seq + 1);
        let line: Line<'_> = serde_json::from_slice(bytes)
            .map_err(|error| Fault::at(seq, Field::Content, "a line of JSON", error))?;
        let seq = self.prev.map_or(line.seq, |_| seq);
        let hash = |field, text: &str| {
            from_hex(text).ok_or_else(|| Fault::at(seq, field, "64 hexadecimal digits", text))
        };
        let (prev, stream_prev) =
            (hash(Field::Content, &line.prev)?, hash(Field::StreamPrev, &line.stream_prev)?);
        let stored = hash(Field::Hash, &line.hash)?;
        let state = line.state.as_deref().map(|state| hash(Field::State, state)).transpose()?;
        self.links(seq, &line, prev, stream_prev)?;
        let computed = self.hasher.link(&Covered {
            prev: &prev,
            stream_prev: &stream_prev,
            seq: line.seq,
            at: line.at.0,
            service: line.service.as_bytes(),
            kind: line.kind.as_bytes(),
            stream: line.stream.as_bytes(),
            principal: line.principal.as_bytes(),
            data: line.data.get().as_bytes(),
            touches: line.touches.get().as_bytes(),
            state: state.as_ref().map(|state| &state[..]),
        });
        if computed != stored {
            return Err(Fault::at(seq, Field::Content, hex(&computed), hex(&stored)));
        }
        // Two spellings of the same JSON would hash alike: the line has to be the one we write.
        again.clear();
        let spelled = serde_json::to_writer(&mut *again, &line).is_ok();
        again.push(b'\n');
        if !spelled || again != bytes {
            let (expected, found) =
                (String::from_utf8_lossy(again), String::from_utf8_lossy(bytes));
            return Err(Fault::at(seq, Field::Content, expected.trim_end(), found.trim_end()));
        }
        let link = Link { seq, hash: stored };
        self.first.get_or_insert(seq);
        self.prev = Some(link);
        self.streams.insert(line.stream.into_owned(), stored);
        Ok(link)
    }

    fn links(
        &self,
        seq: u64,
        line: &Line<'_>,
        prev: [u8; 32],
        stream_prev: [u8; 32],
    ) -> Result<(), Fault> {
        if line.seq != seq {
            return Err(Fault::at(seq, Field::Seq, seq, line.seq));
        }
        let from_start = self.first.unwrap_or(seq) == 1;
        let start = from_start.then_some(Link::NONE.hash);
        let known = self.prev.map(|link| link.hash).or(start);
        if let Some(known) = known.filter(|known| *known != prev) {
            return Err(Fault::at(seq, Field::Content, hex(&known), hex(&prev)));
        }
        let known = self.streams.get(&*line.stream).copied().or(start);
        if let Some(known) = known.filter(|known| *known != stream_prev) {
            return Err(Fault::at(seq, Field::StreamPrev, hex(&known), hex(&stream_prev)));
        }
        Ok(())
    }
}
