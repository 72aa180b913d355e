//! The evaluable functors as plain functions on numbers.

#![expect(clippy::needless_pass_by_value, reason = "the table holds functions of one signature")]

use super::large::{self, MAX_BITS};
use super::number::Num;
use crate::atoms;
use crate::machine::{Machine, Res};
use crate::watch::Watch;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

/// Why a function has no value.
#[derive(Debug)]
pub(crate) enum Bad {
    /// The operand has the wrong type; the atom names the expected one.
    Type(u32, Num),
    /// An evaluation error of this name.
    Evaluation(u32),
    /// A positive number was expected.
    NotLessThanOne(Num),
    /// The result would not fit.
    Memory,
    /// A limit was reached on the way.
    Stopped,
}

type Value = Result<Num, Bad>;

fn checked(value: f64) -> Value {
    if value.is_finite() {
        Ok(Num::Float(value))
    } else if value.is_nan() {
        Err(Bad::Evaluation(atoms::UNDEFINED))
    } else {
        Err(Bad::Evaluation(atoms::FLOAT_OVERFLOW))
    }
}

/// A float result from operands that may already be infinite or not a number.
fn from(value: f64, operands: &[f64]) -> Value {
    if operands.iter().any(|operand| !operand.is_finite()) {
        return Ok(Num::Float(value));
    }
    checked(value)
}

fn to_float(number: &Num) -> Result<f64, Bad> {
    let value = number.to_float();
    if value.is_infinite() && !matches!(number, Num::Float(_)) {
        return Err(Bad::Evaluation(atoms::FLOAT_OVERFLOW));
    }
    Ok(value)
}

fn big(number: Num) -> Result<BigInt, Bad> {
    match number.to_big() {
        Some(value) => Ok(value),
        None => Err(Bad::Type(atoms::INTEGER, number)),
    }
}

fn arithmetic(
    a: &Num,
    b: &Num,
    small: fn(i64, i64) -> Option<i64>,
    large: fn(BigInt, BigInt) -> BigInt,
    float: fn(f64, f64) -> f64,
) -> Value {
    if let (Num::Int(a), Num::Int(b)) = (a, b)
        && let Some(value) = small(*a, *b)
    {
        return Ok(Num::Int(value));
    }
    if let (Some(a), Some(b)) = (a.to_big(), b.to_big()) {
        return Ok(Num::from_big(large(a, b)));
    }
    let (a, b) = (to_float(a)?, to_float(b)?);
    from(float(a, b), &[a, b])
}

pub(crate) fn add(a: Num, b: Num, _: &Watch) -> Value {
    arithmetic(&a, &b, i64::checked_add, |a, b| a + b, |a, b| a + b)
}

pub(crate) fn sub(a: Num, b: Num, _: &Watch) -> Value {
    arithmetic(&a, &b, i64::checked_sub, |a, b| a - b, |a, b| a - b)
}

pub(crate) fn mul(a: Num, b: Num, watch: &Watch) -> Value {
    if let (Num::Int(a), Num::Int(b)) = (&a, &b)
        && let Some(value) = a.checked_mul(*b)
    {
        return Ok(Num::Int(value));
    }
    if let (Some(a), Some(b)) = (a.to_big(), b.to_big()) {
        return stoppable(large::multiply(&a, &b, watch));
    }
    let (a, b) = (to_float(&a)?, to_float(&b)?);
    from(a * b, &[a, b])
}

fn is_zero(number: &Num) -> bool {
    match number {
        Num::Int(value) => *value == 0,
        Num::Big(_) => false,
        Num::Float(value) => *value == 0.0,
    }
}

pub(crate) fn divide(a: Num, b: Num, watch: &Watch) -> Value {
    if let (Some(left), Some(right)) = (a.to_big(), b.to_big()) {
        if right.is_zero() {
            return Err(Bad::Evaluation(atoms::ZERO_DIVISOR));
        }
        let Some((quotient, rest)) = large::divide(&left, &right, watch) else {
            return Err(Bad::Stopped);
        };
        if rest.is_zero() {
            return Ok(Num::from_big(quotient));
        }
    }
    let (left, right) = (to_float(&a)?, to_float(&b)?);
    if right == 0.0 && !left.is_nan() {
        if left == 0.0 {
            return Err(Bad::Evaluation(atoms::UNDEFINED));
        }
        return Err(Bad::Evaluation(atoms::ZERO_DIVISOR));
    }
    from(left / right, &[left, right])
}

/// What a division of integers gives, from the quotient towards zero, the rest and the divisor.
type Part = fn(BigInt, BigInt, &BigInt) -> BigInt;

