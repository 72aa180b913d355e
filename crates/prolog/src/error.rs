//! What can go wrong, as one type at the edge of the crate. Knows nothing of the machine.

use crate::budget::Exceeded;
use crate::term::{Term, View};

/// Why a text was not loaded or a query did not go on.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The text is not Prolog.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The program threw this term and nothing caught it; ISO errors are `error(Kind, Context)`.
    #[error("{0}")]
    Thrown(Ball),
    /// A limit of the [`crate::Budget`] was reached; the session stays usable.
    #[error("{0}")]
    Budget(Exceeded),
    /// No clause has this id (any more).
    #[error("no clause `{0}`; expected the id of a clause in this session")]
    NoSuchClause(crate::ClauseId),
}

/// A term that was thrown and not caught.
#[derive(Debug, Clone, PartialEq)]
pub struct Ball {
    /// As it was thrown.
    pub term: Term,
    /// What it means, in words.
    pub message: String,
}

impl Ball {
    /// Name and arity of the procedure that does not exist, if it says that.
    #[must_use]
    pub fn unknown_procedure(&self) -> Option<(String, usize)> {
        let formal = self.term.arg(0).filter(|_| self.term.name() == Some("error"))?;
        let what = formal.arg(1).filter(|_| formal.name() == Some("existence_error"))?;
        formal.arg(0).filter(|kind| kind.name() == Some("procedure"))?;
        let View::Int(arity) = what.arg(1)?.view() else { return None };
        Some((what.arg(0)?.name()?.to_owned(), usize::try_from(arity).ok()?))
    }
}

impl std::fmt::Display for Ball {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (uncaught `{}`)", self.message, self.term)
    }
}

/// Where and why a text is not Prolog.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("syntax error at line {line}, column {column}: {message}")]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Byte offset in the text.
    pub offset: usize,
    /// What was found and what was expected.
    pub message: String,
}
