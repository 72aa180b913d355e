//! What the theater lets people read: its actors, their states, their events, and channels.

pub(crate) mod events;
pub(crate) mod specs;

use std::ops::RangeInclusive;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{
    Call, Completing, Contents, Entry, Page, Params, ResourceTable, ToolError, UriTemplateError,
};
use serde_json::{Value, json};

use crate::actor::Actor;
use crate::error::TheaterError;
use crate::stage::{Channels, Participant};
use crate::tools::ChannelMessage;
use crate::{Status, Theater};

/// Actors in one part of the list of resources.
pub(crate) const PAGE: usize = 100;
/// Actors in one page of the resource.
const MOST_LISTED: usize = 1000;
/// Values that a completion offers.
pub(crate) const MOST_COMPLETIONS: usize = 100;

/// The table.
pub(crate) fn table(theater: &Arc<Theater>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(theater)
        .fixed(specs::actors(), actors)
        .template(specs::actors_by_page(), actors_by_page)
        .template(specs::actor(), actor)
        .completed_by(actor_ids)
        .template(specs::state(), state)
        .completed_by(actor_ids)
        .template(specs::events(), events::of_actor)
        .completed_by(actor_ids)
        .template(specs::events_by_page(), events::of_actor)
        .completed_by(actor_ids)
        .template(specs::event(), events::by_id)
        .template(specs::channel(), channel)
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
    let part = Part::of(&params)?;
    let found: Vec<_> = present(&theater).filter(|actor| part.fits(actor.name())).collect();
    let page = found.iter().skip(part.after).take(part.limit).map(|actor| {
        let mut shown = in_list(actor);
        shown["operations"] = actor.face().metrics.operations.into();
        shown
    });
    Contents::json(&json!({ "total": found.len(), "actors": page.collect::<Vec<_>>() }))
}

/// Which part of all actors is asked for.
pub(crate) struct Part {
    pub(crate) after: usize,
    pub(crate) limit: usize,
    name: String,
}

impl Part {
    pub(crate) fn of(params: &Params) -> Result<Self, TheaterError> {
        Ok(Self {
            after: number(params, "after", 0..=usize::MAX)?.unwrap_or(0),
            limit: number(params, "limit", 1..=MOST_LISTED)?.unwrap_or(PAGE),
            name: params.get("name").unwrap_or_default().to_lowercase(),
        })
    }

    pub(crate) fn fits(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.name)
    }
}

/// A number of the query part of an address, if it is given.
fn number(
    params: &Params,
    name: &str,
    range: RangeInclusive<usize>,
) -> Result<Option<usize>, TheaterError> {
    let Some(text) = params.get(name) else { return Ok(None) };
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(Some(number)),
        _ => {
            let (least, most) = (range.start(), range.end());
            let expected = format!("`{name}` is `{text}`, expected {least} to {most}");
            Err(TheaterError::Input(expected))
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
        "dead_letters": face.dead.len(),
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
    state_contents(state.as_deref())
}

/// A state as JSON, where it is none in base64.
pub(crate) fn state_contents(state: Option<&[u8]>) -> Result<Contents, ToolError> {
    let Some(state) = state else { return Contents::json(&Value::Null) };
    match serde_json::from_slice::<&serde_json::value::RawValue>(state) {
        Ok(json) => {
            Ok(Contents::Text { mime: specs::JSON.to_owned(), text: json.get().to_owned() })
        }
        Err(_) => Contents::json(&json!({ "encoding": "base64", "data": STANDARD.encode(state) })),
    }
}

async fn channel(theater: Arc<Theater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    channel_contents(&theater.stage.channels, params.path("channel_id"))
}

/// What was said on a channel.
pub(crate) fn channel_contents(channels: &Channels, id: &str) -> Result<Contents, ToolError> {
    let seen = channels.see(id, 0)?;
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
    let entries = actors.iter().flat_map(|actor| entries(&actor.id().to_string(), actor.name()));
    Ok(Page { items: entries.collect(), next })
}

/// What the list of resources says of an actor.
pub(crate) fn entries(id: &str, name: &str) -> [Entry; 3] {
    let entry = |uri: String, name: String, description: &str| Entry {
        uri,
        name,
        description: description.to_owned(),
        mime: specs::JSON.to_owned(),
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
    Ok(begun_as(&theater.stage.channels, &typed))
}

/// Ids of channels that begin as typed.
pub(crate) fn begun_as(channels: &Channels, typed: &Completing) -> Vec<String> {
    let mut ids = channels.ids(&typed.value);
    ids.truncate(MOST_COMPLETIONS);
    ids
}
