//! Products, quotients and texts of integers of any size, in pieces short enough to be stopped
//! between them. Knows nothing of terms. Nothing is returned when the watch says stop.

use crate::watch::Watch;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// Bits of the longest integer; reaching it counts as running out of cells.
pub(crate) const MAX_BITS: u64 = 1 << 26;

/// Bits of a factor up to which a product is computed in one go.
const WHOLE: u64 = 64 << 10;

/// Word operations of a division done in one go.
const STEP: u64 = 1 << 17;

/// Bits up to which a text is made or read in one go.
const SHORT: u64 = 64 << 7;

/// The product of two integers.
pub(crate) fn multiply(a: &BigInt, b: &BigInt, watch: &Watch) -> Option<BigInt> {
    let sign = if a.is_negative() == b.is_negative() { Sign::Plus } else { Sign::Minus };
    Some(BigInt::from_biguint(sign, product(a.magnitude(), b.magnitude(), watch)?))
}

/// Splits the longer factor in two as long as there is one that is long.
fn product(a: &BigUint, b: &BigUint, watch: &Watch) -> Option<BigUint> {
    let (a, b) = if a.bits() < b.bits() { (b, a) } else { (a, b) };
    let units = (a.bits() / 64 + 1) * (b.bits().min(WHOLE) / 64 + 1);
    if a.bits() <= WHOLE {
        return if watch.work(units as usize) { None } else { Some(a * b) };
    }
    let half = a.bits() / 2;
    let (a1, a0) = halves(a, half);
    if b.bits() <= half {
        return Some((product(&a1, b, watch)? << half) + product(&a0, b, watch)?);
    }
    let (b1, b0) = halves(b, half);
    let high = product(&a1, &b1, watch)?;
    let low = product(&a0, &b0, watch)?;
    let middle = product(&(a1 + a0), &(b1 + b0), watch)? - &high - &low;
    Some((high << (2 * half)) + (middle << half) + low)
}

fn halves(value: &BigUint, bits: u64) -> (BigUint, BigUint) {
    let high = value >> bits;
    let low = value - (&high << bits);
    (high, low)
}

/// A power with a natural exponent.
pub(crate) fn power(base: &BigInt, mut exponent: u32, watch: &Watch) -> Option<BigInt> {
    let mut result = BigInt::one();
    let mut square = base.clone();
    loop {
        if exponent % 2 == 1 {
            result = multiply(&result, &square, watch)?;
        }
        exponent /= 2;
        if exponent == 0 {
            return Some(result);
        }
        square = multiply(&square, &square, watch)?;
    }
}

/// Quotient and remainder, rounded towards zero; the divisor is not zero.
pub(crate) fn divide(a: &BigInt, b: &BigInt, watch: &Watch) -> Option<(BigInt, BigInt)> {
    let (quotient, rest) = quotient(a.magnitude(), b.magnitude(), watch)?;
    let sign = if a.is_negative() == b.is_negative() { Sign::Plus } else { Sign::Minus };
    Some((BigInt::from_biguint(sign, quotient), BigInt::from_biguint(a.sign(), rest)))
}

/// Long division by as many bits at a time as are done quickly.
fn quotient(a: &BigUint, b: &BigUint, watch: &Watch) -> Option<(BigUint, BigUint)> {
    let words = b.bits() / 64 + 1;
    let digit = 64 * (STEP / words).max(1);
    let spare = a.bits().saturating_sub(b.bits());
    if watch.work((words * (spare.min(digit) / 64 + 1)) as usize) {
        return None;
    }
    if spare <= digit {
        return Some(a.div_rem(b));
    }
    let mut at = spare - spare % digit;
    let (mut quotient, mut rest) = (a >> at).div_rem(b);
    let mut lower = a - ((a >> at) << at);
    while at > 0 {
        if watch.work((words * (digit / 64 + 1)) as usize) {
            return None;
        }
        at -= digit;
        let (next, left) = halves(&lower, at);
        lower = left;
        let (part, left) = ((rest << digit) + next).div_rem(b);
        quotient = (quotient << digit) + part;
        rest = left;
    }
    Some((quotient, rest))
}

/// The greatest common divisor.
pub(crate) fn gcd(a: &BigInt, b: &BigInt, watch: &Watch) -> Option<BigInt> {
    let (mut a, mut b) = (a.magnitude().clone(), b.magnitude().clone());
    while b.bits() > 64 * 64 {
        let (_, rest) = quotient(&a, &b, watch)?;
        a = std::mem::replace(&mut b, rest);
    }
    if !b.is_zero() {
        a = quotient(&a, &b, watch)?.1;
    }
    Some(BigInt::from(a.gcd(&b)))
}

