//! Channels: two-way streams between an actor and somebody else, another actor or a client.
//!
//! They live as long as the process. What an actor sends to a client waits here, bounded, until
//! the client reads it; when the bound is reached the oldest goes, and that is counted. A client's
//! channel that nobody uses any more is closed.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::Herald;
use crate::ActorId;
use crate::error::TheaterError;
use crate::id::random_bytes;
use crate::lock::lock;

const MOST_HEARD: usize = 1000;
const MOST_HEARD_BYTES: usize = 8 * 1024 * 1024;
const MOST_CHANNELS: usize = 10_000;

/// One end of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Participant {
    /// An actor.
    Actor(ActorId),
    /// A client outside.
    External,
}

/// Something an actor said to a client.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    /// Its number on the channel, from 1.
    pub(crate) number: u64,
    /// What was said.
    pub(crate) data: Arc<[u8]>,
}

/// What can be seen of a channel.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) opener: Participant,
    pub(crate) actor: ActorId,
    pub(crate) open: bool,
    /// How many messages were let go because nobody read them.
    pub(crate) lost: u64,
    pub(crate) heard: Vec<Heard>,
}

struct Channel {
    opener: Participant,
    actor: ActorId,
    open: bool,
    heard: VecDeque<Heard>,
    bytes: usize,
    /// How many messages were let go because nobody read them.
    lost: u64,
    /// When somebody used it last.
    used: Instant,
    numbers: watch::Sender<u64>,
}

impl Channel {
    fn hear(&mut self, data: &Arc<[u8]>) {
        let number = *self.numbers.borrow() + 1;
        self.bytes += data.len();
        self.heard.push_back(Heard { number, data: data.clone() });
        while self.heard.len() > MOST_HEARD || self.bytes > MOST_HEARD_BYTES {
            let Some(gone) = self.heard.pop_front() else { break };
            self.bytes -= gone.data.len();
            self.lost += 1;
        }
        self.numbers.send_replace(number);
    }

    fn shut(&mut self) {
        self.open = false;
        self.numbers.send_modify(|_| {});
    }

    fn other_side(&self, me: Participant) -> Participant {
        if me == self.opener { Participant::Actor(self.actor) } else { self.opener }
    }
}

/// All channels.
#[derive(Default)]
pub(crate) struct Channels {
    channels: Mutex<HashMap<String, Channel>>,
}

