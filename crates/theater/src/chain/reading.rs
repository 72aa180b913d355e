//! Finding events in the log: one by its hash, an actor's in order, those that followed from one.

use super::frame::Item;
use super::index::Table;
use super::log::{Log, LogError, Position};
use super::{Event, Hash};
use crate::ActorId;

/// An event and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Whose event it is.
    pub actor: ActorId,
    /// The event before it in the actor's chain.
    pub previous: Option<Hash>,
    /// The event itself.
    pub event: Event,
    /// The frame it stands in.
    pub at: Position,
}

impl Found {
    /// The event it follows from: another actor's, or the one before it.
    pub(crate) fn parent(&self) -> Option<Hash> {
        self.event.cause.or(self.previous)
    }
}

/// Which part of an actor's chain is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tail {
    /// Events with a greater number, oldest first.
    After(u64),
    /// The last ones, up to and with this number.
    Last(u64),
}

impl Log {
    /// The event with this hash.
    pub(crate) fn event(&self, hash: Hash) -> Result<Option<Found>, LogError> {
        for at in self.places(Table::Events, hash.key())? {
            let found = self.found(at)?.into_iter().find(|found| found.event.hash == hash);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// At most `limit` events of `actor`, in order.
    pub(crate) fn events(
        &self,
        actor: ActorId,
        part: Tail,
        limit: usize,
    ) -> Result<Vec<Found>, LogError> {
        let (after, last) = match part {
            Tail::After(after) => (after, u64::MAX),
            Tail::Last(seq) => (seq.saturating_sub(limit as u64), seq),
        };
        let wanted = after + 1..=last;
        let mut events = Vec::new();
        let frames = self.search(|segments| {
            let mut frames = Vec::new();
            for segment in segments.iter_mut() {
                let from = (actor.key(), after + 1);
                let entries = segment.index.from(Table::Actors, from, limit + 1)?;
                let place = |(first, offset)| (first, Position { segment: segment.number, offset });
                frames.extend(entries.into_iter().map(place));
                if frames.iter().filter(|(first, _)| *first > after).count() > limit {
                    break;
                }
            }
            Ok(frames)
        })?;
        let mut frames = frames;
        frames.dedup_by_key(|(_, at)| *at);
        // Only the last frame that begins at or before the wanted event can hold it.
        let start = frames.iter().rposition(|(first, _)| *first <= after + 1).unwrap_or(0);
        for (_, at) in frames.into_iter().skip(start) {
            let of_frame = self.found(at)?.into_iter();
            events
                .extend(of_frame.filter(|it| it.actor == actor && wanted.contains(&it.event.seq)));
            if events.len() >= limit {
                events.truncate(limit);
                break;
            }
        }
        Ok(events)
    }

    /// The events that follow from `found`: the next of its chain, and other actors' it led to.
    pub(crate) fn children(&self, found: &Found) -> Result<Vec<Hash>, LogError> {
        let next = self.events(found.actor, Tail::After(found.event.seq), 1)?;
        let next = next.into_iter().filter(|next| next.event.cause.is_none());
        let mut children: Vec<_> = next.map(|next| next.event.hash).collect();
        children.extend(self.caused(found.event.hash)?.into_iter().map(|it| it.event.hash));
        let mut seen = std::collections::HashSet::new();
        children.retain(|child| seen.insert(*child));
        Ok(children)
    }

    /// The events of other actors that name `cause` as their cause.
    pub(crate) fn caused(&self, cause: Hash) -> Result<Vec<Found>, LogError> {
        let mut events = Vec::new();
        for at in self.places(Table::Causes, cause.key())? {
            let caused = self.found(at)?.into_iter();
            events.extend(caused.filter(|found| found.event.cause == Some(cause)));
        }
        Ok(events)
    }

    fn places(&self, table: Table, key: u64) -> Result<Vec<Position>, LogError> {
        self.search(|segments| {
            let mut places = Vec::new();
            for segment in segments.iter_mut().rev() {
                let offsets = segment.index.all(table, key)?;
                let place = |offset| Position { segment: segment.number, offset };
                places.extend(offsets.into_iter().map(place));
            }
            places.dedup();
            Ok(places)
        })
    }

    /// The events of the frame at `at`; none if it is damaged, so that the rest can still be read.
    fn found(&self, at: Position) -> Result<Vec<Found>, LogError> {
        let items = match self.frame(at) {
            Err(LogError::Damaged { .. }) => Vec::new(),
            other => other?,
        };
        let mut all = Vec::new();
        for item in items {
            let Item::Events { actor, mut previous, events } = item else { continue };
            for event in events {
                let hash = event.hash;
                all.push(Found { actor, previous, event, at });
                previous = Some(hash);
            }
        }
        Ok(all)
    }
}