/// The decimal text of an integer.
pub(crate) fn to_text(value: &BigInt, watch: &Watch) -> Option<String> {
    let mut out = String::new();
    if value.is_negative() {
        out.push('-');
    }
    let mut powers = vec![(BigUint::from(10_u64.pow(16)), 16)];
    while let Some((power, digits)) = powers.last()
        && 2 * power.bits() <= value.bits() + 1
    {
        let next = (product(power, power, watch)?, 2 * digits);
        powers.push(next);
    }
    append_digits(value.magnitude(), &powers, watch, &mut out)?;
    Some(out)
}

/// Appends the digits of a number below the square of the last power; all but the first part are
/// filled up with zeros.
fn append_digits(
    value: &BigUint,
    powers: &[(BigUint, usize)],
    watch: &Watch,
    out: &mut String,
) -> Option<()> {
    let mut pending = vec![(value.clone(), powers.len(), 0)];
    while let Some((part, level, width)) = pending.pop() {
        if level == 0 || part.bits() <= SHORT {
            if watch.work(64 + (part.bits() / 8) as usize) {
                return None;
            }
            out.push_str(&format!("{:0>width$}", part.to_string()));
            continue;
        }
        let (power, digits) = &powers[level - 1];
        let (high, low) = quotient(&part, power, watch)?;
        if high.is_zero() && width == 0 {
            pending.push((low, level - 1, 0));
            continue;
        }
        pending.push((low, level - 1, *digits));
        pending.push((high, level - 1, width.saturating_sub(*digits)));
    }
    Some(())
}

/// The integer a text of digits stands for.
pub(crate) fn from_text(digits: &str, base: u32, watch: &Watch) -> Option<BigInt> {
    let mut parts: Vec<BigUint> = Vec::new();
    let width = (SHORT / 8) as usize;
    let mut end = digits.len();
    while end > 0 {
        let start = end.saturating_sub(width);
        if watch.work(width) {
            return None;
        }
        parts.push(BigUint::parse_bytes(&digits.as_bytes()[start..end], base)?);
        end = start;
    }
    let mut scale = power(&BigInt::from(base), width as u32, watch)?.magnitude().clone();
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len() / 2 + 1);
        for pair in parts.chunks(2) {
            joined.push(match pair {
                [low, high] => product(high, &scale, watch)? + low,
                _ => pair.first()?.clone(),
            });
        }
        parts = joined;
        if parts.len() > 1 {
            scale = product(&scale, &scale, watch)?;
        }
    }
    parts.into_iter().next().map(BigInt::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An integer of about so many bits that looks random.
    fn number(bits: u32, seed: u32) -> BigInt {
        let mut value = BigInt::from(seed | 1);
        while value.bits() < u64::from(bits) {
            value = &value * &value * 0x9E37_79B9_u32 + seed;
        }
        value
    }

    #[test]
    fn results_are_those_of_the_plain_operations() {
        let watch = Watch::default();
        for (n, k) in [(40, 7), (70_000, 300), (200_000, 90_000), (500_000, 450_000), (300_000, 64)]
        {
            let (a, b) = (number(n, n), -number(k, k + 1));
            assert_eq!(multiply(&a, &b, &watch), Some(&a * &b), "{n} * {k}");
            assert_eq!(divide(&a, &b, &watch), Some(a.div_rem(&b)), "{n} / {k}");
            assert_eq!(divide(&b, &a, &watch), Some(b.div_rem(&a)), "{k} / {n}");
        }
        let (a, b) = (number(30_000, 5), number(20_000, 9));
        let (c, d): (BigInt, BigInt) = (&a * 6, &b * 15);
        assert_eq!(gcd(&c, &d, &watch), Some(c.gcd(&d)));
        assert_eq!(gcd(&(&a * &b), &b, &watch), Some(b.clone()));
        assert_eq!(power(&BigInt::from(-7), 1001, &watch), Some(BigInt::from(-7).pow(1001)));
    }

    #[test]
    fn texts_are_those_of_the_plain_operations() {
        let watch = Watch::default();
        for bits in [1, 63, 64, 9_000, 20_000, 123_456] {
            for value in [number(bits, 3), -number(bits, 4), BigInt::from(10).pow(bits / 3)] {
                let text = value.to_string();
                assert_eq!(to_text(&value, &watch).as_deref(), Some(text.as_str()), "{bits} bits");
                let digits = text.trim_start_matches('-');
                assert_eq!(from_text(digits, 10, &watch), Some(value.abs()), "{bits} bits");
                let hex = value.magnitude().to_str_radix(16);
                assert_eq!(from_text(&hex, 16, &watch), Some(value.abs()), "{bits} bits");
            }
        }
        assert_eq!(to_text(&BigInt::zero(), &watch).as_deref(), Some("0"));
    }
}
