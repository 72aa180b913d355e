//! What each command does.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{AbortHandle, JoinSet};

use super::frames::Dialect;
use super::legacy;
use super::pushes;
use super::wire::{Command, Participant, Response};
use crate::actor::Actor;
use crate::error::TheaterError;
use crate::stage::{Wanted, reply_of};
use crate::{ActorId, Status, Theater};

/// What a connection has.
pub(super) struct Session {
    pub(super) theater: Arc<Theater>,
    pub(super) dialect: Dialect,
    pub(super) pushes: mpsc::Sender<Response>,
    pub(super) tasks: JoinSet<()>,
    pub(super) subscriptions: HashMap<String, AbortHandle>,
    /// Channels that end with the connection.
    pub(super) channels: Vec<String>,
}

/// Carries a command out; whatever goes wrong becomes an answer.
pub(super) async fn answer(session: &mut Session, command: Command) -> Response {
    match carry_out(session, command).await {
        Ok(response) => response,
        Err(error) => Response::Error(match session.dialect {
            Dialect::Plain => json!({ "message": error.to_string() }),
            Dialect::Wrapped => json!({ "error": management_error(&error) }),
        }),
    }
}

async fn carry_out(session: &mut Session, command: Command) -> Result<Response, TheaterError> {
    let theater = session.theater.clone();
    match command {
        Command::StartActor { manifest, initial_state, parent, subscribe } => {
            let wanted = Wanted { manifest, state: initial_state, ..Wanted::default() };
            let actor = theater.on_a_thread(move |stage| stage.start(&wanted)).await?;
            theater.stage.acknowledged(actor.id()).await?;
            if subscribe {
                pushes::events(session, &actor, 0)?;
            }
            if parent {
                pushes::end(session, &actor);
            }
            Ok(Response::ActorStarted { id: actor.id().to_string() })
        }
        Command::StopActor { id } | Command::TerminateActor { id } => {
            let actor = theater.stage.named(&id)?.id();
            theater.on_a_thread(move |stage| stage.stop(actor, "stopped by a client")).await?;
            theater.stage.acknowledged(actor).await?;
            Ok(Response::ActorStopped { id })
        }
        Command::RestartActor { id } => {
            let actor = theater.stage.named(&id)?.id();
            theater.on_a_thread(move |stage| stage.restart(actor, "restarted by a client")).await?;
            theater.stage.acknowledged(actor).await?;
            Ok(Response::Restarted { id })
        }
        Command::UpdateActorComponent { id, component } => {
            update(&theater, &id, component).await?;
            Ok(Response::ActorComponentUpdated { id })
        }
        Command::UpdateActorPackage { id, package } => {
            update(&theater, &id, package).await?;
            Ok(Response::ActorPackageUpdated { id })
        }
        Command::SubscribeToActor { id } => {
            let actor = theater.stage.named(&id)?;
            let subscription_id = pushes::events(session, &actor, actor.face().head.seq)?;
            Ok(Response::Subscribed { id, subscription_id })
        }
        Command::UnsubscribeFromActor { id, subscription_id } => {
            pushes::end_subscription(session, &subscription_id);
            Ok(Response::Unsubscribed { id })
        }
        Command::NewStore {} => {
            let id = ActorId::random().map_err(|error| TheaterError::System(error.to_string()))?;
            Ok(Response::StoreCreated { store_id: id.to_string() })
        }
        Command::SendActorMessage { id, data } => send(&theater, id, data).await,
        Command::RequestActorMessage { id, data } => request(&theater, id, data).await,
        Command::OpenChannel { actor_id, initial_message } => {
            open_channel(session, actor_id, initial_message).await
        }
        Command::SendOnChannel { channel_id, message } => {
            let id = channel_id.clone();
            let message = message.into();
            let to = theater.on_a_thread(move |stage| stage.send_on_channel(&id, message)).await?;
            theater.stage.acknowledged(to).await?;
            Ok(Response::MessageSent { channel_id })
        }
        Command::CloseChannel { channel_id } => {
            let id = channel_id.clone();
            theater.on_a_thread(move |stage| stage.close_channel(&id)).await?;
            Ok(Response::ChannelClosed { channel_id })
        }
        Command::ListActors => Ok(list(session)),
        Command::GetActorStatus { id } => status(&theater, id),
        Command::GetActorState { id } => state(&theater, id).await,
        Command::GetActorEvents { id } => events(&theater, id).await,
        Command::GetActorManifest { id } => {
            let manifest = manifest(&*theater.stage.named(&id)?);
            Ok(Response::ActorManifest { id, manifest })
        }
        Command::GetActorMetrics { id } => {
            let metrics = metrics(&*theater.stage.named(&id)?);
            Ok(Response::ActorMetrics { id, metrics })
        }
    }
}

async fn update(theater: &Theater, id: &str, component: String) -> Result<(), TheaterError> {
    let actor = theater.stage.named(id)?.id();
    theater.on_a_thread(move |stage| stage.update(actor, &component)).await?;
    theater.stage.acknowledged(actor).await
}

async fn send(theater: &Theater, id: String, data: Vec<u8>) -> Result<Response, TheaterError> {
    let to = id.clone();
    let to = theater.on_a_thread(move |stage| stage.send(&to, data.into())).await?;
    theater.stage.acknowledged(to).await?;
    Ok(Response::SentMessage { id })
}

