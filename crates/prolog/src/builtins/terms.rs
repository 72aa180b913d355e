//! Type tests, comparison, arithmetic as predicates, construction and inspection of terms.

use super::text::{need_int, need_list};
use crate::arith;
use crate::atoms;
use crate::boxes;
use crate::budget::Limit;
use crate::cell::{self, ATM, Cell, INT, LST, REF, STR};
use crate::db::Db;
use crate::flags::OccursCheck;
use crate::flat;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

pub(crate) fn test<const N: usize>(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(m.test(N, m.arg(a, 0)))
}

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

pub(crate) fn unify(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    match db.flags.occurs_check {
        OccursCheck::Off => Ok(m.unify(left, right)),
        OccursCheck::On => Ok(m.unify_occurs(left, right)),
        OccursCheck::Error => {
            if m.unify_occurs(left, right) {
                return Ok(true);
            }
            if undone(m, |m| m.unify(left, right)) {
                let name = db.atoms.intern("occurs_check");
                let formal = boxes::compound(&mut m.heap, name, &[left, right]);
                return Err(m.error(formal));
            }
            Ok(false)
        }
    }
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
    let fixed: FxHashSet<Cell> = variables(m, specific).into_iter().collect();
    Ok(undone(m, |m| {
        if !m.unify_occurs(general, specific) {
            return false;
        }
        let after: FxHashSet<Cell> = fixed.iter().map(|var| m.deref(*var)).collect();
        after.len() == fixed.len() && after.iter().all(|cell| cell::tag(*cell) == REF)
    }))
}

pub(crate) fn is(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let value = arith::value(m, db, m.arg(a, 1))?;
    Ok(m.unify(m.arg(a, 0), value))
}

fn numeric(m: &mut Machine, db: &Db, a: usize) -> Res<Option<Ordering>> {
    arith::compare(m, db, m.arg(a, 0), m.arg(a, 1))
}

pub(crate) fn less(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(numeric(m, db, a)?.is_some_and(Ordering::is_lt))
}

pub(crate) fn not_greater(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(numeric(m, db, a)?.is_some_and(Ordering::is_le))
}

pub(crate) fn greater(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(numeric(m, db, a)?.is_some_and(Ordering::is_gt))
}

pub(crate) fn not_less(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(numeric(m, db, a)?.is_some_and(Ordering::is_ge))
}

pub(crate) fn numeric_equal(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(numeric(m, db, a)?.is_some_and(Ordering::is_eq))
}

pub(crate) fn numeric_different(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    Ok(!numeric(m, db, a)?.is_some_and(Ordering::is_eq))
}

/// An integer argument or a variable.
fn integer_or_var(m: &mut Machine, cell: Cell) -> Res<Option<Cell>> {
    match cell::tag(cell) {
        REF => Ok(None),
        _ if m.is_integer(cell) => Ok(Some(cell)),
        _ => Err(m.type_error(atoms::INTEGER, cell)),
    }
}

pub(crate) fn succ(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (low, high) = (m.arg(a, 0), m.arg(a, 1));
    let low_value = integer_or_var(m, low)?;
    let high_value = integer_or_var(m, high)?;
    for value in [low_value, high_value].into_iter().flatten() {
        if arith::compare(m, db, value, cell::small(0))? == Some(Ordering::Less) {
            return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, value));
        }
    }
    match (low_value, high_value) {
        (Some(low), _) => {
            let value = arith::binary(m, db, 1, low, cell::small(1))?;
            Ok(m.unify(high, value))
        }
        (None, Some(high)) => {
            if high == cell::small(0) {
                return Ok(false);
            }
            let value = arith::binary(m, db, 2, high, cell::small(1))?;
            Ok(m.unify(low, value))
        }
        (None, None) => Err(m.instantiation_error()),
    }
}

