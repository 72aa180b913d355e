//! The growing end of the journal, as the writer holds it: the head, the heads of the streams in
//! use, the numbers of the names in use, and the events that wait for their commit.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{Event, NewEvent, Timestamp, Touch};
use rusqlite::Connection;
use serde_json::value::RawValue;

use super::db::{self, Link, RawEvent};
use super::hash::{Covered, Hasher};

/// Past this many entries a cache starts again from empty; the tables know everything.
const CACHE: usize = 65_536;

/// The growing end of the journal.
pub(crate) struct Chain {
    head: Link,
    last_at: i64,
    streams: HashMap<i64, Link>,
    names: HashMap<Arc<str>, i64>,
    hasher: Hasher,
    uncommitted: Vec<Arc<Event>>,
    inserted: u64,
}

/// An event the database did not take, handed back with the reason.
pub(crate) struct Rejected {
    pub(crate) event: Box<NewEvent>,
    pub(crate) error: rusqlite::Error,
}

struct Written {
    link: Link,
    at: i64,
    stream_id: i64,
    names: [Arc<str>; 4],
}

/// A point the chain can go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    head: Link,
    last_at: i64,
    uncommitted: usize,
    inserted: u64,
}

impl Chain {
    /// The chain as the file has it.
    pub(crate) fn load(conn: &Connection, key: Option<[u8; 32]>) -> rusqlite::Result<Self> {
        Ok(Self {
            head: db::head(conn)?,
            last_at: db::last_at(conn)?.unwrap_or(i64::MIN),
            streams: HashMap::new(),
            names: HashMap::new(),
            hasher: Hasher::new(key),
            uncommitted: Vec::new(),
            inserted: 0,
        })
    }

    pub(crate) fn head(&self) -> Link {
        self.head
    }

    /// Writes an event at the end and gives its number, or hands it back.
    pub(crate) fn append(&mut self, conn: &Connection, event: NewEvent) -> Result<u64, Rejected> {
        let event = NewEvent { data: one_line(event.data), ..event };
        let written = match self.write(conn, &event) {
            Ok(written) => written,
            Err(error) => return Err(Rejected { event: Box::new(event), error }),
        };
        self.head = written.link;
        self.last_at = written.at;
        self.inserted += 1;
        self.streams.insert(written.stream_id, written.link);
        let [service, kind, stream, principal] = written.names;
        self.uncommitted.push(Arc::new(Event {
            seq: written.link.seq,
            at: Timestamp(written.at),
            service,
            kind,
            stream,
            principal,
            data: event.data,
            touches: event.touches,
            hash: written.link.hash,
        }));
        Ok(written.link.seq)
    }

    fn write(&mut self, conn: &Connection, event: &NewEvent) -> rusqlite::Result<Written> {
        let (service, service_id) = self.name(conn, &event.service)?;
        let (kind, kind_id) = self.name(conn, &event.kind)?;
        let (stream, stream_id) = self.name(conn, &event.stream)?;
        let (principal, principal_id) = self.name(conn, &event.principal)?;
        let stream_prev = self.stream_head(conn, stream_id)?;
        let data = event.data.get().as_bytes();
        let touches = touches_text(&event.touches)?;
        let touches = touches.as_bytes();
        let seq = self.head.seq + 1;
        let at = Timestamp::now().0.max(self.last_at);
        let hash = self.hasher.link(&Covered {
            prev: &self.head.hash,
            stream_prev: &stream_prev.hash,
            seq,
            at,
            service: service.as_bytes(),
            kind: kind.as_bytes(),
            stream: stream.as_bytes(),
            principal: principal.as_bytes(),
            data,
            touches,
        });
        let row = RawEvent {
            seq: seq.cast_signed(),
            at,
            service: service_id,
            kind: kind_id,
            stream: stream_id,
            principal: principal_id,
            stream_prev: stream_prev.seq.cast_signed(),
            hash: &hash,
            touches,
            data,
        };
        db::insert(conn, &row)?;
        let names = [service, kind, stream, principal];
        Ok(Written { link: Link { seq, hash }, at, stream_id, names })
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            head: self.head,
            last_at: self.last_at,
            uncommitted: self.uncommitted.len(),
            inserted: self.inserted,
        }
    }

    /// Forgets what was appended since `mark`, after the database rolled it back.
    pub(crate) fn restore(&mut self, mark: Mark) {
        self.head = mark.head;
        self.last_at = mark.last_at;
        self.uncommitted.truncate(mark.uncommitted);
        // The caches may know rows that are gone; such rollbacks are rare, so they start again.
        if self.inserted != mark.inserted {
            self.streams.clear();
            self.names.clear();
        }
    }

    /// The events of a finished commit.
    pub(crate) fn committed(&mut self) -> Vec<Arc<Event>> {
        std::mem::take(&mut self.uncommitted)
    }

    /// An event that was appended since the last commit.
    pub(crate) fn uncommitted(&self, seq: u64) -> Option<&Arc<Event>> {
        let first = self.uncommitted.first()?.seq;
        self.uncommitted.get(usize::try_from(seq.checked_sub(first)?).ok()?)
    }

    fn name(&mut self, conn: &Connection, text: &str) -> rusqlite::Result<(Arc<str>, i64)> {
        if let Some((name, id)) = self.names.get_key_value(text) {
            return Ok((name.clone(), *id));
        }
        let id = match db::name_id(conn, text)? {
            Some(id) => id,
            None => {
                self.inserted += 1;
                db::insert_name(conn, text)?
            }
        };
        if self.names.len() >= CACHE {
            self.names.clear();
        }
        let name: Arc<str> = Arc::from(text);
        self.names.insert(name.clone(), id);
        Ok((name, id))
    }

    fn stream_head(&mut self, conn: &Connection, stream: i64) -> rusqlite::Result<Link> {
        if let Some(head) = self.streams.get(&stream) {
            return Ok(*head);
        }
        if self.streams.len() >= CACHE {
            self.streams.clear();
        }
        Ok(db::stream_head(conn, stream)?.unwrap_or(Link::NONE))
    }
}

/// JSON may break lines only between its tokens, where a space means the same; events are kept on
/// one line so that an export is one line each, byte for byte what was hashed.
fn one_line(data: Box<RawValue>) -> Box<RawValue> {
    if !data.get().contains(['\n', '\r']) {
        return data;
    }
    RawValue::from_string(data.get().replace(['\n', '\r'], " ")).unwrap_or(data)
}

fn touches_text(touches: &[Touch]) -> rusqlite::Result<String> {
    if touches.is_empty() {
        return Ok("[]".to_owned());
    }
    serde_json::to_string(touches)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}
