//! Clauses of a database: storing, finding and retracting them.

use super::{Change, Db};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::compile::{self, Uncompilable};
use crate::flat::{self, Room};
use crate::pred::{self, ALIVE, Entry};
use std::sync::Arc;

/// Words before a clause's code: origin, slot, length of the flat term before them.
pub(crate) const CLAUSE_HEADER: usize = 3;

/// A clause as stored.
pub(crate) struct Stored<'d> {
    pub(crate) origin: u64,
    pub(crate) slot: u32,
    /// `Head :- Body`, flat.
    pub(crate) term: &'d [Cell],
}

impl Db {
    /// Segment number new code goes to.
    fn own_segment(&mut self) -> usize {
        let base = self.base.segments.len();
        let own = Arc::make_mut(&mut self.own);
        let writable = own.segments.last_mut().is_some_and(|last| Arc::get_mut(last).is_some());
        if !writable {
            own.segments.push(Arc::default());
        }
        base + own.segments.len() - 1
    }

    /// Compiles and stores a clause that stands on `heap`.
    pub(crate) fn add_clause(
        &mut self,
        heap: &[Cell],
        clause: Clause,
        at_end: bool,
        room: Room<'_>,
    ) -> Result<u64, Uncompilable> {
        let code = compile::clause(heap, clause.head, clause.body, (self, room.watch))?;
        let slot = clause.slot;
        let segment = self.own_segment();
        let own = Arc::make_mut(&mut self.own);
        let Some(words) = own.segments.last_mut().and_then(Arc::get_mut) else {
            return Err(Uncompilable::TooLarge);
        };
        let start = words.len();
        if !store_term(heap, &clause, room, words) {
            words.truncate(start);
            return Err(Uncompilable::Stopped);
        }
        let length = words.len() - start;
        words.extend([clause.origin, u64::from(slot), length as u64]);
        let address = ((segment as u64) << 32) | words.len() as u64;
        words.extend(code);
        let key = first_key(heap, clause.head);
        let entry = Entry { key, code: address, died: ALIVE };
        // The entry's own argument keys are read from the segment just written.
        let keys: Vec<Cell> = (0..pred::INDEXED).map(|arg| self.key(address, arg)).collect();
        self.changes += 1;
        let fact = clause.body == cell::atom(atoms::TRUE);
        let open =
            fact && self.stored(address).term.iter().any(|word| cell::tag(*word) == cell::REF);
        self.note(if fact { Change::Added(address) } else { Change::Other(slot) });
        let pred = self.touch(slot);
        pred.rules |= !fact;
        pred.open |= open;
        pred.defined = true;
        if at_end {
            pred.push_back(entry, &|_, arg| keys[arg]);
        } else {
            pred.push_front(entry);
        }
        Ok(address)
    }

    /// The stored form of a clause.
    pub(crate) fn stored(&self, code: u64) -> Stored<'_> {
        let words = self.segment((code >> 32) as usize);
        let at = code as u32 as usize;
        let length = words[at - 1] as usize;
        let header = at - CLAUSE_HEADER;
        Stored {
            origin: words[header],
            slot: words[header + 1] as u32,
            term: &words[header - length..header],
        }
    }

    /// Whether `code` is the address of a clause that is alive here.
    pub(crate) fn is_live(&self, code: u64) -> bool {
        let segment = (code >> 32) as usize;
        let segments = self.base.segments.len() + self.own.segments.len();
        if segment >= segments || (code as u32 as usize) >= self.segment(segment).len() {
            return false;
        }
        let slot = self
            .segment(segment)
            .get((code as u32 as usize).wrapping_sub(2))
            .copied()
            .unwrap_or(u64::MAX);
        slot < u64::from(self.slots().end)
            && self.pred(slot as u32).live(self.generation).contains(&code)
    }

    /// The index key of argument `arg` of a stored clause's head.
    pub(crate) fn key(&self, code: u64, arg: usize) -> Cell {
        let term = self.stored(code).term;
        let head = boxes::deref(term, term[cell::addr(term[0]) + 1]);
        let head = compile::strong_negation(term, head).unwrap_or(head);
        match boxes::structure(term, head) {
            Some((_, arity, at)) if arg < arity && arity <= compile::MAX_REGISTERS => {
                pred::key_of(term, term[at + arg])
            }
            _ => 0,
        }
    }

    /// Retracts a clause; false if it was not alive.
    pub(crate) fn erase(&mut self, code: u64) -> bool {
        let slot = self.stored(code).slot;
        let generation = self.generation + 1;
        self.changes += 1;
        if !self.touch(slot).kill(code, generation) {
            return false;
        }
        let fact = self.is_fact(code);
        self.note(if fact { Change::Removed(code) } else { Change::Other(slot) });
        self.generation = generation;
        true
    }

    /// Whether a clause has no body.
    pub(crate) fn is_fact(&self, code: u64) -> bool {
        let term = self.stored(code).term;
        boxes::deref(term, term[cell::addr(term[0]) + 2]) == cell::atom(atoms::TRUE)
    }

    /// Forgets dead clauses of a predicate; only while nothing walks its clauses.
    pub(crate) fn compact(&mut self, slot: u32) {
        let pred = self.pred(slot);
        let flattened = pred.flattened(self.generation, &|code, arg| self.key(code, arg));
        if pred.middle.is_empty() && pred.dead_count() > 0 {
            *self.touch(slot) = flattened;
        }
    }
}

/// A clause to be stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clause {
    /// The head as written, with a strong negation.
    pub(crate) stored_head: Cell,
    pub(crate) head: Cell,
    pub(crate) body: Cell,
    pub(crate) slot: u32,
    pub(crate) origin: u64,
}

fn first_key(heap: &[Cell], head: Cell) -> Cell {
    match boxes::structure(heap, head) {
        Some((_, arity, at)) if arity <= compile::MAX_REGISTERS => pred::key_of(heap, heap[at]),
        _ => 0,
    }
}

/// Appends `Head :- Body` in flat form; false if there is no room for it.
fn store_term(heap: &[Cell], clause: &Clause, room: Room<'_>, words: &mut Vec<Cell>) -> bool {
    let pair = [cell::functor(atoms::NECK, 2), clause.stored_head, clause.body];
    flat::flatten_pair(heap, &pair, room, words)
}
