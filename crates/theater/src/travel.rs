//! Time travel: the state an actor had at any event, snapshots of it, and going back to one.

use std::sync::Arc;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ActorId;
use crate::chain::{Blob, Found, Hash, Payload, Tail};
use crate::error::TheaterError;
use crate::stage::{Beginning, Stage, Wanted};

const PAGE: u64 = 200;

/// An actor at one event: enough to go on from there, here or elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The actor it was taken of.
    pub actor_id: ActorId,
    /// The actor's name.
    pub name: String,
    /// When it was taken.
    pub taken_at: Timestamp,
    /// The last event it includes.
    pub event_id: Hash,
    /// That event's number.
    pub sequence: u64,
    /// The actor's manifest.
    pub manifest: String,
    /// The SHA-256 of its component.
    pub component: Hash,
    /// Its state.
    pub state: Option<Blob>,
}

impl Stage {
    /// The event with this id, which must be one of `actor`'s if that is given.
    pub(crate) fn event(&self, id: &str, actor: Option<ActorId>) -> Result<Found, TheaterError> {
        let missing = || TheaterError::NoEvent(id.chars().take(80).collect());
        let hash: Hash = id.parse().map_err(|_| missing())?;
        let found = self.log.event(hash)?.ok_or_else(missing)?;
        if actor.is_some_and(|actor| actor != found.actor) {
            return Err(missing());
        }
        Ok(found)
    }

    /// The state that `actor` had after its event number `seq`.
    pub(crate) fn state_after(
        &self,
        actor: ActorId,
        seq: u64,
    ) -> Result<Option<Arc<[u8]>>, TheaterError> {
        let mut until = seq;
        while until > 0 {
            let limit = usize::try_from(PAGE.min(until)).unwrap_or(1);
            let page = self.log.events(actor, Tail::Last(until), limit)?;
            for found in page.iter().rev().filter(|found| found.event.seq <= until) {
                let payload = Payload::read(&found.event.kind, &found.event.data)
                    .map_err(|_| crate::chain::LogError::Damaged { at: found.at })?;
                if let Some(state) = payload.state() {
                    return Ok(state);
                }
            }
            until = until.saturating_sub(PAGE);
        }
        Ok(None)
    }

    /// Takes a snapshot of an actor, now or at one of its events.
    pub(crate) fn snapshot(
        &self,
        actor: ActorId,
        event: Option<&str>,
    ) -> Result<Snapshot, TheaterError> {
        let actor = self.actor(actor)?;
        let face = actor.face();
        let (sequence, hash) = match event {
            Some(id) => {
                let found = self.event(id, Some(actor.id()))?;
                (found.event.seq, Some(found.event.hash))
            }
            None => (face.head.seq, face.head.hash),
        };
        let event_id = hash.ok_or_else(|| TheaterError::NoEvent(actor.id().to_string()))?;
        Ok(Snapshot {
            actor_id: actor.id(),
            name: actor.name().to_owned(),
            taken_at: Timestamp::now(),
            event_id,
            sequence,
            manifest: actor.birth.manifest_text.to_string(),
            component: face.component,
            state: self.state_after(actor.id(), sequence)?.map(Blob),
        })
    }

    /// Gives an actor the state it had at one of its events.
    pub(crate) fn travel(&self, actor: ActorId, event: &str) -> Result<(), TheaterError> {
        let found = self.event(event, Some(actor))?;
        let state = self.state_after(actor, found.event.seq)?;
        self.restore(actor, Some(found.event.hash), state)
    }

    /// Starts an actor that goes on from a snapshot.
    pub(crate) fn resume(&self, snapshot: Snapshot) -> Result<ActorId, TheaterError> {
        let state = snapshot.state.map(|blob| blob.0.to_vec());
        let beginning = Beginning::Resume;
        let wanted = Wanted { manifest: snapshot.manifest, state, beginning, ..Wanted::default() };
        self.start(&wanted).map(|actor| actor.id())
    }
}
