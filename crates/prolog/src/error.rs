//! What can go wrong, as one type at the edge of the crate. Knows nothing of the machine.

use crate::budget::Limit;
use crate::term::Term;

/// Why a text was not loaded or a query did not go on.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The text is not Prolog.
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    /// The program threw this term and nothing caught it; ISO errors are `error(Kind, Context)`.
    #[error("uncaught `{0}`")]
    Thrown(Term),
    /// A limit of the [`crate::Budget`] was reached; the session stays usable.
    #[error("the limit on `{0}` was reached")]
    Budget(Limit),
    /// No clause has this id (any more).
    #[error("no clause `{0}`; expected the id of a clause in this session")]
    NoSuchClause(crate::ClauseId),
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
