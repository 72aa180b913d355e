//! Events as resources: each with the event it follows from and those that follow from it.

use std::sync::Arc;

use kernel::{Call, Contents, Params, Timestamp, ToolError};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::chain::{Found, Hash, Tail};
use crate::error::TheaterError;
use crate::stage::Stage;
use crate::{ActorId, Theater};

const MOST: usize = 1000;
const USUAL: usize = 100;

/// An event as clients see it.
#[derive(Debug, Serialize)]
struct Shown {
    event_id: Hash,
    actor_id: ActorId,
    timestamp: Timestamp,
    #[serde(rename = "type")]
    kind: String,
    parent_id: Option<Hash>,
    previous_id: Option<Hash>,
    sequence: u64,
    /// Whether its id is the hash of what it says and of the event before it.
    verified: bool,
    data: Box<RawValue>,
    children: Vec<Child>,
}

#[derive(Debug, Serialize)]
struct Child {
    id: Hash,
    uri: String,
}

pub(super) async fn of_actor(
    theater: Arc<Theater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let actor = theater.stage.named(params.path("actor_id"))?;
    let limit = limit(&params)?;
    let after = params.get("after").map(str::to_owned);
    let before = params.get("before").map(str::to_owned);
    on_a_thread(theater, move |stage| {
        let place = |id: &str| Ok::<_, TheaterError>(stage.event(id, Some(actor.id()))?.event.seq);
        let part = match (after.as_deref(), before.as_deref()) {
            (Some(""), _) => Tail::After(0),
            (Some(id), _) => Tail::After(place(id)?),
            (None, Some(id)) => Tail::Last(place(id)?.saturating_sub(1)),
            (None, None) => Tail::Last(actor.face().head.seq),
        };
        let events = stage.log.events(actor.id(), part, limit)?;
        events.into_iter().map(|found| show(stage, found)).collect::<Result<Vec<_>, _>>()
    })
    .await
}

pub(super) async fn by_id(
    theater: Arc<Theater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let id = params.path("event_id").to_owned();
    on_a_thread(theater, move |stage| show(stage, stage.event(&id, None)?)).await
}

/// How many events are asked for.
pub(crate) fn limit(params: &Params) -> Result<usize, TheaterError> {
    Ok(super::number(params, "limit", 1..=MOST)?.unwrap_or(USUAL))
}

fn show(stage: &Stage, found: Found) -> Result<Shown, TheaterError> {
    let children = stage.log.children(&found)?;
    let child = |id: Hash| Child { id, uri: format!("theater://event/{id}") };
    let parent_id = found.parent();
    let verified =
        found.event.borrowed().expected_hash(found.actor, found.previous) == found.event.hash;
    let event = found.event;
    let data = RawValue::from_string(event.data).unwrap_or_else(|_| RawValue::NULL.to_owned());
    Ok(Shown {
        event_id: event.hash,
        actor_id: found.actor,
        timestamp: Timestamp(event.at),
        kind: event.kind.into_owned(),
        parent_id,
        previous_id: found.previous,
        sequence: event.seq,
        verified,
        data,
        children: children.into_iter().map(child).collect(),
    })
}

async fn on_a_thread<T: Serialize + Send + 'static>(
    theater: Arc<Theater>,
    read: impl FnOnce(&Stage) -> Result<T, TheaterError> + Send + 'static,
) -> Result<Contents, ToolError> {
    let stage = theater.stage.clone();
    let read = tokio::task::spawn_blocking(move || read(&stage)).await;
    Contents::json(&read.map_err(|error| ToolError::internal(error.to_string()))??)
}
