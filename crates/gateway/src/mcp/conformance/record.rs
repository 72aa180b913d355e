//! The events the fixtures cause, kept in memory and published to the gateway's feed.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Event, EventFeed, Timestamp, Touch};
use serde_json::value::RawValue;

use super::NAME;

const LIVE_EVENTS: usize = 64;

/// The record of the fixtures.
pub(super) struct Record {
    events: Arc<Mutex<Vec<Arc<Event>>>>,
    feed: EventFeed,
}

impl Record {
    pub(super) fn new() -> (Self, EventFeed) {
        let events: Arc<Mutex<Vec<Arc<Event>>>> = Arc::default();
        let history = events.clone();
        let feed = EventFeed::new(LIVE_EVENTS, move |after, limit| {
            let events = history.lock().unwrap_or_else(PoisonError::into_inner);
            let newer = events.iter().filter(|event| event.seq > after);
            let page: Vec<_> = newer.take(limit).cloned().collect();
            Box::pin(std::future::ready(Ok(page)))
        });
        (Self { events, feed: feed.clone() }, feed)
    }

    /// Writes down that `touch` changed, and lets everybody know.
    pub(super) fn add(&self, kind: &str, touch: Touch) {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let before = events.last().map_or([0; 32], |event| event.hash);
        let name: Arc<str> = Arc::from(NAME);
        let event = Arc::new(Event {
            seq: events.last().map_or(1, |event| event.seq + 1),
            at: Timestamp::now(),
            service: name.clone(),
            kind: Arc::from(kind),
            stream: name,
            principal: Arc::from("local"),
            data: RawValue::NULL.to_owned(),
            touches: vec![touch],
            hash: *blake3::keyed_hash(&before, kind.as_bytes()).as_bytes(),
        });
        events.push(event.clone());
        // Published before the lock is let go, so that followers see the order of the record.
        self.feed.publish(event);
    }
}
