//! Watches over work inside one instruction or built-in: counts it and looks at the clock and at
//! the cancel flag every so often. Knows nothing of terms or of the machine.

use crate::budget::{Budget, Cancel, Limit};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Units of work between two looks at the clock; a unit takes a few nanoseconds.
const PERIOD: usize = 8192;

/// Units of work that cost as much as one inference.
const UNITS: usize = 32;

/// Counts work and says when to stop. Once a limit is reached every further unit says so.
#[derive(Debug)]
pub(crate) struct Watch {
    started: Instant,
    /// Units left until the next look.
    left: Cell<usize>,
    wall: Option<Duration>,
    cancel: Option<Cancel>,
    reached: Cell<Option<Limit>>,
    /// Inferences to be paid for work, and how many there are to pay with.
    owed: Cell<u64>,
    credit: Cell<u64>,
}

impl Default for Watch {
    /// A watch that never stops anything.
    fn default() -> Self {
        Self::new(&Budget::unlimited())
    }
}

impl Watch {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            started: Instant::now(),
            left: Cell::new(PERIOD),
            wall: budget.wall,
            cancel: budget.cancel.clone(),
            reached: Cell::new(None),
            owed: Cell::new(0),
            credit: Cell::new(budget.inferences),
        }
    }

    /// Time since the query started.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limit that was reached, if any.
    #[inline(always)]
    pub(crate) fn reached(&self) -> Option<Limit> {
        self.reached.get()
    }

    /// What is owed for work so far.
    pub(crate) fn owed(&self) -> u64 {
        self.owed.get()
    }

    /// Sets what is owed and what there is to pay with.
    pub(crate) fn settle(&self, owed: u64, credit: u64) {
        self.owed.set(owed);
        self.credit.set(credit);
    }

    /// Goes back to what was owed before some work.
    pub(crate) fn forget(&self, owed: u64) {
        self.owed.set(owed);
    }

    /// Whether a limit was reached.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.reached.get().is_some()
    }

    /// Counts one unit of work; true when the work must stop.
    #[inline(always)]
    pub(crate) fn tick(&self) -> bool {
        self.work(1)
    }

    /// Counts units of work; true when the work must stop.
    #[inline(always)]
    pub(crate) fn work(&self, units: usize) -> bool {
        let left = self.left.get();
        if units < left {
            self.left.set(left - units);
            return false;
        }
        self.charge()
    }

    /// Notes that a limit was reached.
    pub(crate) fn stop(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
        self.left.set(0);
    }

    /// A period is over.
    #[cold]
    fn charge(&self) -> bool {
        self.left.set(PERIOD);
        self.owed.set(self.owed.get() + (PERIOD / UNITS) as u64);
        if self.owed.get() > self.credit.get() && self.reached.get().is_none() {
            self.stop(Limit::Inferences);
        }
        self.look()
    }

    /// Looks at the flag and the clock now; true when the work must stop.
    #[cold]
    pub(crate) fn look(&self) -> bool {
        if self.reached.get().is_some() {
            self.left.set(0);
            return true;
        }
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            self.stop(Limit::Cancelled);
        } else if self.wall.is_some_and(|wall| self.started.elapsed() >= wall) {
            self.stop(Limit::Wall);
        }
        self.reached.get().is_some()
    }
}
