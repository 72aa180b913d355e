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
pub(crate) struct StartActor {
    /// Path to the actor manifest or manifest content
    pub(crate) manifest: String,
    /// Optional initial state for the actor
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    pub(crate) initial_state: Option<Map<String, Value>>,
}

/// A started actor.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StartedActor {
    /// The actor's id
    pub(crate) actor_id: String,
    /// Its name, from the manifest
    pub(crate) name: String,
    /// How it is
    pub(crate) status: String,
    /// Where its details are
    pub(crate) uri: String,
}

/// Which actor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopActor {
    /// ID of the actor to stop
    pub(crate) actor_id: String,
}

/// Which actor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestartActor {
    /// ID of the actor to restart
    pub(crate) actor_id: String,
}

/// Which actor, and its new component.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateActor {
    /// ID of the actor to update
    pub(crate) actor_id: String,
    /// Path of the new component, or its reference in the content store
    pub(crate) component: String,
}

/// Which actor, and where it goes back to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestoreActor {
    /// ID of the actor to restore
    pub(crate) actor_id: String,
    /// ID of the event of its chain whose state it gets
    pub(crate) event_id: String,
}

/// What became of an actor.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ActorStatus {
    /// The actor's id
    pub(crate) actor_id: String,
    /// How it is now
    pub(crate) status: String,
}

pub(crate) async fn start_actor(
    theater: Arc<Theater>,
    call: Call,
    input: StartActor,
) -> Result<StartedActor, TheaterError> {
    let state = input.initial_state.map(|state| Value::Object(state).to_string().into_bytes());
    let by = Some(call.principal.id.to_string());
    let wanted = Wanted { manifest: input.manifest, state, by, ..Wanted::default() };
    let actor = theater.on_a_thread(move |stage| stage.start(&wanted)).await?;
    theater.stage.acknowledged(actor.id()).await?;
    Ok(StartedActor {
        actor_id: actor.id().to_string(),
        name: actor.name().to_owned(),
        status: actor.status().name().to_owned(),
        uri: format!("theater://actor/{}", actor.id()),
    })
}

pub(crate) async fn stop_actor(
    theater: Arc<Theater>,
    call: Call,
    input: StopActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.stage.herald.by(id, &call.principal.id);
    let reason = format!("stopped by `{}`", call.principal.id);
    theater.on_a_thread(move |stage| stage.stop(id, &reason)).await?;
    status(&theater, id).await
}

pub(crate) async fn restart_actor(
    theater: Arc<Theater>,
    call: Call,
    input: RestartActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.stage.herald.by(id, &call.principal.id);
    let reason = format!("restarted by `{}`", call.principal.id);
    theater.on_a_thread(move |stage| stage.restart(id, &reason)).await?;
    status(&theater, id).await
}

pub(crate) async fn update_actor(
    theater: Arc<Theater>,
    call: Call,
    input: UpdateActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.stage.herald.by(id, &call.principal.id);
    theater.on_a_thread(move |stage| stage.update(id, &input.component)).await?;
    status(&theater, id).await
}

pub(crate) async fn restore_actor(
    theater: Arc<Theater>,
    call: Call,
    input: RestoreActor,
) -> Result<ActorStatus, TheaterError> {
    let id = theater.stage.named(&input.actor_id)?.id();
    theater.stage.herald.by(id, &call.principal.id);
    theater.on_a_thread(move |stage| stage.travel(id, &input.event_id)).await?;
    status(&theater, id).await
}

/// How an actor is, once what was done to it outlives a power cut.
async fn status(theater: &Theater, id: ActorId) -> Result<ActorStatus, TheaterError> {
    theater.stage.acknowledged(id).await?;
    let status = theater.stage.actor(id)?.status().name().to_owned();
    Ok(ActorStatus { actor_id: id.to_string(), status })
}
