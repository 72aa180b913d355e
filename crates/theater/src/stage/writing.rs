//! Writing down what an actor did, and only then letting it go.

use std::sync::Arc;

use super::{News, Participant, Stage};
use crate::actor::{Actor, Change, End, Face, Held, Mail, Reply, Status, Wake};
use crate::chain::{Accepted, Event, Item, Link, Position, kinds};
use crate::engine::GuestCall;
use crate::error::TheaterError;
use crate::host::{Delivery, Turn};

/// A message that is accepted with the frame that is being written.
pub(super) struct Accepting {
    to: Arc<Actor>,
    mail: Mail,
    /// When it is to be handled, if not at once.
    due: Option<i64>,
}

impl Stage {
    /// Writes the events of `turn` and lets go what they hold back.
    pub(crate) fn write_down(&self, turn: &mut Turn) -> Result<(), TheaterError> {
        let Some(actor) = turn.actor.clone() else { return Ok(()) };
        if let Some(reason) = &turn.broken {
            return Err(TheaterError::Unwritten(reason.clone()));
        }
        let previous = turn.recorder.written().hash;
        let events = turn.recorder.take();
        let mut items = Vec::new();
        let wrote = !events.is_empty();
        turn.change.open = events.iter().fold(turn.change.open, opened);
        if wrote {
            items.push(Item::Events { actor: actor.id(), previous, events });
        }
        let mut held = Vec::new();
        let (mut accepting, mut leaving) = (Vec::new(), Vec::new());
        for one in std::mem::take(&mut turn.held) {
            match one {
                Held::Delivery(delivery, cause) => {
                    accepting.extend(self.deliver(actor.id(), &delivery, cause));
                    leaving.push(delivery);
                }
                other @ (Held::Answer(..) | Held::Done(_) | Held::Ended(_)) => held.push(other),
            }
        }
        items.extend(accepting.iter().map(Accepting::item));
        let writing = self.writing();
        let appended = if items.is_empty() { Ok(None) } else { self.log.append(&items).map(Some) };
        let at = match appended {
            Ok(at) => at,
            Err(error) => {
                drop(writing);
                let reason = error.to_string();
                held.into_iter().for_each(|one| refuse(one, &reason));
                turn.broken = Some(reason);
                return Err(error.into());
            }
        };
        let ended = held.iter().any(|held| matches!(held, Held::Ended(_)));
        let change = std::mem::take(&mut turn.change);
        turn.addressed.clear();
        self.show(&actor, change, turn.recorder.head(), at);
        if wrote && !ended {
            self.herald.tell(actor.id(), News::Advanced);
        }
        for one in accepting {
            self.hand_over(one, at);
        }
        for delivery in leaving {
            self.leave(&actor, delivery);
        }
        drop(writing);
        for one in held {
            self.release(&actor, one);
        }
        Ok(())
    }

    fn show(&self, actor: &Actor, change: Change, head: Link, at: Option<Position>) {
        actor.mailbox.settle(&change.handled);
        let (before, after, news) = actor.show(|face| {
            let before = face.status;
            let news = face.apply(change, head, at);
            (before, face.status, news)
        });
        self.count(before, after);
        if let Some(news) = news {
            self.herald.tell(actor.id(), news);
        }
    }

    fn release(&self, actor: &Arc<Actor>, held: Held) {
        match held {
            Held::Answer(reply, result) => reply(result),
            Held::Done(done) => done(Ok(())),
            Held::Ended(end) => self.ended(actor, &end),
            Held::Delivery(..) => {}
        }
    }

    /// Accepts a message for `to`: after this it is handled, even if the process dies.
    pub(super) fn accept(&self, accepting: Accepting) -> Result<(), TheaterError> {
        let _writing = self.writing();
        let at = self.log.append(&[accepting.item()])?;
        self.hand_over(accepting, Some(at));
        Ok(())
    }

    fn hand_over(&self, accepting: Accepting, at: Option<Position>) {
        let Accepting { to, mut mail, due } = accepting;
        mail.at = at;
        self.herald.note(to.id());
        if let Some(due) = due {
            return self.alarms.set(&to, due, mail);
        }
        if to.mailbox.push(mail) == Wake::Needed {
            self.schedule(&to);
        }
    }

    /// Turns what leaves an actor into a message for another, if it goes to one.
    fn deliver(
        &self,
        from: crate::ActorId,
        delivery: &Delivery,
        cause: crate::chain::Hash,
    ) -> Option<Accepting> {
        let me = Participant::Actor(from);
        let other = |id: &str| match self.channels.check(id, me) {
            Ok(Participant::Actor(to)) => Some(to),
            Ok(Participant::External) | Err(_) => None,
        };
        let (to, call) = match delivery {
            Delivery::Send(to, data) => (*to, GuestCall::Send(data.clone())),
            Delivery::OnChannel(id, data) => {
                (other(id)?, GuestCall::ChannelMessage(id.clone(), data.clone()))
            }
            Delivery::CloseChannel(id) => (other(id)?, GuestCall::ChannelClose(id.clone())),
            Delivery::Later(_, data) => (from, GuestCall::Send(data.clone())),
        };
        let due = match delivery {
            Delivery::Later(due, _) => Some(*due),
            Delivery::Send(..) | Delivery::OnChannel(..) | Delivery::CloseChannel(_) => None,
        };
        let to = self.actor(to).ok().filter(|to| to.status().is_alive())?;
        Some(Accepting { due, ..Accepting::new(to, call, Some(cause)) })
    }

