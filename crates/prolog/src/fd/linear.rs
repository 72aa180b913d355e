//! Sums: equal, at most, different, and whether they are.

use super::domain::{self, INF, SUP};
use super::{Kind, On, Prop, Var};
use crate::cell::{self, Cell};
use crate::machine::Machine;

/// What is asked of a sum and zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Eq = 0,
    Le = 1,
    Ne = 2,
}

impl Relation {
    pub(super) fn of(cell: Cell) -> Self {
        match cell::small_value(cell) {
            0 => Self::Eq,
            1 => Self::Le,
            _ => Self::Ne,
        }
    }
}

/// One summand with the bounds of its variable.
#[derive(Debug, Clone, Copy)]
struct Part {
    by: i64,
    var: Var,
    low: i64,
    high: i64,
}

impl Part {
    /// The least value of the summand; nothing if it has none.
    fn least(&self) -> Option<i128> {
        let bound = if self.by > 0 { self.low } else { self.high };
        (bound != INF && bound != SUP).then(|| i128::from(self.by) * i128::from(bound))
    }

    fn most(&self) -> Option<i128> {
        let bound = if self.by > 0 { self.high } else { self.low };
        (bound != INF && bound != SUP).then(|| i128::from(self.by) * i128::from(bound))
    }
}

/// A total in which some parts may have no bound.
#[derive(Debug, Clone, Copy)]
struct Total {
    sum: i128,
    open: usize,
}

impl Total {
    fn of(constant: i64, parts: &[Part], bound: fn(&Part) -> Option<i128>) -> Self {
        let mut total = Self { sum: i128::from(constant), open: 0 };
        for part in parts {
            match bound(part) {
                Some(value) => total.sum += value,
                None => total.open += 1,
            }
        }
        total
    }

    fn known(self) -> Option<i128> {
        (self.open == 0).then_some(self.sum)
    }

    /// Without one part.
    fn without(self, part: Option<i128>) -> Option<i128> {
        match part {
            Some(value) if self.open == 0 => Some(self.sum - value),
            None if self.open == 1 => Some(self.sum),
            _ => None,
        }
    }
}