impl Channels {
    /// A new channel's id.
    pub(crate) fn new_id() -> Result<String, TheaterError> {
        let bytes = random_bytes().map_err(|error| TheaterError::System(error.to_string()))?;
        let hex: String = bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("ch_{hex}"))
    }

    /// Adds a channel that `actor` is asked to accept; it can speak on it from the first call on.
    pub(crate) fn add(
        &self,
        id: &str,
        opener: Participant,
        actor: ActorId,
    ) -> Result<(), TheaterError> {
        let mut channels = lock(&self.channels);
        if channels.len() >= MOST_CHANNELS {
            channels.retain(|_, channel| channel.open);
        }
        if channels.len() >= MOST_CHANNELS {
            let detail = format!("{MOST_CHANNELS} channels are open");
            return Err(TheaterError::Limit { limit: "channels", detail });
        }
        let channel = Channel {
            opener,
            actor,
            open: true,
            heard: VecDeque::new(),
            bytes: 0,
            lost: 0,
            used: Instant::now(),
            numbers: watch::Sender::new(0),
        };
        channels.insert(id.to_owned(), channel);
        Ok(())
    }

    /// Takes back a channel that was not accepted.
    pub(crate) fn remove(&self, id: &str) {
        lock(&self.channels).remove(id);
    }

    /// Lets a client hear what the actor said when it accepted.
    pub(crate) fn accepted(&self, id: &str, first: Option<&Arc<[u8]>>) {
        let mut channels = lock(&self.channels);
        let Some(channel) = channels.get_mut(id) else { return };
        if let Some(first) = first.filter(|_| channel.opener == Participant::External) {
            channel.hear(first);
        }
    }

    /// Closes the channels of clients that nobody used for `idle`, and forgets those that were closed
    /// so long ago; gives the actors that are to be told.
    pub(crate) fn expire(&self, idle: Duration, herald: &Herald) -> Vec<(String, ActorId)> {
        let mut channels = lock(&self.channels);
        let mut told = Vec::new();
        channels.retain(|id, channel| {
            let unused = channel.numbers.receiver_count() == 0 && channel.used.elapsed() >= idle;
            if !unused || (channel.open && channel.opener != Participant::External) {
                return true;
            }
            if channel.open {
                channel.shut();
                channel.used = Instant::now();
                herald.tell_of_channel(id);
                told.push((id.clone(), channel.actor));
                return true;
            }
            false
        });
        told
    }

    /// The other side of an open channel that `me` is on.
    pub(crate) fn check(&self, id: &str, me: Participant) -> Result<Participant, TheaterError> {
        let mut channels = lock(&self.channels);
        let channel = channels.get_mut(id).ok_or_else(|| TheaterError::NoChannel(id.to_owned()))?;
        if me != channel.opener && me != Participant::Actor(channel.actor) {
            return Err(TheaterError::NoChannel(id.to_owned()));
        }
        if !channel.open {
            return Err(TheaterError::ChannelClosed(id.to_owned()));
        }
        channel.used = Instant::now();
        Ok(channel.other_side(me))
    }

    /// Lets a client hear what an actor said; an actor at the other end gets a message instead.
    pub(crate) fn pass_on(&self, id: &str, from: ActorId, data: &Arc<[u8]>, herald: &Herald) {
        let mut channels = lock(&self.channels);
        let Some(channel) = channels.get_mut(id).filter(|channel| channel.open) else { return };
        if channel.other_side(Participant::Actor(from)) == Participant::External {
            channel.hear(data);
            herald.tell_of_channel(id);
        }
    }

    /// Closes a channel for an actor.
    pub(crate) fn close(&self, id: &str, from: ActorId, herald: &Herald) {
        self.shut(id, Participant::Actor(from), herald);
    }

    /// Closes a channel; gives the actor on the other side that is to be told.
    pub(crate) fn shut(&self, id: &str, from: Participant, herald: &Herald) -> Option<ActorId> {
        let mut channels = lock(&self.channels);
        let channel = channels.get_mut(id).filter(|channel| channel.open)?;
        channel.shut();
        herald.tell_of_channel(id);
        match channel.other_side(from) {
            Participant::Actor(to) => Some(to),
            Participant::External => None,
        }
    }

    /// Closes every channel of an actor that ended; gives the actors on the other sides.
    pub(super) fn leave(&self, actor: ActorId, herald: &Herald) -> Vec<(String, ActorId)> {
        let mut channels = lock(&self.channels);
        let me = Participant::Actor(actor);
        let own = channels.iter_mut().filter(|(_, channel)| {
            channel.open && (channel.actor == actor || channel.opener == me)
        });
        let mut told = Vec::new();
        for (id, channel) in own {
            channel.shut();
            herald.tell_of_channel(id);
            if let Participant::Actor(other) = channel.other_side(me) {
                told.push((id.clone(), other));
            }
        }
        told
    }

    /// What can be seen of a channel, with what was heard after `after`.
    pub(crate) fn see(&self, id: &str, after: u64) -> Result<Seen, TheaterError> {
        let mut channels = lock(&self.channels);
        let channel = channels.get_mut(id).ok_or_else(|| TheaterError::NoChannel(id.to_owned()))?;
        channel.used = Instant::now();
        Ok(Seen {
            lost: channel.lost,
            opener: channel.opener,
            actor: channel.actor,
            open: channel.open,
            heard: channel.heard.iter().filter(|heard| heard.number > after).cloned().collect(),
        })
    }

    /// Tells of every new message on a channel and of its end.
    pub(crate) fn watch(&self, id: &str) -> Result<watch::Receiver<u64>, TheaterError> {
        let channels = lock(&self.channels);
        let channel = channels.get(id).ok_or_else(|| TheaterError::NoChannel(id.to_owned()))?;
        Ok(channel.numbers.subscribe())
    }

    /// The ids of all channels that begin with `prefix`.
    pub(crate) fn ids(&self, prefix: &str) -> Vec<String> {
        let channels = lock(&self.channels);
        let mut ids: Vec<_> =
            channels.keys().filter(|id| id.starts_with(prefix)).cloned().collect();
        ids.sort();
        ids
    }
}
