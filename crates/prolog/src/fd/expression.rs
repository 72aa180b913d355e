//! Expressions and reified constraints as sums over variables: products and the like get a variable
//! of their own and a propagator.

use super::linear::Relation;
use super::{Kind, On, Var};
use crate::boxes;
use crate::cell::{self, Cell, INT, REF};
use crate::db::Db;
use crate::machine::{Machine, Res, Stop};

/// A constant and factors of variables.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sum {
    pub(crate) constant: i64,
    pub(crate) parts: Vec<(i64, Cell)>,
}

impl Sum {
    fn constant(constant: i64) -> Self {
        Self { constant, parts: Vec::new() }
    }

    /// Adds another, `by` times; nothing if a number gets too large.
    pub(crate) fn add(&mut self, other: &Self, by: i64) -> Option<()> {
        let limit = |value: i64| (value.unsigned_abs() < 1 << 60).then_some(value);
        self.constant = limit(self.constant.checked_add(other.constant.checked_mul(by)?)?)?;
        for (factor, var) in &other.parts {
            let factor = limit(factor.checked_mul(by)?)?;
            match self.parts.iter_mut().find(|(_, own)| own == var) {
                Some((own, _)) => *own = limit(own.checked_add(factor)?)?,
                None => self.parts.push((factor, *var)),
            }
        }
        self.parts.retain(|(factor, _)| *factor != 0);
        Some(())
    }

    /// As the arguments of a propagator.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![cell::small(self.constant)];
        for (factor, var) in &self.parts {
            cells.extend([cell::small(*factor), *var]);
        }
        cells
    }
}

/// Nested expressions deeper than this are refused.
const DEEPEST: usize = 1_000;

impl Machine {
    pub(crate) fn too_large(&mut self, db: &mut Db) -> Stop {
        let what = db.atoms.intern("clpfd_integer");
        self.representation_error(what)
    }

    fn bad_expression(&mut self, db: &mut Db, culprit: Cell) -> Stop {
        let what = db.atoms.intern("clpfd_expression");
        self.domain_error(what, culprit)
    }

    /// An expression as a sum.
    pub(crate) fn fd_sum(&mut self, db: &mut Db, cell: Cell, depth: usize) -> Res<Sum> {
        let cell = self.deref(cell);
        if depth > DEEPEST || self.watch.tick() {
            return Err(self.too_large(db));
        }
        match cell::tag(cell) {
            INT => return Ok(Sum::constant(cell::small_value(cell))),
            REF => return Ok(Sum { constant: 0, parts: vec![(1, cell)] }),
            _ => {}
        }
        if self.is_integer(cell) {
            return Err(self.too_large(db));
        }
        let Some((name, arity, at)) = boxes::structure(&self.heap, cell) else {
            return Err(self.bad_expression(db, cell));
        };
        let name = db.atoms.name(name).to_string();
        let args: Vec<Cell> = self.heap[at..at + arity].to_vec();
        match (name.as_str(), args.as_slice()) {
            ("?" | "#" | "+", [inner]) => self.fd_sum(db, *inner, depth + 1),
            ("-", [inner]) => {
                let inner = self.fd_sum(db, *inner, depth + 1)?;
                let mut sum = Sum::default();
                sum.add(&inner, -1).ok_or_else(|| self.too_large(db))?;
                Ok(sum)
            }
            (op @ ("+" | "-"), [left, right]) => {
                let mut sum = self.fd_sum(db, *left, depth + 1)?;
                let right = self.fd_sum(db, *right, depth + 1)?;
                let by = if op == "+" { 1 } else { -1 };
                sum.add(&right, by).ok_or_else(|| self.too_large(db))?;
                Ok(sum)
            }
            ("*", [left, right]) => {
                let left = self.fd_sum(db, *left, depth + 1)?;
                let right = self.fd_sum(db, *right, depth + 1)?;
                let (number, other) = match (left.parts.is_empty(), right.parts.is_empty()) {
                    (true, _) => (left.constant, right),
                    (_, true) => (right.constant, left),
                    _ => {
                        let pair = (self.fd_single(db, left)?, self.fd_single(db, right)?);
                        return Ok(self.fd_function(Kind::Times, pair));
                    }
                };
                let mut sum = Sum::default();
                sum.add(&other, number).ok_or_else(|| self.too_large(db))?;
                Ok(sum)
            }
            (op, [left, right]) => {
                let Some(kind) = function(op) else { return Err(self.bad_expression(db, cell)) };
                let left = self.fd_sum(db, *left, depth + 1)?;
                let right = self.fd_sum(db, *right, depth + 1)?;
                let pair = (self.fd_single(db, left)?, self.fd_single(db, right)?);
                Ok(self.fd_function(kind, pair))
            }
            ("abs", [inner]) => {
                let inner = self.fd_sum(db, *inner, depth + 1)?;
                let inner = self.fd_single(db, inner)?;
                let result = self.fresh();
                self.fd_post(Kind::Absolute, On::Domain, (&[inner, result], &[inner, result]));
                Ok(Sum { constant: 0, parts: vec![(1, result)] })
            }
            _ => Err(self.bad_expression(db, cell)),
        }
    }

