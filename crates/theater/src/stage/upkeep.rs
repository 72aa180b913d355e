//! Instances are given up: now and then by actors that are idle, at once when there is no room.

use std::sync::{Arc, TryLockError};
use std::time::{Duration, Instant};

use super::Stage;
use crate::actor::{self, Actor, Order, Wake};
use crate::error::TheaterError;

/// How often whoever waits for room looks for an actor that has become idle meanwhile.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

impl Stage {
    /// Waits until more actors have an instance than the pool has places for, by another crowd.
    pub(crate) async fn crowded(&self) {
        self.room.crowded().await;
    }

    /// Puts actors to sleep that had nothing to do for as long as their manifest says.
    pub(crate) fn passivate_idle(&self) {
        for actor in self.room.idle() {
            if actor.mailbox.order_if_idle(Order::Passivate) == Wake::Needed {
                self.schedule(&actor);
            }
        }
    }

    /// Takes room for an actor's instance, if there is some now or a sleeper makes some.
    pub(crate) fn admit(&self, actor: &Arc<Actor>) -> bool {
        self.room.enter(actor) || (self.make_room() && self.room.enter(actor))
    }

    /// Takes room for an actor's instance, waiting for it as long as the configuration says.
    pub(crate) async fn admit_later(&self, actor: &Arc<Actor>) -> bool {
        let until = Instant::now() + self.config.room_wait;
        while Instant::now() < until && !self.is_closing() {
            if self.admit(actor) {
                return true;
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        false
    }

    /// Gives the room of an actor's instance back.
    pub(crate) fn sleeps(&self, actor: &Actor) {
        self.room.leave(actor.id());
    }

    /// Notes that an actor's turn ended.
    pub(crate) fn rests(&self, actor: &Actor) {
        actor.rest_at(self.room.clock());
    }

    /// Waits until another instance fits.
    pub(super) fn await_room(&self) -> Result<(), TheaterError> {
        if self.room.is_free() || self.wait_for(|| self.make_room() || self.room.is_free()) {
            return Ok(());
        }
        Err(self.no_room())
    }

    /// What somebody is told for whom there is no room.
    pub(crate) fn no_room(&self) -> TheaterError {
        let most = self.room.most();
        let detail = format!("{most} actors have an instance and none of them may give it up");
        TheaterError::Limit { limit: "theater.instances", detail }
    }

    fn wait_for(&self, mut room: impl FnMut() -> bool) -> bool {
        let until = Instant::now() + self.config.room_wait;
        loop {
            if room() {
                return true;
            }
            if Instant::now() >= until || self.is_closing() {
                return false;
            }
            self.room.wait(LOOK_AGAIN);
        }
    }

    /// Lets the actors sleep that have been quiet for longest; false if none of them may.
    pub(crate) fn make_room(&self) -> bool {
        let Some(stage) = self.me() else { return false };
        let (actors, enough) = self.room.least_needed();
        let retired = actors.iter().filter(|actor| stage.retire(actor)).take(enough).count();
        retired > 0
    }

    /// Lets an actor sleep at once, unless somebody runs it or waits for its answer. It does not
    /// wait for other actors, so that whoever holds one may call it.
    fn retire(self: &Arc<Self>, actor: &Arc<Actor>) -> bool {
        let mut body = match actor.body.try_lock() {
            Ok(body) => body,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        // A turn that has the body runs or waits.
        body.as_mut().is_some_and(|body| actor::retire(self, actor, body))
    }
}
