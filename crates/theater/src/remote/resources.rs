//! What people can read of a remote theater: the same resources, filled from what it tells.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{
    Call, Completing, Contents, Entry, Page, Params, ResourceTable, Timestamp, ToolError,
    UriTemplateError,
};
use serde_json::{Value, json};

use super::RemoteTheater;
use super::error::RemoteError;
use super::wire::ChainEvent;
use crate::ActorId;
use crate::error::TheaterError;
use crate::lock::lock;
use crate::resources::events::limit;
use crate::resources::{
    MOST_COMPLETIONS, PAGE, Part, begun_as, channel_contents, entries, specs, state_contents,
};

/// Times of events below this are in seconds, above in milliseconds.
const MILLISECONDS_BEGIN: u64 = 100_000_000_000;

/// The table.
pub(super) fn table(remote: &Arc<RemoteTheater>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(remote)
        .fixed(specs::actors(), actors)
        .template(specs::actors_by_page(), actors_by_page)
        .template(specs::actor(), actor)
        .completed_by(actor_ids)
        .template(specs::state(), state)
        .completed_by(actor_ids)
        .template(specs::events(), events)
        .completed_by(actor_ids)
        .template(specs::events_by_page(), events)
        .completed_by(actor_ids)
        .template(specs::event(), event)
        .template(specs::channel(), channel)
        .completed_by(channel_ids)
        .listed_by(list)
        .done()
}

async fn actors(remote: Arc<RemoteTheater>, _: Call) -> Result<Contents, ToolError> {
    let mut actors = Vec::new();
    for (id, name) in remote.list().await? {
        actors.push(in_list(&remote, &id, &name).await?);
    }
    Contents::json(&json!({ "total": actors.len(), "actors": actors }))
}

async fn in_list(remote: &RemoteTheater, id: &str, name: &str) -> Result<Value, RemoteError> {
    let status = remote.status(id).await?;
    let uri = format!("theater://actor/{id}");
    Ok(json!({ "id": id, "name": name, "status": status, "uri": uri }))
}

async fn actors_by_page(
    remote: Arc<RemoteTheater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let part = Part::of(&params)?;
    let mut found = remote.list().await?;
    found.retain(|(_, name)| part.fits(name));
    let mut actors = Vec::new();
    for (id, name) in found.iter().skip(part.after).take(part.limit) {
        actors.push(in_list(&remote, id, name).await?);
    }
    Contents::json(&json!({ "total": found.len(), "actors": actors }))
}

async fn actor(remote: Arc<RemoteTheater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = remote.present(params.path("actor_id")).await?;
    let text = id.to_string();
    let status = remote.status(&text).await?;
    // What a server of some generation does not tell is left out, not guessed.
    let metrics = remote.metrics(&text).await.unwrap_or_default();
    let given = lock(&remote.manifests).get(&id).cloned();
    let told = remote.manifest(&text).await.ok();
    let name = told.as_ref().and_then(|manifest| manifest["name"].as_str()).map(str::to_owned);
    let manifest = given.or_else(|| told.as_ref().and_then(as_toml));
    let born = metrics["start_time"].as_i64().map(|seconds| Timestamp(seconds * 1_000_000));
    Contents::json(&json!({
        "id": text,
        "name": name,
        "manifest": manifest,
        "status": status,
        "created_at": born.or_else(|| remote.known_since(id)),
        "events_uri": format!("theater://events/{text}"),
        "state_uri": format!("theater://actor/{text}/state"),
        "metrics": metrics,
        "remote": { "address": remote.lines.address, "generation": generation(&remote).await? },
    }))
}

async fn generation(remote: &RemoteTheater) -> Result<&'static str, RemoteError> {
    Ok(remote.lines.generation().await?.name())
}

