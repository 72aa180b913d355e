//! What an event says, by kind. A kind's JSON is part of its hash, so a released field never changes.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Blob, Hash};
use crate::ActorId;

/// The names of the kinds that are not host calls.
pub(crate) mod kinds {
    /// The actor came into being.
    pub(crate) const STARTED: &str = "ActorStarted";
    /// A fresh instance took over the actor's state.
    pub(crate) const WOKEN: &str = "ActorWoken";
    /// The guest is called.
    pub(crate) const CALL: &str = "WasmCall";
    /// The guest answered and left the state as it was.
    pub(crate) const RESULT: &str = "WasmResult";
    /// The guest answered with a new state.
    pub(crate) const STATE_CHANGED: &str = "StateChanged";
    /// The guest did not answer.
    pub(crate) const ERROR: &str = "WasmError";
    /// The actor was stopped.
    pub(crate) const STOPPED: &str = "ActorStopped";
    /// The actor was started again with its last state.
    pub(crate) const RESTARTED: &str = "ActorRestarted";
    /// The actor got another component.
    pub(crate) const UPDATED: &str = "ActorUpdated";
    /// The actor got the state it had at an earlier event, or that of a snapshot.
    pub(crate) const RESTORED: &str = "ActorRestored";
    /// The actor will not be tried again.
    pub(crate) const GAVE_UP: &str = "ActorFailed";
}

/// How an actor came into being.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Started {
    /// Its name.
    pub name: String,
    /// Its manifest's text.
    pub manifest: String,
    /// Where the manifest came from, if it was not given as text.
    pub source: Option<String>,
    /// The SHA-256 of its component.
    pub component: Hash,
    /// The actor that supervises it.
    pub parent: Option<ActorId>,
    /// The state its first call gets.
    pub state: Option<Blob>,
}

/// A call of the guest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Call {
    /// The function, such as `theater:simple/actor.init`.
    pub function: Cow<'static, str>,
    /// What it gets besides the state.
    pub params: Vec<Blob>,
    /// The number of the accepted message that it handles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<u64>,
}

/// A guest's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The function that answered.
    pub function: Cow<'static, str>,
    /// Whether the state below is a new one.
    #[serde(skip)]
    pub changed: bool,
    /// The state from here on, where it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Blob>,
    /// The answer, where the function has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub response: Vec<Blob>,
    /// The number of the accepted message that is handled now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled: Option<u64>,
}

/// Why a guest did not answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CallError {
    /// The function that was called.
    pub function: Cow<'static, str>,
    /// The error's code.
    pub code: String,
    /// What happened.
    pub message: String,
    /// The number of the accepted message that is handled now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handled: Option<u64>,
}

/// What a guest asked its host and was told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Host {
    /// The function, such as `theater:simple/runtime/log`.
    #[serde(skip)]
    pub function: String,
    /// What it was given.
    pub input: Box<RawValue>,
    /// What it gave back.
    pub output: Box<RawValue>,
}