fn division(
    a: Num,
    b: Num,
    small: fn(i64, i64) -> Option<i64>,
    part: Part,
    watch: &Watch,
) -> Value {
    if let Num::Float(_) = a {
        return Err(Bad::Type(atoms::INTEGER, a));
    }
    if let Num::Float(_) = b {
        return Err(Bad::Type(atoms::INTEGER, b));
    }
    if is_zero(&b) {
        return Err(Bad::Evaluation(atoms::ZERO_DIVISOR));
    }
    if let (Num::Int(a), Num::Int(b)) = (&a, &b)
        && let Some(value) = small(*a, *b)
    {
        return Ok(Num::Int(value));
    }
    let (a, b) = (big(a)?, big(b)?);
    let Some((quotient, rest)) = large::divide(&a, &b, watch) else { return Err(Bad::Stopped) };
    Ok(Num::from_big(part(quotient, rest, &b)))
}

/// Whether rounding down differs from rounding towards zero.
fn rounds_down(rest: &BigInt, divisor: &BigInt) -> bool {
    !rest.is_zero() && rest.is_negative() != divisor.is_negative()
}

/// A result unless the work was stopped.
fn stoppable(value: Option<BigInt>) -> Value {
    value.map(Num::from_big).ok_or(Bad::Stopped)
}

pub(crate) fn int_divide(a: Num, b: Num, watch: &Watch) -> Value {
    division(a, b, i64::checked_div, |quotient, _, _| quotient, watch)
}

pub(crate) fn floor_divide(a: Num, b: Num, watch: &Watch) -> Value {
    division(
        a,
        b,
        |a, b| (a != i64::MIN || b != -1).then(|| Integer::div_floor(&a, &b)),
        |quotient, rest, b| quotient - i32::from(rounds_down(&rest, b)),
        watch,
    )
}

pub(crate) fn modulo(a: Num, b: Num, watch: &Watch) -> Value {
    division(
        a,
        b,
        |a, b| Some(if b == -1 { 0 } else { Integer::mod_floor(&a, &b) }),
        |_, rest, b| if rounds_down(&rest, b) { rest + b } else { rest },
        watch,
    )
}

pub(crate) fn remainder(a: Num, b: Num, watch: &Watch) -> Value {
    division(a, b, |a, b| Some(a.wrapping_rem(b)), |_, rest, _| rest, watch)
}

pub(crate) fn min(a: Num, b: Num, _: &Watch) -> Value {
    Ok(pick(a, b, std::cmp::Ordering::Greater))
}

pub(crate) fn max(a: Num, b: Num, _: &Watch) -> Value {
    Ok(pick(a, b, std::cmp::Ordering::Less))
}

/// The second if the first compares as `worse`; of equal numbers a float.
fn pick(a: Num, b: Num, worse: std::cmp::Ordering) -> Num {
    match a.compare(&b) {
        None => {
            if a.to_float().is_nan() {
                a
            } else {
                b
            }
        }
        Some(std::cmp::Ordering::Equal) => {
            if matches!(b, Num::Float(_)) {
                b
            } else {
                a
            }
        }
        Some(order) => {
            if order == worse {
                b
            } else {
                a
            }
        }
    }
}

/// Refuses results that no budget could hold before they are computed.
pub(crate) fn check_size(m: &mut Machine, number: usize, a: &Num, b: &Num) -> Res<()> {
    let name = super::TABLE[number].name;
    if !matches!(name, "**" | "^" | "<<" | "*") {
        return Ok(());
    }
    let bits = a.bits();
    if name == "*" {
        return if bits + b.bits() > MAX_BITS { Err(m.over()) } else { Ok(()) };
    }
    let by = match b {
        Num::Int(value) if *value > 0 => *value as u64,
        Num::Big(value) if value.is_positive() => u64::MAX,
        Num::Int(_) | Num::Big(_) | Num::Float(_) => return Ok(()),
    };
    let size = if name == "<<" { bits.saturating_add(by) } else { bits.saturating_mul(by) };
    if bits > 1 || name == "<<" {
        m.check_cells((size / 64) as usize)?;
        if size > MAX_BITS {
            return Err(m.over());
        }
    }
    Ok(())
}

