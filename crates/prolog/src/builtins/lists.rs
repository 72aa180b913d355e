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
        m.work(1)?;
        if known > m.heap.len() {
            return Err(m.type_error(atoms::LIST, list));
        }
    }
    if tail == cell::atom(atoms::NIL) {
        return Ok(m.unify(length, cell::small(known as i64)));
    }
    if cell::tag(tail) != REF {
        return Err(m.type_error(atoms::LIST, list));
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
    let mut items = Vec::with_capacity(length);
    for _ in 0..length {
        items.push(m.fresh());
        m.work(1)?;
    }
    m.list(&items, cell::atom(atoms::NIL))
}

fn unify_list(m: &mut Machine, target: Cell, items: &[Cell]) -> Res<bool> {
    let list = m.list(items, cell::atom(atoms::NIL))?;
    Ok(m.unify(target, list))
}

/// The output of a sort must be a partial list.
fn check_output(m: &mut Machine, output: Cell) -> Res<()> {
    let mut at = output;
    while cell::tag(at) == LST {
        m.work(1)?;
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    if cell::tag(at) != REF && at != cell::atom(atoms::NIL) {
        return Err(m.type_error(atoms::LIST, output));
    }
    Ok(())
}

pub(crate) fn msort(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    merge_sort(m, &mut items, &|x, y| m.compare(&db.atoms, *x, *y))?;
    unify_list(m, m.arg(a, 1), &items)
}

/// How many items are sorted by insertion before runs are merged.
const RUN: usize = 16;

/// A stable sort that can be stopped, and that nothing goes wrong in when a comparison was cut
/// short and says anything.
fn merge_sort<T: Copy>(
    m: &Machine,
    items: &mut Vec<T>,
    compare: &dyn Fn(&T, &T) -> Ordering,
) -> Res<()> {
    for run in items.chunks_mut(RUN) {
        for end in 1..run.len() {
            let mut at = end;
            while at > 0 && compare(&run[at - 1], &run[at]) == Ordering::Greater {
                run.swap(at - 1, at);
                at -= 1;
            }
            m.work(1)?;
        }
    }
    let mut width = RUN;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for pair in items.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some(a), Some(b)) = (left.first(), right.first()) {
                m.work(1)?;
                if compare(a, b) == Ordering::Greater {
                    merged.push(*b);
                    right = &right[1..];
                } else {
                    merged.push(*a);
                    left = &left[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        *items = merged;
        width *= 2;
    }
    Ok(())
}

/// Keeps the first of neighbours that compare equal.
fn without_repeats<T: Copy>(
    m: &Machine,
    items: &[T],
    compare: &dyn Fn(&T, &T) -> Ordering,
) -> Res<Vec<T>> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        m.work(1)?;
        if kept.last().is_none_or(|last| compare(last, item) != Ordering::Equal) {
            kept.push(*item);
        }
    }
    Ok(kept)
}

pub(crate) fn sort(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    check_output(m, m.arg(a, 1))?;
    let compare = |x: &Cell, y: &Cell| m.compare(&db.atoms, *x, *y);
    merge_sort(m, &mut items, &compare)?;
    let items = without_repeats(m, &items, &compare)?;
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
    merge_sort(m, &mut keyed, &compare)?;
    if unique {
        keyed = without_repeats(m, &keyed, &compare)?;
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
    merge_sort(m, &mut keyed, &|x, y| m.compare(&db.atoms, x.0, y.0))?;
    let sorted: Vec<Cell> = keyed.into_iter().map(|pair| pair.1).collect();
    unify_list(m, m.arg(a, 1), &sorted)
}

pub(crate) fn reverse(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let mut items = need_list(m, m.arg(a, 0))?;
    items.reverse();
    unify_list(m, m.arg(a, 1), &items)
}
