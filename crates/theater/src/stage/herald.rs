//! What the house is told: which actors came, went, failed or went on. Told once, however often it
//! happened since the last time, so that a busy actor cannot flood anybody.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use tokio::sync::{Notify, watch};

use crate::lock::lock;
use crate::{ActorId, Status};

/// Something about an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum News {
    /// It has new events.
    Advanced,
    /// It came into being.
    Started,
    /// It was started again.
    Restarted,
    /// It failed.
    Failed,
    /// It was stopped.
    Stopped,
}

impl News {
    const ALL: [Self; 5] =
        [Self::Advanced, Self::Started, Self::Restarted, Self::Failed, Self::Stopped];

    /// What a change of status is.
    pub(crate) fn of(before: Status, after: Status) -> Option<Self> {
        match (before, after) {
            (_, Status::Failed) => Some(Self::Failed),
            (_, Status::Stopped) => Some(Self::Stopped),
            (Status::Starting, Status::Running) => Some(Self::Started),
            _ => None,
        }
    }
}

/// Everything new about an actor, each thing once.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NewsSet(u8);

impl NewsSet {
    fn insert(&mut self, news: News) {
        self.0 |= 1 << news as u8;
    }

    /// What is new, in the order of [`News`].
    pub(crate) fn iter(self) -> impl Iterator<Item = News> {
        News::ALL.into_iter().filter(move |news| self.0 & (1 << *news as u8) != 0)
    }
}

/// What is to be told.
#[derive(Debug, Default)]
pub(crate) struct Untold {
    /// Per actor, everything new about it.
    pub(crate) actors: HashMap<ActorId, NewsSet>,
    /// Channels with something new.
    pub(crate) channels: BTreeSet<String>,
    /// Who did last what may be news of an actor.
    pub(crate) whose: HashMap<ActorId, Arc<str>>,
}

impl Untold {
    /// Whether there is nothing to tell.
    pub(crate) fn is_empty(&self) -> bool {
        self.actors.is_empty() && self.channels.is_empty()
    }
}

/// Collects what is to be told.
#[derive(Debug)]
pub(crate) struct Herald {
    untold: Mutex<Untold>,
    unsaved: Mutex<BTreeSet<ActorId>>,
    notify: Notify,
    changes: watch::Sender<u64>,
}

impl Default for Herald {
    fn default() -> Self {
        Self {
            untold: Mutex::default(),
            unsaved: Mutex::default(),
            notify: Notify::new(),
            changes: watch::Sender::new(0),
        }
    }
}

impl Herald {
    /// Adds news of an actor.
    pub(crate) fn tell(&self, actor: ActorId, news: News) {
        self.note(actor);
        let first = {
            let mut untold = lock(&self.untold);
            let first = untold.actors.is_empty() && untold.channels.is_empty();
            untold.actors.entry(actor).or_default().insert(news);
            first
        };
        if first {
            self.notify.notify_one();
        }
        if self.changes.receiver_count() > 0 {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// Notes under whose identity the next news of an actor happen.
    pub(crate) fn by(&self, actor: ActorId, principal: &str) {
        let mut untold = lock(&self.untold);
        if untold.whose.get(&actor).is_none_or(|known| **known != *principal) {
            untold.whose.insert(actor, principal.into());
        }
    }

    /// Wakes whoever follows some actor, at every change of any.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Adds news of a channel.
    pub(crate) fn tell_of_channel(&self, id: &str) {
        lock(&self.untold).channels.insert(id.to_owned());
        self.notify.notify_one();
    }

    /// Waits until there is something to tell.
    pub(crate) async fn news(&self) {
        self.notify.notified().await;
    }

    /// Takes what is to be told.
    pub(crate) fn take(&self) -> Untold {
        std::mem::take(&mut *lock(&self.untold))
    }

    /// Takes back what could not be told.
    pub(crate) fn tell_again(&self, untold: Untold) {
        let mut now = lock(&self.untold);
        for (actor, news) in untold.actors {
            now.actors.entry(actor).or_default().0 |= news.0;
        }
        now.channels.extend(untold.channels);
        for (actor, principal) in untold.whose {
            now.whose.entry(actor).or_insert(principal);
        }
        drop(now);
        self.notify.notify_one();
    }

    /// Notes an actor whose record is not saved yet.
    pub(crate) fn note(&self, actor: ActorId) {
        lock(&self.unsaved).insert(actor);
    }

    /// Takes the actors whose record is not saved yet.
    pub(crate) fn take_unsaved(&self) -> BTreeSet<ActorId> {
        std::mem::take(&mut *lock(&self.unsaved))
    }

    /// Notes actors whose record could not be saved.
    pub(crate) fn put_back(&self, actors: impl IntoIterator<Item = ActorId>) {
        lock(&self.unsaved).extend(actors);
    }
}
