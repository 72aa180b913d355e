//! Proofs that leave the house: an event, everything its leaf covers, the way from the leaf to a
//! root, and the root under the house's signature. Checking one needs nothing but a public key.

use kernel::Timestamp;
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::db::{self, Link, RawEvent};
use super::hash::{Covered, Hasher, from_hex, hex};
use super::read::Names;
use crate::ReadError;
use crate::heads::{HouseKey, SignedHead};
use crate::log::{self, Hash, Log, Tiles};

/// An event with everything its hash covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvenEvent {
    /// Its number.
    pub seq: u64,
    /// Its time, as people read it.
    pub at: Timestamp,
    /// Its time in microseconds, as it is hashed.
    pub micros: i64,
    /// Its service.
    pub service: String,
    /// Its kind.
    pub kind: String,
    /// Its stream.
    pub stream: String,
    /// Who made it.
    pub principal: String,
    /// Its data, letter for letter.
    pub data: String,
    /// What it touches, letter for letter.
    pub touches: String,
    /// The hash of the event before in the journal.
    pub prev: String,
    /// The hash of the event before in its stream.
    pub stream_prev: String,
    /// The digest of all state after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// An event, its way to a root, and the root under a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The event.
    pub event: ProvenEvent,
    /// The leaf's place in the log, from 0.
    pub index: u64,
    /// The neighbours on the way to the root, lowest first.
    pub path: Vec<String>,
    /// The root under the house's signature.
    pub head: SignedHead,
}

/// Why a proof does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// Something that should be a hash is none.
    #[error("a hash in it is not 64 hexadecimal digits")]
    Hash,
    /// The time people read is not the one that was hashed.
    #[error("the time shown is not the one that was recorded")]
    Time,
    /// The signature is not of that key over that root.
    #[error("its head is not signed by this key")]
    Signature,
    /// The event is not in the log that was signed.
    #[error("the event is not in the log that was signed")]
    Inclusion,
}

impl Proof {
    /// Whether the event was in the journal of the house with this public key.
    pub fn check(&self, key: &[u8; 32]) -> Result<(), ProofError> {
        let root = self.head.check(key).ok_or(ProofError::Signature)?;
        if Timestamp(self.event.micros) != self.event.at {
            return Err(ProofError::Time);
        }
        let path: Option<Vec<Hash>> = self.path.iter().map(|hash| from_hex(hash)).collect();
        let path = path.ok_or(ProofError::Hash)?;
        let leaf = self.event.leaf().ok_or(ProofError::Hash)?;
        let found = log::root_from_inclusion(leaf, self.index, self.head.size, &path);
        if found == Some(root) { Ok(()) } else { Err(ProofError::Inclusion) }
    }
}

impl ProvenEvent {
    fn leaf(&self) -> Option<Hash> {
        let (prev, stream_prev) = (from_hex(&self.prev)?, from_hex(&self.stream_prev)?);
        let state = match &self.state {
            Some(state) => Some(from_hex(state)?),
            None => None,
        };
        let mut hasher = Hasher::new(None);
        hasher.cover(&Covered {
            prev: &prev,
            stream_prev: &stream_prev,
            seq: self.seq,
            at: self.micros,
            service: self.service.as_bytes(),
            kind: self.kind.as_bytes(),
            stream: self.stream.as_bytes(),
            principal: self.principal.as_bytes(),
            data: self.data.as_bytes(),
            touches: self.touches.as_bytes(),
            state: state.as_ref().map(|state| &state[..]),
        });
        Some(hasher.leaf())
    }
}

/// Proves that events are in the journal as it is now.
pub(crate) fn prove(
    conn: &Connection,
    key: &HouseKey,
    events: &[u64],
) -> Result<Vec<Proof>, ReadError> {
    let (head, sealed) = (db::head(conn)?, db::sealed(conn)?);
    let log = Log::load(conn, head.seq)?.ok_or_else(|| ReadError::Log("no log".to_owned()))?;
    let (head, mut tiles) = (crate::heads::sign(key, &log), Tiles::new(conn, log.size()));
    let prove_one = |seq: &u64| {
        let seq = *seq;
        if seq <= sealed.seq {
            return Err(ReadError::Archived { sealed: sealed.seq });
        }
        let missing = || ReadError::Log(format!("event {seq} is not in the journal"));
        let index = seq.checked_sub(log.base() + 1).filter(|index| *index < log.size());
        let index = index.ok_or_else(missing)?;
        let path = tiles.inclusion(index)?;
        let event = event(conn, seq, sealed)?.ok_or_else(missing)?;
        let path = path.iter().map(|hash| hex(hash)).collect();
        Ok(Proof { event, index, path, head: head.clone() })
    };
    events.iter().map(prove_one).collect()
}

fn event(conn: &Connection, seq: u64, sealed: Link) -> Result<Option<ProvenEvent>, ReadError> {
    let mut statement = db::prepare_scan(conn)?;
    let mut rows = db::scan(&mut statement, seq, seq)?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let damaged = |detail: String| ReadError::Damaged { seq, detail };
    let raw = RawEvent::read(row)?
        .map_err(|column| damaged(format!("`{column}` is of the wrong type")))?;
    let text = |bytes: &[u8]| {
        String::from_utf8(bytes.to_vec()).map_err(|error| damaged(error.to_string()))
    };
    let mut names = Names::default();
    let mut name = |id| names.get(conn, seq, id).map(|name| name.to_string());
    Ok(Some(ProvenEvent {
        seq,
        at: Timestamp(raw.at),
        micros: raw.at,
        service: name(raw.service)?,
        kind: name(raw.kind)?,
        stream: name(raw.stream)?,
        principal: name(raw.principal)?,
        data: text(raw.data)?,
        touches: text(raw.touches)?,
        prev: hex(&stored(conn, seq - 1, sealed)?),
        stream_prev: hex(&stream_link(conn, &raw)?),
        state: raw.state.map(hex),
    }))
}

/// The hash an event has in the file.
fn stored(conn: &Connection, seq: u64, sealed: Link) -> rusqlite::Result<Hash> {
    if seq == sealed.seq {
        return Ok(sealed.hash);
    }
    let found = db::event_link(conn, seq)?.and_then(|(_, hash)| hash.try_into().ok());
    Ok(found.unwrap_or_default())
}

fn stream_link(conn: &Connection, raw: &RawEvent<'_>) -> rusqlite::Result<Hash> {
    let before = raw.stream_prev.cast_unsigned();
    match db::sealed_stream(conn, raw.stream)? {
        _ if before == 0 => Ok(Link::NONE.hash),
        Some(link) if link.seq == before => Ok(link.hash),
        _ => stored(conn, before, Link::NONE),
    }
}

/// The leaves of the events from `first` to `last` as they stand in the file, sound or not: what is
/// wrong with them is the business of whoever verifies.
pub(crate) fn stored_leaves(
    conn: &Connection,
    first: u64,
    last: u64,
) -> Result<Vec<Hash>, ReadError> {
    let sealed = db::sealed(conn)?;
    let mut leaves = Vec::new();
    for seq in first..=last {
        let event = match event(conn, seq, sealed) {
            Ok(event) => event,
            Err(ReadError::Damaged { .. }) => None,
            Err(error) => return Err(error),
        };
        let leaf = event.and_then(|event| event.leaf());
        leaves.push(leaf.unwrap_or_else(|| log::leaf_hash(&[])));
    }
    Ok(leaves)
}
