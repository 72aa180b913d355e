//! Lists that Rust handles better: length, sorting, reversing.

use super::text::{need_int, need_list};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, INT, LST, REF};
use crate::db::Db;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res};
use std::cmp::Ordering;

pub(crate) fn length(m: &mut Machine, _: &mut Db, redo: Redo) -> Res<bool> {
    let (list, length) = (m.arg(0, 0), m.arg(0, 1));
    if cell::tag(length) != REF {
        if !m.is_integer(length) {
            return Err(m.type_error(atoms::INTEGER, length));
        }
        if cell::tag(length) == INT && cell::small_value(length) < 0 {
            return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, length));
        }
    }
    let mut tail = list;
    let mut known = 0;
    while cell::tag(tail) == LST {
        tail = m.deref(m.heap[cell::addr(tail) + 1]);
        known += 1;
        if known > m.heap.len() {
            return Err(m.type_error(atoms::LIST, list));
        }
    }
    if tail == cell::atom(atoms::NIL) {
        return Ok(m.unify(length, cell::small(known as i64)));
    }
    if cell::tag(tail) != REF {
        return if cell::tag(length) == REF {
            Err(m.type_error(atoms::LIST, list))
        } else {
            Ok(false)
        };
    }
    if cell::tag(length) != REF {
        let wanted = need_int(m, length)? as usize;
        if wanted < known {
            return Ok(false);
        }
        let new = fresh_list(m, wanted - known)?;
        return Ok(m.unify(tail, new));
    }
    if tail == length {
        return Err(m.error(cell::atom(atoms::INSTANTIATION_ERROR)));
    }
    let more = m.redo.map_or(0, cell::small_value) as usize;
    m.retry_later(redo, cell::small(more as i64 + 1));
    let new = fresh_list(m, more)?;
    Ok(m.unify(tail, new) && m.unify(length, cell::small((known + more) as i64)))
}

fn fresh_list(m: &mut Machine, length: usize) -> Res<Cell> {
    m.check_cells(length.saturating_mul(3))?;
    let items: Vec<Cell> = (0..length).map(|_| m.fresh()).collect();
    Ok(boxes::list_of(&mut m.heap, &items, cell::atom(atoms::NIL)))
}

fn unify_list(m: &mut Machine, target: Cell, items: &[Cell]) -> Res<bool> {
    let list = boxes::list_of(&mut m.heap, items, cell::atom(atoms::NIL));
    Ok(m.unify(target, list))
}

/// The output of a sort must be a partial list.
fn check_output(m: &mut Machine, output: Cell) -> Res<()> {
    let mut at = output;
    while cell::tag(at) == LST {
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    if cell::tag(at) != REF && at != cell::atom(atoms::NIL) {
        return Err(m.type_error(atoms::LIST, output));
    }
    Ok(())
}

pub(crate) fn msort(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    items.sort_by(|x, y| m.compare(&db.atoms, *x, *y));
    unify_list(m, m.arg(a, 1), &items)
}

pub(crate) fn sort(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    check_output(m, m.arg(a, 1))?;
    items.sort_by(|x, y| m.compare(&db.atoms, *x, *y));
    items.dedup_by(|x, y| m.compare(&db.atoms, *x, *y).is_eq());
    unify_list(m, m.arg(a, 1), &items)
}

/// Argument `key` of a term; the whole term for 0.
fn key_argument(m: &mut Machine, item: Cell, key: usize) -> Res<Cell> {
    let item = m.deref(item);
    if key == 0 {
        return Ok(item);
    }
    match boxes::structure(&m.heap, item) {
        Some((_, arity, at)) if key <= arity => Ok(m.heap[at + key - 1]),
        Some(_) => Err(m.type_error(atoms::COMPOUND, item)),
        None if cell::tag(item) == REF => Err(m.instantiation_error()),
        None => Err(m.type_error(atoms::COMPOUND, item)),
    }
}

pub(crate) fn sort_by(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let key = need_int(m, m.arg(a, 0))?;
    if key < 0 {
        let culprit = m.arg(a, 0);
        return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, culprit));
    }
    let order = m.arg(a, 1);
    if cell::tag(order) == REF {
        return Err(m.instantiation_error());
    }
    if cell::tag(order) != ATM {
        return Err(m.type_error(atoms::ATOM, order));
    }
    let (descending, unique) = match &**db.atoms.name(cell::atom_id(order)) {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(m.domain_error(atoms::ORDER, order)),
    };
    let items = need_list(m, m.arg(a, 2))?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        keyed.push((key_argument(m, item, key as usize)?, item));
    }
    let compare = |x: &(Cell, Cell), y: &(Cell, Cell)| {
        let order = m.compare(&db.atoms, x.0, y.0);
        if descending { order.reverse() } else { order }
    };
    keyed.sort_by(compare);
    if unique {
        keyed.dedup_by(|x, y| compare(x, y) == Ordering::Equal);
    }
    let sorted: Vec<Cell> = keyed.into_iter().map(|pair| pair.1).collect();
    unify_list(m, m.arg(a, 3), &sorted)
}

pub(crate) fn keysort(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let items = need_list(m, m.arg(a, 0))?;
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let item = m.deref(item);
        match boxes::structure(&m.heap, item) {
            Some((atoms::MINUS, 2, at)) => keyed.push((m.heap[at], item)),
            _ if cell::tag(item) == REF => return Err(m.instantiation_error()),
            _ => return Err(m.type_error(atoms::PAIR, item)),
        }
    }
    check_output(m, m.arg(a, 1))?;
    keyed.sort_by(|x, y| m.compare(&db.atoms, x.0, y.0));
    let sorted: Vec<Cell> = keyed.into_iter().map(|pair| pair.1).collect();
    unify_list(m, m.arg(a, 1), &sorted)
}

pub(crate) fn reverse(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    items.reverse();
    unify_list(m, m.arg(a, 1), &items)
}
