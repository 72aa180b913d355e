//! Filling argument registers: building terms, and moving values without overwriting what is
//! still needed.

use super::head::BUILDING;
use super::{Compiler, Linker, Place, is_constant};
use crate::boxes;
use crate::cell::{self, BOX, Cell, LST, REF};
use crate::op;

impl<L: Linker> Compiler<'_, L> {
    /// Code that puts `term` into `register`.
    pub(super) fn put(&mut self, register: usize, term: Cell) {
        let term = self.deref(term);
        match cell::tag(term) {
            REF => self.put_var(register, term),
            LST => {
                self.emit(op::PUT_LIST, register, 0, 0);
                self.inside(cell::addr(term), 2, &BUILDING);
            }
            BOX => self.boxed(op::PUT_BOX, register, term),
            _ if is_constant(term) => {
                self.emit(op::PUT_CONST, register, 0, 0);
                self.code.push(term);
            }
            _ => {
                let at = cell::addr(term);
                self.emit(op::PUT_STRUCT, register, 0, 0);
                self.code.push(self.heap[at]);
                self.inside(at + 1, cell::functor_arity(self.heap[at]), &BUILDING);
            }
        }
    }

    fn put_var(&mut self, register: usize, term: Cell) {
        let id = self.var_id(term);
        if self.occurs(id) {
            self.emit(op::PUT_VOID, register, 0, 0);
            return;
        }
        let seen = self.vars[id].seen;
        self.vars[id].seen = true;
        match (self.place(id), seen) {
            (Place::Y(slot), true) => self.emit(op::PUT_VAL_Y, register, slot, 0),
            (Place::Y(slot), false) => self.emit(op::PUT_VAR_Y, register, slot, 0),
            (Place::X(other), true) if other != register => {
                self.emit(op::PUT_VAL_X, register, other, 0);
            }
            (Place::X(other), false) => self.emit(op::PUT_VAR_X, register, other, 0),
            (Place::X(_), true) | (Place::None, _) => {}
        }
    }

    /// Fills registers 0.. with the arguments of a call, as one parallel assignment.
    pub(super) fn call_arguments(&mut self, args: &[Cell]) {
        let mut pending: Vec<usize> = (0..args.len()).collect();
        let mut reads: Vec<Vec<usize>> = args.iter().map(|arg| self.reads(*arg)).collect();
        while !pending.is_empty() {
            let ready = pending.iter().position(|target| {
                let own_move = self.is_move(args[*target]);
                pending
                    .iter()
                    .all(|other| (other == target && own_move) || !reads[*other].contains(target))
            });
            if let Some(at) = ready {
                let target = pending.swap_remove(at);
                self.put(target, args[target]);
                continue;
            }
            // Every target is still read by someone: save one value out of the way.
            let target = pending[0];
            let saved = self.new_temp();
            self.emit(op::PUT_VAL_X, saved, target, 0);
            for var in &mut self.vars {
                if var.place == Place::X(target) {
                    var.place = Place::X(saved);
                }
            }
            for list in &mut reads {
                list.retain(|register| *register != target);
            }
            if self.overflow {
                return;
            }
        }
    }

    fn is_move(&self, arg: Cell) -> bool {
        cell::tag(self.deref(arg)) == REF
    }

    /// Argument registers whose present value `term` needs.
    fn reads(&self, term: Cell) -> Vec<usize> {
        let mut reads = Vec::new();
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            if cell::tag(cell) == REF {
                let var = &self.vars[self.var_id(cell)];
                if let Place::X(register) = var.place
                    && var.seen
                    && register < self.base
                {
                    reads.push(register);
                }
            } else if let Some((_, arity, at)) = boxes::structure(self.heap, cell) {
                pending.extend_from_slice(&self.heap[at..at + arity]);
            }
        }
        reads
    }
}