/// What an event says.
#[derive(Debug, Clone)]
pub(crate) enum Payload {
    /// The actor came into being.
    Started(Box<Started>),
    /// A fresh instance of the component took over the actor's state.
    Woken {
        /// The component's SHA-256.
        component: Hash,
    },
    /// The guest is called.
    Call(Call),
    /// The guest answered.
    Outcome(Outcome),
    /// The guest did not answer.
    Failed(CallError),
    /// The guest asked its host for something.
    Host(Host),
    /// The actor was stopped.
    Stopped {
        /// Why.
        reason: String,
        /// What the actor left as its result.
        result: Option<Blob>,
        /// The numbers of accepted messages that it did not come to.
        unhandled: Vec<u64>,
    },
    /// The actor was started again with its last state.
    Restarted {
        /// Why.
        reason: String,
    },
    /// The actor got another component.
    Updated {
        /// The component's SHA-256.
        component: Hash,
    },
    /// The actor got another state.
    Restored {
        /// The event whose state it is, or none for a snapshot's.
        event: Option<Hash>,
        /// The state.
        state: Option<Blob>,
    },
    /// The actor will not be tried again.
    GaveUp {
        /// Why.
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Component {
    component: Hash,
}

#[derive(Serialize, Deserialize)]
struct Reason {
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Blob>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unhandled: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
struct Restored {
    event: Option<Hash>,
    state: Option<Blob>,
}

impl Payload {
    /// The name of its kind.
    pub(crate) fn kind(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Started(_) => kinds::STARTED,
            Self::Woken { .. } => kinds::WOKEN,
            Self::Call(_) => kinds::CALL,
            Self::Outcome(outcome) if outcome.changed => kinds::STATE_CHANGED,
            Self::Outcome(_) => kinds::RESULT,
            Self::Failed(_) => kinds::ERROR,
            Self::Host(host) => return Cow::Owned(host.function.clone()),
            Self::Stopped { .. } => kinds::STOPPED,
            Self::Restarted { .. } => kinds::RESTARTED,
            Self::Updated { .. } => kinds::UPDATED,
            Self::Restored { .. } => kinds::RESTORED,
            Self::GaveUp { .. } => kinds::GAVE_UP,
        })
    }

    /// What it says, as JSON.
    pub(crate) fn data(&self) -> String {
        let encoded = match self {
            Self::Started(started) => serde_json::to_string(started),
            Self::Woken { component } | Self::Updated { component } => {
                serde_json::to_string(&Component { component: *component })
            }
            Self::Call(call) => roomy(call),
            Self::Outcome(outcome) => roomy(outcome),
            Self::Failed(error) => serde_json::to_string(error),
            Self::Host(host) => serde_json::to_string(host),
            Self::Stopped { reason, result, unhandled } => {
                let (reason, result) = (reason.clone(), result.clone());
                serde_json::to_string(&Reason { reason, result, unhandled: unhandled.clone() })
            }
            Self::Restarted { reason } | Self::GaveUp { reason } => {
                let reason = reason.clone();
                serde_json::to_string(&Reason { reason, result: None, unhandled: Vec::new() })
            }
            Self::Restored { event, state } => {
                serde_json::to_string(&Restored { event: *event, state: state.clone() })
            }
        };
        // Strings, numbers and lists of them always have a JSON form.
        encoded.unwrap_or_default()
    }

    /// The state from here on, if this event says what it is.
    pub(crate) fn state(&self) -> Option<Option<Arc<[u8]>>> {
        let bytes = |blob: &Option<Blob>| blob.as_ref().map(|blob| blob.0.clone());
        match self {
            Self::Started(started) => Some(bytes(&started.state)),
            Self::Outcome(outcome) if outcome.changed => Some(bytes(&outcome.state)),
            Self::Restored { state, .. } => Some(bytes(state)),
            Self::Woken { .. }
            | Self::Call(_)
            | Self::Outcome(_)
            | Self::Failed(_)
            | Self::Host(_)
            | Self::Stopped { .. }
            | Self::Restarted { .. }
            | Self::Updated { .. }
            | Self::GaveUp { .. } => None,
        }
    }

    /// Reads what an event of `kind` says.
    pub(crate) fn read(kind: &str, data: &str) -> serde_json::Result<Self> {
        Ok(match kind {
            kinds::STARTED => Self::Started(Box::new(serde_json::from_str(data)?)),
            kinds::WOKEN => Self::Woken { component: component(data)? },
            kinds::UPDATED => Self::Updated { component: component(data)? },
            kinds::CALL => Self::Call(serde_json::from_str(data)?),
            kinds::RESULT => Self::Outcome(serde_json::from_str(data)?),
            kinds::STATE_CHANGED => {
                Self::Outcome(Outcome { changed: true, ..serde_json::from_str(data)? })
            }
            kinds::ERROR => Self::Failed(serde_json::from_str(data)?),
            kinds::STOPPED => {
                let Reason { reason, result, unhandled } = serde_json::from_str(data)?;
                Self::Stopped { reason, result, unhandled }
            }
            kinds::RESTARTED => {
                Self::Restarted { reason: serde_json::from_str::<Reason>(data)?.reason }
            }
            kinds::GAVE_UP => Self::GaveUp { reason: serde_json::from_str::<Reason>(data)?.reason },
            kinds::RESTORED => {
                let Restored { event, state } = serde_json::from_str(data)?;
                Self::Restored { event, state }
            }
            function => Self::Host(Host {
                function: function.to_owned(),
                ..serde_json::from_str::<Host>(data)?
            }),
        })
    }
}

/// JSON of something small, without growing bit by bit.
fn roomy(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::with_capacity(256);
    serde_json::to_writer(&mut text, value)?;
    // JSON is text.
    Ok(String::from_utf8(text).unwrap_or_default())
}

fn component(data: &str) -> serde_json::Result<Hash> {
    serde_json::from_str::<Component>(data).map(|it| it.component)
}
