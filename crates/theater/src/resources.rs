//! What the theater lets people read: its actors, their states, their events, and channels.

mod events;

use std::ops::RangeInclusive;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{
    Call, Completing, Contents, Entry, Page, Params, ResourceSpec, ResourceTable, TemplateSpec,
    ToolError, UriTemplateError,
};
use serde_json::{Value, json};

use crate::actor::Actor;
use crate::stage::Participant;
use crate::tools::ChannelMessage;
use crate::{Status, Theater};

const JSON: &str = "application/json";
/// Actors in one part of the list of resources.
const PAGE: usize = 100;
/// Actors in one page of the resource.
const MOST_LISTED: usize = 1000;
/// Values that a completion offers.
const MOST_COMPLETIONS: usize = 100;

/// The table.
pub(crate) fn table(theater: &Arc<Theater>) -> Result<ResourceTable, UriTemplateError> {
    let template = |uri_template, name, description| TemplateSpec {
        uri_template,
        name,
        description,
        mime: JSON,
    };
    ResourceTable::of(theater)
        .fixed(
            ResourceSpec {
                uri: "theater://actors",
                name: "actors",
                description: "List of all running actors in the Theater system",
                mime: JSON,
            },
            actors,
        )
        .template(
            template(
                "theater://actors{?after,limit,name}",
                "actors by page",
                "Actors after so many of them, oldest first, with what each handled; by part of a name",
            ),
            actors_by_page,
        )
        .template(
            template(
                "theater://actor/{actor_id}",
                "actor",
                "Detailed information about a specific actor",
            ),
            actor,
        )
        .completed_by(actor_ids)
        .template(
            template(
                "theater://actor/{actor_id}/state",
                "actor state",
                "Current state of a specific actor",
            ),
            state,
        )
        .completed_by(actor_ids)
        .template(
            template(
                "theater://events/{actor_id}",
                "actor events",
                "Event chain for a specific actor, its last events newest last",
            ),
            events::of_actor,
        )
        .completed_by(actor_ids)
        .template(
            template(
                "theater://events/{actor_id}{?after,before,limit}",
                "actor events by page",
                "Events after one of the chain's event ids, or the last before one, oldest first",
            ),
            events::of_actor,
        )
        .completed_by(actor_ids)
        .template(
            template("theater://event/{event_id}", "event", "Specific event by its unique ID"),
            events::by_id,
        )
        .template(
            template(
                "theater://channel/{channel_id}",
                "channel",
                "What an actor said on a channel, and whether it is open",
            ),
            channel,
        )
        .completed_by(channel_ids)
        .listed_by(list)
        .done()
}

/// Actors that are not stopped, oldest first.
fn present(theater: &Theater) -> impl Iterator<Item = Arc<Actor>> {
    theater.stage.all().into_iter().filter(|actor| actor.status() != Status::Stopped)
}

async fn actors(theater: Arc<Theater>, _: Call) -> Result<Contents, ToolError> {
    let actors: Vec<_> = present(&theater).map(|actor| in_list(&actor)).collect();
    Contents::json(&json!({ "total": actors.len(), "actors": actors }))
}

fn in_list(actor: &Actor) -> Value {
    json!({
        "id": actor.id(),
        "name": actor.name(),
        "status": actor.status().name(),
        "uri": format!("theater://actor/{}", actor.id()),
    })
}

async fn actors_by_page(
    theater: Arc<Theater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let after = number(&params, "after", 0..=usize::MAX)?.unwrap_or(0);
    let limit = number(&params, "limit", 1..=MOST_LISTED)?.unwrap_or(PAGE);
    let wanted = params.get("name").unwrap_or_default().to_lowercase();
    let fits = |actor: &Arc<Actor>| actor.name().to_lowercase().contains(&wanted);
    let found: Vec<_> = present(&theater).filter(fits).collect();
    let page = found.iter().skip(after).take(limit).map(|actor| {
        let mut shown = in_list(actor);
        shown["operations"] = actor.face().metrics.operations.into();
        shown
    });
    Contents::json(&json!({ "total": found.len(), "actors": page.collect::<Vec<_>>() }))
}

fn number(
    params: &Params,
    name: &str,
    range: RangeInclusive<usize>,
) -> Result<Option<usize>, ToolError> {
    let Some(text) = params.get(name) else { return Ok(None) };
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => {
            let (least, most) = (range.start(), range.end());
            let expected = format!("`{name}` is `{text}`, expected {least} to {most}");
            Err(ToolError::invalid_input(expected))
        }
    }
}

