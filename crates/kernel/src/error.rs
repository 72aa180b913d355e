//! The one error a tool returns: `kind` for code, `message` for people, `hint` for the next step.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

/// What went wrong, coarse enough for a caller to branch on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The arguments are not what the tool takes.
    InvalidInput,
    /// The thing named does not exist, or not for this caller.
    NotFound,
    /// The thing exists in a state that forbids the call.
    Conflict,
    /// The caller may not do this.
    Denied,
    /// The caller asked too often.
    RateLimited,
    /// A configured limit was reached.
    LimitReached,
    /// The call's deadline passed.
    TimedOut,
    /// The caller withdrew the call.
    Cancelled,
    /// Something the tool needs cannot be reached or is not installed.
    Unavailable,
    /// A defect of ours.
    Internal,
}

impl ErrorKind {
    /// The default machine-readable code of this kind.
    pub fn code(self) -> &'static str {
        match self {
            Self::InvalidInput => "INVALID_INPUT",
            Self::NotFound => "NOT_FOUND",
            Self::Conflict => "CONFLICT",
            Self::Denied => "DENIED",
            Self::RateLimited => "RATE_LIMITED",
            Self::LimitReached => "LIMIT_REACHED",
            Self::TimedOut => "TIMED_OUT",
            Self::Cancelled => "CANCELLED",
            Self::Unavailable => "UNAVAILABLE",
            Self::Internal => "INTERNAL",
        }
    }
}

/// Why a tool, resource or prompt gave no answer.
#[derive(Debug, Clone, thiserror::Error, Serialize)]
#[error("{message}")]
pub struct ToolError {
    /// The coarse class of the failure.
    pub kind: ErrorKind,
    /// A stable, documented code such as `SESSION_NOT_FOUND`.
    pub code: Cow<'static, str>,
    /// One sentence for a person: what is wrong and what was expected.
    pub message: String,
    /// What to do next, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What goes with it for programs, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<Map<String, Value>>>,
}

impl ToolError {
    /// An error of `kind` with the kind's default code.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: Cow::Borrowed(kind.code()),
            message: message.into(),
            hint: None,
            data: None,
        }
    }

    /// The arguments are not what the tool takes.
    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// The thing named does not exist.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// The caller may not do this.
    pub fn denied(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Denied, message)
    }

    /// A defect of ours.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Replaces the default code.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.code = code.into();
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what goes with it for programs.
    #[must_use]
    pub fn with_data(mut self, data: Map<String, Value>) -> Self {
        self.data = Some(Box::new(data));
        self
    }
}
