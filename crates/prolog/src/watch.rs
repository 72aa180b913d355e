//! Watches over work inside one instruction or built-in: counts it and looks at the clock and at
//! the cancel flag every so often. Knows nothing of terms or of the machine.

use crate::budget::{Budget, Cancel, Limit};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Units of work between two looks at the clock; a unit takes a few nanoseconds.
const PERIOD: usize = 8192;

/// Counts work and says when to stop. Once a limit is reached every further unit says so.
#[derive(Debug)]
pub(crate) struct Watch {
    started: Instant,
    /// Units left until the next look.
    left: Cell<usize>,
    wall: Option<Duration>,
    cancel: Option<Cancel>,
    reached: Cell<Option<Limit>>,
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
        self.look()
    }

    /// Notes that a limit was reached.
    pub(crate) fn stop(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
        self.left.set(0);
    }

    /// Looks at the flag and the clock now; true when the work must stop.
    #[cold]
    pub(crate) fn look(&self) -> bool {
        if self.reached.get().is_some() {
            return true;
        }
        self.left.set(PERIOD);
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            self.stop(Limit::Cancelled);
        } else if self.wall.is_some_and(|wall| self.started.elapsed() >= wall) {
            self.stop(Limit::Wall);
        }
        self.reached.get().is_some()
    }
}
