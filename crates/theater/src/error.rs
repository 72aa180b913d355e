//! Why the theater cannot do what it was asked, and what callers are told.

use kernel::{ErrorKind, ToolError};

use crate::ActorId;
use crate::chain::LogError;
use crate::manifest::ManifestError;

/// Why the theater cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum TheaterError {
    /// No actor has this id.
    #[error("there is no actor `{0}`")]
    NoActor(String),
    /// The actor is there but does not run.
    #[error("actor `{id}` is {status}, expected it to run")]
    NotRunning {
        /// The actor.
        id: ActorId,
        /// What it is instead.
        status: &'static str,
    },
    /// No channel has this id.
    #[error("there is no channel `{0}`")]
    NoChannel(String),
    /// The channel was closed.
    #[error("channel `{0}` is closed")]
    ChannelClosed(String),
    /// The actor did not want the channel.
    #[error("actor `{0}` refused the channel")]
    ChannelRefused(ActorId),
    /// No event has this id.
    #[error("there is no event `{0}`")]
    NoEvent(String),
    /// The manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A file or reference cannot be read.
    #[error("`{what}` cannot be read: {why}")]
    Unreadable {
        /// What was to be read.
        what: String,
        /// Why it cannot be.
        why: String,
    },
    /// Something is not allowed.
    #[error("`{what}` is not allowed: {why}")]
    Refused {
        /// What was asked for.
        what: String,
        /// Why it is not allowed.
        why: String,
    },
    /// The component cannot be run.
    #[error("component `{name}`: {problem}")]
    Component {
        /// The component as the manifest names it.
        name: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The guest failed in a call.
    #[error("actor `{id}` failed in `{function}`: {failure}")]
    Failed {
        /// The actor.
        id: ActorId,
        /// The function.
        function: String,
        /// How it failed.
        failure: CallFailure,
    },
    /// An input is not what was expected.
    #[error("{0}")]
    Input(String),
    /// A configured limit was reached.
    #[error("the limit `{limit}` is reached: {detail}")]
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// What was asked for.
        detail: String,
    },
    /// No answer came in time.
    #[error("actor `{0}` gave no answer in time")]
    NoAnswer(ActorId),
    /// The log of the actors cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// What was done could not be written down and counts for nothing.
    #[error("it was not done, because the actors' log cannot be written: {0}")]
    Unwritten(String),
    /// The theater is closing.
    #[error("the theater is closing")]
    Closing,
    /// A thing of the system failed.
    #[error("{0}")]
    System(String),
}

/// How a guest's call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallFailure {
    /// Its code could not go on.
    #[error("it trapped: {0}")]
    Trap(String),
    /// It ran longer than its deadline.
    #[error("it ran longer than its `deadline_ms` of {0}")]
    Deadline(u64),
    /// It used up its instructions.
    #[error("it used up its `fuel`")]
    Fuel,
    /// It wanted more than its memory limit.
    #[error("it reached its limit `{0}`")]
    Limit(&'static str),
    /// It said that it failed.
    #[error("{0}")]
    Said(String),
    /// It does not export the function.
    #[error("it does not export the function")]
    Missing,
    /// It was told to stop while it ran.
    #[error("it was stopped while it ran")]
    Stopped,
    /// Its component could not be brought to life.
    #[error("it could not be instantiated: {0}")]
    Instance(String),
    /// What it did could not be written down.
    #[error("what it did cannot be written down: {0}")]
    Unwritten(String),
    /// A replay asked its host for something else than was recorded.
    #[error("it went another way than was recorded: {0}")]
    Diverged(String),
}

impl CallFailure {
    /// The failure's code in events and errors.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Trap(_) => "ACTOR_TRAPPED",
            Self::Deadline(_) => "DEADLINE_EXCEEDED",
            Self::Fuel => "FUEL_EXHAUSTED",
            Self::Limit(_) => "ACTOR_LIMIT",
            Self::Said(_) => "ACTOR_ERROR",
            Self::Missing => "FUNCTION_MISSING",
            Self::Stopped => "ACTOR_STOPPED",
            Self::Instance(_) => "INSTANCE_FAILED",
            Self::Unwritten(_) => "LOG_UNWRITABLE",
            Self::Diverged(_) => "REPLAY_DIVERGED",
        }
    }
}