/// `**`: of integers an integer, otherwise a float.
pub(crate) fn power(a: Num, b: Num, watch: &Watch) -> Value {
    if !matches!(a, Num::Float(_)) && !matches!(b, Num::Float(_)) {
        let unit = matches!(a, Num::Int(-1..=1));
        let negative = b.compare(&Num::Int(0)) == Some(std::cmp::Ordering::Less);
        if unit || !negative {
            return int_power(a, b, watch);
        }
    }
    let (left, right) = (to_float(&a)?, to_float(&b)?);
    if left == 0.0 && right < 0.0 {
        return Err(Bad::Evaluation(atoms::ZERO_DIVISOR));
    }
    from(left.powf(right), &[left, right])
}

/// `^`: of integers an integer or a type error.
pub(crate) fn int_power(a: Num, b: Num, watch: &Watch) -> Value {
    if matches!(a, Num::Float(_)) || matches!(b, Num::Float(_)) {
        return power(a, b, watch);
    }
    let base = big(a.clone())?;
    let exponent = big(b)?;
    if exponent.is_negative() {
        if base == BigInt::from(1) {
            return Ok(Num::Int(1));
        }
        if base == BigInt::from(-1) {
            return Ok(Num::Int(if exponent.is_even() { 1 } else { -1 }));
        }
        if base.is_zero() {
            return Err(Bad::Evaluation(atoms::ZERO_DIVISOR));
        }
        return Err(Bad::Type(atoms::FLOAT, a));
    }
    if base.is_zero() || base == BigInt::from(1) {
        let one = exponent.is_zero() || !base.is_zero();
        return Ok(Num::Int(i64::from(one)));
    }
    if base == BigInt::from(-1) {
        return Ok(Num::Int(if exponent.is_even() { 1 } else { -1 }));
    }
    match exponent.to_u32() {
        Some(exponent) => stoppable(large::power(&base, exponent, watch)),
        None => Err(Bad::Memory),
    }
}

fn shift(a: Num, by: &BigInt) -> Value {
    let value = big(a)?;
    if by.is_negative() {
        let by = (-by).to_u64().unwrap_or(u64::MAX).min(1 << 40);
        return Ok(Num::from_big(value >> by));
    }
    if value.is_zero() {
        return Ok(Num::Int(0));
    }
    match by.to_u32() {
        Some(by) => Ok(Num::from_big(value << by)),
        None => Err(Bad::Memory),
    }
}

pub(crate) fn shift_left(a: Num, b: Num, _: &Watch) -> Value {
    shift(a, &big(b)?)
}

pub(crate) fn shift_right(a: Num, b: Num, _: &Watch) -> Value {
    shift(a, &-big(b)?)
}

fn bits(a: Num, b: Num, small: fn(i64, i64) -> i64, large: fn(BigInt, BigInt) -> BigInt) -> Value {
    if let (Num::Int(a), Num::Int(b)) = (&a, &b) {
        return Ok(Num::Int(small(*a, *b)));
    }
    Ok(Num::from_big(large(big(a)?, big(b)?)))
}

pub(crate) fn and(a: Num, b: Num, _: &Watch) -> Value {
    bits(a, b, |a, b| a & b, |a, b| a & b)
}

pub(crate) fn or(a: Num, b: Num, _: &Watch) -> Value {
    bits(a, b, |a, b| a | b, |a, b| a | b)
}

pub(crate) fn xor(a: Num, b: Num, _: &Watch) -> Value {
    bits(a, b, |a, b| a ^ b, |a, b| a ^ b)
}

pub(crate) fn atan2(a: Num, b: Num, _: &Watch) -> Value {
    let (left, right) = (to_float(&a)?, to_float(&b)?);
    if left == 0.0 && right == 0.0 && !matches!(a, Num::Float(_)) && !matches!(b, Num::Float(_)) {
        return Err(Bad::Evaluation(atoms::UNDEFINED));
    }
    checked(left.atan2(right))
}

pub(crate) fn copysign(a: Num, b: Num, _: &Watch) -> Value {
    Ok(Num::Float(to_float(&a)?.copysign(to_float(&b)?)))
}

pub(crate) fn gcd(a: Num, b: Num, watch: &Watch) -> Value {
    stoppable(large::gcd(&big(a)?, &big(b)?, watch))
}

pub(crate) fn log_base(base: Num, value: Num, _: &Watch) -> Value {
    let Num::Float(value) = log(value)? else { return Err(Bad::Memory) };
    let Num::Float(base) = log(base)? else { return Err(Bad::Memory) };
    checked(value / base)
}

pub(crate) fn negate(a: Num) -> Value {
    match a {
        Num::Float(value) => Ok(Num::Float(-value)),
        Num::Int(_) | Num::Big(_) => Ok(Num::from_big(-big(a)?)),
    }
}

