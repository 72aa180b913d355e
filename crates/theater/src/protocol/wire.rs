//! The commands and answers of Theater's protocol, spelled as Theater spells them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::legacy::LegacyEvent;

/// What a client asks for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Command {
    StartActor {
        manifest: String,
        #[serde(default)]
        initial_state: Option<Vec<u8>>,
        #[serde(default)]
        parent: bool,
        #[serde(default)]
        subscribe: bool,
    },
    StopActor {
        id: String,
    },
    TerminateActor {
        id: String,
    },
    ListActors,
    SubscribeToActor {
        id: String,
    },
    UnsubscribeFromActor {
        id: String,
        subscription_id: String,
    },
    SendActorMessage {
        id: String,
        data: Vec<u8>,
    },
    RequestActorMessage {
        id: String,
        data: Vec<u8>,
    },
    GetActorManifest {
        id: String,
    },
    GetActorStatus {
        id: String,
    },
    RestartActor {
        id: String,
    },
    GetActorState {
        id: String,
    },
    GetActorEvents {
        id: String,
    },
    GetActorMetrics {
        id: String,
    },
    UpdateActorComponent {
        id: String,
        component: String,
    },
    UpdateActorPackage {
        id: String,
        package: String,
    },
    OpenChannel {
        actor_id: Participant,
        initial_message: Vec<u8>,
    },
    SendOnChannel {
        channel_id: String,
        message: Vec<u8>,
    },
    CloseChannel {
        channel_id: String,
    },
    NewStore {},
}

/// One end of a channel.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Participant {
    Actor(String),
    External,
}

/// An answer, or something told unasked.
#[derive(Debug, Serialize)]
pub(super) enum Response {
    ActorStarted {
        id: String,
    },
    ActorStopped {
        id: String,
    },
    ActorList {
        actors: Value,
    },
    Subscribed {
        id: String,
        subscription_id: String,
    },
    Unsubscribed {
        id: String,
    },
    ActorEvent {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        event: LegacyEvent,
    },
    ActorResult(ActorResult),
    Error(Value),
    RequestedMessage {
        id: String,
        message: Vec<u8>,
    },
    SentMessage {
        id: String,
    },
    ActorStatus {
        id: String,
        status: &'static str,
    },
    Restarted {
        id: String,
    },
    ActorManifest {
        id: String,
        manifest: Value,
    },
    ActorState {
        id: String,
        state: Option<Vec<u8>>,
    },
    ActorEvents {
        id: String,
        events: Vec<LegacyEvent>,
    },
    ActorMetrics {
        id: String,
        metrics: Value,
    },
    ActorComponentUpdated {
        id: String,
    },
    ActorPackageUpdated {
        id: String,
    },
    ChannelOpened {
        channel_id: String,
        actor_id: Participant,
    },
    MessageSent {
        channel_id: String,
    },
    ChannelMessage {
        channel_id: String,
        sender_id: Participant,
        message: Vec<u8>,
    },
    ChannelClosed {
        channel_id: String,
    },
    StoreCreated {
        store_id: String,
    },
}

/// How an actor whose parent is a client ended.
#[derive(Debug, Serialize)]
pub(super) enum ActorResult {
    Success { actor_id: String, result: Option<Vec<u8>> },
    Error { actor_id: String, error: Value },
}