    /// Lets clients hear what leaves an actor on a channel, once it is on the disk.
    fn leave(&self, actor: &Actor, delivery: Delivery) {
        if let Delivery::Send(..) | Delivery::Later(..) = delivery {
            return;
        }
        let (stage, from) = (self.me(), actor.id());
        let leave: Reply<()> = Box::new(move |_| {
            let Some(stage) = stage else { return };
            match delivery {
                Delivery::Send(..) | Delivery::Later(..) => {}
                Delivery::OnChannel(id, data) => {
                    stage.channels.pass_on(&id, from, &data, &stage.herald);
                }
                Delivery::CloseChannel(id) => stage.channels.close(&id, from, &stage.herald),
            }
        });
        self.durably(actor, leave)(Ok(()));
    }
}

/// Whether a call is open after `event`, if the event says something about that.
pub(super) fn opened(before: Option<Option<u64>>, event: &Event) -> Option<Option<u64>> {
    match &*event.kind {
        kinds::CALL => Some(Some(event.seq)),
        kinds::WOKEN => before,
        kind if kind.contains('/') => before,
        _ => Some(None),
    }
}

/// Tells whoever waits for something that was to be written that it counts for nothing.
pub(crate) fn refuse(held: Held, reason: &str) {
    let error = || TheaterError::Unwritten(reason.to_owned());
    match held {
        Held::Answer(reply, _) => reply(Err(error())),
        Held::Done(done) => done(Err(error())),
        Held::Ended(_) | Held::Delivery(..) => {}
    }
}

impl Accepting {
    pub(super) fn new(to: Arc<Actor>, call: GuestCall, cause: Option<crate::chain::Hash>) -> Self {
        let number = Some(to.next_number());
        Self { to, mail: Mail { number, cause, ..Mail::new(call) }, due: None }
    }

    /// What the log holds of it.
    fn item(&self) -> Item {
        match self.due {
            Some(due) => Item::Later(self.accepted(), due),
            None => Item::Accepted(self.accepted()),
        }
    }

    fn accepted(&self) -> Accepted {
        let call = &self.mail.call;
        Accepted {
            actor: self.to.id(),
            number: self.mail.number.unwrap_or_default(),
            function: call.function().into(),
            params: call.params().into_iter().map(|blob| blob.0.to_vec()).collect(),
            cause: self.mail.cause,
        }
    }
}

impl Face {
    /// Takes over what was written, and says if that is news.
    fn apply(&mut self, change: Change, head: Link, at: Option<Position>) -> Option<News> {
        self.head = head;
        self.head_at = at.unwrap_or(self.head_at);
        let mut news = None;
        if change.mended {
            self.damage = None;
        }
        if let Some((seq, state)) = change.state {
            self.state = state;
            self.state_at = at.map(|at| (at, seq)).or(self.state_at);
        }
        if let Some(component) = change.component {
            self.component = component;
        }
        if let Some(failure) = change.failure {
            self.failure = failure;
        }
        self.open = change.open.unwrap_or(self.open);
        self.dead.extend(change.dead);
        self.gave_up = change.gave_up.unwrap_or(self.gave_up);
        if change.restarted {
            self.restarts += 1;
            news = Some(News::Restarted);
        }
        if let Some(status) = change.status {
            if status != self.status {
                news = news.or(News::of(self.status, status));
            }
            self.status = status;
            self.began |= status == Status::Running && change.calls.iter().any(|(_, well)| *well);
            if !matches!(status, Status::Running | Status::Starting) {
                self.state = None;
            }
        }
        if let Some((used, peak)) = change.memory {
            self.metrics.memory = used as u64;
            self.metrics.peak_memory = self.metrics.peak_memory.max(peak as u64);
        }
        for (spent, well) in change.calls {
            self.metrics.count(spent, well);
        }
        news
    }
}

impl crate::actor::Metrics {
    fn count(&mut self, spent: u64, well: bool) {
        self.min_ns = if self.operations == 0 { spent } else { self.min_ns.min(spent) };
        self.operations += 1;
        self.failed += u64::from(!well);
        self.total_ns = self.total_ns.saturating_add(spent);
        self.max_ns = self.max_ns.max(spent);
    }
}

impl Stage {
    /// Tells the house and the supervisor that an actor ended.
    fn ended(&self, actor: &Arc<Actor>, end: &End) {
        let ends = self.channels.leave(actor.id(), &self.herald);
        self.tell_of_ends(ends);
        self.processes.end(Some(actor.id()));
        if !self.supervise(actor, end) {
            self.servers.end(Some(actor.id()));
            for mail in actor.mailbox.drain_awaited() {
                let status = actor.status().name();
                let error = TheaterError::NotRunning { id: actor.id(), status };
                if let Some(reply) = mail.reply {
                    reply(Err(error));
                }
            }
        }
    }
}
