//! The tools of a remote theater: the same names and types as those of the local one.

use std::sync::Arc;

use kernel::{Call, ToolTable, ToolTableBuilder};
use serde_json::Value;

use super::RemoteTheater;
use super::error::RemoteError;
use super::generation::Generation;
use super::wire::Told;
use crate::chain::Hash;
use crate::error::TheaterError;
use crate::lock::lock;
use crate::manifest::Manifest;
use crate::protocol::wire::Command;
use crate::tools::actors::{
    ActorStatus, RestartActor, RestoreActor, StartActor, StartedActor, StopActor, UpdateActor,
};
use crate::tools::channels::{
    CloseChannel, ClosedChannel, OpenChannel, OpenedChannel, ReceiveOnChannel, Received,
    SendOnChannel, SentOnChannel, receive,
};
use crate::tools::messages::{Answered, RequestMessage, SendMessage, SentMessage};
use crate::tools::replay::{Replay, ReplayActor};
use crate::tools::{data, specs};

/// The table.
pub(super) fn table(remote: &Arc<RemoteTheater>) -> ToolTable {
    talking(living(ToolTable::of(remote))).done()
}

fn living(table: ToolTableBuilder<RemoteTheater>) -> ToolTableBuilder<RemoteTheater> {
    table
        .add(specs::start_actor(), start_actor)
        .add(specs::stop_actor(), stop_actor)
        .add(specs::restart_actor(), restart_actor)
        .add(specs::update_actor(), update_actor)
        .add(specs::restore_actor(), restore_actor)
        .add(specs::replay_actor(), replay_actor)
}

fn talking(table: ToolTableBuilder<RemoteTheater>) -> ToolTableBuilder<RemoteTheater> {
    table
        .add(specs::send_message(), send_message)
        .add(specs::request_message(), request_message)
        .add(specs::open_channel(), open_channel)
        .add(specs::send_on_channel(), send_on_channel)
        .add(specs::receive_on_channel(), receive_on_channel)
        .add(specs::close_channel(), close_channel)
}

async fn start_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: StartActor,
) -> Result<StartedActor, RemoteError> {
    let state = input.initial_state.map(|state| Value::Object(state).to_string().into_bytes());
    let mut manifest = input.manifest.clone();
    if remote.lines.generation().await? == Generation::Third {
        if state.is_some() {
            return Err(remote.unable("give an actor a first state: release 0.3 ignores it"));
        }
        if Manifest::is_content(&manifest) {
            manifest = remote.as_file(&manifest)?;
        }
    }
    let command =
        Command::StartActor { manifest, initial_state: state, parent: false, subscribe: false };
    let told = remote.lines.ask(&command).await?;
    let Told::ActorStarted { id } = told else { return Err(remote.unexpected(&told)) };
    if let Ok(parsed) = id.parse() {
        lock(&remote.manifests).insert(parsed, input.manifest);
    }
    remote.look.notify_one();
    let listed = remote.list().await?.into_iter().find(|(listed, _)| *listed == id);
    let name = listed.map_or_else(|| id.clone(), |(_, name)| name);
    let status = remote.status(&id).await?;
    Ok(StartedActor { name, status, uri: format!("theater://actor/{id}"), actor_id: id })
}

impl RemoteTheater {
    /// Puts a manifest where a server on this machine can read it.
    fn as_file(&self, text: &str) -> Result<String, RemoteError> {
        let host = self.lines.address.rsplit_once(':').map_or("", |(host, _)| host);
        if !matches!(host, "localhost" | "127.0.0.1" | "[::1]") {
            return Err(self.unable("take a manifest's text: release 0.3 wants a path or URL"));
        }
        let failed = |error: std::io::Error| TheaterError::System(error.to_string());
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let path = self.folder.join(format!("{}.toml", Hash::of(text.as_bytes())));
        std::fs::write(&path, text).map_err(failed)?;
        Ok(std::path::absolute(path).map_err(failed)?.display().to_string())
    }

