//! Unification, comparison and structural tests, all over explicit stacks.

use super::Machine;
use crate::arith::number;
use crate::atoms::Atoms;
use crate::boxes;
use crate::cell::{self, ATM, BOX, Cell, INT, LST, REF, STR};
use std::cmp::Ordering;

impl Machine {
    /// Makes two terms equal by binding variables; bindings stay if it fails half-way.
    #[inline]
    pub(crate) fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let a = self.deref(a);
        let b = self.deref(b);
        if a == b {
            return true;
        }
        if cell::tag(a) == REF {
            self.bind_var(a, b);
            return true;
        }
        if cell::tag(b) == REF {
            self.bind(cell::addr(b), a);
            return true;
        }
        self.unify_compound(a, b)
    }

    /// Binds variable `a` to `b`, the younger to the older if both are variables.
    #[inline(always)]
    fn bind_var(&mut self, a: Cell, b: Cell) {
        if self.attributed {
            return self.bind_attributed(a, b);
        }
        if cell::tag(b) == REF && cell::addr(b) > cell::addr(a) {
            self.bind(cell::addr(b), a);
        } else {
            self.bind(cell::addr(a), b);
        }
    }

    fn unify_compound(&mut self, a: Cell, b: Cell) -> bool {
        let base = self.pending.len();
        let (mut a, mut b) = (a, b);
        let mut steps = 0;
        // Both are bound and different here.
        loop {
            let (left, right) = (cell::addr(a), cell::addr(b));
            let arity = match (cell::tag(a), cell::tag(b)) {
                (LST, LST) => 2,
                (STR, STR) if self.heap[left] == self.heap[right] => {
                    cell::functor_arity(self.heap[left])
                }
                (BOX, BOX) if self.same_box(left, right) => 0,
                _ => return self.give_up(base),
            };
            let skip = usize::from(cell::tag(a) == STR);
            if !self.unify_arguments(left + skip, right + skip, arity) || self.step(&mut steps) {
                return self.give_up(base);
            }
            if self.pending.len() == base {
                return true;
            }
            // A pair put aside may have become equal or bound since.
            loop {
                if self.pending.len() == base {
                    return true;
                }
                let Some((x, y)) = self.pending.pop() else { return true };
                (a, b) = (self.deref(x), self.deref(y));
                if a != b {
                    break;
                }
            }
        }
    }

    /// Unifies arguments pairwise; pairs of compounds are put aside.
    #[inline(always)]
    fn unify_arguments(&mut self, left: usize, right: usize, arity: usize) -> bool {
        for i in 0..arity {
            let (x, y) = (self.heap[left + i], self.heap[right + i]);
            if x == y {
                continue;
            }
            let (x, y) = (self.deref(x), self.deref(y));
            if x == y {
                continue;
            }
            if cell::tag(x) == REF {
                self.bind_var(x, y);
            } else if cell::tag(y) == REF {
                self.bind(cell::addr(y), x);
            } else if cell::tag(x) != cell::tag(y) || matches!(cell::tag(x), ATM | INT) {
                return false;
            } else {
                self.pending.push((x, y));
            }
        }
        true
    }

    fn give_up(&mut self, base: usize) -> bool {
        self.pending.truncate(base);
        false
    }

    fn same_box(&self, a: usize, b: usize) -> bool {
        let words = cell::header_words(self.heap[a]);
        self.heap[a] == self.heap[b] && self.heap[a + 1..=a + words] == self.heap[b + 1..=b + words]
    }

    /// Whether a term is the boxed constant given by header and words.
    pub(crate) fn matches_box(&self, at: usize, words: &[Cell]) -> bool {
        self.heap.get(at..at + words.len()).is_some_and(|own| own == words)
    }

    /// Whether variable `var` occurs in `term`.
    pub(crate) fn occurs(&self, var: Cell, term: Cell) -> bool {
        let mut pending = vec![term];
        let mut steps = 0;
        while let Some(cell) = pending.pop() {
            if self.step(&mut steps) {
                return true;
            }
            let cell = self.deref(cell);
            if cell == var {
                return true;
            }
            if let Some((_, arity, at)) = boxes::structure(&self.heap, cell) {
                pending.extend_from_slice(&self.heap[at..at + arity]);
            }
        }
        false
    }

    /// Unification that refuses to make a term part of itself.
    pub(crate) fn unify_occurs(&mut self, a: Cell, b: Cell) -> bool {
        let mut pending = vec![(a, b)];
        let mut steps = 0;
        while let Some((a, b)) = pending.pop() {
            if self.step(&mut steps) {
                return false;
            }
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            let (var, term) = if cell::tag(a) == REF { (a, b) } else { (b, a) };
            if cell::tag(var) == REF {
                if self.occurs(var, term) {
                    return false;
                }
                self.bind_var(var, term);
                continue;
            }
            match (boxes::structure(&self.heap, a), boxes::structure(&self.heap, b)) {
                (Some((f, n, left)), Some((g, m, right))) if f == g && n == m => {
                    pending.extend((0..n).map(|i| (self.heap[left + i], self.heap[right + i])));
                }
                (None, None) if self.unify(a, b) => {}
                _ => return false,
            }
        }
        true
    }

    /// The standard order of terms.
    pub(crate) fn compare(&self, atoms: &Atoms, a: Cell, b: Cell) -> Ordering {
        let mut pending = vec![(a, b)];
        let mut steps = 0;
        while let Some((a, b)) = pending.pop() {
            if self.step(&mut steps) {
                return Ordering::Equal;
            }
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            let order = self.rank(a).cmp(&self.rank(b));
            if order != Ordering::Equal {
                return order;
            }
            let order = match (boxes::structure(&self.heap, a), boxes::structure(&self.heap, b)) {
                (Some((f, n, left)), Some((g, m, right))) => {
                    let order = n.cmp(&m).then_with(|| self.compare_atoms(atoms, f, g));
                    if order == Ordering::Equal {
                        pending.extend(
                            (0..n).rev().map(|i| (self.heap[left + i], self.heap[right + i])),
                        );
                    }
                    order
                }
                _ => self.compare_simple(atoms, a, b),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    fn compare_atoms(&self, atoms: &Atoms, a: u32, b: u32) -> Ordering {
        if a == b { Ordering::Equal } else { atoms.name(a).cmp(atoms.name(b)) }
    }

    fn compare_simple(&self, atoms: &Atoms, a: Cell, b: Cell) -> Ordering {
        match (cell::tag(a), cell::tag(b)) {
            (REF, REF) => a.cmp(&b),
            (ATM, ATM) => self.compare_atoms(atoms, cell::atom_id(a), cell::atom_id(b)),
            (INT, INT) => cell::small_value(a).cmp(&cell::small_value(b)),
            (BOX, BOX) if self.is_string(a) => boxes::string_at(&self.heap, cell::addr(a))
                .cmp(&boxes::string_at(&self.heap, cell::addr(b))),
            _ => number::standard_order(&self.heap, a, b),
        }
    }

    /// Variables, numbers, strings, atoms, compounds.
    fn rank(&self, cell: Cell) -> u8 {
        match cell::tag(cell) {
            REF => 0,
            INT => 1,
            BOX if !self.is_string(cell) => 1,
            BOX => 3,
            ATM => 4,
            _ => 5,
        }
    }

    pub(crate) fn is_string(&self, cell: Cell) -> bool {
        cell::tag(cell) == BOX && boxes::kind(&self.heap, cell::addr(cell)) == cell::KIND_STRING
    }

    pub(crate) fn is_float(&self, cell: Cell) -> bool {
        cell::tag(cell) == BOX && boxes::kind(&self.heap, cell::addr(cell)) == cell::KIND_FLOAT
    }

    pub(crate) fn is_integer(&self, cell: Cell) -> bool {
        cell::tag(cell) == INT
            || (cell::tag(cell) == BOX
                && matches!(
                    boxes::kind(&self.heap, cell::addr(cell)),
                    cell::KIND_BIG_POSITIVE | cell::KIND_BIG_NEGATIVE
                ))
    }

    pub(crate) fn is_number(&self, cell: Cell) -> bool {
        self.is_integer(cell) || self.is_float(cell)
    }

    /// One of the tests of [`crate::op::TESTS`].
    pub(crate) fn test(&self, test: usize, cell: Cell) -> bool {
        let cell = self.deref(cell);
        let tag = cell::tag(cell);
        match test {
            0 => tag == REF,
            1 => tag != REF,
            2 => tag == ATM,
            3 => self.is_integer(cell),
            4 => self.is_float(cell),
            5 => self.is_number(cell),
            6 => matches!(tag, ATM | INT | BOX),
            7 => matches!(tag, LST | STR),
            8 => matches!(tag, ATM | LST | STR),
            9 => self.is_string(cell),
            _ => self.list_length(cell).is_some(),
        }
    }

    /// The length of a proper list.
    pub(crate) fn list_length(&self, mut cell: Cell) -> Option<usize> {
        let mut length = 0;
        loop {
            cell = self.deref(cell);
            if cell == cell::atom(crate::atoms::NIL) {
                return Some(length);
            }
            if cell::tag(cell) != LST || length > self.heap.len() || self.watch.tick() {
                return None;
            }
            length += 1;
            cell = self.heap[cell::addr(cell) + 1];
        }
    }

    /// Structural equality.
    pub(crate) fn same(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.deref(a), self.deref(b));
        if a == b {
            return true;
        }
        let mut pending = vec![(a, b)];
        let mut steps = 0;
        while let Some((a, b)) = pending.pop() {
            if self.step(&mut steps) {
                return false;
            }
            let (a, b) = (self.deref(a), self.deref(b));
            if a == b {
                continue;
            }
            let (left, right) = (cell::addr(a), cell::addr(b));
            match (cell::tag(a), cell::tag(b)) {
                (LST, LST) => {
                    pending.push((self.heap[left + 1], self.heap[right + 1]));
                    pending.push((self.heap[left], self.heap[right]));
                }
                (STR, STR) if self.heap[left] == self.heap[right] => {
                    for i in (1..=cell::functor_arity(self.heap[left])).rev() {
                        pending.push((self.heap[left + i], self.heap[right + i]));
                    }
                }
                (BOX, BOX) if self.same_box(left, right) => {}
                _ => return false,
            }
        }
        true
    }
}
