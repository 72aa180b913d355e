//! Room for instances: who has one, how many there may be, and who is quiet enough to give it up.
//!
//! It counts and orders actors; what giving up an instance means it does not know.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::ActorId;
use crate::actor::Actor;
use crate::lock::lock;

/// How many more instances than the pool has places make it worth looking for idle ones.
const CROWD: usize = 256;
/// Of so many instances one is given up at once when there is no room, so that not every start has
/// to look through all of them.
const GIVEN_UP: usize = 16;

/// Who has an instance.
pub(super) struct Room {
    awake: Mutex<HashMap<ActorId, Arc<Actor>>>,
    freed: Condvar,
    crowded: Notify,
    places: usize,
    most: usize,
    opened: Instant,
}

impl Room {
    /// Room for `most` instances, of which `places` are in the pool.
    pub(super) fn new(places: usize, most: usize) -> Self {
        Self {
            awake: Mutex::default(),
            freed: Condvar::new(),
            crowded: Notify::new(),
            places,
            most: most.max(1),
            opened: Instant::now(),
        }
    }

    /// How many instances there may be.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Microseconds since the room was opened.
    pub(super) fn clock(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Whether another instance fits now.
    pub(super) fn is_free(&self) -> bool {
        lock(&self.awake).len() < self.most
    }

    /// Takes a place for an actor, if there is one.
    pub(super) fn enter(&self, actor: &Arc<Actor>) -> bool {
        let mut awake = lock(&self.awake);
        if awake.len() >= self.most && !awake.contains_key(&actor.id()) {
            return false;
        }
        awake.insert(actor.id(), actor.clone());
        if awake.len() > self.places && awake.len().is_multiple_of(CROWD) {
            self.crowded.notify_one();
        }
        true
    }

    /// Gives the place of an actor back.
    pub(super) fn leave(&self, id: ActorId) {
        if lock(&self.awake).remove(&id).is_some() {
            self.freed.notify_one();
        }
    }

    /// Waits until a place was given back, or for `most`.
    pub(super) fn wait(&self, most: Duration) {
        let awake = lock(&self.awake);
        if awake.len() >= self.most {
            // Whoever waits looks again, whatever woke it.
            drop(self.freed.wait_timeout(awake, most));
        }
    }

    /// Waits until more actors have an instance than the pool has places for, by another crowd.
    pub(super) async fn crowded(&self) {
        self.crowded.notified().await;
    }

    /// The actors that have been quiet for as long as their manifest says.
    pub(super) fn idle(&self) -> Vec<Arc<Actor>> {
        let now = self.clock();
        let quiet = |actor: &&Arc<Actor>| {
            let after = actor.birth.manifest.limits.passivate_after_ms;
            after > 0 && now.saturating_sub(actor.rested_at()) >= after.saturating_mul(1000)
        };
        lock(&self.awake).values().filter(quiet).cloned().collect()
    }

    /// The actors that may give up their instance, those without messages and the longest quiet
    /// first, and how many of them should.
    pub(super) fn least_needed(&self) -> (Vec<Arc<Actor>>, usize) {
        let awake = lock(&self.awake);
        let may = |actor: &&Arc<Actor>| actor.birth.manifest.limits.passivate_after_ms > 0;
        let mut actors: Vec<_> = awake.values().filter(may).cloned().collect();
        drop(awake);
        actors.sort_by_cached_key(|actor| (actor.mailbox.waiting().0 > 0, actor.rested_at()));
        (actors, self.most.div_ceil(GIVEN_UP))
    }
}
