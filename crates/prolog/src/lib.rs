//! A Prolog engine for many small, isolated, budgeted knowledge bases.
//!
//! A [`Program`] is an immutable, shared set of clauses. A [`Session`] is a cheap overlay on one:
//! it loads and retracts clauses of its own, forks in constant time, and answers queries. A
//! [`Query`] iterates over [`Answer`]s under a [`Budget`]; an answer has bindings, a truth value
//! and, when asked for, a [`Proof`]. The crate is synchronous, does no input or output and knows
//! nothing of the services around it.
//!
//! ```
//! use prolog::{Budget, Program, Session};
//! # fn main() -> Result<(), prolog::Error> {
//! let base = Program::parse("parent(ann, bob). parent(bob, cid).")?;
//! let mut session = Session::new(&base);
//! session.consult("anc(X, Y) :- parent(X, Y). anc(X, Y) :- parent(X, Z), anc(Z, Y).")?;
//! let mut found = Vec::new();
//! for answer in session.query("anc(ann, Who)", Budget::default())? {
//!     found.push(answer?.get("Who").map(ToString::to_string).unwrap_or_default());
//! }
//! assert_eq!(found, ["bob", "cid"]);
//! # Ok(())
//! # }
//! ```
//!
//! # The language
//!
//! ISO Prolog with the common extensions: strings (what double quotes mean unless the flag
//! `double_quotes` says `codes`, `chars` or `atom`), `*->`, lambda expressions, association lists,
//! grammar rules, global variables, `format/2`. `[]` is the atom `'[]'` and a list cell is
//! `'.'(Head, Tail)`, as the standard has it. Integers are unbounded. There is no predicate for
//! files, the network, the shell or processes; [`manual`] lists everything there is.
//!
//! # Strong negation and three values
//!
//! `-p(X)`, in a clause head or a goal, is the strong negation of `p(X)`: a predicate of its own
//! that says "known to be false". [`Session::decide`] asks for both and answers yes, no, unknown or
//! both. `\\+ G` is negation as failure. Tabled predicates (`:- table p/2`, or every recursive one
//! after [`Session::set_auto_table`]) terminate on left recursion, cycles and symmetric rules, and
//! are evaluated under the well-founded semantics: an answer is [`Truth::True`] or
//! [`Truth::Undefined`]. A negation inside a recursive component must be of a single tabled goal.
//! Complete tables are kept between queries. When facts change, a table whose rules are positive and
//! whose answers are ground follows at the start of the next query; any other table that rests on
//! what changed is computed anew when it is called.
//!
//! # Budgets
//!
//! Every query runs under a [`Budget`]: inferences (counted exactly), cells, depth, answers, wall
//! time, output, and a [`Cancel`] flag. Reaching a limit is [`Error::Budget`] and names it; it is
//! never a "no", and no `catch/3` sees it. The session stays usable. Long built-ins look at the
//! clock and the flag while they run and are charged to the inferences.
//!
//! # Proofs
//!
//! With [`Options::proofs`] an answer carries its derivation: for each step the goal, the clause
//! with its [`Origin`] and bindings, and the steps below it; built-ins, negations and control
//! constructs are steps of their own. Without the option nothing is recorded. Where a goal has no
//! proof, [`Session::why_not`] gives the goals that fail and sets of facts that would help.
//!
//! # Errors
//!
//! Uncaught balls are [`Error::Thrown`] with the term, ISO errors as `error(Kind, _)`. Syntax errors
//! say line, column and what was expected. A text that cannot be loaded changes nothing. [`Located`]
//! reads a term with the [`Span`] of every part; [`Consulted`] has those of the clauses.

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
mod dialect;
mod error;
mod fd;
mod flags;
mod flat;
mod incremental;
mod lexer;
mod loader;
mod machine;
mod messages;
mod op;
mod ops;
mod portray;
mod pred;
mod proof;
mod query;
mod reader;
mod session;
mod span;
mod stopped;
mod tables;
mod term;
mod watch;
mod why_not;
mod writer;

pub use budget::{Budget, Cancel, Exceeded, Grown, Limit, Spent};
pub use dialect::Dialect;
pub use error::{Ball, Error, SyntaxError};
pub use proof::{ClauseId, Origin, Proof, ProofNode, Step};
pub use query::{Answer, Options, Query, Truth, builtins, library};
pub use session::{ClauseInfo, Consulted, Program, Session};
pub use span::{Located, Span};
pub use term::{Term, View};
pub use why_not::{Decision, Failing, Verdict, WhyNot};

#[doc = include_str!("../BUILTINS.md")]
pub mod manual {}