async fn request(theater: &Theater, id: String, data: Vec<u8>) -> Result<Response, TheaterError> {
    let stage = &theater.stage;
    let (reply, answer) = oneshot::channel();
    let told = Box::new(move |result| drop(reply.send(result)));
    let actor = stage.request_near(&id, data.into(), told)?;
    let response = within(stage.config.request_timeout, actor, answer).await?;
    let message = reply_of(&*stage.actor(actor)?, response)?.to_vec();
    Ok(Response::RequestedMessage { id, message })
}

async fn open_channel(
    session: &mut Session,
    with: Participant,
    first: Vec<u8>,
) -> Result<Response, TheaterError> {
    let Participant::Actor(to) = with else {
        return Err(TheaterError::Input("a channel leads to an actor".to_owned()));
    };
    let stage = session.theater.stage.clone();
    let (reply, answer) = oneshot::channel();
    let told = Box::new(move |result| drop(reply.send(result)));
    let (id, actor) = stage.open_channel(&to, first.into(), told)?;
    let response = within(stage.config.request_timeout, actor.id(), answer).await;
    stage.opened(&id, &actor, response)?;
    session.channels.push(id.clone());
    pushes::channel(session, &id, &to)?;
    Ok(Response::ChannelOpened { channel_id: id, actor_id: Participant::Actor(to) })
}

async fn within(
    most: std::time::Duration,
    id: ActorId,
    answer: oneshot::Receiver<Result<crate::engine::Response, TheaterError>>,
) -> Result<crate::engine::Response, TheaterError> {
    match tokio::time::timeout(most, answer).await {
        Ok(answer) => answer.unwrap_or(Err(TheaterError::Closing)),
        Err(_) => Err(TheaterError::NoAnswer(id)),
    }
}

fn list(session: &Session) -> Response {
    let all = session.theater.stage.all().into_iter();
    let present = all.filter(|actor| actor.status() != Status::Stopped);
    let actors: Vec<Value> = match session.dialect {
        Dialect::Plain => present.map(|actor| json!(actor.id())).collect(),
        Dialect::Wrapped => present.map(|actor| json!([actor.id(), actor.name()])).collect(),
    };
    Response::ActorList { actors: Value::from(actors) }
}

fn status(theater: &Theater, id: String) -> Result<Response, TheaterError> {
    let status = match theater.stage.named(&id)?.status() {
        Status::Starting | Status::Running | Status::Passive => "Running",
        Status::Stopped => "Stopped",
        Status::Failed => "Failed",
    };
    Ok(Response::ActorStatus { id, status })
}

async fn state(theater: &Theater, id: String) -> Result<Response, TheaterError> {
    let actor = theater.stage.named(&id)?;
    let state = theater.on_a_thread(move |stage| stage.state_of(&actor)).await?;
    Ok(Response::ActorState { id, state: state.map(|state| state.to_vec()) })
}

async fn events(theater: &Theater, id: String) -> Result<Response, TheaterError> {
    let actor = theater.stage.named(&id)?.id();
    let events = theater.on_a_thread(move |stage| Ok(legacy::chain(stage, actor)?)).await?;
    Ok(Response::ActorEvents { id, events })
}

/// The manifest in the fields of Theater 0.2.
fn manifest(actor: &Actor) -> Value {
    let manifest = &actor.birth.manifest;
    let handlers: Vec<_> = manifest
        .handlers
        .iter()
        .map(|handler| json!({ "type": handler.kind().name(), "config": {} }))
        .collect();
    json!({
        "name": manifest.name,
        "version": manifest.version.as_deref().unwrap_or("0.0.0"),
        "component": manifest.component,
        "description": manifest.description,
        "long_description": null,
        "save_chain": true,
        "permission_policy": {},
        "init_state": manifest.initial_state,
        "handlers": handlers,
    })
}

fn metrics(actor: &Actor) -> Value {
    let face = actor.face();
    let metrics = face.metrics;
    let (waiting, peak) = actor.mailbox.waiting();
    let started = actor.birth.created_at.0 / 1_000_000;
    let now = kernel::Timestamp::now().0 / 1_000_000;
    json!({
        "operation_metrics": {
            "total_operations": metrics.operations,
            "failed_operations": metrics.failed,
            "total_processing_time": metrics.total_ns,
            "max_processing_time": metrics.max_ns,
            "min_processing_time": metrics.min_ns,
        },
        "resource_metrics": {
            "memory_usage": metrics.memory,
            "operation_queue_size": waiting,
            "peak_memory_usage": metrics.peak_memory,
            "peak_queue_size": peak,
        },
        "last_update": now,
        "start_time": started,
        "uptime_secs": now - started,
    })
}

fn management_error(error: &TheaterError) -> Value {
    let text = error.to_string();
    match error {
        TheaterError::NoActor(_) => json!("ActorNotFound"),
        TheaterError::NotRunning { .. } => json!("ActorNotRunning"),
        TheaterError::NoChannel(_) => json!("ChannelNotFound"),
        TheaterError::ChannelClosed(_) => json!("ChannelClosed"),
        TheaterError::ChannelRefused(_) => json!("ChannelRejected"),
        TheaterError::Failed { .. } => json!({ "ActorError": text }),
        TheaterError::NoAnswer(_) => json!("Timeout"),
        TheaterError::NoEvent(_)
        | TheaterError::Manifest(_)
        | TheaterError::Unreadable { .. }
        | TheaterError::Refused { .. }
        | TheaterError::Component { .. }
        | TheaterError::Input(_)
        | TheaterError::Limit { .. } => json!({ "InvalidRequest": text }),
        TheaterError::Log(_) | TheaterError::System(_) => json!({ "InternalError": text }),
        TheaterError::Closing | TheaterError::Unwritten(_) => json!({ "RuntimeError": text }),
    }
}
