//! Events as they are committed, for any number of readers, without gaps.
//!
//! A reader follows from a number: it is given history first and then what is live; a reader that
//! falls behind goes back to history, so slowness costs it time and never an event.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::Event;

const HISTORY_PAGE: usize = 256;

/// Why a follower cannot go on.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FeedError {
    /// The journal could not be read.
    #[error("the journal could not be read: {0}")]
    History(String),
    /// The journal was closed.
    #[error("the journal is closed")]
    Closed,
    /// Events the follower asked for were moved to an archive.
    #[error("events up to {sealed} are archived, follow from there")]
    Archived {
        /// The last archived number.
        sealed: u64,
    },
}

type History =
    Arc<dyn Fn(u64, usize) -> BoxFuture<'static, Result<Vec<Arc<Event>>, FeedError>> + Send + Sync>;

/// The source every subscription reads from.
#[derive(Clone)]
pub struct EventFeed {
    live: broadcast::Sender<Arc<Event>>,
    history: History,
}

impl EventFeed {
    /// A feed holding `capacity` live events, which reads older ones by `history(after, limit)`.
    pub fn new(
        capacity: usize,
        history: impl Fn(u64, usize) -> BoxFuture<'static, Result<Vec<Arc<Event>>, FeedError>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self { live: broadcast::Sender::new(capacity), history: Arc::new(history) }
    }

    /// Hands a committed event to every follower; events must come in order of their number.
    pub fn publish(&self, event: Arc<Event>) {
        // Nobody following is not an error: followers read history when they come.
        drop(self.live.send(event));
    }

    /// Follows every event with a number greater than `after`.
    pub fn follow(&self, after: u64) -> Follower {
        Follower {
            live: self.live.subscribe(),
            history: self.history.clone(),
            pending: VecDeque::new(),
            last: after,
            caught_up: false,
        }
    }
}

/// One reader's place in the feed.
pub struct Follower {
    live: broadcast::Receiver<Arc<Event>>,
    history: History,
    pending: VecDeque<Arc<Event>>,
    last: u64,
    caught_up: bool,
}

impl Follower {
    /// The next event, waiting for it if need be.
    pub async fn next(&mut self) -> Result<Arc<Event>, FeedError> {
        loop {
            if let Some(event) = self.pending.pop_front() {
                self.last = event.seq;
                return Ok(event);
            }
            if !self.caught_up {
                let page = (self.history)(self.last, HISTORY_PAGE).await?;
                self.caught_up = page.is_empty();
                self.pending.extend(page);
                continue;
            }
            match self.live.recv().await {
                Ok(event) if event.seq == self.last + 1 => self.pending.push_back(event),
                Ok(event) if event.seq <= self.last => {}
                Ok(_) | Err(RecvError::Lagged(_)) => self.caught_up = false,
                Err(RecvError::Closed) => return Err(FeedError::Closed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::value::RawValue;

    use super::*;
    use crate::Timestamp;

    fn event(seq: u64) -> Arc<Event> {
        let text: Arc<str> = Arc::from("t");
        Arc::new(Event {
            seq,
            at: Timestamp(0),
            service: text.clone(),
            kind: text.clone(),
            stream: text.clone(),
            principal: text,
            data: RawValue::NULL.to_owned(),
            touches: Vec::new(),
            hash: [0; 32],
        })
    }

    #[tokio::test]
    async fn a_follower_that_lags_far_behind_still_sees_every_event_once_and_in_order() {
        let log = Arc::new(Mutex::new(Vec::<Arc<Event>>::new()));
        let reading = log.clone();
        let feed = EventFeed::new(4, move |after, limit| {
            let page: Vec<_> = reading
                .lock()
                .unwrap()
                .iter()
                .filter(|event| event.seq > after)
                .take(limit)
                .cloned()
                .collect();
            Box::pin(async move { Ok(page) })
        });
        let mut early = feed.follow(0);
        let mut late = feed.follow(700);
        let writer = tokio::spawn(async move {
            for seq in 1..=1000 {
                log.lock().unwrap().push(event(seq));
                feed.publish(event(seq));
                if seq % 100 == 0 {
                    tokio::task::yield_now().await;
                }
            }
            feed
        });
        for expected in 1..=1000 {
            assert_eq!(early.next().await.unwrap().seq, expected);
        }
        for expected in 701..=1000 {
            assert_eq!(late.next().await.unwrap().seq, expected);
        }
        drop(writer.await.unwrap());
        assert!(matches!(early.next().await, Err(FeedError::Closed)));
    }
}