fn floor_div(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil_div(a: i128, b: i128) -> i128 {
    -floor_div(-a, b)
}

impl Machine {
    /// The constant and the summands from argument `first` of a propagator.
    fn parts(&self, p: usize, first: usize, parts: &mut Vec<Part>) -> Option<i64> {
        let args = &self.fd_arguments(p)[first..];
        let mut constant = cell::small_value(args[0]);
        for pair in args[1..].chunks(2) {
            let by = cell::small_value(pair[0]);
            match self.fd_var(pair[1])? {
                Var::Int(value) => {
                    constant = constant.checked_add(by.checked_mul(value)?)?;
                }
                var => {
                    let (low, high) = self.fd_bounds(var);
                    parts.push(Part { by, var, low, high });
                }
            }
        }
        Some(constant)
    }

    pub(super) fn linear_le(&mut self, p: usize) -> Prop {
        let mut own: Vec<Part> = Vec::with_capacity(8);
        let constant = self.parts(p, 0, &mut own)?;
        let least = Total::of(constant, &own, Part::least);
        if Total::of(constant, &own, Part::most).known().is_some_and(|most| most <= 0) {
            self.fd_kill(p);
            return Some(());
        }
        self.sum_at_most(&own, least)
    }

    /// Narrows every summand so that the sum can be at most zero.
    fn sum_at_most(&mut self, parts: &[Part], least: Total) -> Prop {
        if least.known().is_some_and(|sum| sum > 0) {
            return None;
        }
        if least.open > 1 {
            return Some(());
        }
        for part in parts {
            let Some(rest) = least.without(part.least()) else { continue };
            let by = i128::from(part.by);
            if by > 0 {
                let most = domain::high(floor_div(-rest, by));
                if part.high > most {
                    self.fd_at_most(part.var, most)?;
                }
            } else {
                let least = domain::low(ceil_div(-rest, by));
                if part.low < least {
                    self.fd_at_least(part.var, least)?;
                }
            }
        }
        Some(())
    }

    pub(super) fn linear_eq(&mut self, p: usize) -> Prop {
        let mut parts: Vec<Part> = Vec::with_capacity(8);
        loop {
            parts.clear();
            let constant = self.parts(p, 0, &mut parts)?;
            match parts.as_slice() {
                [] => {
                    self.fd_kill(p);
                    return (constant == 0).then_some(());
                }
                [one] => {
                    self.fd_kill(p);
                    let by = one.by;
                    if constant % by != 0 {
                        return None;
                    }
                    return self.fd_assign(one.var, -(constant / by));
                }
                [one, other] if one.by.abs() == 1 && other.by.abs() == 1 => {
                    return self.shift(*one, *other, constant);
                }
                _ => {}
            }
            let least = Total::of(constant, &parts, Part::least);
            self.sum_at_most(&parts, least)?;
            let negated: Vec<Part> =
                parts.iter().map(|part| Part { by: -part.by, ..*part }).collect();
            let most = Total::of(-constant, &negated, Part::least);
            self.sum_at_most(&negated, most)?;
            // Bounds that moved may move others of the same sum.
            let moved = parts.iter().any(|part| {
                let (low, high) = match self.fd_var(cell::make(cell::REF, part.address())) {
                    Some(var) => self.fd_bounds(var),
                    None => return false,
                };
                (low, high) != (part.low, part.high)
            });
            if !moved {
                return Some(());
            }
            if self.watch.work(parts.len()) {
                return Some(());
            }
        }
    }

    /// `a*x + b*y + c = 0` with factors of one: each has exactly the other's values, moved.
    fn shift(&mut self, one: Part, other: Part, constant: i64) -> Prop {
        // x = sign*y + by
        let sign = if one.by == other.by { -1 } else { 1 };
        let by = if one.by > 0 { constant.checked_neg()? } else { constant };
        let from_other = self.fd_domain(other.var).shifted(sign, by);
        self.fd_narrow(one.var, &from_other)?;
        // y = sign*(x - by)
        let back = if sign > 0 { by.checked_neg()? } else { by };
        let one_now = self.fd_var(cell::make(cell::REF, one.address()))?;
        let from_one = self.fd_domain(one_now).shifted(sign, back);
        self.fd_narrow(other.var, &from_one)
    }

    pub(super) fn linear_ne(&mut self, p: usize) -> Prop {
        let args = cell::functor_arity(self.heap[p]) + 1 - super::HEAD;
        let first = p + super::HEAD;
        let mut constant = cell::small_value(self.heap[first]);
        let mut open: Option<(i64, Var)> = None;
        let mut at = 1;
        while at < args {
            let by = cell::small_value(self.heap[first + at]);
            match self.fd_var(self.heap[first + at + 1])? {
                Var::Int(value) => constant = constant.checked_add(by.checked_mul(value)?)?,
                var => match open {
                    None => open = Some((by, var)),
                    Some((own, same)) if same == var => open = Some((own + by, var)),
                    Some(_) => return Some(()),
                },
            }
            at += 2;
        }
        match open {
            Some((0, _)) | None => {
                self.fd_kill(p);
                (constant != 0).then_some(())
            }
            Some((by, var)) => {
                self.fd_kill(p);
                if constant % by == 0 { self.fd_exclude(var, -(constant / by)) } else { Some(()) }
            }
        }
    }

    pub(super) fn reified_linear(&mut self, p: usize) -> Prop {
        let args = self.fd_arguments(p);
        let (truth, relation) = (args[0], Relation::of(args[1]));
        let rest: Vec<Cell> = args[2..].to_vec();
        match self.fd_var(truth)? {
            Var::Int(value) => {
                self.fd_kill(p);
                self.post_relation(relation, value != 0, &rest);
                Some(())
            }
            var => {
                let mut parts = Vec::new();
                let constant = self.parts(p, 2, &mut parts)?;
                match self.holds(relation, constant, &parts) {
                    Some(holds) => {
                        self.fd_kill(p);
                        self.fd_assign(var, i64::from(holds))
                    }
                    None => Some(()),
                }
            }
        }
    }

    /// Whether a sum has a relation to zero, as far as the domains say.
    fn holds(&self, relation: Relation, constant: i64, parts: &[Part]) -> Option<bool> {
        let least = Total::of(constant, parts, Part::least).known();
        let most = Total::of(constant, parts, Part::most).known();
        let above = least.is_some_and(|sum| sum > 0);
        let below = most.is_some_and(|sum| sum < 0);
        if relation == Relation::Le {
            return if above {
                Some(false)
            } else {
                most.is_some_and(|sum| sum <= 0).then_some(true)
            };
        }
        let equal = if above || below || self.never_zero(constant, parts) {
            false
        } else if least == Some(0) && most == Some(0) {
            true
        } else {
            return None;
        };
        Some(equal == (relation == Relation::Eq))
    }

    /// Whether holes in the domains keep a sum from being zero.
    fn never_zero(&self, constant: i64, parts: &[Part]) -> bool {
        match parts {
            [one] => constant % one.by != 0 || !self.fd_contains(one.var, -(constant / one.by)),
            [one, other] if one.by.abs() == 1 && other.by.abs() == 1 => {
                let sign = if one.by == other.by { -1 } else { 1 };
                let by = if one.by > 0 { -constant } else { constant };
                let moved = self.fd_domain(other.var).shifted(sign, by);
                self.fd_domain(one.var).is_apart(&moved)
            }
            _ => false,
        }
    }

    /// Posts a relation of a sum `[c, a1, x1, ...]` to zero, or its opposite.
    pub(super) fn post_relation(&mut self, relation: Relation, holds: bool, sum: &[Cell]) {
        let watched: Vec<Cell> = sum[1..].chunks(2).map(|pair| pair[1]).collect();
        let (kind, on) = match (relation, holds) {
            (Relation::Eq, true) | (Relation::Ne, false) => (Kind::LinearEq, self.eq_wakes(sum)),
            (Relation::Ne, true) | (Relation::Eq, false) => (Kind::LinearNe, On::Value),
            (Relation::Le, true) => (Kind::LinearLe, On::Bounds),
            (Relation::Le, false) => {
                // Not s =< 0, so 1 - s =< 0.
                let mut negated = vec![cell::small(1 - cell::small_value(sum[0]))];
                for pair in sum[1..].chunks(2) {
                    negated.extend([cell::small(-cell::small_value(pair[0])), pair[1]]);
                }
                self.fd_post(Kind::LinearLe, On::Bounds, (&negated, &watched));
                return;
            }
        };
        self.fd_post(kind, on, (sum, &watched));
    }

    /// A sum of two with factors of one follows every value.
    fn eq_wakes(&self, sum: &[Cell]) -> On {
        let units =
            sum.len() == 5 && [sum[1], sum[3]].iter().all(|by| cell::small_value(*by).abs() == 1);
        if units { On::Domain } else { On::Bounds }
    }

    pub(super) fn reified_in(&mut self, p: usize) -> Prop {
        let args = self.fd_arguments(p);
        let (truth, inner, set) = (args[0], args[1], args[2]);
        let (truth, inner) = (self.fd_var(truth)?, self.fd_var(inner)?);
        let set = self.fd_read(set);
        if let Var::Int(value) = truth {
            self.fd_kill(p);
            let set = if value == 0 { set.complement() } else { set };
            return self.fd_narrow(inner, &set);
        }
        let own = self.fd_domain(inner);
        let common = own.meet(&set);
        if common.is_empty() || common == own {
            self.fd_kill(p);
            return self.fd_assign(truth, i64::from(!common.is_empty()));
        }
        Some(())
    }
}

impl Part {
    fn address(&self) -> usize {
        match self.var {
            Var::Open(at) => at,
            Var::Int(_) => 0,
        }
    }
}