impl From<TheaterError> for ToolError {
    fn from(error: TheaterError) -> Self {
        let (kind, code) = match &error {
            TheaterError::NoActor(_) => (ErrorKind::NotFound, "ACTOR_NOT_FOUND"),
            TheaterError::NoChannel(_) => (ErrorKind::NotFound, "CHANNEL_NOT_FOUND"),
            TheaterError::NoEvent(_) => (ErrorKind::NotFound, "EVENT_NOT_FOUND"),
            TheaterError::NotRunning { .. } => (ErrorKind::Conflict, "ACTOR_NOT_RUNNING"),
            TheaterError::ChannelClosed(_) => (ErrorKind::Conflict, "CHANNEL_CLOSED"),
            TheaterError::ChannelRefused(_) => (ErrorKind::Conflict, "CHANNEL_REJECTED"),
            TheaterError::Manifest(_) => (ErrorKind::InvalidInput, "BAD_MANIFEST"),
            TheaterError::Unreadable { .. } => (ErrorKind::NotFound, "UNREADABLE"),
            TheaterError::Refused { .. } => (ErrorKind::Denied, "NOT_ALLOWED"),
            TheaterError::Component { .. } => (ErrorKind::InvalidInput, "BAD_COMPONENT"),
            TheaterError::Failed { failure, .. } => {
                let kind = match failure {
                    CallFailure::Deadline(_) => ErrorKind::TimedOut,
                    CallFailure::Fuel | CallFailure::Limit(_) => ErrorKind::LimitReached,
                    CallFailure::Unwritten(_) => ErrorKind::Unavailable,
                    CallFailure::Trap(_)
                    | CallFailure::Said(_)
                    | CallFailure::Missing
                    | CallFailure::Stopped
                    | CallFailure::Instance(_)
                    | CallFailure::Diverged(_) => ErrorKind::Conflict,
                };
                (kind, failure.code())
            }
            TheaterError::Input(_) => (ErrorKind::InvalidInput, "INVALID_INPUT"),
            TheaterError::Limit { .. } => (ErrorKind::LimitReached, "LIMIT_REACHED"),
            TheaterError::NoAnswer(_) => (ErrorKind::TimedOut, "NO_ANSWER"),
            TheaterError::Unwritten(_) => (ErrorKind::Unavailable, "LOG_UNWRITABLE"),
            TheaterError::Closing => (ErrorKind::Unavailable, "CLOSING"),
            TheaterError::Log(_) | TheaterError::System(_) => (ErrorKind::Internal, "INTERNAL"),
        };
        let told = Self::new(kind, error.to_string()).with_code(code);
        match hint(&error) {
            Some(hint) => told.with_hint(hint),
            None => told,
        }
    }
}

fn hint(error: &TheaterError) -> Option<String> {
    match error {
        TheaterError::NoActor(_) => Some("theater://actors lists the actors there are".to_owned()),
        TheaterError::NotRunning { .. } => {
            Some("restart_actor starts it again with its last state".to_owned())
        }
        TheaterError::Failed { id, .. } => {
            Some(format!("theater://events/{id} shows what led to it"))
        }
        TheaterError::NoAnswer(id) => Some(format!("theater://actor/{id} says how it is")),
        TheaterError::Unwritten(_) => {
            Some("make room on the disk; actors go on by themselves then".to_owned())
        }
        TheaterError::NoChannel(_)
        | TheaterError::ChannelClosed(_)
        | TheaterError::ChannelRefused(_)
        | TheaterError::NoEvent(_)
        | TheaterError::Manifest(_)
        | TheaterError::Unreadable { .. }
        | TheaterError::Refused { .. }
        | TheaterError::Component { .. }
        | TheaterError::Input(_)
        | TheaterError::Limit { .. }
        | TheaterError::Log(_)
        | TheaterError::Closing
        | TheaterError::System(_) => None,
    }
}
