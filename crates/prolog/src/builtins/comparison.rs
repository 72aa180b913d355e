//! Unification, identity, order and other relations between terms.

use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, REF};
use crate::db::Db;
use crate::machine::{Machine, Res};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

pub(crate) fn ground(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(first_variable(m, m.arg(a, 0)).is_none())
}

/// Some variable of a term.
fn first_variable(m: &Machine, term: Cell) -> Option<Cell> {
    let mut pending = vec![term];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        if m.step(&mut steps) {
            return None;
        }
        let cell = m.deref(cell);
        if cell::tag(cell) == REF {
            return Some(cell);
        }
        if let Some((_, arity, at)) = boxes::structure(&m.heap, cell) {
            pending.extend_from_slice(&m.heap[at..at + arity]);
        }
    }
    None
}

pub(crate) fn unify(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(m.unify(m.arg(a, 0), m.arg(a, 1)))
}

/// Runs `test` and undoes whatever it bound.
fn undone(m: &mut Machine, test: impl FnOnce(&mut Machine) -> bool) -> bool {
    let (mark, hb) = (m.trail.len(), m.hb);
    m.hb = usize::MAX;
    let result = test(m);
    m.undo_to(mark);
    m.hb = hb;
    result
}

pub(crate) fn not_unify(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    Ok(!undone(m, |m| m.unify(left, right)))
}

pub(crate) fn same(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(m.same(m.arg(a, 0), m.arg(a, 1)))
}

pub(crate) fn different(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(!m.same(m.arg(a, 0), m.arg(a, 1)))
}

fn order(m: &Machine, db: &Db, a: usize) -> Ordering {
    m.compare(&db.atoms, m.arg(a, 0), m.arg(a, 1))
}

pub(crate) fn before(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(order(m, db, a).is_lt())
}

pub(crate) fn not_after(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(order(m, db, a).is_le())
}

pub(crate) fn after(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(order(m, db, a).is_gt())
}

pub(crate) fn not_before(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(order(m, db, a).is_ge())
}

pub(crate) fn compare(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let target = m.arg(a, 0);
    match cell::tag(target) {
        REF => {}
        ATM if [atoms::LESS, atoms::EQUAL, atoms::GREATER].contains(&cell::atom_id(target)) => {}
        ATM => return Err(m.domain_error(atoms::ORDER, target)),
        _ => return Err(m.type_error(atoms::ATOM, target)),
    }
    let name = match order(m, db, a + 1) {
        Ordering::Less => atoms::LESS,
        Ordering::Equal => atoms::EQUAL,
        Ordering::Greater => atoms::GREATER,
    };
    Ok(m.unify(target, cell::atom(name)))
}

fn variants(m: &Machine, a: Cell, b: Cell) -> bool {
    let mut left: FxHashMap<Cell, Cell> = FxHashMap::default();
    let mut right: FxHashMap<Cell, Cell> = FxHashMap::default();
    let mut pending = vec![(a, b)];
    let mut steps = 0;
    while let Some((a, b)) = pending.pop() {
        if m.step(&mut steps) {
            return false;
        }
        let (a, b) = (m.deref(a), m.deref(b));
        if cell::tag(a) == REF && cell::tag(b) == REF {
            if *left.entry(a).or_insert(b) != b || *right.entry(b).or_insert(a) != a {
                return false;
            }
            continue;
        }
        match (boxes::structure(&m.heap, a), boxes::structure(&m.heap, b)) {
            (Some((f, n, x)), Some((g, k, y))) if f == g && n == k => {
                pending.extend((0..n).map(|i| (m.heap[x + i], m.heap[y + i])));
            }
            (None, None) if cell::tag(a) != REF && cell::tag(b) != REF && m.same(a, b) => {}
            _ => return false,
        }
    }
    true
}

pub(crate) fn variant(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(variants(m, m.arg(a, 0), m.arg(a, 1)))
}

pub(crate) fn not_variant(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(!variants(m, m.arg(a, 0), m.arg(a, 1)))
}

pub(crate) fn decided(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    Ok(m.same(left, right) || !undone(m, |m| m.unify(left, right)))
}

pub(crate) fn unify_occurs(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    Ok(m.unify_occurs(left, right))
}

pub(crate) fn subsumes(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (general, specific) = (m.arg(a, 0), m.arg(a, 1));
    let fixed: FxHashSet<Cell> = super::terms::variables(m, specific).into_iter().collect();
    Ok(undone(m, |m| {
        if !m.unify_occurs(general, specific) {
            return false;
        }
        let after: FxHashSet<Cell> = fixed.iter().map(|var| m.deref(*var)).collect();
        after.len() == fixed.len() && after.iter().all(|cell| cell::tag(*cell) == REF)
    }))
}

/// Whether a term contains itself: a depth-first walk that remembers the path.
fn is_cyclic(m: &Machine, term: Cell) -> bool {
    let mut done = FxHashSet::default();
    let mut path = FxHashSet::default();
    let mut pending = vec![(term, false)];
    while let Some((cell, leave)) = pending.pop() {
        if m.watch.tick() {
            return true;
        }
        let cell = m.deref(cell);
        if leave {
            path.remove(&cell);
            done.insert(cell);
            continue;
        }
        let Some((_, arity, at)) = boxes::structure(&m.heap, cell) else { continue };
        if done.contains(&cell) {
            continue;
        }
        if !path.insert(cell) {
            return true;
        }
        pending.push((cell, true));
        pending.extend(m.heap[at..at + arity].iter().map(|arg| (*arg, false)));
    }
    false
}

pub(crate) fn acyclic(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(!is_cyclic(m, m.arg(a, 0)))
}

pub(crate) fn cyclic(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(is_cyclic(m, m.arg(a, 0)))
}
