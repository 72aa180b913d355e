//! Why a remote theater cannot do what it was asked.

use std::time::Duration;

use kernel::{ErrorKind, ToolError};

use crate::error::TheaterError;

/// Why a remote theater cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub(super) enum RemoteError {
    /// There is no connection.
    #[error("the theater at `{address}` cannot be reached: {why}; the next try is in {again:.1?}")]
    Unreachable { address: String, why: String, again: Duration },
    /// The connection ended while an answer was awaited.
    #[error("the theater at `{0}` ended the connection before it answered")]
    Lost(String),
    /// No answer came in time.
    #[error("the theater at `{address}` gave no answer within {after:.0?}")]
    NoAnswer { address: String, after: Duration },
    /// It said no.
    #[error("the theater at `{address}` refused: {reason}")]
    Refused { address: String, reason: String },
    /// It answered something else.
    #[error("the theater at `{address}` answered what was not asked for: {answer}")]
    Unexpected { address: String, answer: String },
    /// No release of its generation can do this.
    #[error("the theater at `{address}` cannot {what}")]
    Unsupported { address: String, what: &'static str },
    /// What the local theater would say as well.
    #[error(transparent)]
    Local(#[from] TheaterError),
}

impl From<RemoteError> for ToolError {
    fn from(error: RemoteError) -> Self {
        let (kind, code) = match &error {
            RemoteError::Unreachable { .. } => (ErrorKind::Unavailable, "THEATER_UNREACHABLE"),
            RemoteError::Lost(_) => (ErrorKind::Unavailable, "THEATER_LOST"),
            RemoteError::NoAnswer { .. } => (ErrorKind::TimedOut, "NO_ANSWER"),
            RemoteError::Refused { .. } => (ErrorKind::Conflict, "THEATER_REFUSED"),
            RemoteError::Unexpected { .. } => (ErrorKind::Unavailable, "THEATER_UNEXPECTED"),
            RemoteError::Unsupported { .. } => (ErrorKind::Conflict, "NOT_SUPPORTED"),
            RemoteError::Local(_) => (ErrorKind::Internal, "INTERNAL"),
        };
        let hint = match &error {
            RemoteError::Lost(_) | RemoteError::NoAnswer { .. } => {
                Some("it may have done what it was asked; theater://actors says what runs")
            }
            RemoteError::Unreachable { .. } => Some("`theater.remote` says where it is"),
            RemoteError::Refused { .. }
            | RemoteError::Unexpected { .. }
            | RemoteError::Unsupported { .. }
            | RemoteError::Local(_) => None,
        };
        if let RemoteError::Local(error) = error {
            return error.into();
        }
        let told = Self::new(kind, error.to_string()).with_code(code);
        match hint {
            Some(hint) => told.with_hint(hint),
            None => told,
        }
    }
}
