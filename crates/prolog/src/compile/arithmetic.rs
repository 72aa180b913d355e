//! Arithmetic as three-address code on registers. Knows evaluable functors only by number.

use super::{Compiler, Linker, Place};
use crate::boxes;
use crate::cell::{self, Cell, INT, REF};
use crate::op;

/// Expressions nested deeper are built as terms and evaluated at run time.
const MAX_DEPTH: usize = 40;

/// The number of the identity, which evaluates its argument.
pub(crate) const EVALUATE: u32 = 0;

impl<L: Linker> Compiler<'_, L> {
    /// `left is right`.
    pub(super) fn is(&mut self, left: Cell, right: Cell) {
        let target = self.value(right);
        let left = self.deref(left);
        if cell::tag(left) == REF {
            let id = self.var_id(left);
            let var = &mut self.vars[id];
            if !var.seen && !var.permanent && var.place == Place::None && target >= self.base {
                var.place = Place::X(target);
                var.seen = true;
                self.temp_vars += 1;
                self.occurs(id);
                return;
            }
        }
        self.get(target, left);
    }

    /// Evaluates an expression into a new register.
    fn value(&mut self, term: Cell) -> usize {
        let term = self.deref(term);
        if let Some(register) = self.operation(term, 0) {
            return register;
        }
        let operand = self.operand(term, 0);
        let register = self.new_temp();
        self.emit(op::AR1, register, EVALUATE as usize, 0);
        self.code.push(u64::from(operand));
        register
    }

    /// A comparison; returns where its failure label is, to be patched.
    pub(super) fn compare(&mut self, opcode: u8, left: Cell, right: Cell) -> usize {
        let before = (self.next_temp, self.temp_vars);
        let left = self.operand(left, 0);
        let right = self.operand(right, 0);
        let at = self.code.len();
        self.emit(opcode, 0, 0, 0);
        self.code.push(u64::from(left) | (u64::from(right) << 32));
        if self.temp_vars == before.1 {
            self.next_temp = before.0;
        }
        at
    }

    fn operand(&mut self, term: Cell, depth: usize) -> u32 {
        let term = self.deref(term);
        match cell::tag(term) {
            INT => {
                let value = cell::small_value(term);
                if value.abs() <= op::OPERAND_INT_MAX {
                    return op::OPERAND_INT | (value as u32 & !op::OPERAND_KIND);
                }
            }
            REF => {
                let id = self.var_id(term);
                if self.vars[id].seen {
                    self.occurs(id);
                    match self.vars[id].place {
                        Place::X(register) => return op::OPERAND_X | register as u32,
                        Place::Y(slot) => return op::OPERAND_Y | slot as u32,
                        Place::None => {}
                    }
                }
            }
            _ => {
                if let Some(register) = self.operation(term, depth) {
                    return op::OPERAND_X | register as u32;
                }
            }
        }
        let register = self.new_temp();
        self.put(register, term);
        op::OPERAND_X | register as u32
    }

    /// Code for a known evaluable functor; nothing if the term must be looked at when run.
    fn operation(&mut self, term: Cell, depth: usize) -> Option<usize> {
        let (name, arity, at) = boxes::structure(self.heap, term)?;
        if depth > MAX_DEPTH || !(1..=2).contains(&arity) {
            return None;
        }
        let number = self.linker.evaluable(name, arity)?;
        let left = self.operand(self.heap[at], depth + 1);
        let right = if arity == 2 { self.operand(self.heap[at + 1], depth + 1) } else { 0 };
        let register = self.new_temp();
        let opcode = match (arity, number) {
            (1, _) => op::AR1,
            (_, 1) => op::ADD,
            (_, 2) => op::SUB,
            (_, 3) => op::MUL,
            _ => op::AR2,
        };
        self.emit(opcode, register, number as usize, 0);
        self.code.push(u64::from(left) | (u64::from(right) << 32));
        Some(register)
    }
}
