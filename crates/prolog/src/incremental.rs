//! Tables that follow changes of facts instead of being computed anew: which tables can, and what
//! the rules in `library/system.pl` need to do it. Works for rules without negation, cuts or
//! side effects whose answers are ground; every other table is dropped when it is stale.

use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::db::{Change, Db};
use crate::pred::{Kind, Pred};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a tabled predicate rests on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    /// Whether changes can be followed.
    pub(crate) safe: bool,
    /// Every predicate it can reach, itself included.
    pub(crate) reach: FxHashSet<u32>,
    /// The predicates whose facts or answers its rules use, seen through untabled ones.
    pub(crate) direct: FxHashSet<u32>,
}

/// Net changes of facts.
#[derive(Debug, Default)]
pub(crate) struct Delta {
    pub(crate) removed: Vec<u64>,
    pub(crate) added: Vec<u64>,
}

/// Built-ins that test or bind what is bound already, by name and arity.
const TESTS: &[&str] = &[
    "<", "=<", ">", ">=", "=:=", "=\\=", "==", "\\==", "\\=", "@<", "@=<", "@>", "@>=", "atom",
    "integer", "float", "number", "atomic", "compound", "callable", "string",
];

/// The slots a change touches.
fn slot_of(db: &Db, change: Change) -> u32 {
    match change {
        Change::Added(code) | Change::Removed(code) => db.stored(code).slot,
        Change::Other(slot) => slot,
    }
}

/// Whether the changes after `stamp` leave a table as it is, can be followed, or make it void.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Valid,
    Follow,
    Void,
}

pub(crate) fn fate(db: &Db, plan: &Plan, stamp: u64) -> Fate {
    let Some(log) = db.log.as_ref().filter(|log| stamp >= log.since) else { return Fate::Void };
    let mut fate = Fate::Valid;
    for (_, change) in log.entries.iter().filter(|(number, _)| *number > stamp) {
        if plan.reach.contains(&slot_of(db, *change)) {
            fate = Fate::Follow;
            if !plan.safe || matches!(change, Change::Other(_)) {
                return Fate::Void;
            }
        }
    }
    fate
}

/// Whether a table of this plan was changed between two states and so follows from the later one.
pub(crate) fn is_between(db: &Db, plan: &Plan, (first, last): (u64, u64)) -> bool {
    let Some(log) = &db.log else { return true };
    let touched = |(number, change): &(u64, Change)| {
        (first + 1..=last).contains(number) && plan.reach.contains(&slot_of(db, *change))
    };
    log.entries.iter().any(touched)
}

/// The facts that have come and gone since `stamp`.
pub(crate) fn delta(db: &Db, stamp: u64) -> Delta {
    let mut delta = Delta::default();
    let Some(log) = &db.log else { return delta };
    for (_, change) in log.entries.iter().filter(|(number, _)| *number > stamp) {
        match change {
            Change::Added(code) => delta.added.push(*code),
            Change::Removed(code) => match delta.added.iter().position(|added| added == code) {
                Some(at) => drop(delta.added.remove(at)),
                None => delta.removed.push(*code),
            },
            Change::Other(_) => {}
        }
    }
    delta
}

/// What a tabled predicate rests on, found from the clauses.
pub(crate) fn plan(db: &Db, slot: u32) -> Plan {
    let mut search = Search { db, calls: FxHashMap::default(), safe: true };
    let mut pending = vec![slot];
    let mut reach = FxHashSet::default();
    while let Some(slot) = pending.pop() {
        if reach.insert(slot) {
            pending.extend(search.calls(slot));
        }
    }
    let mut direct = FxHashSet::default();
    let safe = search.safe && search.through_views(slot, &mut Vec::new(), &mut direct);
    Plan { safe, reach, direct }
}

struct Search<'s> {
    db: &'s Db,
    calls: FxHashMap<u32, Vec<u32>>,
    safe: bool,
}

