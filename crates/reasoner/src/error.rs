//! Why a tool of the reasoner gives no answer, and the code each reason has on the wire.

use kernel::work::{Stopped, WorkError};
use kernel::{ErrorKind, ToolError};
use serde::Serialize;
use serde_json::{Map, Value};
use store::{ReadError, SqlError, WriteError};

use crate::notation::NotProlog;
use crate::program::OverBudget;

/// Why a tool gives no answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// No session of this name belongs to the caller.
    #[error("there is no session `{0}`")]
    NoSession(String),
    /// The name is taken.
    #[error("session `{0}` exists already")]
    SessionExists(String),
    /// A name of the wrong form.
    #[error(
        "{what} `{name}` is not usable, expected 1 to 128 letters, digits, `_`, `-`, `.` or `:`"
    )]
    BadName {
        /// What it names.
        what: &'static str,
        /// As given.
        name: String,
    },
    /// No ontology of this name belongs to the caller.
    #[error("there is no ontology `{0}`")]
    NoOntology(String),
    /// The name is taken.
    #[error("ontology `{0}` exists already")]
    OntologyExists(String),
    /// No strategy has this name.
    #[error("there is no strategy `{0}`")]
    NoStrategy(String),
    /// A limit was reached.
    #[error("{what} would pass the limit `{limit}` of {most}")]
    Limit {
        /// What was counted.
        what: String,
        /// The limit's name.
        limit: &'static str,
        /// Its value.
        most: usize,
    },
    /// The text is not Prolog.
    #[error("{0}")]
    NotProlog(#[from] NotProlog),
    /// The text is not Prolog and was to replace a knowledge base.
    #[error("the knowledge base cannot be read: {0}")]
    BadKnowledgeBase(NotProlog),
    /// The engine would not take a clause or answer a query.
    #[error("{0}")]
    Engine(String),
    /// A goal came upon a predicate that nobody defines.
    #[error("{message}")]
    UnknownPredicate {
        /// Its name.
        name: String,
        /// How many arguments it was called with.
        arity: usize,
        /// What is said, with the nearest name.
        message: String,
    },
    /// The rules derive too much.
    #[error("{0}; raise `reasoner.max_derived` or tell fewer general rules")]
    OverBudget(#[from] OverBudget),
    /// A text that was needed is empty.
    #[error("`{0}` is empty, expected a text")]
    Empty(&'static str),
    /// An argument that makes no sense.
    #[error("{0}")]
    Invalid(String),
    /// The question was not understood.
    #[error("{0}")]
    NotUnderstood(String),
    /// The question has several meanings.
    #[error("{0}")]
    Ambiguous(String),
    /// Strict telling, and something was not understood.
    #[error("nothing was taken in: {0}")]
    Strict(String),
    /// It contradicts what is known.
    #[error("{0}")]
    Contradiction(String),
    /// A model was needed and failed.
    #[error("{0}")]
    Model(String),
    /// Another reason, with what goes with it for programs.
    #[error("{refusal}")]
    With {
        /// The reason.
        refusal: Box<Refusal>,
        /// What goes with it, by name.
        data: Map<String, Value>,
    },
    /// Anything else with its own code.
    #[error("{message}")]
    Coded {
        /// The coarse class.
        kind: ErrorKind,
        /// The code on the wire.
        code: &'static str,
        /// What is wrong.
        message: String,
    },
    /// The database said no.
    #[error("{0}")]
    Sql(#[from] SqlError),
    /// The database could not be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The house is stopping.
    #[error("the house is stopping")]
    Closed,
    /// The work was stopped: nobody waits for it, or it would pass a limit.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A defect of ours.
    #[error("{0}")]
    Defect(String),
}

impl Refusal {
    fn kind_and_code(&self) -> (ErrorKind, &'static str) {
        match self {
            Self::NoSession(_) => (ErrorKind::NotFound, "SESSION_NOT_FOUND"),
            Self::SessionExists(_) => (ErrorKind::Conflict, "SESSION_EXISTS"),
            Self::BadName { .. } | Self::Empty(_) | Self::Invalid(_) => {
                (ErrorKind::InvalidInput, "INVALID_INPUT")
            }
            Self::NoOntology(_) => (ErrorKind::NotFound, "ONTOLOGY_NOT_FOUND"),
            Self::OntologyExists(_) => (ErrorKind::Conflict, "ONTOLOGY_CREATION_FAILED"),
            Self::NoStrategy(_) => (ErrorKind::NotFound, "STRATEGY_NOT_FOUND"),
            Self::Limit { .. } => (ErrorKind::LimitReached, "LIMIT_REACHED"),
            Self::NotProlog(_) => (ErrorKind::InvalidInput, "INVALID_PROVIDED_PROLOG"),
            Self::BadKnowledgeBase(_) => (ErrorKind::InvalidInput, "INVALID_KB_CONTENT"),
            Self::Engine(_) => (ErrorKind::InvalidInput, "REASONER_ERROR"),
            Self::UnknownPredicate { .. } => (ErrorKind::NotFound, "UNKNOWN_PREDICATE"),
            Self::OverBudget(_) => (ErrorKind::LimitReached, "LIMIT_REACHED"),
            Self::NotUnderstood(_) | Self::Ambiguous(_) => {
                (ErrorKind::InvalidInput, "NOT_UNDERSTOOD")
            }
            Self::Strict(_) => (ErrorKind::InvalidInput, "STATEMENT_REJECTED"),
            Self::Contradiction(_) => (ErrorKind::Conflict, "CONTRADICTION"),
            Self::Model(_) => (ErrorKind::Unavailable, "LLM_REQUEST_FAILED"),
            Self::With { refusal, .. } => refusal.kind_and_code(),
            Self::Coded { kind, code, .. } => (*kind, code),
            Self::Read(ReadError::Stopped(stopped)) | Self::Stopped(stopped) => {
                let kind = ToolError::from(*stopped).kind;
                (kind, kind.code())
            }
            Self::Sql(_) | Self::Read(_) => (ErrorKind::Internal, "DATABASE_ERROR"),
            Self::Closed => (ErrorKind::Unavailable, "UNAVAILABLE"),
            Self::Defect(_) => (ErrorKind::Internal, "INTERNAL_SERVER_ERROR"),
        }
    }
}

impl Refusal {
    /// The same reason with something that goes with it for programs.
    pub(crate) fn with(self, name: &str, value: &impl Serialize) -> Self {
        let value = serde_json::to_value(value).unwrap_or_default();
        let Self::With { refusal, mut data } = self else {
            let data = [(name.to_owned(), value)].into_iter().collect();
            return Self::With { refusal: Box::new(self), data };
        };
        data.insert(name.to_owned(), value);
        Self::With { refusal, data }
    }

    /// Whether a question was not understood, with or without what goes with that.
    pub(crate) fn is_not_understood(&self) -> bool {
        if let Self::With { refusal, .. } = self {
            return refusal.is_not_understood();
        }
        matches!(self, Self::NotUnderstood(_))
    }

    fn hint(&self) -> Option<&'static str> {
        if let Self::With { refusal, .. } = self {
            return refusal.hint();
        }
        if matches!(self, Self::NoSession(_)) {
            return Some("session_create makes one; reasoner://sessions lists yours");
        }
        if matches!(self, Self::NoStrategy(_)) {
            return Some("strategy_list names every strategy");
        }
        matches!(self, Self::Contradiction(_))
            .then_some("call again with onContradiction `warn` or `supersede`")
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> Self {
        let (kind, code) = refusal.kind_and_code();
        let mut error = Self::new(kind, refusal.to_string()).with_code(code);
        if let Some(hint) = refusal.hint() {
            error = error.with_hint(hint);
        }
        if let Refusal::With { data, .. } = refusal {
            error = error.with_data(data);
        }
        error
    }
}

impl From<WorkError> for Refusal {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Stopped(stopped) => Self::Stopped(stopped),
            WorkError::Panicked(_) => Self::Defect(error.to_string()),
        }
    }
}

impl From<WriteError<Self>> for Refusal {
    fn from(error: WriteError<Self>) -> Self {
        match error {
            WriteError::Refused(refusal) => refusal,
            WriteError::Failed(commit) => Self::Defect(commit.to_string()),
            WriteError::Panicked => Self::Defect("a write failed".to_owned()),
            WriteError::Closed => Self::Closed,
        }
    }
}
