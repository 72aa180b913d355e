//! Messages: who may get one, how one is accepted, and how an answer is waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

use tokio::runtime::{Handle, RuntimeFlavor};

use super::lifecycle::awaited;
use super::writing::Accepting;
use super::{Channels, Participant, Stage, alive};
use crate::ActorId;
use crate::actor::{Actor, Mail, Reply, Wake};
use crate::chain::Hash;
use crate::config::Durability;
use crate::engine::{GuestCall, Response};
use crate::error::TheaterError;
use crate::lock::lock;
use crate::manifest::HandlerKind;
use crate::pool;

type Bytes = Arc<[u8]>;

/// Calls that run on the threads of tasks at once, so that some are left for everything else.
const MOST_NEAR: usize = 2;

/// A call runs on a task's thread while this is held.
struct Near<'a>(&'a AtomicUsize);

impl Drop for Near<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Stage {
    /// The actor named `to`, if it can take a message of `size` bytes now.
    /// It takes one if there is room behind those that are `coming` to it.
    pub(crate) fn receiver(
        &self,
        to: &str,
        size: usize,
        coming: impl FnOnce(ActorId) -> usize,
    ) -> Result<ActorId, TheaterError> {
        self.able_behind(to, size, coming).map(|actor| actor.id())
    }

    fn able(&self, to: &str, size: usize) -> Result<Arc<Actor>, TheaterError> {
        self.able_behind(to, size, |_| 0)
    }

    fn able_behind(
        &self,
        to: &str,
        size: usize,
        coming: impl FnOnce(ActorId) -> usize,
    ) -> Result<Arc<Actor>, TheaterError> {
        self.check_writable()?;
        let most = self.config.message_bytes;
        if size > most {
            let detail = format!("a message of {size} bytes is larger than {most}");
            return Err(TheaterError::Limit { limit: "theater.message_bytes", detail });
        }
        let actor = self.named(to)?;
        alive(&actor)?;
        if actor.birth.manifest.handler(HandlerKind::MessageServer).is_none() {
            return Err(TheaterError::Refused {
                what: to.to_owned(),
                why: "its manifest declares no `message-server` handler".to_owned(),
            });
        }
        if !actor.mailbox.has_room(coming(actor.id())) {
            let detail = format!("the mailbox of actor `{to}` is full");
            return Err(TheaterError::Limit { limit: "mailbox", detail });
        }
        Ok(actor)
    }

    /// Accepts a message that wants no answer: from now on it will be handled.
    pub(crate) fn send(&self, to: &str, data: Bytes) -> Result<ActorId, TheaterError> {
        let actor = self.able(to, data.len())?;
        let id = actor.id();
        self.accept(Accepting::new(actor, GuestCall::Send(data), None))?;
        Ok(id)
    }

