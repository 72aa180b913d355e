//! What the theater itself tells an actor: stop, begin again, change, sleep.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::turn::{Acting, End, Held};
use super::{Mail, Order, Reply, Status};
use crate::chain::{Blob, Payload};
use crate::engine::GuestCall;
use crate::error::{CallFailure, TheaterError};

impl Acting<'_> {
    pub(super) fn order(&mut self, order: Order) {
        match order {
            Order::Stop { reason, result, done } => {
                if self.status() != Status::Stopped {
                    self.stop(&reason, result, Some(End::Stopped));
                }
                self.done(done);
            }
            Order::Restart { reason, done } => {
                self.restart(reason);
                self.done(done);
            }
            Order::Update { component, done } => {
                self.body.sleep(self.stage, self.actor);
                self.turn.change.component = Some(component);
                self.turn.recorder.record(None, &Payload::Updated { component });
                self.revive();
                self.done(done);
            }
            Order::Restore { event, state, done } => {
                self.body.sleep(self.stage, self.actor);
                let payload = Payload::Restored { event, state: state.clone().map(Blob) };
                self.turn.recorder.record(None, &payload);
                self.turn.change.state = Some((self.turn.recorder.head().seq, state.clone()));
                self.turn.change.mended = true;
                self.body.state = Some(state);
                self.revive();
                self.done(done);
            }
            Order::Passivate => self.passivate(),
            Order::Fail { reason } => self.fail(&reason, End::Failed(reason.clone())),
            Order::GiveUp { reason } => self.fail(&reason, End::GaveUp(reason.clone())),
        }
    }

    fn status(&self) -> Status {
        self.turn.change.status.unwrap_or_else(|| self.actor.status())
    }

    fn done(&mut self, done: Option<Reply<()>>) {
        self.turn.held.extend(done.map(Held::Done));
    }

    /// Makes the actor take messages again.
    fn revive(&mut self) {
        self.actor.stop.clear();
        self.turn.change.failure = Some(None);
        self.turn.change.gave_up = Some(false);
        self.turn.change.status = Some(Status::Running);
    }

    /// Goes on from the last good state, if the chain or the state is damaged; the chain says so.
    fn mend(&mut self) {
        let damaged = self.actor.face().damage.is_some();
        if !damaged && self.body.state(self.stage, self.actor).is_ok() {
            return;
        }
        let (event, state) = self.stage.last_good_state(self.actor);
        let payload = Payload::Restored { event, state: state.clone().map(Blob) };
        self.turn.recorder.record(None, &payload);
        self.turn.change.state = Some((self.turn.recorder.head().seq, state.clone()));
        self.turn.change.mended = true;
        self.body.state = Some(state);
    }

    fn restart(&mut self, reason: String) {
        // An actor whose first call never succeeded is called for the first time again.
        let never_began = self.status() == Status::Starting || !self.body.began;
        self.body.sleep(self.stage, self.actor);
        let failure = CallFailure::Said("the actor was restarted".to_owned());
        self.refuse_outstanding("handle-request", &failure);
        self.mend();
        self.turn.recorder.record(None, &Payload::Restarted { reason });
        self.turn.change.restarted = true;
        self.revive();
        if never_began {
            self.turn.change.status = Some(Status::Starting);
            let call = GuestCall::Init(self.actor.id().to_string());
            self.actor.mailbox.push_first(Mail::new(call));
        }
    }

    /// Ends the actor: nobody waits for it any longer, and its end names what it did not come to.
    pub(super) fn stop(&mut self, reason: &str, result: Option<Arc<[u8]>>, end: Option<End>) {
        self.body.sleep(self.stage, self.actor);
        self.body.state = None;
        let handled = &self.turn.change.handled;
        let accepted = self.actor.mailbox.accepted().into_iter();
        let left: BTreeMap<_, _> = accepted.filter(|(it, _)| !handled.contains(it)).collect();
        let payload = Payload::Stopped {
            reason: reason.to_owned(),
            result: result.clone().map(Blob),
            unhandled: left.keys().copied().collect(),
        };
        self.turn.change.dead = left;
        self.turn.recorder.record(None, &payload);
        self.turn.change.status = Some(Status::Stopped);
        self.refuse_outstanding("handle-request", &CallFailure::Stopped);
        let mut left = Vec::from(std::mem::take(&mut self.batch));
        left.extend(self.actor.mailbox.drain());
        self.refuse(left);
        self.turn.held.push(Held::Ended(end.unwrap_or(End::Exited(result))));
    }

    fn refuse(&mut self, mails: Vec<Mail>) {
        for mail in mails {
            let status = self.status().name();
            let error = TheaterError::NotRunning { id: self.actor.id(), status };
            self.turn.held.extend(mail.reply.map(|reply| Held::Answer(reply, Err(error))));
        }
    }

    fn passivate(&mut self) {
        let (waiting, _) = self.actor.mailbox.waiting();
        if waiting == 0 {
            self.fall_asleep();
        }
    }

    /// Gives the instance up, unless somebody waits for an answer of it.
    pub(super) fn fall_asleep(&mut self) {
        let idle = self.body.outstanding.is_empty() && self.body.live.is_some();
        if idle && self.status() == Status::Running {
            self.body.sleep(self.stage, self.actor);
            self.body.state = None;
            self.actor.mailbox.shrink();
            self.turn.change.status = Some(Status::Passive);
        }
    }

    fn fail(&mut self, reason: &str, end: End) {
        self.body.sleep(self.stage, self.actor);
        self.turn.recorder.record(None, &Payload::GaveUp { reason: reason.to_owned() });
        self.turn.change.failure = Some(Some(reason.to_owned()));
        self.turn.change.gave_up = Some(matches!(end, End::GaveUp(_)));
        self.turn.change.status = Some(Status::Failed);
        self.refuse_outstanding("handle-request", &CallFailure::Said(reason.to_owned()));
        let awaited = self.actor.mailbox.drain_awaited();
        self.refuse(awaited);
        self.turn.held.push(Held::Ended(end));
    }
}