pub(crate) fn abs(a: Num) -> Value {
    match a {
        Num::Float(value) => Ok(Num::Float(value.abs())),
        Num::Int(_) | Num::Big(_) => Ok(Num::from_big(big(a)?.abs())),
    }
}

pub(crate) fn sign(a: Num) -> Value {
    match a {
        Num::Float(value) if value == 0.0 || value.is_nan() => Ok(Num::Float(value)),
        Num::Float(value) => Ok(Num::Float(value.signum())),
        Num::Int(value) => Ok(Num::Int(value.signum())),
        Num::Big(value) => Ok(Num::Int(if value.is_negative() { -1 } else { 1 })),
    }
}

pub(crate) fn succ(a: Num) -> Value {
    match a {
        Num::Float(value) => checked(value + 1.0),
        Num::Int(_) | Num::Big(_) => Ok(Num::from_big(big(a)? + 1)),
    }
}

pub(crate) fn complement(a: Num) -> Value {
    match a {
        Num::Int(value) => Ok(Num::Int(!value)),
        Num::Big(_) | Num::Float(_) => Ok(Num::from_big(-big(a)? - 1)),
    }
}

pub(crate) fn msb(a: Num) -> Value {
    let value = big(a)?;
    if !value.is_positive() {
        return Err(Bad::NotLessThanOne(Num::from_big(value)));
    }
    Ok(Num::Int(value.bits() as i64 - 1))
}

fn real(a: &Num, function: fn(f64) -> f64) -> Value {
    let value = to_float(a)?;
    from(function(value), &[value])
}

/// A function with no value below `low`.
fn above(a: &Num, low: f64, function: fn(f64) -> f64) -> Value {
    if to_float(a)? < low {
        return Err(Bad::Evaluation(atoms::UNDEFINED));
    }
    real(a, function)
}

pub(crate) fn sqrt(a: Num) -> Value {
    above(&a, 0.0, f64::sqrt)
}

pub(crate) fn log(a: Num) -> Value {
    if is_zero(&a) {
        return Err(Bad::Evaluation(atoms::UNDEFINED));
    }
    above(&a, 0.0, f64::ln)
}

pub(crate) fn log2(a: Num) -> Value {
    if is_zero(&a) {
        return Err(Bad::Evaluation(atoms::UNDEFINED));
    }
    above(&a, 0.0, f64::log2)
}

macro_rules! reals {
    ($($name:ident)*) => {
        $(pub(crate) fn $name(a: Num) -> Value {
            real(&a, f64::$name)
        })*
    };
}

reals! { sin cos tan atan sinh cosh tanh asinh exp }

fn within(a: &Num, function: fn(f64) -> f64) -> Value {
    if to_float(a)?.abs() > 1.0 {
        return Err(Bad::Evaluation(atoms::UNDEFINED));
    }
    real(a, function)
}

pub(crate) fn asin(a: Num) -> Value {
    within(&a, f64::asin)
}

pub(crate) fn acos(a: Num) -> Value {
    within(&a, f64::acos)
}

pub(crate) fn atanh(a: Num) -> Value {
    within(&a, f64::atanh)
}

pub(crate) fn acosh(a: Num) -> Value {
    above(&a, 1.0, f64::acosh)
}

pub(crate) fn float(a: Num) -> Value {
    Ok(Num::Float(to_float(&a)?))
}

fn rounded(a: Num, function: fn(f64) -> f64) -> Value {
    let Num::Float(value) = a else { return Ok(a) };
    match BigInt::from_f64(function(value)) {
        Some(value) => Ok(Num::from_big(value)),
        None => Err(Bad::Evaluation(atoms::UNDEFINED)),
    }
}

pub(crate) fn integer(a: Num) -> Value {
    rounded(a, f64::round)
}

pub(crate) fn round(a: Num) -> Value {
    rounded(a, f64::round)
}

pub(crate) fn truncate(a: Num) -> Value {
    rounded(a, f64::trunc)
}

pub(crate) fn ceiling(a: Num) -> Value {
    rounded(a, f64::ceil)
}

pub(crate) fn floor(a: Num) -> Value {
    rounded(a, f64::floor)
}

pub(crate) fn integer_part(a: Num) -> Value {
    match a {
        Num::Float(value) => Ok(Num::Float(value.trunc())),
        Num::Int(_) | Num::Big(_) => Ok(a),
    }
}

pub(crate) fn fractional_part(a: Num) -> Value {
    match a {
        Num::Float(value) => Ok(Num::Float(value.fract())),
        Num::Int(_) | Num::Big(_) => Ok(Num::Int(0)),
    }
}
