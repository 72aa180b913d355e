//! Arithmetic as predicates: evaluation, comparison, successor, ranges.

use crate::arith;
use crate::atoms;
use crate::cell::{self, ATM, Cell, REF};
use crate::db::Db;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res};
use std::cmp::Ordering;

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
