//! The chart: what was found at a position, computed once, with all its analyses and their costs.
//! It knows nothing of English.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::effort;
use super::read::UNSURE;

/// Analyses kept for one start and one end.
const KEPT_PER_SPAN: usize = 6;

/// Those kept beside them that can be meant in two ways: no worse one may take their place.
const KEPT_UNSURE: usize = 1;

/// One analysis: what was found, where it ends, and how far it strays from the preferred reading.
#[derive(Debug, PartialEq, Eq)]
pub struct Parse<T> {
    /// What was found.
    pub value: T,
    /// The position after its last word.
    pub end: usize,
    /// How far it strays; the cheapest wins.
    pub cost: u32,
}

impl<T: Clone> Clone for Parse<T> {
    fn clone(&self) -> Self {
        effort::charge(self.end);
        Self { value: self.value.clone(), end: self.end, cost: self.cost }
    }
}

impl<T> Parse<T> {
    /// An analysis. Every one is charged as it is made, so no rule can make more than there is
    /// room for.
    pub fn new(value: T, end: usize, cost: u32) -> Self {
        effort::charge(end);
        Self { value, end, cost }
    }

    /// The same span and cost with another value.
    pub fn with<U>(&self, value: U) -> Parse<U> {
        Parse::new(value, self.end, self.cost)
    }

    /// Costs more.
    pub fn plus(mut self, cost: u32) -> Self {
        self.cost += cost;
        self
    }
}

/// The analyses of one category at one position.
pub type Parses<T> = Rc<Vec<Parse<T>>>;

/// The table of one category.
pub struct Memo<T> {
    found: RefCell<FxHashMap<(usize, u8), Parses<T>>>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self { found: RefCell::new(FxHashMap::default()) }
    }
}

impl<T: Clone + PartialEq> Memo<T> {
    /// The analyses at a position, computed on the first request.
    pub fn at(
        &self,
        position: usize,
        mode: u8,
        compute: impl FnOnce() -> Vec<Parse<T>>,
    ) -> Parses<T> {
        if let Some(found) = self.found.borrow().get(&(position, mode)) {
            return Rc::clone(found);
        }
        let found = Rc::new(prune(compute()));
        self.found.borrow_mut().insert((position, mode), Rc::clone(&found));
        found
    }
}

/// Drops repeated analyses and, per end, all but the cheapest few.
pub fn prune<T: PartialEq>(mut found: Vec<Parse<T>>) -> Vec<Parse<T>> {
    found.sort_by_key(|parse| (parse.end, parse.cost));
    let mut kept: Vec<Parse<T>> = Vec::with_capacity(found.len());
    for parse in found {
        let same_end = kept.iter().rev().take_while(|k| k.end == parse.end);
        let (mut count, mut repeated) = (0, false);
        for other in same_end.filter(|other| (other.cost < UNSURE) == (parse.cost < UNSURE)) {
            count += 1;
            repeated |= other.value == parse.value;
        }
        let room = if parse.cost < UNSURE { KEPT_PER_SPAN } else { KEPT_UNSURE };
        if !repeated && count < room {
            kept.push(parse);
        }
    }
    kept
}

/// How far into the sentence any analysis got.
#[derive(Debug, Default)]
pub struct Reach(Cell<usize>);

impl Reach {
    /// The word at this position was understood in its place.
    pub fn note(&self, position: usize) {
        self.0.set(self.0.get().max(position + 1));
    }

    /// The first position nobody got past.
    pub fn furthest(&self) -> usize {
        self.0.get()
    }
}
