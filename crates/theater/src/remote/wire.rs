//! What a remote theater tells: the answers of all three generations in one shape.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

/// Something a remote theater told. Fields that nobody here reads are left out.
#[derive(Debug, Deserialize)]
pub(super) enum Told {
    ActorStarted { id: String },
    ActorStopped {},
    ActorList { actors: Vec<Listed> },
    Subscribed {},
    Unsubscribed {},
    ActorEvent { event: ChainEvent },
    ActorResult(IgnoredAny),
    ActorError(IgnoredAny),
    Error(Value),
    RequestedMessage { message: Vec<u8> },
    SentMessage {},
    ActorStatus { status: String },
    Restarted {},
    ActorManifest { manifest: Value },
    ActorState { state: Box<RawValue> },
    ActorEvents { events: Vec<ChainEvent> },
    ActorMetrics { metrics: Value },
    ActorComponentUpdated {},
    ActorPackageUpdated {},
    ChannelOpened { channel_id: String },
    MessageSent {},
    ChannelMessage { channel_id: String, message: Vec<u8> },
    ChannelClosed { channel_id: String },
    StoreCreated {},
}

/// An actor in a list: before 0.2 its id alone.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Listed {
    Named(String, String),
    Id(String),
}

/// An event; since 0.3 without time and description.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct ChainEvent {
    pub(super) hash: Vec<u8>,
    pub(super) parent_hash: Option<Vec<u8>>,
    pub(super) event_type: String,
    pub(super) data: Vec<u8>,
    pub(super) timestamp: Option<u64>,
    pub(super) description: Option<String>,
}

impl Told {
    /// Whether it came unasked; the end of a channel may be either, see [`Told::ends_channel`].
    pub(super) fn is_push(&self) -> bool {
        matches!(
            self,
            Self::ActorEvent { .. }
                | Self::ActorResult(_)
                | Self::ActorError(_)
                | Self::ChannelMessage { .. }
        )
    }

    /// Whether it is the end of a channel: the answer to closing it, or news that it was closed.
    pub(super) fn ends_channel(&self) -> bool {
        matches!(self, Self::ChannelClosed { .. })
    }
}

/// What an error says, in words.
pub(super) fn reason(error: &Value) -> String {
    let inner = error.get("error").or_else(|| error.get("message")).unwrap_or(error);
    match inner {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let parts = fields.iter().map(|(kind, said)| match said.as_str() {
                Some(text) => format!("{kind}: {text}"),
                None => format!("{kind}: {said}"),
            });
            parts.collect::<Vec<_>>().join("; ")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => inner.to_string(),
    }
}