/// A manifest as the server tells it, in the language manifests are written in.
fn as_toml(manifest: &Value) -> Option<String> {
    let mut manifest = manifest.clone();
    without_nulls(&mut manifest);
    toml::to_string(&manifest).ok()
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

async fn state(remote: Arc<RemoteTheater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    match remote.state(params.path("actor_id")).await? {
        Ok(bytes) => state_contents(bytes.as_deref()),
        Err(value) => Contents::json(&value),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Events as clients see them, each with those that follow from it.
fn shown(actor: &str, chain: &[ChainEvent]) -> Vec<Value> {
    let mut children: HashMap<&[u8], Vec<Value>> = HashMap::new();
    for event in chain {
        if let Some(parent) = &event.parent_hash {
            let id = hex(&event.hash);
            let child = json!({ "id": id, "uri": format!("theater://event/{id}") });
            children.entry(parent).or_default().push(child);
        }
    }
    let show = |(number, event): (usize, &ChainEvent)| {
        let data = serde_json::from_slice(&event.data).unwrap_or_else(
            |_| json!({ "encoding": "base64", "data": STANDARD.encode(&event.data) }),
        );
        json!({
            "event_id": hex(&event.hash),
            "actor_id": actor,
            "timestamp": event.timestamp.map(time),
            "type": event.event_type,
            "parent_id": event.parent_hash.as_deref().map(hex),
            "previous_id": event.parent_hash.as_deref().map(hex),
            "sequence": number + 1,
            "data": data,
            "description": event.description,
            "children": children.get(&event.hash[..]).cloned().unwrap_or_default(),
        })
    };
    chain.iter().enumerate().map(show).collect()
}

fn time(told: u64) -> Timestamp {
    let factor = if told < MILLISECONDS_BEGIN { 1_000_000 } else { 1000 };
    Timestamp(i64::try_from(told.saturating_mul(factor)).unwrap_or(i64::MAX))
}

async fn events(
    remote: Arc<RemoteTheater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let actor = params.path("actor_id");
    let limit = limit(&params)?;
    let chain = shown(actor, &remote.events(actor).await?);
    let place = |id: &str| {
        let at = chain.iter().position(|event| event["event_id"] == id);
        at.ok_or_else(|| TheaterError::NoEvent(id.to_owned()))
    };
    let part = match (params.get("after"), params.get("before")) {
        (Some(""), _) => 0..limit,
        (Some(after), _) => {
            let at = place(after)? + 1;
            at..at + limit
        }
        (None, before) => {
            let end = before.map(place).transpose()?.unwrap_or(chain.len());
            end.saturating_sub(limit)..end
        }
    };
    Contents::json(&chain.iter().take(part.end).skip(part.start).collect::<Vec<_>>())
}

/// The protocol cannot ask for one event, so every actor's chain is looked through.
async fn event(remote: Arc<RemoteTheater>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let wanted = params.path("event_id");
    for (actor, _) in remote.list().await? {
        let chain = remote.events(&actor).await.unwrap_or_default();
        if chain.iter().any(|event| hex(&event.hash) == wanted) {
            let found = shown(&actor, &chain).into_iter().find(|it| it["event_id"] == wanted);
            return Contents::json(&found);
        }
    }
    Err(TheaterError::NoEvent(wanted.chars().take(80).collect()).into())
}

async fn channel(
    remote: Arc<RemoteTheater>,
    _: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    channel_contents(&remote.channels, params.path("channel_id"))
}

async fn list(
    remote: Arc<RemoteTheater>,
    _: Call,
    after: Option<String>,
) -> Result<Page<Entry>, ToolError> {
    let after: usize = after.and_then(|after| after.parse().ok()).unwrap_or(0);
    // Clients list all services at once; one that is away must not take the others with it.
    let all = remote.list().await.unwrap_or_default();
    let next = (all.len() > after + PAGE).then(|| (after + PAGE).to_string());
    let part = all.iter().skip(after).take(PAGE);
    Ok(Page { items: part.flat_map(|(id, name)| entries(id, name)).collect(), next })
}

/// Ids of actors that begin as typed, or whose name does.
pub(super) async fn actor_ids(
    remote: Arc<RemoteTheater>,
    _: Call,
    typed: Completing,
) -> Result<Vec<String>, ToolError> {
    let fits = |(id, name): &(String, String)| {
        id.starts_with(&typed.value) || name.starts_with(&typed.value)
    };
    let all = remote.list().await?.into_iter();
    Ok(all.filter(fits).map(|(id, _)| id).take(MOST_COMPLETIONS).collect())
}

async fn channel_ids(
    remote: Arc<RemoteTheater>,
    _: Call,
    typed: Completing,
) -> Result<Vec<String>, ToolError> {
    Ok(begun_as(&remote.channels, &typed))
}

/// What there is to say of an actor, for prompts.
pub(super) async fn report(remote: &RemoteTheater, actor: ActorId) -> Result<String, RemoteError> {
    let id = actor.to_string();
    let status = remote.status(&id).await?;
    let metrics = remote.metrics(&id).await.unwrap_or_default();
    let chain = remote.events(&id).await.unwrap_or_default();
    let events = shown(&id, &chain);
    let last = events.iter().rev().take(30).rev();
    let lines = last.map(|event| {
        let data: String = event["data"].to_string().chars().take(400).collect();
        format!("- {} {} {} {data}\n", event["sequence"], event["type"], event["event_id"])
    });
    Ok(format!(
        "Actor {id} of the theater at {}, status {status}, {} events known.\nMetrics: {metrics}\n\n\
         Last events, oldest first:\n{}",
        remote.lines.address,
        chain.len(),
        lines.collect::<String>()
    ))
}
