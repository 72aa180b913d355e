//! The growing end of the journal, as the writer holds it: the head, the heads of the streams in
//! use, the numbers of the names in use, the sums of the state, and the events that wait for their
//! commit.
//!
//! The last event is held back until the next one comes or the transaction ends, so that its hash
//! covers the state as it is after the changes it reports, wherever in the transaction they stand.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{Event, NewEvent, Timestamp, Touch};
use rusqlite::Connection;
use serde_json::value::RawValue;

use super::db::{self, Link, RawEvent};
use super::hash::{Covered, Hasher};
use crate::log::{Hash, Log};
use crate::state::Ledger;
use crate::{AppendError, StoreConfig};

/// Past this many entries a cache starts again from empty; the tables know everything.
const CACHE: usize = 65_536;

/// The growing end of the journal.
pub(crate) struct Chain {
    head: Link,
    last_at: i64,
    streams: HashMap<i64, Link>,
    names: HashMap<Arc<str>, i64>,
    hasher: Hasher,
    ledger: Ledger,
    /// The state that the last event commits to.
    state: [u8; 32],
    held: Option<Held>,
    log: Log,
    /// The log before the commit that is being made.
    log_before: Option<Log>,
    /// The leaves of the uncommitted events.
    leaves: Vec<Hash>,
    uncommitted: Vec<Arc<Event>>,
    inserted: u64,
    max_event_bytes: usize,
}

/// An event the database did not take, handed back with the reason.
pub(crate) struct Rejected {
    pub(crate) event: Box<NewEvent>,
    pub(crate) error: rusqlite::Error,
}

/// An event that has its number and waits to be written.
struct Held {
    event: NewEvent,
    touches: String,
    seq: u64,
    at: i64,
    ids: [i64; 4],
    names: [Arc<str>; 4],
}

/// A point the chain can go back to.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    head: Link,
    last_at: i64,
    state: [u8; 32],
    changes: usize,
    uncommitted: usize,
    inserted: u64,
}

impl Chain {
    /// The chain as the file has it.
    pub(crate) fn load(
        conn: &Connection,
        config: &StoreConfig,
        mut ledger: Ledger,
        log: Log,
    ) -> rusqlite::Result<Self> {
        let head = db::head(conn)?;
        let state = match head.seq {
            0 => ledger.digest(),
            seq => db::state(conn, seq)?.unwrap_or_default(),
        };
        Ok(Self {
            head,
            ledger,
            state,
            held: None,
            log,
            log_before: None,
            leaves: Vec::new(),
            last_at: db::last_at(conn)?.unwrap_or(i64::MIN),
            streams: HashMap::new(),
            names: HashMap::new(),
            hasher: Hasher::new(config.key),
            max_event_bytes: config.max_event_bytes,
            uncommitted: Vec::new(),
            inserted: 0,
        })
    }

    pub(crate) fn head(&self) -> Link {
        self.head
    }

    /// Puts an event at the end and gives its number, or hands it back.
    pub(crate) fn append(&mut self, conn: &Connection, event: NewEvent) -> Result<u64, Rejected> {
        let event = NewEvent { data: one_line(event.data), ..event };
        match self.flush(conn).and_then(|()| self.hold(conn, &event)) {
            Ok((touches, ids, names)) => {
                let (seq, at) = (self.head.seq + 1, Timestamp::now().0.max(self.last_at));
                self.held = Some(Held { event, touches, seq, at, ids, names });
                Ok(seq)
            }
            Err(error) => Err(Rejected { event: Box::new(event), error }),
        }
    }

    /// Whether the file is in the state that the last event commits to.
    pub(crate) fn is_settled(&mut self) -> bool {
        self.held.is_none() && self.state == self.ledger.digest()
    }

    /// Makes the end ready for a commit: the last event is written, a change that no event reports
    /// gets one, and the sums are saved.
    pub(crate) fn finish(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        self.flush(conn)?;
        if !self.is_settled() {
            let event = NewEvent::new("ensemble", "state.committed", "journal");
            self.append(conn, event).map_err(|rejected| rejected.error)?;
            self.flush(conn)?;
        }
        self.ledger.save(conn)?;
        self.log_before = Some(self.log.clone());
        self.log.extend(conn, &std::mem::take(&mut self.leaves))
    }

    /// The journal as a log.
    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// What the state adds up to.
    pub(crate) fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// Everything an event needs before it can be held back.
    fn hold(
        &mut self,
        conn: &Connection,
        event: &NewEvent,
    ) -> rusqlite::Result<(String, [i64; 4], [Arc<str>; 4])> {
        let (found, limit) = (event_size(event), self.max_event_bytes);
        if found > limit {
            let error = Box::new(AppendError::TooLarge { found, limit });
            return Err(rusqlite::Error::ToSqlConversionFailure(error));
        }
        let (service, service_id) = self.name(conn, &event.service)?;
        let (kind, kind_id) = self.name(conn, &event.kind)?;
        let (stream, stream_id) = self.name(conn, &event.stream)?;
        let (principal, principal_id) = self.name(conn, &event.principal)?;
        let ids = [service_id, kind_id, stream_id, principal_id];
        Ok((touches_text(&event.touches)?, ids, [service, kind, stream, principal]))
    }

