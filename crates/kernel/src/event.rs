//! What happened: an event is written with the change it reports and published after its commit.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::{Timestamp, ToolError};

/// Something a reader can see that an event changed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Touch {
    /// The contents of the resource at this URI.
    Resource(String),
    /// Which resources exist.
    ResourceList,
    /// Which tools exist.
    ToolList,
    /// Which prompts exist.
    PromptList,
}

impl Touch {
    /// The contents of the resource at `uri` changed.
    pub fn resource(uri: impl Into<String>) -> Self {
        Self::Resource(uri.into())
    }

    fn as_str(&self) -> &str {
        match self {
            Self::Resource(uri) => uri,
            Self::ResourceList => "list:resources",
            Self::ToolList => "list:tools",
            Self::PromptList => "list:prompts",
        }
    }
}

impl Serialize for Touch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Touch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_str() {
            "list:resources" => Ok(Self::ResourceList),
            "list:tools" => Ok(Self::ToolList),
            "list:prompts" => Ok(Self::PromptList),
            other if other.contains("://") => Ok(Self::Resource(text)),
            other => Err(D::Error::custom(format!("`{other}` names no resource or list"))),
        }
    }
}

/// An event that is not yet in the journal.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// The service that reports it.
    pub service: String,
    /// What happened, such as `job.started`.
    pub kind: String,
    /// The chain within the journal it belongs to, such as `actor/7f3a`.
    pub stream: String,
    /// Under whose identity it happened.
    pub principal: String,
    /// What exactly happened, as JSON.
    pub data: Box<RawValue>,
    /// What a reader can see that it changed.
    pub touches: Vec<Touch>,
}

impl NewEvent {
    /// An event with no data, made by `local`.
    pub fn new(
        service: impl Into<String>,
        kind: impl Into<String>,
        stream: impl Into<String>,
    ) -> Self {
        Self {
            service: service.into(),
            kind: kind.into(),
            stream: stream.into(),
            principal: "local".to_owned(),
            data: RawValue::NULL.to_owned(),
            touches: Vec::new(),
        }
    }

    /// Adds what exactly happened.
    pub fn data(mut self, data: &impl Serialize) -> Result<Self, ToolError> {
        self.data = serde_json::value::to_raw_value(data)
            .map_err(|error| ToolError::internal(format!("event data: {error}")))?;
        Ok(self)
    }

    /// Names the identity it happened under.
    #[must_use]
    pub fn by(mut self, principal: impl Into<String>) -> Self {
        self.principal = principal.into();
        self
    }

    /// Adds something it changed.
    #[must_use]
    pub fn touching(mut self, touch: Touch) -> Self {
        self.touches.push(touch);
        self
    }
}

/// An event as the journal holds it.
#[derive(Debug, Clone, Serialize)]
pub struct Event {
    /// Its number in the journal, from 1, without gaps.
    pub seq: u64,
    /// When it was written.
    pub at: Timestamp,
    /// The service that reported it.
    pub service: Arc<str>,
    /// What happened.
    pub kind: Arc<str>,
    /// The chain within the journal it belongs to.
    pub stream: Arc<str>,
    /// Under whose identity it happened.
    pub principal: Arc<str>,
    /// What exactly happened, byte for byte as it was hashed.
    pub data: Box<RawValue>,
    /// What a reader can see that it changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Touch>,
    /// The link of the journal's chain that this event is.
    #[serde(serialize_with = "as_hex")]
    pub hash: [u8; 32],
}

fn as_hex<S: Serializer>(hash: &[u8; 32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{}", Hex(hash)))
}

struct Hex<'a>(&'a [u8; 32]);

impl std::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A kind of event a service reports.
#[derive(Debug, Clone)]
pub struct EventKind {
    /// The kind's name, such as `job.started`.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub description: &'static str,
    /// Whether connected clients are told of it as a message, beside resource updates.
    pub announced: bool,
}

type Projection = Arc<dyn Fn(&Event) -> Vec<Touch> + Send + Sync>;

/// The events a service reports, and what the events of others change in its resources.
#[derive(Clone, Default)]
pub struct EventTable {
    kinds: Vec<EventKind>,
    projection: Option<Projection>,
}

impl EventTable {
    /// A service that reports nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a kind.
    #[must_use]
    pub fn kind(mut self, name: &'static str, description: &'static str) -> Self {
        self.kinds.push(EventKind { name, description, announced: false });
        self
    }

    /// Declares a kind that clients are told of as a message.
    #[must_use]
    pub fn announced(mut self, name: &'static str, description: &'static str) -> Self {
        self.kinds.push(EventKind { name, description, announced: true });
        self
    }

    /// Says which of this service's resources any event changes, beyond its own `touches`.
    #[must_use]
    pub fn touching(
        mut self,
        projection: impl Fn(&Event) -> Vec<Touch> + Send + Sync + 'static,
    ) -> Self {
        self.projection = Some(Arc::new(projection));
        self
    }

    /// The declared kinds.
    pub fn kinds(&self) -> &[EventKind] {
        &self.kinds
    }

    /// What `event` changes in this service's resources, beyond its own `touches`.
    pub fn touched_by(&self, event: &Event) -> Vec<Touch> {
        self.projection.as_ref().map(|projection| projection(event)).unwrap_or_default()
    }
}
