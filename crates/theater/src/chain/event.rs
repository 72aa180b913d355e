//! One event of an actor's chain and the recorder that links new ones to it.

use std::borrow::Cow;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Hash, Payload};
use crate::ActorId;

/// What the hash begins with, so that no other record of ours can be taken for an event.
const DOMAIN: &[u8] = b"ensemble theater event 1\n";

/// One event, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Event {
    /// Its number in the actor's chain, from 1, without gaps.
    pub seq: u64,
    /// When it was recorded, in microseconds since 1970.
    pub at: i64,
    /// The event of another actor that led to it.
    pub cause: Option<Hash>,
    /// What kind of event it is.
    pub kind: Cow<'static, str>,
    /// What exactly happened, as JSON.
    pub data: String,
    /// The link of the chain that it is.
    pub hash: Hash,
}

/// One event as it stands in a frame, field by field like [`Event`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct EventRef<'a> {
    pub seq: u64,
    pub at: i64,
    pub cause: Option<Hash>,
    pub kind: &'a str,
    pub data: &'a str,
    pub hash: Hash,
}

/// Bytes before an event's kind in what is hashed.
const FIXED: usize = DOMAIN.len() + 16 + 8 + 8 + 33 + 33;

impl EventRef<'_> {
    /// The hash that the event must have after `previous` in the chain of `actor`.
    pub(crate) fn expected_hash(&self, actor: ActorId, previous: Option<Hash>) -> Hash {
        // One piece, because the hasher is slow to begin with many small ones.
        let mut fixed = [0; FIXED + 8];
        let mut rest = fixed.as_mut_slice();
        let mut put = |bytes: &[u8]| {
            if let Some((place, after)) =
                std::mem::take(&mut rest).split_at_mut_checked(bytes.len())
            {
                place.copy_from_slice(bytes);
                rest = after;
            }
        };
        put(DOMAIN);
        put(&actor.to_bytes());
        put(&self.seq.to_be_bytes());
        put(&self.at.to_be_bytes());
        for link in [previous, self.cause] {
            put(&[u8::from(link.is_some())]);
            put(&link.map_or([0; 32], |hash| hash.0));
        }
        put(&(self.kind.len() as u64).to_be_bytes());
        let mut hasher = Sha256::new();
        hasher.update(fixed);
        hasher.update(self.kind);
        hasher.update((self.data.len() as u64).to_be_bytes());
        hasher.update(self.data);
        Hash(hasher.finalize().into())
    }
}

/// The end of a chain: the number and hash of its last event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Link {
    /// The last event's number, 0 before the first.
    pub seq: u64,
    /// The last event's hash.
    pub hash: Option<Hash>,
}

impl Event {
    /// The event without its own copies of what it says.
    pub(crate) fn borrowed(&self) -> EventRef<'_> {
        EventRef {
            seq: self.seq,
            at: self.at,
            cause: self.cause,
            kind: &self.kind,
            data: &self.data,
            hash: self.hash,
        }
    }

    /// The end of the chain that this event is.
    pub(crate) fn link(&self) -> Link {
        Link { seq: self.seq, hash: Some(self.hash) }
    }
}

/// Links new events of one actor to the end of its chain and keeps them until they are written.
#[derive(Debug)]
pub(crate) struct Recorder {
    actor: ActorId,
    head: Link,
    written: Link,
    events: Vec<Event>,
    bytes: usize,
}

impl Recorder {
    /// A recorder that continues after `head`.
    pub(crate) fn new(actor: ActorId, head: Link) -> Self {
        Self { actor, head, written: head, events: Vec::new(), bytes: 0 }
    }

    /// Adds an event now.
    pub(crate) fn record(&mut self, cause: Option<Hash>, payload: &Payload) -> Hash {
        self.record_at(Timestamp::now().0, cause, payload)
    }

    /// Adds an event at a given time.
    pub(crate) fn record_at(&mut self, at: i64, cause: Option<Hash>, payload: &Payload) -> Hash {
        let mut event = Event {
            seq: self.head.seq + 1,
            at,
            cause,
            kind: payload.kind(),
            data: payload.data(),
            hash: Hash([0; 32]),
        };
        event.hash = event.borrowed().expected_hash(self.actor, self.head.hash);
        self.head = event.link();
        self.bytes += event.data.len();
        self.events.push(event);
        self.head.hash.unwrap_or(Hash([0; 32]))
    }

    /// Bytes of what the events that are not written yet say.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The end of the chain, new events included.
    pub(crate) fn head(&self) -> Link {
        self.head
    }

    /// The link that the next batch of events continues.
    pub(crate) fn written(&self) -> Link {
        self.written
    }

    /// Takes the events that are not written yet.
    pub(crate) fn take(&mut self) -> Vec<Event> {
        self.written = self.head;
        self.bytes = 0;
        std::mem::take(&mut self.events)
    }
}
