//! What is done for idle actors now and then: their instances are given up.

use std::time::{Duration, Instant};

use super::Stage;
use crate::actor::{Order, Wake};
use crate::lock::lock;

/// How many more instances than the pool has places make it worth looking for idle ones.
const CROWD: usize = 256;

impl Stage {
    /// Waits until more actors have an instance than the pool has places for, by another crowd.
    pub(crate) async fn crowded(&self) {
        self.crowded.notified().await;
    }

    /// Notes how many actors have an instance.
    pub(super) fn note_crowd(&self, awake: usize) {
        let places = usize::try_from(self.config.pool).unwrap_or(usize::MAX);
        if awake > places && awake.is_multiple_of(CROWD) {
            self.crowded.notify_one();
        }
    }

    /// Puts actors to sleep that had nothing to do for as long as their manifest says.
    pub(crate) fn passivate_idle(&self) {
        let now = Instant::now();
        let mut idle = Vec::new();
        for (actor, seen) in lock(&self.awake).values_mut() {
            let operations = actor.show(|face| face.metrics.operations);
            if seen.operations != operations {
                *seen = super::Seen { operations, at: now };
            }
            let after = actor.birth.manifest.limits.passivate_after_ms;
            let quiet = now.duration_since(seen.at) >= Duration::from_millis(after);
            if after > 0 && quiet {
                idle.push(actor.clone());
            }
        }
        for actor in idle {
            if actor.mailbox.order(Order::Passivate) == Wake::Needed {
                self.schedule(&actor);
            }
        }
    }
}
