//! Which predicates recurse and may be tabled without a declaration.

use crate::atoms;
use crate::boxes;
use crate::cell;
use crate::db::Db;
use crate::pred::Kind;
use rustc_hash::FxHashMap;

/// Built-ins a tabled predicate may not call: they write, change the database or cut.
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
];

/// Marks every pure predicate that can call itself as tabled.
pub(crate) fn mark_recursive(db: &mut Db) {
    let mut calls: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for slot in db.slots() {
        let pred = db.pred(slot);
        if pred.kind == Kind::User && !pred.system && !pred.library && pred.defined {
            calls.insert(slot, db.calls(slot));
        }
    }
    let recursive = recursive(&calls);
    for slot in recursive {
        if !db.pred(slot).tabled && is_pure(db, slot) {
            db.set_tabled(slot);
        }
    }
}

/// Whether no clause writes, changes anything or cuts.
fn is_pure(db: &Db, slot: u32) -> bool {
    db.pred(slot).live(db.generation).into_iter().all(|code| {
        let term = db.stored(code).term;
        let mut pending = vec![term[cell::addr(term[0]) + 2]];
        while let Some(cell) = pending.pop() {
            let cell = boxes::deref(term, cell);
            let (name, arity, at) = match boxes::structure(term, cell) {
                Some(parts) => parts,
                None if cell::tag(cell) == cell::ATM => (cell::atom_id(cell), 0, 0),
                None => return false,
            };
            if IMPURE.contains(&&**db.atoms.name(name)) {
                return false;
            }
            if matches!(name, atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::NOT) {
                pending.extend_from_slice(&term[at..at + arity]);
            }
        }
        true
    })
}

/// The nodes that lie on a cycle: strongly connected components, without recursion.
fn recursive(calls: &FxHashMap<u32, Vec<u32>>) -> Vec<u32> {
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
    found: &mut Vec<u32>,
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
        found.extend(component);
    }
}
