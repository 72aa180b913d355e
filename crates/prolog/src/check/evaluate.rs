//! Works out the truth of the simplest built-ins again, for the proof checker only.

use super::terms::is_ground;
use crate::{Term, View};

/// The truth of a built-in goal, where this can work it out.
pub(super) fn evaluate(goal: &Term) -> Option<bool> {
    let (a, b) = (goal.arg(0)?, goal.arg(1)?);
    let name = (goal.arity() == 2).then(|| goal.name())??;
    if name == "=" {
        return Some(a == b);
    }
    if !is_ground(goal) {
        return None;
    }
    match name {
        "==" => return Some(a == b),
        "\\==" | "\\=" => return Some(a != b),
        "is" => return Some(integer(&a)? == integer(&b)?),
        _ => {}
    }
    let (x, y) = (integer(&a)?, integer(&b)?);
    Some(match name {
        "=:=" => x == y,
        "=\\=" => x != y,
        "<" => x < y,
        ">" => x > y,
        "=<" => x <= y,
        ">=" => x >= y,
        _ => return None,
    })
}

fn integer(term: &Term) -> Option<i128> {
    if let View::Int(value) = term.view() {
        return Some(i128::from(value));
    }
    let left = integer(&term.arg(0)?)?;
    if term.arity() == 1 {
        return match term.name()? {
            "-" => left.checked_neg(),
            "+" => Some(left),
            _ => None,
        };
    }
    let right = integer(&term.arg(1)?)?;
    match (term.name()?, term.arity()) {
        ("+", 2) => left.checked_add(right),
        ("-", 2) => left.checked_sub(right),
        ("*", 2) => left.checked_mul(right),
        ("//", 2) => left.checked_div(right),
        ("rem", 2) => left.checked_rem(right),
        ("mod", 2) => left.checked_rem(right)?.checked_add(right)?.checked_rem(right),
        _ => None,
    }
}
