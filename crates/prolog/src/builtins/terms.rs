//! Type tests, construction and inspection of terms.

use super::text::{need_int, need_list};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, LST, REF, STR};
use crate::db::Db;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res};
use rustc_hash::FxHashSet;

pub(crate) fn test<const N: usize>(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(m.test(N, m.arg(a, 0)))
}

pub(crate) fn functor(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (term, name, arity) = (m.arg(a, 0), m.arg(a, 1), m.arg(a, 2));
    if cell::tag(term) != REF {
        let (own_name, own_arity) = match boxes::structure(&m.heap, term) {
            Some((name, arity, _)) => (cell::atom(name), arity),
            None => (term, 0),
        };
        return Ok(m.unify(name, own_name) && m.unify(arity, cell::small(own_arity as i64)));
    }
    if cell::tag(name) == REF || cell::tag(arity) == REF {
        return Err(m.instantiation_error());
    }
    if matches!(cell::tag(name), STR | LST) {
        return Err(m.type_error(atoms::ATOMIC, name));
    }
    let count = need_int(m, arity)?;
    if count < 0 {
        return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, arity));
    }
    if count == 0 {
        return Ok(m.unify(term, name));
    }
    if cell::tag(name) != ATM {
        return Err(m.type_error(atoms::ATOM, name));
    }
    if count as usize > cell::MAX_ARITY {
        return Err(m.representation_error(atoms::MAX_ARITY));
    }
    m.check_cells(2 * count as usize)?;
    m.work(count as usize)?;
    let args: Vec<Cell> = (0..count).map(|_| m.fresh()).collect();
    let new = boxes::compound(&mut m.heap, cell::atom_id(name), &args);
    Ok(m.unify(term, new))
}

pub(crate) fn arg(m: &mut Machine, _: &mut Db, redo: Redo) -> Res<bool> {
    let (position, term, value) = (m.arg(0, 0), m.arg(0, 1), m.arg(0, 2));
    if cell::tag(term) == REF {
        return Err(m.instantiation_error());
    }
    let Some((_, arity, at)) = boxes::structure(&m.heap, term) else {
        return Err(m.type_error(atoms::COMPOUND, term));
    };
    if cell::tag(position) != REF {
        let n = need_int(m, position)?;
        if n < 0 {
            return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, position));
        }
        return Ok(n >= 1 && n as usize <= arity && m.unify(m.heap[at + n as usize - 1], value));
    }
    let n = m.redo.map_or(1, cell::small_value);
    if (n as usize) < arity {
        m.retry_later(redo, cell::small(n + 1));
    }
    Ok(n as usize <= arity
        && m.unify(m.heap[at + n as usize - 1], value)
        && m.unify(position, cell::small(n)))
}

pub(crate) fn univ(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (term, list) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(term) != REF {
        let items = match boxes::structure(&m.heap, term) {
            Some((name, arity, at)) => {
                let mut items = vec![cell::atom(name)];
                items.extend_from_slice(&m.heap[at..at + arity]);
                items
            }
            None => vec![term],
        };
        if list == cell::atom(atoms::NIL) {
            return Ok(false);
        }
        if !matches!(cell::tag(list), REF | LST) {
            return Err(m.type_error(atoms::LIST, list));
        }
        let new = m.list(&items, cell::atom(atoms::NIL))?;
        return Ok(m.unify(list, new));
    }
    let items = need_list(m, list)?;
    let Some((first, args)) = items.split_first() else {
        return Err(m.domain_error(atoms::NON_EMPTY_LIST, list));
    };
    let name = m.deref(*first);
    match (cell::tag(name), args) {
        (REF, _) => Err(m.instantiation_error()),
        (STR | LST, _) if !args.is_empty() => Err(m.type_error(atoms::ATOMIC, name)),
        (STR | LST, []) => Err(m.type_error(atoms::ATOMIC, name)),
        (_, []) => Ok(m.unify(term, name)),
        (ATM, args) => {
            let new = boxes::compound(&mut m.heap, cell::atom_id(name), args);
            Ok(m.unify(term, new))
        }
        _ => Err(m.type_error(atoms::ATOM, name)),
    }
}

pub(crate) fn copy_term(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let copy = m.copy(m.arg(a, 0))?;
    Ok(m.unify(m.arg(a, 1), copy))
}