    /// Writes the event that is held back; if that fails it is held back still.
    pub(crate) fn flush(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        let Some(held) = self.held.take() else { return Ok(()) };
        match self.write(conn, &held) {
            Ok(link) => {
                self.written(held, link);
                Ok(())
            }
            Err(error) => {
                self.held = Some(held);
                Err(error)
            }
        }
    }

    fn write(&mut self, conn: &Connection, held: &Held) -> rusqlite::Result<Link> {
        let [service, kind, stream, principal] = &held.names;
        let [service_id, kind_id, stream_id, principal_id] = held.ids;
        let stream_prev = self.stream_head(conn, stream_id)?;
        let (data, touches) = (held.event.data.get().as_bytes(), held.touches.as_bytes());
        let state = self.ledger.digest();
        let hash = self.hasher.link(&Covered {
            prev: &self.head.hash,
            stream_prev: &stream_prev.hash,
            seq: held.seq,
            at: held.at,
            service: service.as_bytes(),
            kind: kind.as_bytes(),
            stream: stream.as_bytes(),
            principal: principal.as_bytes(),
            data,
            touches,
            state: Some(&state),
        });
        let row = RawEvent {
            seq: held.seq.cast_signed(),
            at: held.at,
            service: service_id,
            kind: kind_id,
            stream: stream_id,
            principal: principal_id,
            stream_prev: stream_prev.seq.cast_signed(),
            hash: &hash,
            touches,
            data,
            state: Some(&state),
        };
        db::insert(conn, &row)?;
        self.leaves.push(self.hasher.leaf());
        self.state = state;
        Ok(Link { seq: held.seq, hash })
    }

    fn written(&mut self, held: Held, link: Link) {
        self.head = link;
        self.last_at = held.at;
        self.inserted += 1;
        self.streams.insert(held.ids[2], link);
        let [service, kind, stream, principal] = held.names;
        self.uncommitted.push(Arc::new(Event {
            seq: link.seq,
            at: Timestamp(held.at),
            service,
            kind,
            stream,
            principal,
            data: held.event.data,
            touches: held.event.touches,
            hash: link.hash,
        }));
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            head: self.head,
            last_at: self.last_at,
            state: self.state,
            changes: self.ledger.mark(),
            uncommitted: self.uncommitted.len(),
            inserted: self.inserted,
        }
    }

    /// Forgets what was appended since `mark`, after the database rolled it back.
    pub(crate) fn restore(&mut self, mark: Mark) {
        self.head = mark.head;
        self.last_at = mark.last_at;
        self.state = mark.state;
        self.held = None;
        self.ledger.restore(mark.changes);
        self.uncommitted.truncate(mark.uncommitted);
        self.leaves.truncate(mark.uncommitted);
        if let Some(before) = self.log_before.take() {
            self.log = before;
        }
        // The caches may know rows that are gone; such rollbacks are rare, so they start again.
        if self.inserted != mark.inserted {
            self.streams.clear();
            self.names.clear();
        }
    }

    /// The events of a finished commit.
    pub(crate) fn committed(&mut self) -> Vec<Arc<Event>> {
        self.ledger.committed();
        self.log_before = None;
        std::mem::take(&mut self.uncommitted)
    }

    /// An event that was appended since the last commit, to be appended again.
    pub(crate) fn uncommitted(&self, seq: u64) -> Option<NewEvent> {
        if let Some(held) = self.held.as_ref().filter(|held| held.seq == seq) {
            return Some(held.event.clone());
        }
        let first = self.uncommitted.first()?.seq;
        let event = self.uncommitted.get(usize::try_from(seq.checked_sub(first)?).ok()?)?;
        Some(NewEvent {
            service: event.service.to_string(),
            kind: event.kind.to_string(),
            stream: event.stream.to_string(),
            principal: event.principal.to_string(),
            data: event.data.clone(),
            touches: event.touches.clone(),
        })
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

/// How large an event is, all its fields together.
pub(crate) fn event_size(event: &NewEvent) -> usize {
    let touches: usize = event
        .touches
        .iter()
        .map(|touch| match touch {
            Touch::Resource(uri) => uri.len(),
            Touch::ResourceList | Touch::ToolList | Touch::PromptList => 16,
        })
        .sum();
    event.service.len()
        + event.kind.len()
        + event.stream.len()
        + event.principal.len()
        + event.data.get().len()
        + touches
}
