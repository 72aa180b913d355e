//! Why an answer holds: a flat, shared table of steps. Knows nothing of how it was found.

use crate::term::Term;

/// Names a clause within a program or session, for as long as that clause exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId(pub u64);

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An opaque number the caller gives a clause to say where it came from; 0 means nothing said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin(pub u64);

/// The derivation of one answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    /// All steps; a step's children have smaller indices, so the table has no cycles.
    pub nodes: Vec<ProofNode>,
    /// Index of the step that proves the query.
    pub root: usize,
}

/// One step: a goal and what made it true.
#[derive(Debug, Clone, PartialEq)]
pub struct ProofNode {
    /// The goal as it was when the answer was found, with its bindings.
    pub goal: Term,
    /// What made it true.
    pub step: Step,
    /// Indices of the steps this one rests on, in the order of the clause body.
    pub children: Vec<usize>,
}

/// What made a goal true.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A clause of the program whose body the children prove.
    Clause {
        /// Which clause.
        id: ClauseId,
        /// The origin it was given.
        origin: Origin,
        /// The variables of the clause as numbered in [`crate::ClauseInfo`], and their values.
        bindings: Vec<(String, Term)>,
    },
    /// A built-in succeeded on this goal.
    Builtin,
    /// `\+ G` or `not(G)`: `G` has no proof.
    NotProvable,
    /// A control construct such as `call/1` or a conjunction, proved by its children.
    Control,
    /// The goal is neither true nor false in the well-founded model.
    Undefined,
}