/// The variables of a term, in depth-first order, each once.
pub(crate) fn variables(m: &Machine, term: Cell) -> Vec<Cell> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = vec![term];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        if m.step(&mut steps) {
            break;
        }
        let cell = m.deref(cell);
        if cell::tag(cell) == REF {
            if seen.insert(cell) {
                found.push(cell);
            }
        } else if let Some((_, arity, at)) = boxes::structure(&m.heap, cell) {
            pending.extend(m.heap[at..at + arity].iter().rev());
        }
    }
    found
}

pub(crate) fn term_variables(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let found = variables(m, m.arg(a, 0));
    let list = m.list(&found, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), list))
}

pub(crate) fn term_variables_tail(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let found = variables(m, m.arg(a, 0));
    let tail = m.arg(a, 2);
    let list = m.list(&found, tail)?;
    Ok(m.unify(m.arg(a, 1), list))
}

/// The address of argument `position` of a compound.
fn argument_address(m: &mut Machine, a: usize) -> Res<Option<usize>> {
    let (position, term) = (m.arg(a, 0), m.arg(a, 1));
    let n = need_int(m, position)?;
    if cell::tag(term) == REF {
        return Err(m.instantiation_error());
    }
    let Some((_, arity, at)) = boxes::structure(&m.heap, term) else {
        return Err(m.type_error(atoms::COMPOUND, term));
    };
    Ok((n >= 1 && n as usize <= arity).then(|| at + n as usize - 1))
}

pub(crate) fn setarg(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let Some(at) = argument_address(m, a)? else { return Ok(false) };
    let value = m.arg(a, 2);
    m.assign(at, value);
    Ok(true)
}

pub(crate) fn nb_setarg(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let Some(at) = argument_address(m, a)? else { return Ok(false) };
    let copy = m.copy(m.arg(a, 2))?;
    m.heap[at] = copy;
    if cell::is_pointer(copy) {
        m.keep_heap();
    }
    Ok(true)
}

pub(crate) fn numbervars(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let start = need_int(m, m.arg(a, 1))?;
    let found = variables(m, m.arg(a, 0));
    let mut n = start;
    m.check_cells(2 * found.len())?;
    for var in &found {
        m.work(1)?;
        let new = boxes::compound(&mut m.heap, atoms::VAR_FUNCTOR, &[cell::small(n)]);
        m.unify(*var, new);
        n += 1;
    }
    Ok(m.unify(m.arg(a, 2), cell::small(n)))
}

/// `'$free_variables'(Template^Goal, Inner, Vars)`: the goal without `^`, and the variables that
/// occur in it but not in the template or before a `^`.
pub(crate) fn free_variables(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let mut bound = FxHashSet::default();
    let mut goal = m.arg(a, 0);
    while let Some((atoms::CARET, 2, at)) = boxes::structure(&m.heap, goal) {
        bound.extend(variables(m, m.heap[at]));
        goal = m.deref(m.heap[at + 1]);
    }
    let free: Vec<Cell> = variables(m, goal).into_iter().filter(|v| !bound.contains(v)).collect();
    let list = m.list(&free, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), goal) && m.unify(m.arg(a, 2), list))
}

pub(crate) fn compound_name_arity(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let term = m.arg(a, 0);
    if cell::tag(term) != REF && boxes::structure(&m.heap, term).is_none() {
        return Err(m.type_error(atoms::COMPOUND, term));
    }
    functor(m, db, a)
}

pub(crate) fn compound_name_arguments(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (term, name, list) = (m.arg(a, 0), m.arg(a, 1), m.arg(a, 2));
    if let Some((own_name, arity, at)) = boxes::structure(&m.heap, term) {
        let args = m.heap[at..at + arity].to_vec();
        let own = m.list(&args, cell::atom(atoms::NIL))?;
        return Ok(m.unify(name, cell::atom(own_name)) && m.unify(list, own));
    }
    if cell::tag(term) != REF {
        return Err(m.type_error(atoms::COMPOUND, term));
    }
    let id = super::text::need_atom(m, name)?;
    let args = need_list(m, list)?;
    let new = boxes::compound(&mut m.heap, id, &args);
    Ok(m.unify(term, new))
}

/// `'$choices'(N)`.
pub(crate) fn choices(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let count = cell::small(m.choices.len() as i64);
    Ok(m.unify(m.arg(a, 0), count))
}

/// `'$undefined'(Flag)`.
pub(crate) fn undefined(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let flag = cell::small(i64::from(m.undefined));
    Ok(m.unify(m.arg(a, 0), flag))
}
