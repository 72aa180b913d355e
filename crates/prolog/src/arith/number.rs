//! Numbers outside the heap: 64-bit integers, big integers, floats, in canonical form.

use crate::boxes;
use crate::cell::{self, BOX, Cell, INT};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use std::cmp::Ordering;

/// A number. A `Big` never fits 64 bits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Num {
    Int(i64),
    Big(BigInt),
    Float(f64),
}

impl Num {
    /// A big integer in canonical form.
    pub(crate) fn from_big(value: BigInt) -> Self {
        match value.to_i64() {
            Some(small) => Self::Int(small),
            None => Self::Big(value),
        }
    }

    /// As a float; infinite when out of range.
    pub(crate) fn to_float(&self) -> f64 {
        match self {
            Self::Int(value) => *value as f64,
            Self::Big(value) => big_to_float(value),
            Self::Float(value) => *value,
        }
    }

    /// Bits of an integer; 0 for a float.
    pub(crate) fn bits(&self) -> u64 {
        match self {
            Self::Int(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Self::Big(value) => value.bits(),
            Self::Float(_) => 0,
        }
    }

    /// As a big integer; nothing for floats.
    pub(crate) fn to_big(&self) -> Option<BigInt> {
        match self {
            Self::Int(value) => Some(BigInt::from(*value)),
            Self::Big(value) => Some(value.clone()),
            Self::Float(_) => None,
        }
    }

    /// Numeric order; nothing if either is not a number.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(b),
            (Self::Float(a), b) => compare_float(*a, b),
            (a, Self::Float(b)) => compare_float(*b, a).map(Ordering::reverse),
            (a, b) => Some(a.to_big()?.cmp(&b.to_big()?)),
        }
    }
}

fn big_to_float(value: &BigInt) -> f64 {
    value.to_f64().unwrap_or(f64::INFINITY)
}

/// Compares a float with an integer exactly.
fn compare_float(float: f64, integer: &Num) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    if let Num::Int(value) = integer
        && value.abs() < 1 << 53
    {
        return float.partial_cmp(&(*value as f64));
    }
    let whole = BigInt::from_f64(float.trunc())?;
    Some(
        whole
            .cmp(&integer.to_big()?)
            .then_with(|| float.fract().partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
    )
}

/// The number a dereferenced cell holds, if it holds one.
#[inline]
pub(crate) fn read(heap: &[Cell], cell: Cell) -> Option<Num> {
    match cell::tag(cell) {
        INT => Some(Num::Int(cell::small_value(cell))),
        BOX => {
            let at = cell::addr(cell);
            match boxes::kind(heap, at) {
                cell::KIND_FLOAT => Some(Num::Float(boxes::float_at(heap, at))),
                cell::KIND_STRING => None,
                _ => Some(Num::from_big(boxes::big_at(heap, at))),
            }
        }
        _ => None,
    }
}

/// Puts a number on the heap.
pub(crate) fn write(heap: &mut Vec<Cell>, number: &Num) -> Cell {
    match number {
        Num::Int(value) => boxes::int(heap, *value),
        Num::Big(value) => boxes::big(heap, value),
        Num::Float(value) => boxes::float(heap, *value),
    }
}

/// Standard order of numbers: by value, a float before an equal integer.
pub(crate) fn standard_order(heap: &[Cell], a: Cell, b: Cell) -> Ordering {
    let (Some(left), Some(right)) = (read(heap, a), read(heap, b)) else {
        return a.cmp(&b);
    };
    let by_kind = || {
        let is_float = |number: &Num| matches!(number, Num::Float(_));
        is_float(&right).cmp(&is_float(&left))
    };
    match left.compare(&right) {
        Some(order) => order.then_with(by_kind),
        None => left.to_float().total_cmp(&right.to_float()).then_with(by_kind),
    }
}
