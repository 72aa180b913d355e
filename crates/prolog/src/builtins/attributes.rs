//! Attributed variables as programs see them.

use super::terms::variables;
use super::text::{need_atom, need_list};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::db::Db;
use crate::fd;
use crate::machine::{Machine, Res};

/// `attvar(X)`.
pub(crate) fn is_attributed(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let cell = m.arg(a, 0);
    Ok(cell::tag(cell) == REF && m.is_attributed(cell::addr(cell)))
}

fn need_variable(m: &mut Machine, db: &mut Db, cell: Cell) -> Res<usize> {
    if cell::tag(cell) == REF {
        return Ok(cell::addr(cell));
    }
    let name = db.atoms.intern("uninstantiation_error");
    let formal = boxes::compound(&mut m.heap, name, &[cell]);
    Err(m.error(formal))
}

/// `put_attr(X, Module, Value)`.
pub(crate) fn put(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let at = need_variable(m, db, m.arg(a, 0))?;
    let module = need_atom(m, m.arg(a, 1))?;
    let value = m.arg(a, 2);
    m.set_attribute(at, module, value);
    Ok(true)
}

/// `get_attr(X, Module, Value)`.
pub(crate) fn get(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let cell = m.arg(a, 0);
    let module = need_atom(m, m.arg(a, 1))?;
    if cell::tag(cell) != REF {
        return Ok(false);
    }
    match m.attribute(cell::addr(cell), module) {
        Some(value) => Ok(m.unify(m.arg(a, 2), value)),
        None => Ok(false),
    }
}

/// `del_attr(X, Module)`.
pub(crate) fn remove(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let cell = m.arg(a, 0);
    let module = need_atom(m, m.arg(a, 1))?;
    if cell::tag(cell) != REF {
        return Ok(true);
    }
    let at = cell::addr(cell);
    let mut kept = Vec::new();
    let Some(mut chain) = m.attributes(at) else { return Ok(true) };
    while let Some((atoms::ATT, 3, first)) = boxes::structure(&m.heap, chain) {
        if m.deref(m.heap[first]) != cell::atom(module) {
            kept.push((m.heap[first], m.heap[first + 1]));
        }
        chain = m.deref(m.heap[first + 2]);
    }
    let mut chain = cell::atom(atoms::NIL);
    for (module, value) in kept.into_iter().rev() {
        chain = boxes::compound(&mut m.heap, atoms::ATT, &[module, value, chain]);
    }
    m.replace_attributes(at, chain);
    Ok(true)
}

/// `term_attvars(Term, Variables)`, those met through attributes among them.
pub(crate) fn attributed(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let mut found: Vec<Cell> = Vec::new();
    if m.attributed {
        let mut pending = vec![m.arg(a, 0)];
        while let Some(term) = pending.pop() {
            for var in variables(m, term) {
                let at = cell::addr(var);
                if m.is_attributed(at) && m.attribute_modules(at) > 0 && !found.contains(&var) {
                    found.push(var);
                    m.work(1)?;
                    if m.fd_attribute(at).is_none() {
                        pending.extend(m.attributes(at));
                    }
                }
            }
        }
    }
    let list = m.list(&found, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), list))
}

/// `unifiable(X, Y, Bindings)`, the last binding first.
pub(crate) fn unifiable(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    let (mark, hb) = (m.trail.len(), m.hb);
    m.hb = usize::MAX;
    let unified = m.unify(left, right);
    let bound: Vec<(Cell, Cell)> = m.trail[mark..]
        .iter()
        .filter(|entry| **entry & 3 == crate::machine::TRAIL_VAR)
        .map(|entry| {
            let at = (*entry >> 2) as usize;
            (cell::make(REF, at), m.heap[at])
        })
        .collect();
    m.undo_to(mark);
    m.hb = hb;
    if !unified {
        return Ok(false);
    }
    let mut pairs = Vec::new();
    for (var, value) in bound.into_iter().rev() {
        pairs.push(boxes::compound(&mut m.heap, atoms::EQUAL, &[var, value]));
    }
    let list = m.list(&pairs, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 2), list))
}

/// `'$fd_goals'(Variables, Goals)`.
pub(crate) fn constraints(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let vars = need_list(m, m.arg(a, 0))?;
    let goals = fd::attribute_goals(m, db, &vars);
    let list = m.list(&goals, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), list))
}
