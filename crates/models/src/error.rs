//! Why a model gave no answer, and whether asking again may help.

use std::time::Duration;

use crate::http::HttpError;

/// Why a model gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The address cannot be used.
    #[error("`{url}` is no address of a model: {problem}")]
    Address {
        /// As configured.
        url: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// The server cannot be reached or hung up.
    #[error("the model at `{url}` cannot be reached: {reason}")]
    Unreachable {
        /// Where it was expected.
        url: String,
        /// What the system said.
        reason: String,
    },
    /// The server said no.
    #[error("the model refused with status {status}: {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The server said no and when to come back.
    #[error(
        "the model refused with status {status}: {message}; it asks to be left alone for {} s",
        after.as_secs()
    )]
    Busy {
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
        /// How long it wants to be left alone.
        after: Duration,
    },
    /// The answer is too long.
    #[error("the model's answer has over {most} bytes, which is the most that is read")]
    TooLong {
        /// How long it may be.
        most: usize,
    },
    /// The answer did not come in time.
    #[error("the model did not answer within {seconds} s")]
    TimedOut {
        /// The time that was given.
        seconds: u64,
    },
    /// No server on this machine serves the file.
    #[error("nothing here serves the model in `{file}`: {reason}")]
    NoServer {
        /// The file.
        file: String,
        /// What each program that was tried said.
        reason: String,
    },
    /// The answer is not of the expected form.
    #[error("the model's answer cannot be read: {0}")]
    Malformed(String),
    /// The model cannot name what its answers rest on.
    #[error("the model has no citations of its own")]
    NoCitations,
    /// The answer is empty.
    #[error("the model's answer is empty")]
    Empty,
}

impl ModelError {
    /// Whether asking again may help.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TimedOut { .. } => true,
            Self::Refused { status, .. } | Self::Busy { status, .. } => {
                *status == 429 || *status >= 500
            }
            Self::Address { .. }
            | Self::NoServer { .. }
            | Self::TooLong { .. }
            | Self::Malformed(_)
            | Self::NoCitations
            | Self::Empty => false,
        }
    }
}

impl ModelError {
    /// How long the server asks to be left alone.
    pub fn retry_after(&self) -> Option<Duration> {
        if let Self::Busy { after, .. } = self { Some(*after) } else { None }
    }
}

impl From<HttpError> for ModelError {
    fn from(error: HttpError) -> Self {
        match error {
            HttpError::Address { url, problem } => Self::Address { url, problem },
            HttpError::Unreachable { url, reason } => Self::Unreachable { url, reason },
            HttpError::TooLong { most, .. } => Self::TooLong { most },
        }
    }
}
