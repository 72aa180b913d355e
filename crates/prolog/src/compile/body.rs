//! Bodies: goals in order, control constructs inline, the last call as a jump.

use super::goals::{self, Goal};
use super::{Compiler, CutTo, Linker, Place};
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::op::{self, ins};
use rustc_hash::FxHashMap;

/// Where an instruction's label has to be filled in.
type Patch = usize;

impl<L: Linker> Compiler<'_, L> {
    /// The whole body, ending in a return or a last call.
    pub(super) fn body(&mut self, goals: &[Goal], level: Option<usize>) {
        let cut = level.map_or(CutTo::Neck, CutTo::Level);
        self.sequence(goals, cut, true);
    }

    /// Goals in order; in tail position the code leaves the clause at its end.
    fn sequence(&mut self, goals: &[Goal], cut: CutTo, tail: bool) {
        for (i, goal) in goals.iter().enumerate() {
            let last = tail && i + 1 == goals.len();
            if self.goal(goal, cut, last) {
                return;
            }
        }
        if tail {
            self.leave();
        }
    }

    fn leave(&mut self) {
        if self.has_frame {
            self.emit(op::DEALLOC, 0, 0, 0);
        }
        self.emit(op::PROCEED, 0, 0, 0);
    }

    /// One goal; true if it ended the clause.
    fn goal(&mut self, goal: &Goal, cut: CutTo, last: bool) -> bool {
        match goal {
            Goal::True => {}
            Goal::Fail => {
                self.emit(op::FAIL, 0, 0, 0);
            }
            Goal::Cut => match cut {
                CutTo::Neck => self.emit(op::NECK_CUT, 0, 0, 0),
                CutTo::Level(y) => self.emit(op::CUT_Y, 0, y, 0),
            },
            Goal::Call { slot, args } => {
                self.call_arguments(args);
                if last && self.has_frame {
                    self.emit(op::DEALLOC, 0, 0, 0);
                }
                let opcode = if last { op::EXEC } else { op::CALL };
                self.emit(opcode, args.len(), 0, *slot);
                self.next_temp = self.base;
                return last;
            }
            Goal::Builtin { number, args } => self.builtin(*number, args),
            Goal::Unify(a, b) => self.unify(*a, *b),
            Goal::Is(a, b) => {
                let before = (self.next_temp, self.temp_vars);
                self.is(*a, *b);
                if self.temp_vars == before.1 {
                    self.next_temp = before.0;
                }
            }
            Goal::Compare(..) | Goal::Test(..) | Goal::Same(..) => {
                self.test(goal);
            }
            Goal::If(cond, then, other) if goals::simple(cond) => {
                self.simple_if((cond, then, other), goal, cut, last);
                return last;
            }
            Goal::If(cond, then, other) | Goal::SoftIf(cond, then, other) => {
                self.general_if((cond, then, other), goal, cut, last);
                return last;
            }
            Goal::Or(left, right) => {
                self.either(left, right, cut, last);
                return last;
            }
            Goal::Not(inner) => self.not(inner, goal),
        }
        false
    }

    fn builtin(&mut self, number: u32, args: &[Cell]) {
        let before = (self.next_temp, self.temp_vars);
        let first = self.next_temp;
        for _ in args {
            self.new_temp();
        }
        if self.overflow {
            return;
        }
        for (i, arg) in args.iter().enumerate() {
            self.put(first + i, *arg);
        }
        self.emit(op::BUILTIN, args.len(), first, number);
        if self.temp_vars == before.1 {
            self.next_temp = before.0;
        }
    }

    /// A test that fails to a label; returns the word that holds the label.
    fn test(&mut self, goal: &Goal) -> Option<Patch> {
        match goal {
            Goal::Compare(opcode, a, b) => Some(self.compare(*opcode, *a, *b)),
            Goal::Test(test, arg) => {
                let register = self.register_of(*arg);
                self.emit(op::TEST, register, *test, 0);
                Some(self.code.len() - 1)
            }
            Goal::Same(same, a, b) => {
                let left = self.register_of(*a);
                let right = self.register_of(*b);
                self.emit(if *same { op::SAME } else { op::DIFFERENT }, left, right, 0);
                Some(self.code.len() - 1)
            }
            Goal::Call { .. }
            | Goal::Builtin { .. }
            | Goal::Cut
            | Goal::True
            | Goal::Fail
            | Goal::Unify(..)
            | Goal::Is(..)
            | Goal::If(..)
            | Goal::SoftIf(..)
            | Goal::Or(..)
            | Goal::Not(_) => None,
        }
    }

    /// A register that holds `term`.
    fn register_of(&mut self, term: Cell) -> usize {
        let term = self.deref(term);
        if cell::tag(term) == REF {
            let id = self.var_id(term);
            if let Place::X(register) = self.vars[id].place
                && self.vars[id].seen
            {
                self.occurs(id);
                return register;
            }
        }
        let register = self.new_temp();
        self.put(register, term);
        register
    }

    fn unify(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.deref(a), self.deref(b));
        let unseen =
            |this: &Self, cell: Cell| cell::tag(cell) == REF && !this.vars[this.var_id(cell)].seen;
        let (var, term) = if unseen(self, a) { (a, b) } else { (b, a) };
        if unseen(self, var) && a != b && !self.contains(term, var) {
            self.define(var, term);
            return;
        }
        // Load the side that is a variable, match it against the other.
        let (left, right) = if cell::tag(b) == REF && !unseen(self, b) { (b, a) } else { (a, b) };
        let register = self.register_of(left);
        self.get(register, right);
    }

    /// A variable without a value gets `term` as its value.
    fn define(&mut self, var: Cell, term: Cell) {
        let id = self.var_id(var);
        if self.vars[id].count == 1 {
            self.occurs(id);
            let register = self.new_temp();
            self.put(register, term);
            return;
        }
        let register = if self.vars[id].permanent {
            self.new_temp()
        } else {
            match self.place(id) {
                Place::X(register) => register,
                Place::Y(_) | Place::None => self.new_temp(),
            }
        };
        self.put(register, term);
        self.get(register, var);
    }

    fn contains(&self, term: Cell, var: Cell) -> bool {
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            if cell == var {
                return true;
            }
            if let Some((_, arity, at)) = boxes::structure(self.heap, cell) {
                pending.extend_from_slice(&self.heap[at..at + arity]);
            }
        }
        false
    }

    fn patch(&mut self, at: Patch) {
        let offset = (self.code.len() - at) as u32;
        self.code[at] = (self.code[at] & 0xffff_ffff) | (u64::from(offset) << 32);
    }

    fn seen(&self) -> Vec<bool> {
        self.vars.iter().map(|var| var.seen).collect()
    }

    fn restore_seen(&mut self, seen: &[bool]) {
        for (var, seen) in self.vars.iter_mut().zip(seen) {
            var.seen = *seen;
        }
    }

    /// Gives a value to every variable that first occurs inside `goals` and is used after them.
    fn prepare(&mut self, goals: &[&Goal]) {
        let mut inside: FxHashMap<usize, u32> = FxHashMap::default();
        for goal in goals {
            self.count_inside(goal, &mut inside);
        }
        let mut later: Vec<usize> = inside
            .iter()
            .filter(|(id, count)| !self.vars[**id].seen && self.vars[**id].remaining > **count)
            .map(|(id, _)| *id)
            .collect();
        later.sort_unstable();
        for id in later {
            self.vars[id].seen = true;
            match self.place(id) {
                Place::X(register) => self.emit(op::PUT_VAR_X, register, register, 0),
                Place::Y(slot) => self.emit(op::INIT_Y, 0, slot, 0),
                Place::None => {}
            }
        }
    }

    fn count_inside(&self, goal: &Goal, counts: &mut FxHashMap<usize, u32>) {
        let mut goals = vec![goal];
        while let Some(goal) = goals.pop() {
            match goal {
                Goal::Call { args, .. } | Goal::Builtin { args, .. } => {
                    for arg in args {
                        self.count_term(*arg, counts);
                    }
                }
                Goal::Test(_, arg) => self.count_term(*arg, counts),
                Goal::Unify(a, b)
                | Goal::Is(a, b)
                | Goal::Compare(_, a, b)
                | Goal::Same(_, a, b) => {
                    self.count_term(*a, counts);
                    self.count_term(*b, counts);
                }
                Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => {
                    goals.extend(a.iter().chain(b).chain(c));
                }
                Goal::Or(a, b) => goals.extend(a.iter().chain(b)),
                Goal::Not(a) => goals.extend(a),
                Goal::Cut | Goal::True | Goal::Fail => {}
            }
        }
    }

    fn count_term(&self, term: Cell, counts: &mut FxHashMap<usize, u32>) {
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            if cell::tag(cell) == REF {
                *counts.entry(self.var_id(cell)).or_insert(0) += 1;
            } else if let Some((_, arity, at)) = boxes::structure(self.heap, cell) {
                pending.extend_from_slice(&self.heap[at..at + arity]);
            }
        }
    }

    /// An if-then-else whose condition only tests: branches without a choice point.
    fn simple_if(
        &mut self,
        parts: (&[Goal], &[Goal], &[Goal]),
        goal: &Goal,
        cut: CutTo,
        tail: bool,
    ) {
        self.prepare(&[goal]);
        let (cond, then, other) = parts;
        let fails: Vec<Patch> = cond.iter().filter_map(|test| self.test(test)).collect();
        let seen = self.seen();
        let temps = self.next_temp;
        self.sequence(then, cut, tail);
        let high = self.next_temp.max(temps);
        let end = self.jump(tail);
        for at in fails {
            self.patch(at);
        }
        self.restore_seen(&seen);
        self.next_temp = high;
        self.sequence(other, cut, tail);
        self.next_temp = self.next_temp.max(high);
        self.land(end);
        self.restore_seen(&seen);
    }

    fn jump(&mut self, tail: bool) -> Option<Patch> {
        if tail {
            return None;
        }
        self.emit(op::JUMP, 0, 0, 0);
        Some(self.code.len() - 1)
    }

    fn land(&mut self, end: Option<Patch>) {
        if let Some(at) = end {
            self.patch(at);
        }
    }

    fn general_if(
        &mut self,
        parts: (&[Goal], &[Goal], &[Goal]),
        goal: &Goal,
        cut: CutTo,
        tail: bool,
    ) {
        self.prepare(&[goal]);
        let (cond, then, other) = parts;
        let y = self.new_y();
        self.emit(op::HERE_LEVEL, 0, y, 0);
        let alternative = self.try_else();
        let seen = self.seen();
        self.sequence(cond, CutTo::Level(y), false);
        let commit = if matches!(goal, Goal::SoftIf(..)) { op::SOFT_CUT_Y } else { op::CUT_Y };
        self.emit(commit, 0, y, 0);
        self.sequence(then, cut, tail);
        let end = self.jump(tail);
        self.patch(alternative);
        self.restore_seen(&seen);
        self.next_temp = self.base;
        self.sequence(other, cut, tail);
        self.land(end);
        self.restore_seen(&seen);
        self.next_temp = self.base;
    }

    fn try_else(&mut self) -> Patch {
        self.code.push(ins(op::TRY_ELSE, 0, 0, 0));
        self.next_temp = self.base;
        self.code.len() - 1
    }

    fn either(&mut self, left: &[Goal], right: &[Goal], cut: CutTo, tail: bool) {
        let all: Vec<&Goal> = left.iter().chain(right).collect();
        self.prepare(&all);
        let alternative = self.try_else();
        let seen = self.seen();
        self.sequence(left, cut, tail);
        let end = self.jump(tail);
        self.patch(alternative);
        self.restore_seen(&seen);
        self.next_temp = self.base;
        self.sequence(right, cut, tail);
        self.land(end);
        self.restore_seen(&seen);
        self.next_temp = self.base;
    }

    fn not(&mut self, inner: &[Goal], goal: &Goal) {
        self.prepare(&[goal]);
        let seen = self.seen();
        if goals::simple(inner) {
            let fails: Vec<Patch> = inner.iter().filter_map(|test| self.test(test)).collect();
            self.emit(op::FAIL, 0, 0, 0);
            for at in fails {
                self.patch(at);
            }
        } else {
            self.general_not(inner);
        }
        self.restore_seen(&seen);
    }

    /// A negation of one call looks first whether the predicate is tabled.
    fn general_not(&mut self, inner: &[Goal]) {
        let y = self.new_y();
        self.emit(op::HERE_LEVEL, 0, y, 0);
        self.next_temp = self.base;
        let mut done = None;
        if let [Goal::Call { slot, args }] = inner {
            self.call_arguments(args);
            self.emit(op::TNOT, args.len(), 0, *slot);
            self.emit(op::JUMP, 0, 0, 0);
            done = Some(self.code.len() - 1);
            let alternative = self.try_else();
            self.emit(op::CALL, args.len(), 0, *slot);
            self.emit(op::NAF, 0, y, 0);
            self.patch(alternative);
        } else {
            let alternative = self.try_else();
            self.sequence(inner, CutTo::Level(y), false);
            self.emit(op::NAF, 0, y, 0);
            self.patch(alternative);
        }
        self.emit(op::NAF_END, 0, y, 0);
        self.land(done);
        self.next_temp = self.base;
    }
}
