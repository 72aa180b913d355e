//! Telling the house what the actors did: one event of the journal per actor and round, with the
//! head of its chain, so that the journal vouches for every chain.

use std::sync::Arc;
use std::time::Duration;

use kernel::{NewEvent, Touch};
use serde_json::json;
use store::{Durability, SqlError, Store, WriteError};
use tokio::sync::oneshot;

use crate::ActorId;
use crate::chain::{Link, Log, LogError};
use crate::db;
use crate::stage::{News, NewsSet, Stage};

/// News that come closer together are told together.
pub(crate) const TOGETHER: Duration = Duration::from_millis(10);

/// Tells news as they come, for ever.
pub(crate) async fn keep_telling(stage: &Arc<Stage>, store: &Store) {
    loop {
        stage.herald.news().await;
        tell(stage, store).await;
        tokio::time::sleep(TOGETHER).await;
    }
}

/// Tells what is not told yet; what the journal does not take is told the next time.
pub(crate) async fn tell(stage: &Arc<Stage>, store: &Store) {
    let untold = stage.herald.take();
    if untold.is_empty() {
        return;
    }
    // The house is told of nothing that a power cut could take back.
    if let Err(error) = synced(&stage.log).await {
        tracing::error!(%error, "the actors' log cannot be synced");
    }
    let faces: Vec<_> = untold
        .actors
        .iter()
        .filter_map(|(id, news)| seen(stage, (*id, *news), untold.whose.get(id)))
        .collect();
    let channels: Vec<_> = untold.channels.iter().map(|id| of_channel(id)).collect();
    let told = store.write(Durability::Normal, move |tx| {
        for (id, head, events) in faces {
            db::note_head(tx, id, head)?;
            events.into_iter().try_for_each(|event| tx.append(event).map(drop))?;
        }
        channels.into_iter().try_for_each(|event| tx.append(event).map(drop))
    });
    let told: Result<(), WriteError<SqlError>> = told.await;
    if let Err(error) = told {
        tracing::error!(%error, "the journal does not take news of the actors");
        stage.herald.tell_again(untold);
    }
}

/// An actor's head, and the events that tell its news.
fn seen(
    stage: &Stage,
    (id, news): (ActorId, NewsSet),
    whose: Option<&Arc<str>>,
) -> Option<(ActorId, Link, Vec<NewEvent>)> {
    let head = stage.actor(id).ok()?.face().head;
    let by = |event: NewEvent| match whose {
        Some(principal) => event.by(&**principal),
        None => event,
    };
    let events = news.iter().filter_map(|one| of_actor(stage, id, one)).map(by);
    Some((id, head, events.collect()))
}

fn of_actor(stage: &Stage, id: ActorId, news: News) -> Option<NewEvent> {
    let actor = stage.actor(id).ok()?;
    let face = actor.face();
    let data = json!({
        "actor_id": id,
        "name": actor.name(),
        "status": face.status.name(),
        "events": face.head.seq,
        "head": face.head.hash,
        "failure": face.failure,
    });
    news_event(id, news, &data)
}

/// The journal's event for news of an actor, and what it touches.
pub(crate) fn news_event(id: ActorId, news: News, data: &serde_json::Value) -> Option<NewEvent> {
    let kind = match news {
        News::Advanced => "actor.advanced",
        News::Started => "actor.started",
        News::Restarted => "actor.restarted",
        News::Failed => "actor.failed",
        News::Stopped => "actor.stopped",
    };
    let mut event = NewEvent::new("theater", kind, format!("actor/{id}"))
        .data(data)
        .ok()?
        .touching(Touch::resource(format!("theater://actor/{id}")))
        .touching(Touch::resource(format!("theater://actor/{id}/state")))
        .touching(Touch::resource(format!("theater://events/{id}")));
    if news != News::Advanced {
        event = event.touching(Touch::resource("theater://actors"));
    }
    if matches!(news, News::Started | News::Failed | News::Stopped) {
        event = event.touching(Touch::ResourceList);
    }
    Some(event)
}

/// That something happened on a channel.
pub(crate) fn of_channel(id: &str) -> NewEvent {
    NewEvent::new("theater", "channel.changed", "channels")
        .touching(Touch::resource(format!("theater://channel/{id}")))
}

/// Waits until everything written so far outlives a power cut.
pub(crate) async fn synced(log: &Log) -> Result<(), LogError> {
    let (told, answer) = oneshot::channel();
    log.when_synced(Box::new(move |synced| drop(told.send(synced))));
    let closed = |_| Err(LogError::Unsynced { reason: "the theater is closing".to_owned() });
    answer.await.unwrap_or_else(closed)
}