    /// A reply that leaves the house: it is given when the events it rests on are on the disk.
    pub(crate) fn durably<T: Send + 'static>(&self, actor: &Actor, reply: Reply<T>) -> Reply<T> {
        if self.durability(actor) == Durability::Written {
            return reply;
        }
        let log = self.log.clone();
        Box::new(move |result| {
            log.when_synced(Box::new(move |synced| {
                reply(result.and_then(|answer| {
                    synced.map_err(TheaterError::from)?;
                    Ok(answer)
                }));
            }));
        })
    }

    /// Waits until what was accepted for `actor` so far may be acknowledged to somebody outside.
    pub(crate) async fn acknowledged(&self, actor: ActorId) -> Result<(), TheaterError> {
        match self.durability(&*self.actor(actor)?) {
            Durability::Written => Ok(()),
            Durability::Synced => Ok(crate::telling::synced(&self.log).await?),
        }
    }

    fn durability(&self, actor: &Actor) -> Durability {
        actor.birth.manifest.durability.unwrap_or(self.config.durability)
    }

    /// Hands a request over; the answer comes by `reply`.
    pub(crate) fn request(
        &self,
        to: &str,
        data: Bytes,
        reply: Reply<Response>,
    ) -> Result<ActorId, TheaterError> {
        let (actor, mail) = self.asked(to, data, reply)?;
        self.post(&actor, mail);
        Ok(actor.id())
    }

    /// Hands a request over from a task; one for an idle actor that is known to be quick is handled
    /// on the task's own thread, because to wake another one takes longer than the call.
    pub(crate) fn request_near(
        &self,
        to: &str,
        data: Bytes,
        reply: Reply<Response>,
    ) -> Result<ActorId, TheaterError> {
        let (actor, mut mail) = self.asked(to, data, reply)?;
        mail.reply = mail.reply.map(|reply| self.durably(&actor, reply));
        match self.near(&actor) {
            Some(_near) => tokio::task::block_in_place(|| self.run_here(&actor, mail)),
            None => self.post(&actor, mail),
        }
        Ok(actor.id())
    }

    /// Who is asked, and the mail that asks.
    fn asked(
        &self,
        to: &str,
        data: Bytes,
        reply: Reply<Response>,
    ) -> Result<(Arc<Actor>, Mail), TheaterError> {
        let actor = self.able(to, data.len())?;
        let call = GuestCall::Request(self.request_id(), data);
        Ok((actor, Mail { reply: Some(reply), ..Mail::new(call) }))
    }

    /// A place on this thread for a call of `actor`, if it may have one.
    fn near(&self, actor: &Actor) -> Option<Near<'_>> {
        let many = Handle::try_current()
            .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
        if !many || !actor.is_quick() {
            return None;
        }
        let near = Near(&self.near);
        (self.near.fetch_add(1, Ordering::Relaxed) < MOST_NEAR).then_some(near)
    }

    /// Asks an actor on this thread and waits for the answer.
    pub(crate) fn request_here(&self, to: &str, data: Bytes) -> Result<Bytes, TheaterError> {
        let actor = self.able(to, data.len())?;
        let call = GuestCall::Request(self.request_id(), data);
        reply_of(&actor, self.ask(&actor, Mail::new(call))?)
    }

    /// Asks an actor on behalf of another, which waits without holding a thread.
    pub(crate) async fn request_from(
        &self,
        from: ActorId,
        to: &str,
        data: Bytes,
        cause: Hash,
    ) -> Result<Bytes, TheaterError> {
        let actor = self.able(to, data.len())?;
        let call = GuestCall::Request(self.request_id(), data);
        let mail = Mail { cause: Some(cause), ..Mail::new(call) };
        reply_of(&actor, self.ask_later(from, &actor, mail).await?)
    }

    /// Opens a channel on behalf of an actor, which waits; gives the channel's id.
    pub(crate) async fn open_channel_from(
        &self,
        opener: ActorId,
        to: &str,
        (first, cause): (Bytes, Hash),
    ) -> Result<String, TheaterError> {
        let actor = self.able(to, first.len())?;
        let id = Channels::new_id()?;
        let call = GuestCall::ChannelOpen(id.clone(), first);
        let mail = Mail { cause: Some(cause), ..Mail::new(call) };
        self.channels.add(&id, Participant::Actor(opener), actor.id())?;
        let response = self.ask_later(opener, &actor, mail).await;
        let message = self.opened(&id, &actor, response)?;
        if let Some(message) = message {
            // What the other side said with its yes reaches the opener like any message.
            let opener = self.actor(opener)?;
            self.accept(Accepting::new(
                opener,
                GuestCall::ChannelMessage(id.clone(), message),
                None,
            ))?;
        }
        Ok(id)
    }

    /// Has a message handled on behalf of an actor, which hands its thread over meanwhile.
    async fn ask_later(
        &self,
        from: ActorId,
        actor: &Arc<Actor>,
        mail: Mail,
    ) -> Result<Response, TheaterError> {
        let _waits = self.waits_for(from, actor.id())?;
        let stop = self.actor(from)?.stop.clone();
        let (reply, answer) = awaited();
        pool::yielding(|| self.post(actor, Mail { reply: Some(reply), ..mail }));
        tokio::select! {
            answer = answer => answer.unwrap_or(Err(TheaterError::Closing)),
            () = tokio::time::sleep(self.config.request_timeout) => {
                Err(TheaterError::NoAnswer(actor.id()))
            }
            () = stop.wanted() => Err(TheaterError::NoAnswer(actor.id())),
        }
    }

    /// Notes that an actor waits for another until the result is dropped; actors that wait for each
    /// other would wait for ever.
    fn waits_for(&self, from: ActorId, to: ActorId) -> Result<Waits<'_>, TheaterError> {
        let mut waits = lock(&self.waits);
        let mut next = Some(to);
        while let Some(one) = next {
            if one == from {
                return Err(TheaterError::Refused {
                    what: to.to_string(),
                    why: "it waits for this call itself".to_owned(),
                });
            }
            next = waits.get(&one).copied();
        }
        waits.insert(from, to);
        drop(waits);
        Ok(Waits { stage: self, from })
    }

    /// Opens a channel for a client; the answer comes by `reply`.
    pub(crate) fn open_channel(
        &self,
        to: &str,
        first: Bytes,
        reply: Reply<Response>,
    ) -> Result<(String, Arc<Actor>), TheaterError> {
        let actor = self.able(to, first.len())?;
        let id = Channels::new_id()?;
        self.channels.add(&id, Participant::External, actor.id())?;
        let call = GuestCall::ChannelOpen(id.clone(), first);
        let reply = Some(self.durably(&actor, reply));
        self.post(&actor, Mail { reply, ..Mail::new(call) });
        Ok((id, actor))
    }

    /// Notes what became of a channel; gives the first message on one that was accepted.
    pub(crate) fn opened(
        &self,
        id: &str,
        actor: &Arc<Actor>,
        response: Result<Response, TheaterError>,
    ) -> Result<Option<Bytes>, TheaterError> {
        match response {
            Ok(Response::Channel(true, message)) => {
                self.channels.accepted(id, message.as_ref());
                Ok(message)
            }
            refused => {
                self.channels.remove(id);
                refused?;
                Err(TheaterError::ChannelRefused(actor.id()))
            }
        }
    }

    /// Tells actors that the other side of their channel is gone.
    pub(super) fn tell_of_ends(&self, ends: Vec<(String, ActorId)>) {
        for (id, to) in ends {
            let Some(to) = self.actor(to).ok().filter(|to| to.status().is_alive()) else {
                continue;
            };
            let close = Accepting::new(to, GuestCall::ChannelClose(id), None);
            if let Err(error) = self.accept(close) {
                tracing::error!(%error, "an actor cannot be told of a channel's end");
            }
        }
    }

    /// Closes the channels of clients that nobody uses any more.
    pub(crate) fn expire_channels(&self) {
        let ends = self.channels.expire(self.config.channel_idle, &self.herald);
        self.tell_of_ends(ends);
    }

    /// Accepts a client's message on a channel.
    pub(crate) fn send_on_channel(&self, id: &str, data: Bytes) -> Result<ActorId, TheaterError> {
        let other = self.channels.check(id, Participant::External)?;
        let Participant::Actor(to) = other else {
            return Err(TheaterError::NoChannel(id.to_owned()));
        };
        let actor = self.able(&to.to_string(), data.len())?;
        self.accept(Accepting::new(actor, GuestCall::ChannelMessage(id.to_owned(), data), None))?;
        Ok(to)
    }

    /// Closes a client's channel and tells the actor.
    pub(crate) fn close_channel(&self, id: &str) -> Result<(), TheaterError> {
        self.channels.check(id, Participant::External)?;
        let to = self.channels.shut(id, Participant::External, &self.herald);
        match to.and_then(|to| self.actor(to).ok()).filter(|to| to.status().is_alive()) {
            Some(to) => {
                self.accept(Accepting::new(to, GuestCall::ChannelClose(id.to_owned()), None))
            }
            None => Ok(()),
        }
    }

    /// Tells an actor something about one of its children, if it wants to hear it.
    pub(super) fn tell_parent(&self, parent: &Arc<Actor>, call: GuestCall) {
        let wants = parent.birth.manifest.handler(HandlerKind::Supervisor).is_some();
        if !wants || !parent.status().is_alive() {
            return;
        }
        if let Err(error) = self.accept(Accepting::new(parent.clone(), call, None)) {
            tracing::error!(%error, parent = %parent.id(), "a parent cannot be told");
        }
    }

    fn request_id(&self) -> Arc<str> {
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        format!("req-{number}").into()
    }

    pub(super) fn post(&self, actor: &Arc<Actor>, mail: Mail) {
        if actor.mailbox.push(mail) == Wake::Needed {
            self.schedule(actor);
        }
    }

    /// Has a message handled and waits for the answer.
    fn ask(&self, actor: &Arc<Actor>, mail: Mail) -> Result<Response, TheaterError> {
        let (sender, receiver) = sync_channel(1);
        let reply: Reply<Response> = Box::new(move |result| drop(sender.try_send(result)));
        self.run_here(actor, Mail { reply: Some(reply), ..mail });
        match receiver.recv_timeout(self.config.request_timeout) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => Err(TheaterError::NoAnswer(actor.id())),
            Err(RecvTimeoutError::Disconnected) => Err(TheaterError::Closing),
        }
    }
}

/// An actor waits for another while this is held.
struct Waits<'a> {
    stage: &'a Stage,
    from: ActorId,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        lock(&self.stage.waits).remove(&self.from);
    }
}

pub(crate) fn reply_of(actor: &Actor, response: Response) -> Result<Bytes, TheaterError> {
    match response {
        Response::Reply(Some(data)) => Ok(data),
        Response::Reply(None)
        | Response::None
        | Response::Channel(..)
        | Response::Http(_)
        | Response::Proceed(..) => Err(TheaterError::NoAnswer(actor.id())),
    }
}
