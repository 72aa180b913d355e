//! The limits of one query and what reaching one is called. Knows nothing of terms.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a query may spend; reaching any of these is [`crate::Error::Budget`], never a "no".
#[derive(Debug, Clone)]
pub struct Budget {
    /// Calls of predicates, counted exactly; a long built-in counts for as many as would take about
    /// the same time.
    pub inferences: u64,
    /// Cells (eight bytes each) live on the heap, the stacks and in tables together. A text of over
    /// 16 MiB, an integer of over 64 Mi bits and a walk round a cyclic term count as too many.
    pub cells: usize,
    /// Frames nested at once; last calls do not nest.
    pub depth: usize,
    /// Answers produced.
    pub answers: usize,
    /// Time from the start of the query.
    pub wall: Option<Duration>,
    /// Bytes of captured output.
    pub output: usize,
    /// A flag another thread may set to stop the query.
    pub cancel: Option<Cancel>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            inferences: 50_000_000,
            cells: 64 << 20,
            depth: 4_000_000,
            answers: usize::MAX,
            wall: None,
            output: 16 << 20,
            cancel: None,
        }
    }
}

impl Budget {
    /// A budget without limits, for trusted programs.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            inferences: u64::MAX,
            cells: usize::MAX,
            depth: usize::MAX,
            output: usize::MAX,
            ..Self::default()
        }
    }

    /// The same budget with another number of inferences.
    #[must_use]
    pub fn with_inferences(mut self, inferences: u64) -> Self {
        self.inferences = inferences;
        self
    }
}

/// Which limit of a [`Budget`] was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// [`Budget::inferences`].
    Inferences,
    /// [`Budget::cells`].
    Cells,
    /// [`Budget::depth`].
    Depth,
    /// [`Budget::answers`].
    Answers,
    /// [`Budget::wall`].
    Wall,
    /// [`Budget::output`].
    Output,
    /// [`Budget::cancel`] was set.
    Cancelled,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Inferences => "inferences",
            Self::Cells => "cells",
            Self::Depth => "depth",
            Self::Answers => "answers",
            Self::Wall => "wall",
            Self::Output => "output",
            Self::Cancelled => "cancelled",
        })
    }
}

/// What took the most room when the cells ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grown {
    /// Terms on the heap.
    Terms,
    /// Calls inside each other.
    Frames,
    /// Alternatives left to try.
    ChoicePoints,
    /// Solutions that `findall/3` and its like collect.
    Solutions,
    /// Answers of tabled predicates.
    Tables,
    /// Clauses added while running.
    Clauses,
    /// New atoms.
    Names,
}

impl std::fmt::Display for Grown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Terms => "terms",
            Self::Frames => "calls inside each other",
            Self::ChoicePoints => "choice points",
            Self::Solutions => "collected solutions",
            Self::Tables => "answers of tables",
            Self::Clauses => "asserted clauses",
            Self::Names => "new atoms",
        })
    }
}

/// A limit that was reached, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exceeded {
    /// Which limit.
    pub limit: Limit,
    /// The predicate that was at work, as `name/arity`.
    pub predicate: Option<String>,
    /// What grew.
    pub grown: Option<Grown>,
}

impl From<Limit> for Exceeded {
    fn from(limit: Limit) -> Self {
        Self { limit, predicate: None, grown: None }
    }
}

impl std::fmt::Display for Exceeded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the limit on `{}` was reached", self.limit)?;
        if let Some(predicate) = &self.predicate {
            write!(f, " in `{predicate}`")?;
        }
        if let Some(grown) = &self.grown {
            write!(f, "; what grew: {grown}")?;
        }
        Ok(())
    }
}

/// A flag that stops a running query from another thread.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl From<Arc<AtomicBool>> for Cancel {
    /// A flag that others set for reasons of their own.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

impl Cancel {
    /// Ask the query to stop at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a query has spent so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// Calls made.
    pub inferences: u64,
    /// Most cells seen live at once at a check.
    pub cells: usize,
    /// Answers given.
    pub answers: usize,
    /// Bytes written to the captured output.
    pub output: usize,
}
