//! Telling the house what the actors did: one event of the journal per actor and round, with the
//! head of its chain, so that the journal vouches for every chain.

use std::sync::Arc;
use std::time::Duration;

use kernel::{NewEvent, Touch};
use serde_json::json;
use store::Store;

use crate::ActorId;
use crate::stage::{News, Stage};

/// News that come closer together are told together.
const TOGETHER: Duration = Duration::from_millis(10);

/// Tells news as they come, for ever.
pub(crate) async fn keep_telling(stage: &Arc<Stage>, store: &Store) {
    loop {
        stage.herald.news().await;
        tell(stage, store).await;
        tokio::time::sleep(TOGETHER).await;
    }
}

/// Tells what is not told yet.
pub(crate) async fn tell(stage: &Arc<Stage>, store: &Store) {
    let untold = stage.herald.take();
    let actors = untold.actors.into_iter();
    let actors = actors.flat_map(|(id, news)| news.iter().map(move |one| (id, one)));
    let of_actors = actors.filter_map(|(id, news)| of_actor(stage, id, news));
    let of_channels = untold.channels.iter().map(|id| of_channel(id));
    let events: Vec<_> = of_actors.chain(of_channels).collect();
    for event in events {
        if let Err(error) = store.append_later(event).await {
            tracing::error!(%error, "the journal does not take news of the actors");
        }
    }
}

fn of_actor(stage: &Stage, id: ActorId, news: News) -> Option<NewEvent> {
    let actor = stage.actor(id).ok()?;
    let face = actor.face();
    let kind = match news {
        News::Advanced => "actor.advanced",
        News::Started => "actor.started",
        News::Restarted => "actor.restarted",
        News::Failed => "actor.failed",
        News::Stopped => "actor.stopped",
    };
    let data = json!({
        "actor_id": id,
        "name": actor.name(),
        "status": face.status.name(),
        "events": face.head.seq,
        "head": face.head.hash,
        "failure": face.failure,
    });
    let mut event = NewEvent::new("theater", kind, format!("actor/{id}"))
        .data(&data)
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

fn of_channel(id: &str) -> NewEvent {
    NewEvent::new("theater", "channel.changed", "channels")
        .touching(Touch::resource(format!("theater://channel/{id}")))
}
