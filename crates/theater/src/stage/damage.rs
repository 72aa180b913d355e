//! Damage of the log: what is lost of an actor's chain, its last good state, and going on when the log
//! can be written again.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Record, Stage};
use crate::actor::{Actor, Wake};
use crate::chain::{Found, Hash, Link, LogError, Payload, Position, Tail};
use crate::{ActorId, Status};

/// Events that are looked at together on the way back to a state.
const PAGE: u64 = 100;

impl Record {
    /// Puts the actor aside: it does not run until somebody starts it again.
    pub(super) fn put_aside(&mut self, damage: &str) {
        tracing::error!(actor = %self.id, damage, "an actor is put aside");
        if self.status != Status::Stopped {
            self.status = Status::Failed;
            self.failure = Some(damage.to_owned());
        }
        self.damage = Some(damage.into());
    }

    /// Compares the chain with how far the database knows that it came. What is missing stays
    /// missing: the chain goes on behind the event that is known.
    pub(super) fn compare(&mut self, known: Link) {
        if known.seq > self.head.seq {
            let (ends, seq) = (self.head.seq, known.seq);
            self.head = known;
            self.put_aside(&format!("its log ends at event {ends}, but event {seq} is known"));
        } else if known.seq == self.head.seq && known.hash != self.head.hash {
            self.put_aside(&format!("its log has another event {} than is known", known.seq));
        }
    }
}

impl Stage {
    /// Whether the end of an actor's chain is where its record says; only what was read as a whole
    /// at the start is looked at, and that the log reaches so far.
    pub(super) fn check_head(&self, record: &mut Record) {
        if record.head.seq == 0 || record.damage.is_some() {
            return;
        }
        let Some(at) = record.head_at else { return };
        let end = self.log.end();
        let gone = at >= end || (at.segment == end.segment && self.log.frame(at).is_err());
        if gone {
            let seq = record.head.seq;
            record.put_aside(&format!("event {seq}, the last of its log that is known, is lost"));
        }
    }

    /// The newest state of an actor that can still be read, and the event that holds it.
    pub(crate) fn last_good_state(&self, actor: &Actor) -> (Option<Hash>, Option<Arc<[u8]>>) {
        let found = self.newest_state(actor.id(), actor.face().head.seq);
        found.map_or((None, None), |(found, state)| (Some(found.event.hash), state))
    }

    fn newest_state(&self, actor: ActorId, head: u64) -> Option<(Found, Option<Arc<[u8]>>)> {
        let mut until = head;
        while until > 0 {
            let limit = usize::try_from(PAGE.min(until)).unwrap_or(1);
            let page = self.log.events(actor, Tail::Last(until), limit).unwrap_or_default();
            for found in page.into_iter().rev() {
                let payload = Payload::read(&found.event.kind, &found.event.data);
                if let Some(state) = payload.ok().and_then(|payload| payload.state()) {
                    return Some((found, state));
                }
            }
            until = until.saturating_sub(PAGE);
        }
        None
    }

    /// Where the newest state of an actor stands that can still be read.
    pub(super) fn good_place(&self, record: &Record) -> Option<(Position, u64)> {
        let known = record.state_at.filter(|at| self.state_at(Some(*at)).is_ok());
        let found = || self.newest_state(record.id, record.head.seq);
        known.or_else(|| found().map(|(found, _)| (found.at, found.event.seq)))
    }

    /// Puts messages back that were handled by what could not be written, before all others.
    pub(crate) fn take_again(&self, actor: &Actor, handled: &[u64]) {
        let places = actor.mailbox.accepted();
        let mut mails = VecDeque::new();
        for number in handled {
            let Some(at) = places.get(number) else { continue };
            match self.accepted(actor.id(), *number, *at) {
                Ok((mail, _)) => mails.push_back(mail),
                Err(error) => {
                    tracing::error!(%error, actor = %actor.id(), number, "a message is lost");
                }
            }
        }
        actor.mailbox.put_back(&mut mails);
    }

    /// Tries to write while the log could not be written; once it can, all actors go on.
    pub(crate) fn heal(&self) {
        if self.log.trouble().is_none() {
            return;
        }
        match self.log.append(&[]) {
            Ok(_) => tracing::info!("the actors' log can be written again"),
            Err(LogError::File { .. }) => return,
            Err(error) => return tracing::error!(%error, "the actors' log cannot be tried"),
        }
        for actor in self.all() {
            if actor.mailbox.look() == Wake::Needed {
                self.schedule(&actor);
            }
        }
    }
}