    /// The variable or integer that is a sum.
    pub(crate) fn fd_single(&mut self, db: &mut Db, sum: Sum) -> Res<Cell> {
        match sum.parts.as_slice() {
            [] => Ok(cell::small(sum.constant)),
            [(1, var)] if sum.constant == 0 => Ok(*var),
            _ => {
                let result = self.fresh();
                let mut whole = sum;
                let own = Sum { constant: 0, parts: vec![(1, result)] };
                whole.add(&own, -1).ok_or_else(|| self.too_large(db))?;
                self.post_relation(Relation::Eq, true, &whole.cells());
                Ok(result)
            }
        }
    }

    fn fd_function(&mut self, kind: Kind, (left, right): (Cell, Cell)) -> Sum {
        let result = self.fresh();
        let on = if kind == Kind::Times { On::Bounds } else { On::Domain };
        self.fd_post(kind, on, (&[left, right, result], &[left, right, result]));
        Sum { constant: 0, parts: vec![(1, result)] }
    }

    /// The truth of a constraint, as 0, 1 or a variable.
    pub(crate) fn fd_truth(&mut self, db: &mut Db, cell: Cell, depth: usize) -> Res<Cell> {
        let cell = self.deref(cell);
        if depth > DEEPEST || self.watch.tick() {
            return Err(self.too_large(db));
        }
        if let Some(var) = self.fd_var(cell) {
            return match var {
                Var::Int(0 | 1) => Ok(cell),
                Var::Int(_) => Err(self.bad_reification(db, cell)),
                Var::Open(_) => {
                    if self.fd_between(var, (0, 1)).is_none() {
                        self.fd_failed = true;
                    }
                    Ok(self.deref(cell))
                }
            };
        }
        let Some((name, arity, at)) = boxes::structure(&self.heap, cell) else {
            return Err(self.bad_reification(db, cell));
        };
        let name = db.atoms.name(name).to_string();
        let args: Vec<Cell> = self.heap[at..at + arity].to_vec();
        match args.as_slice() {
            [left, right] => {
                if let Some((relation, sum)) =
                    self.fd_comparison(db, &name, (*left, *right), depth)?
                {
                    return Ok(self.fd_reified(relation, &sum));
                }
                if name == "in" {
                    return self.truth_of_in(db, *left, *right);
                }
                let Some((relation, sign, constant)) = connective(&name) else {
                    return Err(self.bad_reification(db, cell));
                };
                let left = self.fd_truth(db, *left, depth + 1)?;
                let right = self.fd_truth(db, *right, depth + 1)?;
                let (left, right) = if name == "#<==" { (right, left) } else { (left, right) };
                let mut sum = Sum::constant(constant);
                for (truth, by) in [(left, sign.0), (right, sign.1)] {
                    let part = self.fd_sum(db, truth, 0)?;
                    sum.add(&part, by).ok_or_else(|| self.too_large(db))?;
                }
                Ok(self.fd_reified(relation, &sum))
            }
            [inner] if name == "#\\" => {
                let inner = self.fd_truth(db, *inner, depth + 1)?;
                let mut sum = Sum::constant(1);
                let part = self.fd_sum(db, inner, 0)?;
                sum.add(&part, -1).ok_or_else(|| self.too_large(db))?;
                self.fd_single(db, sum)
            }
            _ => Err(self.bad_reification(db, cell)),
        }
    }

