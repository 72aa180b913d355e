//! A Prolog engine for many small, isolated, budgeted knowledge bases.
//!
//! A [`Program`] is an immutable, shared set of clauses. A [`Session`] is a cheap overlay on one:
//! it loads and retracts clauses of its own, forks in constant time, and answers queries. A
//! [`Query`] iterates over [`Answer`]s under a [`Budget`]; an answer has bindings, a truth value
//! and, when asked for, a [`Proof`].

mod arith;
mod atoms;
mod auto_table;
mod boxes;
mod budget;
mod builtins;
mod cell;
pub mod check;
mod compile;
mod convert;
mod db;
mod derivation;
mod error;
mod flags;
mod flat;
mod lexer;
mod loader;
mod machine;
mod op;
mod ops;
mod portray;
mod pred;
mod proof;
mod query;
mod reader;
mod session;
mod tables;
mod term;
mod why_not;
mod writer;

pub use budget::{Budget, Cancel, Limit, Spent};
pub use error::{Error, SyntaxError};
pub use proof::{ClauseId, Origin, Proof, ProofNode, Step};
pub use query::{Answer, Options, Query, Truth, builtins};
pub use session::{ClauseInfo, Consulted, Program, Session};
pub use term::{Term, View};
pub use why_not::{Decision, Failing, Verdict, WhyNot};