    async fn now(&self, id: String) -> Result<ActorStatus, RemoteError> {
        let status = self.status(&id).await?;
        Ok(ActorStatus { actor_id: id, status })
    }
}

async fn stop_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: StopActor,
) -> Result<ActorStatus, RemoteError> {
    let id = remote.present(&input.actor_id).await?.to_string();
    remote.carry_out(&id, Command::StopActor { id: id.clone() }).await?;
    remote.look.notify_one();
    Ok(ActorStatus { actor_id: id, status: "STOPPED".to_owned() })
}

async fn restart_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: RestartActor,
) -> Result<ActorStatus, RemoteError> {
    let id = input.actor_id;
    let command = Command::RestartActor { id: id.clone() };
    remote.if_able(&id, command, "restart actors; stop it and start it again").await?;
    remote.now(id).await
}

async fn update_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: UpdateActor,
) -> Result<ActorStatus, RemoteError> {
    let UpdateActor { actor_id: id, component } = input;
    let command = match remote.lines.generation().await? {
        Generation::Third => Command::UpdateActorPackage { id: id.clone(), package: component },
        Generation::Legacy | Generation::Second => {
            Command::UpdateActorComponent { id: id.clone(), component }
        }
    };
    remote.if_able(&id, command, "update an actor's component").await?;
    remote.now(id).await
}

async fn restore_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    _: RestoreActor,
) -> Result<ActorStatus, RemoteError> {
    Err(remote.unable("restore an actor: Theater's protocol has no command for it"))
}

async fn replay_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    _: ReplayActor,
) -> Result<Replay, RemoteError> {
    Err(remote.unable("replay an actor: Theater's chains do not hold what the actor was told"))
}

async fn send_message(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: SendMessage,
) -> Result<SentMessage, RemoteError> {
    let data = data::decode("data", &input.data)?.to_vec();
    let id = remote.present(&input.actor_id).await?.to_string();
    remote.carry_out(&id, Command::SendActorMessage { id: id.clone(), data }).await?;
    Ok(SentMessage { actor_id: id, delivered: true })
}

async fn request_message(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: RequestMessage,
) -> Result<Answered, RemoteError> {
    let data = data::decode("data", &input.data)?.to_vec();
    let id = remote.present(&input.actor_id).await?.to_string();
    let command = Command::RequestActorMessage { id: id.clone(), data };
    let told = remote.lines.ask(&command).await?;
    let Told::RequestedMessage { message } = told else { return Err(remote.unexpected(&told)) };
    Ok(Answered { actor_id: id, data: data::encode(&message), text: data::readable(&message) })
}

async fn open_channel(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: OpenChannel,
) -> Result<OpenedChannel, RemoteError> {
    let first = data::decode("initial_message", &input.initial_message.unwrap_or_default())?;
    let actor = remote.present(&input.actor_id).await?;
    let id = remote.open_channel(actor, first.to_vec()).await?;
    Ok(OpenedChannel {
        uri: format!("theater://channel/{id}"),
        channel_id: id,
        actor_id: actor.to_string(),
        message: None,
    })
}

async fn send_on_channel(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: SendOnChannel,
) -> Result<SentOnChannel, RemoteError> {
    let bytes = data::decode("message", &input.message)?.to_vec();
    remote.send_on_channel(&input.channel_id, bytes).await?;
    Ok(SentOnChannel { channel_id: input.channel_id, sent: true })
}

async fn receive_on_channel(
    remote: Arc<RemoteTheater>,
    call: Call,
    input: ReceiveOnChannel,
) -> Result<Received, RemoteError> {
    Ok(receive(&remote.channels, &call, input).await?)
}

async fn close_channel(
    remote: Arc<RemoteTheater>,
    _: Call,
    input: CloseChannel,
) -> Result<ClosedChannel, RemoteError> {
    remote.close_channel(&input.channel_id).await?;
    Ok(ClosedChannel { channel_id: input.channel_id, closed: true })
}