    fn truth_of_in(&mut self, db: &mut Db, var: Cell, set: Cell) -> Res<Cell> {
        let set = self.fd_set(db, set)?;
        let stored = self.fd_store(&set);
        let truth = self.fresh();
        self.fd_post(Kind::ReifiedIn, On::Domain, (&[truth, var, stored], &[truth, var]));
        if self.fd_between(Var::Open(cell::addr(truth)), (0, 1)).is_none() {
            self.fd_failed = true;
        }
        Ok(truth)
    }

    fn bad_reification(&mut self, db: &mut Db, culprit: Cell) -> Stop {
        let what = db.atoms.intern("clpfd_reifiable_expression");
        self.domain_error(what, culprit)
    }

    /// A comparison as a relation of a sum to zero.
    pub(crate) fn fd_comparison(
        &mut self,
        db: &mut Db,
        name: &str,
        (left, right): (Cell, Cell),
        depth: usize,
    ) -> Res<Option<(Relation, Sum)>> {
        let (relation, swap, constant) = match name {
            "#=" => (Relation::Eq, false, 0),
            "#\\=" => (Relation::Ne, false, 0),
            "#=<" => (Relation::Le, false, 0),
            "#<" => (Relation::Le, false, 1),
            "#>=" => (Relation::Le, true, 0),
            "#>" => (Relation::Le, true, 1),
            _ => return Ok(None),
        };
        let (left, right) = if swap { (right, left) } else { (left, right) };
        let mut sum = self.fd_sum(db, left, depth + 1)?;
        let right = self.fd_sum(db, right, depth + 1)?;
        let done = sum.add(&right, -1).and_then(|()| sum.add(&Sum::constant(constant), 1));
        done.ok_or_else(|| self.too_large(db))?;
        Ok(Some((relation, sum)))
    }

    /// The truth of a relation of a sum to zero.
    fn fd_reified(&mut self, relation: Relation, sum: &Sum) -> Cell {
        if sum.parts.is_empty() {
            let holds = match relation {
                Relation::Eq => sum.constant == 0,
                Relation::Le => sum.constant <= 0,
                Relation::Ne => sum.constant != 0,
            };
            return cell::small(i64::from(holds));
        }
        let truth = self.fresh();
        let mut args = vec![truth, cell::small(relation as i64)];
        args.extend(sum.cells());
        let mut watched: Vec<Cell> = sum.parts.iter().map(|(_, var)| *var).collect();
        watched.push(truth);
        self.fd_post(Kind::ReifiedLinear, On::Domain, (&args, &watched));
        if self.fd_between(Var::Open(cell::addr(truth)), (0, 1)).is_none() {
            self.fd_failed = true;
        }
        truth
    }
}

/// The propagator of a function of two numbers.
fn function(name: &str) -> Option<Kind> {
    Some(match name {
        "//" | "/" => Kind::Quotient,
        "div" => Kind::Floor,
        "mod" => Kind::Modulo,
        "rem" => Kind::Remainder,
        "min" => Kind::Minimum,
        "max" => Kind::Maximum,
        "^" | "**" => Kind::Power,
        _ => return None,
    })
}

/// A connective of two truths as a relation to zero: factors and constant.
fn connective(name: &str) -> Option<(Relation, (i64, i64), i64)> {
    Some(match name {
        // 2 - a - b =< 0
        "#/\\" => (Relation::Le, (-1, -1), 2),
        "#\\/" => (Relation::Le, (-1, -1), 1),
        "#\\" => (Relation::Eq, (1, 1), -1),
        "#<==>" => (Relation::Eq, (1, -1), 0),
        "#==>" | "#<==" => (Relation::Le, (1, -1), 0),
        _ => return None,
    })
}

/// The atom of an infinite bound.
pub(super) fn infinite(db: &Db, cell: Cell) -> Option<i64> {
    if cell::tag(cell) != cell::ATM {
        return None;
    }
    match &**db.atoms.name(cell::atom_id(cell)) {
        "inf" => Some(super::domain::INF),
        "sup" => Some(super::domain::SUP),
        _ => None,
    }
}