pub(crate) fn plus(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (x, y, z) = (m.arg(a, 0), m.arg(a, 1), m.arg(a, 2));
    let values = (integer_or_var(m, x)?, integer_or_var(m, y)?, integer_or_var(m, z)?);
    let (target, value) = match values {
        (Some(x), Some(y), _) => (z, arith::binary(m, db, 1, x, y)?),
        (Some(x), None, Some(z)) => (y, arith::binary(m, db, 2, z, x)?),
        (None, Some(y), Some(z)) => (x, arith::binary(m, db, 2, z, y)?),
        _ => return Err(m.instantiation_error()),
    };
    Ok(m.unify(target, value))
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
    m.check_cells(count as usize)?;
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
        if !matches!(cell::tag(list), REF | LST) {
            return Err(m.type_error(atoms::LIST, list));
        }
        let new = boxes::list_of(&mut m.heap, &items, cell::atom(atoms::NIL));
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
    let term = m.arg(a, 0);
    let room = m.room();
    let Some(copy) = flat::copy(&mut m.heap, term, room) else {
        return Err(Stop::Limit(Limit::Cells));
    };
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
    let list = boxes::list_of(&mut m.heap, &found, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 1), list))
}

pub(crate) fn term_variables_tail(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let found = variables(m, m.arg(a, 0));
    let tail = m.arg(a, 2);
    let list = boxes::list_of(&mut m.heap, &found, tail);
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
    let value = m.arg(a, 2);
    if matches!(cell::tag(value), ATM | INT) {
        m.heap[at] = value;
        return Ok(true);
    }
    // A new term would be lost on backtracking: only what needs no heap can stay.
    Err(m.type_error(atoms::ATOMIC, value))
}

pub(crate) fn numbervars(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let start = need_int(m, m.arg(a, 1))?;
    let found = variables(m, m.arg(a, 0));
    let mut n = start;
    for var in &found {
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
    let list = boxes::list_of(&mut m.heap, &free, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 1), goal) && m.unify(m.arg(a, 2), list))
}

pub(crate) fn between(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    let (low, high, value) = (m.arg(0, 0), m.arg(0, 1), m.arg(0, 2));
    let infinite = matches!(cell::tag(high), ATM)
        && matches!(cell::atom_id(high), atoms::INF | atoms::INFINITE);
    for bound in [low, high] {
        if cell::tag(bound) == REF {
            return Err(m.instantiation_error());
        }
        if !(m.is_integer(bound) || infinite && bound == high) {
            return Err(m.type_error(atoms::INTEGER, bound));
        }
    }
    let above = |m: &mut Machine, db: &Db, value: Cell| -> Res<bool> {
        Ok(!infinite && arith::compare(m, db, value, high)? == Some(Ordering::Greater))
    };
    if cell::tag(value) != REF {
        if !m.is_integer(value) {
            return Err(m.type_error(atoms::INTEGER, value));
        }
        let below = arith::compare(m, db, value, low)? == Some(Ordering::Less);
        return Ok(!below && !above(m, db, value)?);
    }
    let now = m.redo.unwrap_or(low);
    if above(m, db, now)? {
        return Ok(false);
    }
    let next = arith::binary(m, db, 1, now, cell::small(1))?;
    if !above(m, db, next)? {
        m.retry_later(redo, next);
    }
    Ok(m.unify(value, now))
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
        let own = boxes::list_of(&mut m.heap, &args, cell::atom(atoms::NIL));
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

/// Whether a term contains itself: a depth-first walk that remembers the path.
fn is_cyclic(m: &Machine, term: Cell) -> bool {
    let mut done = FxHashSet::default();
    let mut path = FxHashSet::default();
    let mut pending = vec![(term, false)];
    while let Some((cell, leave)) = pending.pop() {
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

/// `'$choices'(N)`.
pub(crate) fn choices(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let count = cell::small(m.choices.len() as i64);
    Ok(m.unify(m.arg(a, 0), count))
}

/// `'$cut'(N)`.
pub(crate) fn cut(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let level = cell::small_value(m.arg(a, 0)) as usize;
    m.cut_to(level);
    Ok(true)
}

/// `'$undefined'(Flag)`.
pub(crate) fn undefined(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let flag = cell::small(i64::from(m.undefined));
    Ok(m.unify(m.arg(a, 0), flag))
}
