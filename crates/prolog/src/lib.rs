//! A Prolog engine for many small, isolated, budgeted knowledge bases.
//!
//! A [`Program`] is an immutable, shared set of clauses. A [`Session`] is a cheap overlay on one:
//! it loads and retracts clauses of its own, forks in constant time, and answers queries. A
//! [`Query`] iterates over [`Answer`]s under a [`Budget`]; an answer has bindings, a truth value
//! and, when asked for, a [`Proof`].

mod budget;
mod error;
mod proof;
mod term;

pub use budget::{Budget, Cancel, Limit, Spent};
pub use error::{Error, SyntaxError};
pub use proof::{ClauseId, Origin, Proof, ProofNode, Step};
pub use term::{Term, View};