async fn actor(theater: Arc<Theater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let actor = theater.stage.named(params.path("actor_id"))?;
    let id = actor.id();
    let face = actor.face();
    let birth = &actor.birth;
    let children: Vec<_> = theater.stage.children(id).iter().map(|child| child.id()).collect();
    let manifest = birth.source.as_ref().unwrap_or(&birth.manifest_text);
    Contents::json(&json!({
        "id": id,
        "name": actor.name(),
        "manifest": manifest,
        "status": face.status.name(),
        "created_at": birth.created_at,
        "events_uri": format!("theater://events/{id}"),
        "state_uri": format!("theater://actor/{id}/state"),
        "metrics": metrics(&actor),
        "parent": birth.parent,
        "children": children,
        "component": face.component,
        "failure": face.failure,
    }))
}

fn metrics(actor: &Actor) -> Value {
    let face = actor.face();
    let metrics = face.metrics;
    let (waiting, peak_waiting) = actor.mailbox.waiting();
    let age = kernel::Timestamp::now().0 - actor.birth.created_at.0;
    json!({
        "operations": metrics.operations,
        "failed_operations": metrics.failed,
        "total_processing_ns": metrics.total_ns,
        "max_processing_ns": metrics.max_ns,
        "min_processing_ns": metrics.min_ns,
        "memory_bytes": metrics.memory,
        "peak_memory_bytes": metrics.peak_memory,
        "queued_messages": waiting,
        "peak_queued_messages": peak_waiting,
        "events": face.head.seq,
        "restarts": face.restarts,
        "age_seconds": age / 1_000_000,
    })
}

async fn state(theater: Arc<Theater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let actor = theater.stage.named(params.path("actor_id"))?;
    let stage = theater.stage.clone();
    let read = tokio::task::spawn_blocking(move || stage.state_of(&actor)).await;
    let state = read.map_err(|error| ToolError::internal(error.to_string()))??;
    let Some(state) = state else { return Contents::json(&Value::Null) };
    match serde_json::from_slice::<&serde_json::value::RawValue>(&state) {
        Ok(json) => Ok(Contents::Text { mime: JSON.to_owned(), text: json.get().to_owned() }),
        Err(_) => Contents::json(&json!({ "encoding": "base64", "data": STANDARD.encode(&state) })),
    }
}

async fn channel(theater: Arc<Theater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = params.path("channel_id");
    let seen = theater.stage.channels.see(id, 0)?;
    let opener = match seen.opener {
        Participant::External => "external".to_owned(),
        Participant::Actor(actor) => actor.to_string(),
    };
    let messages: Vec<ChannelMessage> = seen.heard.into_iter().map(Into::into).collect();
    Contents::json(&json!({
        "channel_id": id,
        "actor_id": seen.actor,
        "opened_by": opener,
        "open": seen.open,
        "messages": messages,
    }))
}

async fn list(
    theater: Arc<Theater>,
    _: Call,
    after: Option<String>,
) -> Result<Page<Entry>, ToolError> {
    let after: usize = after.and_then(|after| after.parse().ok()).unwrap_or(0);
    let mut rest = present(&theater).skip(after);
    let actors: Vec<_> = rest.by_ref().take(PAGE).collect();
    let next = rest.next().map(|_| (after + PAGE).to_string());
    Ok(Page { items: actors.iter().flat_map(|actor| entries(actor)).collect(), next })
}

fn entries(actor: &Actor) -> [Entry; 3] {
    let (id, name) = (actor.id(), actor.name());
    let entry = |uri: String, name: String, description: &str| Entry {
        uri,
        name,
        description: description.to_owned(),
        mime: JSON.to_owned(),
    };
    [
        entry(format!("theater://actor/{id}"), name.to_owned(), "An actor"),
        entry(format!("theater://actor/{id}/state"), format!("{name}: state"), "Its state"),
        entry(format!("theater://events/{id}"), format!("{name}: events"), "Its event chain"),
    ]
}

/// Ids of actors that begin as typed, or whose name does.
pub(crate) async fn actor_ids(
    theater: Arc<Theater>,
    _: Call,
    typed: Completing,
) -> Result<Vec<String>, ToolError> {
    let fits = |actor: &Arc<Actor>| {
        actor.id().to_string().starts_with(&typed.value) || actor.name().starts_with(&typed.value)
    };
    let ids = present(&theater).filter(fits).map(|actor| actor.id().to_string());
    Ok(ids.take(MOST_COMPLETIONS).collect())
}

async fn channel_ids(
    theater: Arc<Theater>,
    _: Call,
    typed: Completing,
) -> Result<Vec<String>, ToolError> {
    let mut ids = theater.stage.channels.ids(&typed.value);
    ids.truncate(MOST_COMPLETIONS);
    Ok(ids)
}
