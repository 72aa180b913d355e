//! Starting, stopping and restarting actors.

use std::sync::Arc;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::TheaterError;
use crate::stage::Wanted;
use crate::{ActorId, Theater};

/// What to start.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StartActor {
    /// Path to the actor manifest or manifest content
    manifest: String,
    /// Optional initial state for the actor
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    initial_state: Option<Map<String, Value>>,
}

/// A started actor.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StartedActor {
    /// The actor's id
    actor_id: String,
    /// Its name, from the manifest
    name: String,
    /// How it is
    status: String,
    /// Where its details are
    uri: String,
}

/// Which actor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StopActor {
    /// ID of the actor to stop
    actor_id: String,
}

/// Which actor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestartActor {
    /// ID of the actor to restart
    actor_id: String,
}

/// Which actor, and its new component.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateActor {
    /// ID of the actor to update
    actor_id: String,
    /// Path of the new component, or its reference in the content store
    component: String,
}

/// Which actor, and where it goes back to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RestoreActor {
    /// ID of the actor to restore
    actor_id: String,
    /// ID of the event of its chain whose state it gets
    event_id: String,
}

/// What became of an actor.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ActorStatus {
    /// The actor's id
    actor_id: String,
    /// How it is now
    status: String,
}

pub(super) async fn start_actor(
    theater: Arc<Theater>,
    _: Call,
    input: StartActor,
) -> Result<StartedActor, TheaterError> {
    let state = input.initial_state.map(|state| Value::Object(state).to_string().into_bytes());
    let wanted = Wanted { manifest: input.manifest, state, ..Wanted::default() };
    let actor = theater.on_a_thread(move |stage| stage.start(&wanted)).await?;
    Ok(StartedActor {
        actor_id: actor.id().to_string(),
        name: actor.name().to_owned(),
        status: actor.status().name().to_owned(),
        uri: format!("theater://actor/{}", actor.id()),
    })
}

pub(super) async fn stop_actor(
    theater: Arc<Theater>,
    call: Call,
    input: StopActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    let reason = format!("stopped by `{}`", call.principal.id);
    theater.on_a_thread(move |stage| stage.stop(id, &reason)).await?;
    status(&theater, id)
}

pub(super) async fn restart_actor(
    theater: Arc<Theater>,
    call: Call,
    input: RestartActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    let reason = format!("restarted by `{}`", call.principal.id);
    theater.on_a_thread(move |stage| stage.restart(id, &reason)).await?;
    status(&theater, id)
}

pub(super) async fn update_actor(
    theater: Arc<Theater>,
    _: Call,
    input: UpdateActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.on_a_thread(move |stage| stage.update(id, &input.component)).await?;
    status(&theater, id)
}

pub(super) async fn restore_actor(
    theater: Arc<Theater>,
    _: Call,
    input: RestoreActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.on_a_thread(move |stage| stage.travel(id, &input.event_id)).await?;
    status(&theater, id)
}

fn status(theater: &Theater, id: ActorId) -> Result<ActorStatus, TheaterError> {
    let status = theater.stage.actor(id)?.status().name().to_owned();
    Ok(ActorStatus { actor_id: id.to_string(), status })
}
