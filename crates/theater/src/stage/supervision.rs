//! What happens when an actor ends: its parent is told, and it is started again or not, in OTP's
//! words. Nothing here blocks: decisions become orders to the actors.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Stage;
use crate::Status;
use crate::actor::{Actor, End, Order, Wake};
use crate::engine::GuestCall;
use crate::lock::lock;
use crate::manifest::{Restart, Strategy};

impl Stage {
    /// Decides what follows from an actor's end; true if it is started again.
    pub(super) fn supervise(&self, actor: &Arc<Actor>, end: &End) -> bool {
        if self.is_closing() {
            return false;
        }
        let parent = actor.birth.parent.and_then(|parent| self.actor(parent).ok());
        if let Some(parent) = &parent {
            let id = actor.id().to_string();
            match end {
                End::Failed(reason) | End::GaveUp(reason) => {
                    self.tell_parent(parent, GuestCall::ChildError(id, reason.clone()));
                }
                End::Exited(result) => {
                    self.tell_parent(parent, GuestCall::ChildExit(id, result.clone()));
                }
                End::Stopped => {}
            }
        }
        if let End::GaveUp(reason) = end {
            self.escalate(actor, parent.as_ref(), reason);
        }
        let again = wants_restart(actor, end);
        if again {
            self.try_again(actor, parent.as_ref(), end);
        }
        again
    }

    /// Decides what was not decided when the process ended: whether actors that had failed are
    /// started again.
    pub(super) fn supervise_all(&self) {
        for actor in self.all() {
            let face = actor.face();
            let undecided = face.status == Status::Failed && !face.gave_up && face.damage.is_none();
            let end = End::Failed(face.failure.unwrap_or_default());
            if undecided && wants_restart(&actor, &end) {
                let parent = actor.birth.parent.and_then(|parent| self.actor(parent).ok());
                self.try_again(&actor, parent.as_ref(), &end);
            }
        }
    }

    fn try_again(&self, actor: &Arc<Actor>, parent: Option<&Arc<Actor>>, end: &End) {
        let supervisor = parent.unwrap_or(actor);
        let settings = supervisor.birth.manifest.supervision;
        let now = Instant::now();
        let window = Duration::from_secs(settings.max_seconds);
        let too_often = {
            let mut restarts = lock(&supervisor.restarts);
            restarts.retain(|at| now.duration_since(*at) < window);
            restarts.push_back(now);
            restarts.len() > settings.max_restarts as usize
        };
        if too_often {
            let reason = format!(
                "it was started again {} times within {} seconds",
                settings.max_restarts, settings.max_seconds
            );
            self.give(actor, Order::GiveUp { reason });
            return;
        }
        let reason = match end {
            End::Failed(reason) | End::GaveUp(reason) => reason.clone(),
            End::Exited(_) | End::Stopped => "it ended".to_owned(),
        };
        let strategy = parent.map_or(Strategy::OneForOne, |_| settings.strategy);
        for one in self.affected(actor, parent, strategy) {
            self.give(&one, Order::Restart { reason: reason.clone(), done: None });
        }
    }

    /// The actors that are started again together with `actor`.
    fn affected(
        &self,
        actor: &Arc<Actor>,
        parent: Option<&Arc<Actor>>,
        strategy: Strategy,
    ) -> Vec<Arc<Actor>> {
        let siblings = parent.map_or_else(Vec::new, |parent| self.children(parent.id()));
        let own = siblings.iter().position(|sibling| sibling.id() == actor.id()).unwrap_or(0);
        let with = |(at, sibling): &(usize, Arc<Actor>)| match strategy {
            Strategy::OneForOne => false,
            Strategy::OneForAll => sibling.id() != actor.id(),
            Strategy::RestForOne => *at > own,
        };
        let others = siblings.into_iter().enumerate().filter(with).map(|(_, sibling)| sibling);
        // A child that is not to be started again stays down, as in OTP.
        let others = others.filter(|sibling| {
            let temporary = sibling.birth.manifest.supervision.restart == Restart::Temporary;
            sibling.status().is_alive() || (!temporary && sibling.status() == Status::Failed)
        });
        std::iter::once(actor.clone()).chain(others).collect()
    }

    /// A child that cannot be kept alive takes its siblings down, and fails its supervisor.
    fn escalate(&self, actor: &Arc<Actor>, parent: Option<&Arc<Actor>>, reason: &str) {
        let Some(parent) = parent else { return };
        for sibling in self.children(parent.id()) {
            if sibling.id() != actor.id() && sibling.status().is_alive() {
                let reason = "a sibling was started again too often".to_owned();
                self.give(&sibling, Order::Stop { reason, result: None, done: None });
            }
        }
        let reason = format!("child `{}`: {reason}", actor.id());
        self.give(parent, Order::Fail { reason });
    }

    fn give(&self, actor: &Arc<Actor>, order: Order) {
        if actor.mailbox.order(order) == Wake::Needed {
            self.schedule(actor);
        }
    }
}

fn wants_restart(actor: &Actor, end: &End) -> bool {
    match (actor.birth.manifest.supervision.restart, end) {
        (_, End::Stopped | End::GaveUp(_)) | (Restart::Temporary, _) => false,
        (Restart::Transient, end) => matches!(end, End::Failed(_)),
        (Restart::Permanent, _) => true,
    }
}
