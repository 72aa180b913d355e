//! Which predicates recurse in a way that may not end, and are tabled without a declaration.

use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::db::Db;
use crate::pred::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Built-ins after which a predicate may not be tabled: they write, change something, draw lots or
/// cut.
const IMPURE: &[&str] = &[
    "assert",
    "asserta",
    "assertz",
    "retract",
    "retractall",
    "abolish",
    "nb_setval",
    "b_setval",
    "write",
    "print",
    "writeln",
    "writeq",
    "write_canonical",
    "write_term",
    "nl",
    "tab",
    "format",
    "put_char",
    "halt",
    "!",
    "portray_clause",
    "listing",
    "print_message",
    "read",
    "read_term",
    "random",
    "random_between",
    "random_member",
    "random_permutation",
    "get_time",
    "nb_setarg",
    "setarg",
    "put_attr",
    "freeze",
    "dif",
    "when",
    "throw",
    "flag",
    "gensym",
    "tnot",
    "#=",
    "#\\=",
    "#<",
    "#>",
    "#=<",
    "#>=",
    "in",
    "ins",
    "label",
    "labeling",
    "all_different",
    "all_distinct",
];

/// Marks the predicates whose recursion may turn in a circle as tabled: those with a recursive call
/// that takes nothing apart, builds nothing and computes nothing, so that it can be the same call
/// again. Recursion over a structure or a counter ends by itself or is meant not to, and stays plain.
pub(crate) fn mark_recursive(db: &mut Db) {
    let mut calls: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for slot in db.slots() {
        let pred = db.pred(slot);
        if pred.kind == Kind::User && !pred.system && !pred.library && pred.defined {
            calls.insert(slot, db.calls(slot));
        }
    }
    let impure = impure(db, &calls);
    for component in recursive(&calls) {
        let circular = component.iter().any(|slot| turns_in_a_circle(db, *slot, &component));
        let pure = !component.iter().any(|slot| impure.contains(slot));
        if circular && pure {
            for slot in
                component.into_iter().filter(|slot| !db.pred(*slot).tabled).collect::<Vec<_>>()
            {
                db.set_tabled(slot);
            }
        }
    }
}

/// The predicates that do something impure, themselves or through others.
fn impure(db: &Db, calls: &FxHashMap<u32, Vec<u32>>) -> FxHashSet<u32> {
    let mut callers: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (caller, callees) in calls {
        for callee in callees {
            callers.entry(*callee).or_default().push(*caller);
        }
    }
    let mut found: FxHashSet<u32> =
        calls.keys().copied().filter(|slot| !is_pure(db, *slot)).collect();
    let mut pending: Vec<u32> = found.iter().copied().collect();
    while let Some(slot) = pending.pop() {
        for caller in callers.get(&slot).map(Vec::as_slice).unwrap_or_default() {
            if found.insert(*caller) {
                pending.push(*caller);
            }
        }
    }
    found
}

/// Calls `visit` on every goal of a stored body in order, through control constructs; it says
/// whether to go on.
fn goals(term: &[Cell], body: Cell, visit: &mut dyn FnMut(Cell) -> bool) -> bool {
    let mut pending = vec![body];
    while let Some(cell) = pending.pop() {
        let cell = boxes::deref(term, cell);
        match boxes::structure(term, cell) {
            Some((atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2, at)) => {
                pending.extend([term[at + 1], term[at]])
            }
            Some((atoms::NOT | atoms::ONCE | atoms::IGNORE | atoms::NOT_WORD, 1, at)) => {
                pending.push(term[at]);
            }
            _ => {
                if !visit(cell) {
                    return false;
                }
            }
        }
    }
    true
}

/// Name, arity and arguments of a goal, without a strong negation.
fn goal_parts(term: &[Cell], goal: Cell) -> Option<(u32, usize, usize)> {
    let inner = crate::compile::strong_negation(term, goal).unwrap_or(goal);
    match boxes::structure(term, inner) {
        Some(parts) => Some(parts),
        None if cell::tag(inner) == cell::ATM => Some((cell::atom_id(inner), 0, 0)),
        None => None,
    }
}

/// Whether no clause writes, changes anything, cuts or calls what it does not know.
fn is_pure(db: &Db, slot: u32) -> bool {
    db.pred(slot).live(db.generation).into_iter().all(|code| {
        let term = db.stored(code).term;
        let body = term[cell::addr(term[0]) + 2];
        goals(term, body, &mut |goal| {
            goal_parts(term, goal)
                .is_some_and(|(name, _, _)| !IMPURE.contains(&&**db.atoms.name(name)))
        })
    })
}

