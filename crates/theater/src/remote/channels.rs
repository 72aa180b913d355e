//! Channels to actors of a remote theater. What an actor says comes only on the connection that
//! opened its channel, so each channel has one of its own and ends with it.

use std::sync::{Arc, Weak};

use super::RemoteTheater;
use super::asking::refused;
use super::error::RemoteError;
use super::link::Link;
use super::wire::Told;
use crate::ActorId;
use crate::error::TheaterError;
use crate::lock::lock;
use crate::protocol::wire::{Command, Participant};
use crate::stage;

impl RemoteTheater {
    /// Opens a channel with `actor`; gives its id.
    pub(super) async fn open_channel(
        self: &Arc<Self>,
        actor: ActorId,
        first: Vec<u8>,
    ) -> Result<String, RemoteError> {
        let me = Arc::downgrade(self);
        let link = self.lines.connect(Box::new(move |told| hear(&me, actor, told))).await?;
        let command = Command::OpenChannel {
            actor_id: Participant::Actor(actor.to_string()),
            initial_message: first,
        };
        let asked = self.lines.ask_on(&link, &command).await;
        if refused(&asked, |reason| reason == "ChannelRejected") {
            return Err(TheaterError::ChannelRefused(actor).into());
        }
        let told = asked?;
        let Told::ChannelOpened { channel_id: id } = told else {
            return Err(self.unexpected(&told));
        };
        self.note_channel(&id, actor)?;
        lock(&self.channel_links).insert(id.clone(), link.clone());
        let (me, ended) = (Arc::downgrade(self), id.clone());
        tokio::spawn(async move {
            link.ended().await;
            if let Some(me) = me.upgrade() {
                me.end_channel(&ended, actor);
            }
        });
        Ok(id)
    }

    /// Notes a channel; what the actor said first may have come before the answer that opened it.
    fn note_channel(&self, id: &str, actor: ActorId) -> Result<(), TheaterError> {
        if self.channels.watch(id).is_ok() {
            return Ok(());
        }
        self.channels.add(id, stage::Participant::External, actor)
    }

    fn end_channel(&self, id: &str, actor: ActorId) {
        lock(&self.channel_links).remove(id);
        self.channels.close(id, actor, &self.herald);
    }

    fn channel_link(&self, id: &str) -> Result<Arc<Link>, TheaterError> {
        self.channels.check(id, stage::Participant::External)?;
        let link = lock(&self.channel_links).get(id).cloned();
        link.ok_or_else(|| TheaterError::ChannelClosed(id.to_owned()))
    }

    pub(super) async fn send_on_channel(
        &self,
        id: &str,
        message: Vec<u8>,
    ) -> Result<(), RemoteError> {
        let link = self.channel_link(id)?;
        let command = Command::SendOnChannel { channel_id: id.to_owned(), message };
        self.lines.ask_on(&link, &command).await.map(drop)
    }

    pub(super) async fn close_channel(&self, id: &str) -> Result<(), RemoteError> {
        let link = self.channel_link(id)?;
        let command = Command::CloseChannel { channel_id: id.to_owned() };
        let closed = self.lines.ask_on(&link, &command).await;
        link.end();
        lock(&self.channel_links).remove(id);
        self.channels.shut(id, stage::Participant::External, &self.herald);
        closed.map(drop)
    }
}

fn hear(remote: &Weak<RemoteTheater>, actor: ActorId, told: Told) {
    let Some(remote) = remote.upgrade() else { return };
    if let Told::ChannelMessage { channel_id, message } = told {
        if remote.note_channel(&channel_id, actor).is_ok() {
            remote.channels.pass_on(&channel_id, actor, &message.into(), &remote.herald);
        }
    } else if let Told::ChannelClosed { channel_id } = told {
        remote.end_channel(&channel_id, actor);
    }
}
