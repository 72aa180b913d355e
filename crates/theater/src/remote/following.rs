//! Following a remote theater: which actors it has, and what they do. An event names no actor, so
//! each actor is followed on a connection of its own.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use kernel::{NewEvent, Timestamp};
use serde_json::json;
use store::Store;

use super::RemoteTheater;
use super::error::RemoteError;
use super::link::Link;
use super::wire::{ChainEvent, Told};
use crate::ActorId;
use crate::lock::lock;
use crate::stage::News;
use crate::telling;

/// Actors that are followed; of others only their coming and going is told.
const MOST_FOLLOWED: usize = 128;
/// Events of one actor that are kept for servers that keep none.
const MOST_SEEN: usize = 1000;

/// An actor of the remote theater.
pub(super) struct Followed {
    name: String,
    since: Timestamp,
    seen: VecDeque<ChainEvent>,
    link: Option<Arc<Link>>,
}

/// Looks at the list of actors again and again.
pub(super) async fn look_round(remote: Arc<RemoteTheater>, every: Duration) {
    let rounds = async {
        loop {
            match remote.list().await {
                Ok(list) => remote.compare(list).await,
                Err(error) => tracing::debug!(%error, "the remote theater's actors are not known"),
            }
            drop(tokio::time::timeout(every, remote.look.notified()).await);
        }
    };
    remote.stopping.run_until_cancelled(rounds).await;
    lock(&remote.followed).clear();
}

/// Tells the house what is new.
pub(super) async fn keep_telling(remote: Arc<RemoteTheater>, store: Store) {
    let rounds = async {
        loop {
            remote.herald.news().await;
            let untold = remote.herald.take();
            let actors = untold.actors.into_iter();
            let actors = actors.flat_map(|(id, news)| news.iter().map(move |one| (id, one)));
            let of_actors = actors.filter_map(|(id, news)| remote.event(id, news));
            let of_channels = untold.channels.iter().map(|id| telling::of_channel(id));
            for event in of_actors.chain(of_channels).collect::<Vec<_>>() {
                if let Err(error) = store.append_later(event).await {
                    tracing::error!(%error, "the journal does not take news of the actors");
                }
            }
            tokio::time::sleep(telling::TOGETHER).await;
        }
    };
    remote.stopping.run_until_cancelled(rounds).await;
}

impl RemoteTheater {
    /// Takes note of who came and went, and follows whoever is not followed yet.
    async fn compare(self: &Arc<Self>, list: Vec<(String, String)>) {
        let listed: HashMap<ActorId, String> =
            list.into_iter().filter_map(|(id, name)| Some((id.parse().ok()?, name))).collect();
        let unfollowed: Vec<ActorId> = {
            let mut followed = lock(&self.followed);
            for id in followed.keys().filter(|id| !listed.contains_key(id)) {
                self.herald.tell(*id, News::Stopped);
            }
            followed.retain(|id, _| listed.contains_key(id));
            for (id, name) in listed {
                followed.entry(id).or_insert_with(|| {
                    self.herald.tell(id, News::Started);
                    Followed { name, since: Timestamp::now(), seen: VecDeque::new(), link: None }
                });
            }
            let lost = |it: &Followed| it.link.as_ref().is_none_or(|link| link.is_over());
            let free = MOST_FOLLOWED - followed.values().filter(|it| !lost(it)).count();
            let lost = followed.iter().filter(|(_, it)| lost(it)).map(|(id, _)| *id);
            lost.take(free).collect()
        };
        for id in unfollowed {
            match self.follow(id).await {
                Ok(link) => {
                    if let Some(followed) = lock(&self.followed).get_mut(&id) {
                        followed.link = Some(link);
                    }
                }
                Err(error) => tracing::debug!(%error, actor = %id, "an actor cannot be followed"),
            }
        }
    }

    async fn follow(self: &Arc<Self>, id: ActorId) -> Result<Arc<Link>, RemoteError> {
        let me = Arc::downgrade(self);
        let link = self.lines.connect(Box::new(move |told| hear(&me, id, told))).await?;
        let command = crate::protocol::wire::Command::SubscribeToActor { id: id.to_string() };
        self.lines.ask_on(&link, &command).await?;
        Ok(link)
    }

    /// The events that were seen of an actor.
    pub(super) fn seen_events(&self, id: ActorId) -> Option<Vec<ChainEvent>> {
        lock(&self.followed).get(&id).map(|it| it.seen.iter().cloned().collect())
    }

    /// Since when an actor is known here.
    pub(super) fn known_since(&self, id: ActorId) -> Option<Timestamp> {
        lock(&self.followed).get(&id).map(|it| it.since)
    }

    fn event(&self, id: ActorId, news: News) -> Option<NewEvent> {
        let name = lock(&self.followed).get(&id).map(|it| it.name.clone());
        let status = match news {
            News::Advanced | News::Started | News::Restarted => "RUNNING",
            News::Failed => "FAILED",
            News::Stopped => "STOPPED",
        };
        let data = json!({
            "actor_id": id,
            "name": name,
            "status": status,
            "remote": self.lines.address,
        });
        telling::news_event(id, news, &data)
    }
}

fn hear(remote: &Weak<RemoteTheater>, id: ActorId, told: Told) {
    let Some(remote) = remote.upgrade() else { return };
    if let Told::ActorEvent { event } = told {
        if let Some(followed) = lock(&remote.followed).get_mut(&id) {
            followed.seen.push_back(event);
            if followed.seen.len() > MOST_SEEN {
                followed.seen.pop_front();
            }
        }
        remote.herald.tell(id, News::Advanced);
    } else if matches!(told, Told::ActorError(_)) {
        remote.herald.tell(id, News::Failed);
    }
}