impl Search<'_> {
    /// The predicates the clauses of a predicate call; notes what is not safe.
    fn calls(&mut self, slot: u32) -> Vec<u32> {
        if let Some(known) = self.calls.get(&slot) {
            return known.clone();
        }
        let db = self.db;
        let pred = db.pred(slot);
        let plain = pred.kind == Kind::User && !pred.system && !pred.library && !pred.proof;
        let complement = db.atoms.name(pred.name).starts_with('-');
        self.safe &= plain && !complement && !pred.open && pred.arity > 0;
        let mut found = Vec::new();
        if pred.rules {
            for code in pred.live(db.generation) {
                let term = db.stored(code).term;
                let at = cell::addr(term[0]) + 1;
                let mut rule = Rule { db, term, bound: FxHashSet::default(), calls: &mut found };
                let whole = rule.goal(term[at + 1], 0) && rule.is_bound(term[at]);
                self.safe &= whole;
            }
            if !self.safe {
                found.extend(db.calls(slot));
            }
        }
        found.sort_unstable();
        found.dedup();
        self.calls.insert(slot, found.clone());
        found
    }

    /// Collects what the rules of a predicate use, looking through untabled rules; false if those
    /// go round in a circle.
    fn through_views(
        &mut self,
        slot: u32,
        path: &mut Vec<u32>,
        direct: &mut FxHashSet<u32>,
    ) -> bool {
        direct.insert(slot);
        path.push(slot);
        for callee in self.calls(slot) {
            let pred = self.db.pred(callee);
            let view = pred.rules && !pred.tabled;
            if view && (path.contains(&callee) || path.len() > 32) {
                return false;
            }
            if !view {
                direct.insert(callee);
            } else if !self.through_views(callee, path, direct) {
                return false;
            }
        }
        path.pop();
        true
    }
}

/// One clause, read from left to right.
struct Rule<'r> {
    db: &'r Db,
    term: &'r [Cell],
    /// Variables that have a ground value by now.
    bound: FxHashSet<usize>,
    calls: &'r mut Vec<u32>,
}

/// Disjunctions inside each other that are looked into.
const MAX_NESTING: usize = 32;

impl Rule<'_> {
    /// Whether a goal keeps to what changes can be followed through.
    fn goal(&mut self, goal: Cell, depth: usize) -> bool {
        let mut goal = boxes::deref(self.term, goal);
        while let Some((atoms::COMMA, 2, at)) = boxes::structure(self.term, goal) {
            if !self.goal(self.term[at], depth + 1) {
                return false;
            }
            goal = boxes::deref(self.term, self.term[at + 1]);
        }
        if goal == cell::atom(atoms::TRUE) {
            return true;
        }
        let Some((name, arity, at)) = boxes::structure(self.term, goal) else { return false };
        let args = [at, at + arity - 1].map(|at| self.term[at]);
        match (name, arity) {
            _ if depth > MAX_NESTING => false,
            (atoms::SEMICOLON, 2) => self.either(args, depth),
            (atoms::EQUAL, 2) => {
                let known = args.iter().any(|side| self.is_bound(*side));
                self.bind(goal);
                known
            }
            (atoms::IS, 2) => {
                let known = self.is_bound(args[1]);
                self.bind(args[0]);
                known
            }
            _ if TESTS.contains(&&**self.db.atoms.name(name)) => self.is_bound(goal),
            _ => self.literal(goal, name, arity),
        }
    }

    fn either(&mut self, sides: [Cell; 2], depth: usize) -> bool {
        let before = self.bound.clone();
        let left = self.goal(sides[0], depth + 1);
        let after_left = std::mem::replace(&mut self.bound, before);
        let right = self.goal(sides[1], depth + 1);
        self.bound.retain(|var| after_left.contains(var));
        left && right
    }

    fn literal(&mut self, goal: Cell, name: u32, arity: usize) -> bool {
        let known = |pred: &Pred| pred.kind == Kind::User && !pred.system && !pred.library;
        match self.db.find_slot(name, arity) {
            Some(slot) if known(self.db.pred(slot)) => {
                self.calls.push(slot);
                self.bind(goal);
                true
            }
            _ => false,
        }
    }

    fn variables(&self, term: Cell) -> Vec<usize> {
        let mut found = Vec::new();
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            let cell = boxes::deref(self.term, cell);
            if cell::tag(cell) == REF {
                found.push(cell::addr(cell));
            } else if let Some((_, arity, at)) = boxes::structure(self.term, cell) {
                pending.extend_from_slice(&self.term[at..at + arity]);
            }
        }
        found
    }

    fn is_bound(&self, term: Cell) -> bool {
        self.variables(term).iter().all(|var| self.bound.contains(var))
    }

    fn bind(&mut self, term: Cell) {
        let found = self.variables(term);
        self.bound.extend(found);
    }
}