/// Whether a clause calls a predicate of its component with nothing but constants, variables of the
/// head, new variables, and what other predicates of the program gave.
fn turns_in_a_circle(db: &Db, slot: u32, component: &[u32]) -> bool {
    db.pred(slot).live(db.generation).into_iter().any(|code| {
        let term = db.stored(code).term;
        let pair = cell::addr(term[0]);
        let mut inside: FxHashSet<usize> = FxHashSet::default();
        let head = boxes::deref(term, term[pair + 1]);
        if let Some((_, arity, at)) = goal_parts(term, head) {
            for argument in &term[at..at + arity] {
                let argument = boxes::deref(term, *argument);
                if cell::tag(argument) != cell::REF {
                    variables(term, argument, &mut inside);
                }
            }
        }
        let mut circular = false;
        goals(term, term[pair + 2], &mut |goal| {
            let Some((name, arity, at)) = goal_parts(term, goal) else { return true };
            let negated = crate::compile::strong_negation(term, goal).is_some();
            let name = match negated {
                true => db.atoms.find(&format!("-{}", db.atoms.name(name))),
                false => Some(name),
            };
            let called = name.and_then(|name| db.find_slot(name, arity));
            let own = called.is_some_and(|called| {
                let pred = db.pred(called);
                pred.kind == Kind::User && !pred.system && !pred.library
            });
            let arguments = &term[at..at + arity];
            if called.is_some_and(|called| component.contains(&called)) {
                let moves = arguments.iter().any(|argument| {
                    let argument = boxes::deref(term, *argument);
                    match cell::tag(argument) {
                        cell::REF => inside.contains(&cell::addr(argument)),
                        cell::LST | cell::STR => true,
                        _ => false,
                    }
                });
                circular |= !moves;
            } else if !own {
                for argument in arguments {
                    variables(term, *argument, &mut inside);
                }
            }
            !circular
        });
        circular
    })
}

/// Adds the variables of a stored term.
fn variables(term: &[Cell], cell: Cell, found: &mut FxHashSet<usize>) {
    let mut pending = vec![cell];
    while let Some(cell) = pending.pop() {
        let cell = boxes::deref(term, cell);
        if cell::tag(cell) == cell::REF {
            found.insert(cell::addr(cell));
        } else if let Some((_, arity, at)) = boxes::structure(term, cell) {
            pending.extend_from_slice(&term[at..at + arity]);
        }
    }
}

/// The components whose nodes lie on a cycle: strongly connected components, without recursion.
fn recursive(calls: &FxHashMap<u32, Vec<u32>>) -> Vec<Vec<u32>> {
    let mut index: FxHashMap<u32, (usize, usize, bool)> = FxHashMap::default();
    let mut stack: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let mut starts: Vec<u32> = calls.keys().copied().collect();
    starts.sort_unstable();
    for start in starts {
        if index.contains_key(&start) {
            continue;
        }
        let mut work = vec![(start, 0_usize)];
        while let Some((node, next)) = work.pop() {
            if next == 0 {
                let number = index.len();
                index.insert(node, (number, number, true));
                stack.push(node);
            }
            let callees = calls.get(&node).map(Vec::as_slice).unwrap_or_default();
            if let Some(callee) = callees.get(next).copied() {
                work.push((node, next + 1));
                match index.get(&callee).copied() {
                    None if calls.contains_key(&callee) => work.push((callee, 0)),
                    Some((number, _, true)) => lower(&mut index, node, number),
                    _ => {}
                }
                continue;
            }
            let (number, low, _) = index[&node];
            if let Some((parent, _)) = work.last() {
                lower(&mut index, *parent, low);
            }
            if number == low {
                close(&mut index, &mut stack, (node, callees), &mut found);
            }
        }
    }
    found
}

fn lower(index: &mut FxHashMap<u32, (usize, usize, bool)>, node: u32, low: usize) {
    if let Some(entry) = index.get_mut(&node) {
        entry.1 = entry.1.min(low);
    }
}

/// Takes a finished component off the stack; it is recursive if it has two nodes or a loop.
fn close(
    index: &mut FxHashMap<u32, (usize, usize, bool)>,
    stack: &mut Vec<u32>,
    (node, callees): (u32, &[u32]),
    found: &mut Vec<Vec<u32>>,
) {
    let mut component = Vec::new();
    while let Some(top) = stack.pop() {
        if let Some(entry) = index.get_mut(&top) {
            entry.2 = false;
        }
        component.push(top);
        if top == node {
            break;
        }
    }
    if component.len() > 1 || callees.contains(&node) {
        found.push(component);
    }
}
