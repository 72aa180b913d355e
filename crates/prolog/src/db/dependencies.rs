//! What rests on what: the calls in clause bodies, and the changes that tables have to follow.

use super::Db;
use crate::atoms;
use crate::boxes;
use crate::builtins;
use crate::cell;
use crate::compile;
use crate::pred::Kind;

/// One change of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// A fact was added: its clause.
    Added(u64),
    /// A fact was retracted: its clause.
    Removed(u64),
    /// Something else about this predicate.
    Other(u32),
}

/// Changes that tables may have to follow, the latest last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    /// Changes before this one are not known.
    pub(crate) since: u64,
    /// Each with its number.
    pub(crate) entries: Vec<(u64, Change)>,
}

/// With more changes than this, tables are computed anew.
const MAX_LOGGED: usize = 256;

impl Db {
    /// Notes a change if tables are kept that may have to follow it.
    pub(super) fn note(&mut self, change: Change) {
        if matches!(change, Change::Other(_)) {
            self.rules += 1;
        }
        let changes = self.changes;
        let Some(log) = &mut self.log else { return };
        if log.entries.len() == MAX_LOGGED {
            log.entries.clear();
            log.since = changes;
            return;
        }
        log.entries.push((changes, change));
    }

    /// Starts or goes on to note changes.
    pub(crate) fn keep_log(&mut self) {
        let since = self.changes;
        self.log.get_or_insert_with(|| Log { since, entries: Vec::new() });
    }

    /// Whether a predicate, or anything its clauses can call, changed after `changes`.
    pub(crate) fn changed_since(&self, slot: u32, changes: u64) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![slot];
        while let Some(slot) = pending.pop() {
            if !seen.insert(slot) {
                continue;
            }
            let pred = self.pred(slot);
            if pred.version > changes {
                return true;
            }
            if let Kind::Builtin(number) = pred.kind
                && !matches!(builtins::TABLE[number as usize].run, builtins::Run::Det(_))
            {
                // A goal built at run time may call anything.
                return true;
            }
            if pred.rules {
                for code in pred.live(self.generation) {
                    self.callees(code, &mut pending);
                }
            }
        }
        false
    }

    /// The slots the clauses of a predicate name in their bodies.
    pub(crate) fn calls(&self, slot: u32) -> Vec<u32> {
        let mut found = Vec::new();
        if self.pred(slot).rules {
            for code in self.pred(slot).live(self.generation) {
                self.callees(code, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Marks a predicate tabled; that is no change of what it says.
    pub(crate) fn set_tabled(&mut self, slot: u32) {
        let version = self.pred(slot).version;
        let pred = self.touch(slot);
        pred.tabled = true;
        pred.version = version;
    }

    /// Tables recursive predicates if the session asks for it and something changed.
    pub(crate) fn auto_table(&mut self) {
        if self.flags.auto_table && self.auto_tabled != Some(self.rules) {
            crate::auto_table::mark_recursive(self);
            self.auto_tabled = Some(self.rules);
        }
    }

    /// The slots a clause's body names, found in its stored term.
    fn callees(&self, code: u64, found: &mut Vec<u32>) {
        let term = self.stored(code).term;
        let mut pending = vec![term[cell::addr(term[0]) + 2]];
        while let Some(cell) = pending.pop() {
            let cell = boxes::deref(term, cell);
            let (goal, negated) = match compile::strong_negation(term, cell) {
                Some(inner) => (inner, true),
                None => (cell, false),
            };
            let (name, arity, at) = match boxes::structure(term, goal) {
                Some(parts) => parts,
                None if cell::tag(goal) == cell::ATM => (cell::atom_id(goal), 0, 0),
                None => {
                    found.extend(self.find_slot(atoms::CALL, 1));
                    continue;
                }
            };
            match (name, arity) {
                (atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2)
                | (atoms::NOT | atoms::ONCE | atoms::IGNORE | atoms::NOT_WORD, 1) => {
                    pending.extend_from_slice(&term[at..at + arity]);
                }
                _ => {
                    let name = if negated {
                        self.atoms.find(&format!("-{}", self.atoms.name(name)))
                    } else {
                        Some(name)
                    };
                    found.extend(name.and_then(|name| self.find_slot(name, arity)));
                }
            }
        }
    }
}
