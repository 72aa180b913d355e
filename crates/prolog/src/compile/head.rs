//! Matching code: clause heads and unification against a known term.

use super::{Compiler, Linker, Place, is_constant};
use crate::boxes;
use crate::cell::{self, BOX, Cell, LST, REF};
use crate::op;

/// The opcodes for the inside of a structure, when matching or when building.
pub(super) struct Inside {
    var_x: u8,
    var_y: u8,
    val_x: u8,
    val_y: u8,
    constant: u8,
    void: u8,
    list: u8,
    list_tail: u8,
    structure: u8,
    structure_tail: u8,
    boxed: u8,
    pop: u8,
}

const MATCHING: Inside = Inside {
    var_x: op::U_VAR_X,
    var_y: op::U_VAR_Y,
    val_x: op::U_VAL_X,
    val_y: op::U_VAL_Y,
    constant: op::U_CONST,
    void: op::U_VOID,
    list: op::U_LIST,
    list_tail: op::U_LIST_TAIL,
    structure: op::U_STRUCT,
    structure_tail: op::U_STRUCT_TAIL,
    boxed: op::U_BOX,
    pop: op::U_POP,
};

pub(super) const BUILDING: Inside = Inside {
    var_x: op::W_VAR_X,
    var_y: op::W_VAR_Y,
    val_x: op::W_VAL_X,
    val_y: op::W_VAL_Y,
    constant: op::W_CONST,
    void: op::W_VOID,
    list: op::W_LIST,
    list_tail: op::W_LIST_TAIL,
    structure: op::W_STRUCT,
    structure_tail: op::W_STRUCT_TAIL,
    boxed: op::W_BOX,
    pop: op::W_POP,
};

/// Arguments still to be compiled of one structure.
struct Level {
    at: usize,
    left: usize,
    pop: bool,
}

impl<L: Linker> Compiler<'_, L> {
    /// Code for all head arguments, in argument registers from 0.
    pub(super) fn head(&mut self, args: &[Cell]) {
        self.free_args = vec![true; self.base];
        for free in &mut self.free_args[..args.len()] {
            *free = false;
        }
        for (i, arg) in args.iter().enumerate() {
            let arg = self.deref(*arg);
            if cell::tag(arg) != REF {
                self.free_args[i] = true;
                self.get(i, arg);
                continue;
            }
            let id = self.var_id(arg);
            if self.vars[id].seen || self.vars[id].permanent || self.vars[id].count == 1 {
                self.free_args[i] = true;
                self.get(i, arg);
            } else {
                self.occurs(id);
                self.vars[id].seen = true;
                self.vars[id].place = Place::X(i);
            }
        }
        self.free_args.clear();
    }

    /// Code that unifies register `register` with `term`.
    pub(super) fn get(&mut self, register: usize, term: Cell) {
        let term = self.deref(term);
        match cell::tag(term) {
            REF => self.get_var(register, term),
            LST => {
                let start = self.code.len();
                self.emit(op::GET_LIST, register, 0, 0);
                self.inside(cell::addr(term), 2, &MATCHING);
                self.fuse_list(start);
            }
            BOX => self.boxed(op::GET_BOX, register, term),
            _ if is_constant(term) => {
                self.emit(op::GET_CONST, register, 0, 0);
                self.code.push(term);
            }
            _ => {
                let at = cell::addr(term);
                self.emit(op::GET_STRUCT, register, 0, 0);
                self.code.push(self.heap[at]);
                self.inside(at + 1, cell::functor_arity(self.heap[at]), &MATCHING);
            }
        }
    }

    /// A list whose head and tail are variables in registers is matched in one instruction.
    fn fuse_list(&mut self, start: usize) {
        let [list, head, tail] = self.code[start..] else { return };
        let register = |word: Cell| (word >> 8) as u8 as usize;
        let opcode = match (head as u8, tail as u8) {
            (op::U_VAR_X, op::U_VAR_X) => op::GET_LIST_VAR_VAR,
            (op::U_VAL_X, op::U_VAR_X) => op::GET_LIST_VAL_VAR,
            (op::U_VOID, op::U_VAR_X) => op::GET_LIST_VOID_VAR,
            (op::U_VAL_X, op::U_VOID) => op::GET_LIST_VAL_VOID,
            _ => return,
        };
        self.code.truncate(start);
        self.emit(opcode, register(list), register(head) | (register(tail) << 8), 0);
    }

    fn get_var(&mut self, register: usize, term: Cell) {
        let id = self.var_id(term);
        if self.occurs(id) {
            return;
        }
        let (x, y) = if self.vars[id].seen {
            (op::GET_VAL_X, op::GET_VAL_Y)
        } else {
            (op::GET_VAR_X, op::GET_VAR_Y)
        };
        self.vars[id].seen = true;
        match self.place(id) {
            Place::Y(slot) => self.emit(y, register, slot, 0),
            Place::X(other) if other != register => self.emit(x, register, other, 0),
            Place::X(_) | Place::None => {}
        }
    }

    /// A boxed constant: the instruction, then header and words.
    pub(super) fn boxed(&mut self, op: u8, register: usize, term: Cell) {
        let at = cell::addr(term);
        let words = cell::header_words(self.heap[at]) + 1;
        self.emit(op, register, 0, words as u32);
        self.code.extend_from_slice(&self.heap[at..at + words]);
    }

    /// Code for the arguments of a structure, without recursion: a nested last argument takes its
    /// parent's place, any other is entered and left.
    pub(super) fn inside(&mut self, at: usize, arity: usize, ops: &Inside) {
        let mut levels = vec![Level { at, left: arity, pop: false }];
        while let Some(level) = levels.last_mut() {
            if self.watch.tick() {
                return;
            }
            if level.left == 0 {
                if level.pop {
                    self.emit(ops.pop, 0, 0, 0);
                }
                levels.pop();
                continue;
            }
            let cell = boxes::deref(self.heap, self.heap[level.at]);
            level.at += 1;
            level.left -= 1;
            let last = level.left == 0;
            let at = cell::addr(cell);
            match cell::tag(cell) {
                REF => self.inside_var(cell, ops),
                BOX => self.boxed(ops.boxed, 0, cell),
                _ if is_constant(cell) => {
                    self.emit(ops.constant, 0, 0, 0);
                    self.code.push(cell);
                }
                kind => {
                    let list = kind == LST;
                    let opcode = match (list, last) {
                        (true, true) => ops.list_tail,
                        (true, false) => ops.list,
                        (false, true) => ops.structure_tail,
                        (false, false) => ops.structure,
                    };
                    self.emit(opcode, 0, 0, 0);
                    let pop = if last { levels.pop().is_some_and(|level| level.pop) } else { true };
                    if list {
                        levels.push(Level { at, left: 2, pop });
                    } else {
                        self.code.push(self.heap[at]);
                        let left = cell::functor_arity(self.heap[at]);
                        levels.push(Level { at: at + 1, left, pop });
                    }
                }
            }
        }
    }

    fn inside_var(&mut self, cell: Cell, ops: &Inside) {
        let id = self.var_id(cell);
        if self.occurs(id) {
            self.emit(ops.void, 0, 0, 1);
            return;
        }
        let (x, y) =
            if self.vars[id].seen { (ops.val_x, ops.val_y) } else { (ops.var_x, ops.var_y) };
        self.vars[id].seen = true;
        match self.place(id) {
            Place::Y(slot) => self.emit(y, 0, slot, 0),
            Place::X(register) => self.emit(x, register, 0, 0),
            Place::None => {}
        }
    }
}
