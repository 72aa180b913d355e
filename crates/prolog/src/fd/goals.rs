//! Domains and propagators as goals again: what an answer still rests on.

use super::domain::{Domain, INF, SUP};
use super::linear::Relation;
use super::{Kind, On, Var};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::db::Db;
use crate::machine::Machine;
use rustc_hash::FxHashSet;

/// A domain as it is written.
pub(crate) fn domain_term(m: &mut Machine, db: &mut Db, domain: &Domain) -> Cell {
    let mut whole: Option<Cell> = None;
    for (low, high) in &domain.0 {
        let part = if low == high {
            cell::small(*low)
        } else {
            let bounds = [bound(db, *low), bound(db, *high)];
            boxes::compound(&mut m.heap, atoms::DOTS, &bounds)
        };
        whole = Some(match whole {
            None => part,
            Some(before) => boxes::compound(&mut m.heap, atoms::OR_SET, &[before, part]),
        });
    }
    whole.unwrap_or_else(|| {
        boxes::compound(&mut m.heap, atoms::DOTS, &[cell::small(1), cell::small(0)])
    })
}

fn bound(db: &mut Db, value: i64) -> Cell {
    match value {
        INF => cell::atom(db.atoms.intern("inf")),
        SUP => cell::atom(db.atoms.intern("sup")),
        value => cell::small(value),
    }
}

/// The goals that stand for the constraints on these variables, each propagator once.
pub(crate) fn attribute_goals(m: &mut Machine, db: &mut Db, vars: &[Cell]) -> Vec<Cell> {
    let mut seen = FxHashSet::default();
    let mut goals = Vec::new();
    for cell in vars {
        let Some(var @ Var::Open(at)) = m.fd_var(*cell) else { continue };
        let Some(attribute) = m.fd_attribute(at) else { continue };
        let domain = m.fd_domain(var);
        let lists = [On::Domain, On::Bounds, On::Value].map(|on| m.heap[attribute + on as usize]);
        let mut propagators: Vec<usize> = Vec::new();
        for list in lists {
            let items = m.fd_items(list).unwrap_or_default();
            propagators.extend(items.into_iter().rev().map(cell::addr));
        }
        propagators.retain(|p| m.heap[p + 2] == cell::small(0));
        if domain != Domain::all() || propagators.is_empty() {
            let set = domain_term(m, db, &domain);
            goals.push(call(m, db, "in", &[*cell, set]));
        }
        for p in propagators {
            if seen.insert(p)
                && let Some(goal) = goal_of(m, db, p)
            {
                goals.push(goal);
            }
        }
    }
    goals
}

fn call(m: &mut Machine, db: &mut Db, name: &str, args: &[Cell]) -> Cell {
    let name = db.atoms.intern(name);
    boxes::compound(&mut m.heap, name, args)
}

fn goal_of(m: &mut Machine, db: &mut Db, p: usize) -> Option<Cell> {
    let args: Vec<Cell> = m.fd_arguments(p).to_vec();
    let function = |m: &mut Machine, db: &mut Db, name: &str| {
        let value = call(m, db, name, &args[..2]);
        Some(call(m, db, "#=", &[value, args[2]]))
    };
    match m.fd_kind(p)? {
        Kind::LinearEq => Some(relation(m, db, Relation::Eq, &args)),
        Kind::LinearLe => Some(relation(m, db, Relation::Le, &args)),
        Kind::LinearNe => Some(relation(m, db, Relation::Ne, &args)),
        Kind::ReifiedLinear => {
            let inner = relation(m, db, Relation::of(args[1]), &args[2..]);
            Some(call(m, db, "#<==>", &[inner, args[0]]))
        }
        Kind::ReifiedIn => {
            let set = m.fd_read(args[2]);
            let set = domain_term(m, db, &set);
            let inner = call(m, db, "in", &[args[1], set]);
            Some(call(m, db, "#<==>", &[inner, args[0]]))
        }
        Kind::Times if m.deref(args[0]) == m.deref(args[1]) => {
            let square = call(m, db, "^", &[args[0], cell::small(2)]);
            Some(call(m, db, "#=", &[square, args[2]]))
        }
        Kind::Times => function(m, db, "*"),
        Kind::Quotient => function(m, db, "//"),
        Kind::Floor => function(m, db, "div"),
        Kind::Modulo => function(m, db, "mod"),
        Kind::Remainder => function(m, db, "rem"),
        Kind::Power => function(m, db, "^"),
        Kind::Minimum | Kind::Maximum => {
            let name = if m.fd_kind(p)? == Kind::Minimum { "min" } else { "max" };
            let value = call(m, db, name, &args[..2]);
            Some(call(m, db, "#=", &[args[2], value]))
        }
        Kind::Absolute => {
            let value = call(m, db, "abs", &args[..1]);
            Some(call(m, db, "#=", &[args[1], value]))
        }
        Kind::AllDifferent => Some(call(m, db, "all_different", &args)),
        Kind::AllDistinct => Some(call(m, db, "all_distinct", &args)),
        Kind::Element => Some(call(m, db, "element", &args)),
        Kind::Circuit => Some(call(m, db, "circuit", &args)),
        Kind::Tuples => {
            let one = boxes::list_of(&mut m.heap, &args[..1], cell::atom(atoms::NIL));
            Some(call(m, db, "tuples_in", &[one, args[1]]))
        }
        Kind::Cumulative => {
            let mut tasks = Vec::new();
            for (task, number) in args[1..].chunks(4).zip(0..) {
                let parts = [task[0], task[1], task[2], task[3], cell::small(number)];
                tasks.push(call(m, db, "task", &parts));
            }
            let tasks = boxes::list_of(&mut m.heap, &tasks, cell::atom(atoms::NIL));
            let limit = call(m, db, "limit", &args[..1]);
            let options = boxes::list_of(&mut m.heap, &[limit], cell::atom(atoms::NIL));
            Some(call(m, db, "cumulative", &[tasks, options]))
        }
    }
}

/// A sum and zero, with each side's parts positive.
fn relation(m: &mut Machine, db: &mut Db, relation: Relation, sum: &[Cell]) -> Cell {
    let mut constant = cell::small_value(sum[0]);
    let mut left: Vec<(i64, Cell)> = Vec::new();
    let mut right: Vec<(i64, Cell)> = Vec::new();
    for pair in sum[1..].chunks(2) {
        let by = cell::small_value(pair[0]);
        match m.fd_var(pair[1]) {
            Some(Var::Int(value)) => {
                constant = constant.saturating_add(by.saturating_mul(value));
            }
            _ if by > 0 => left.push((by, pair[1])),
            _ => right.push((-by, pair[1])),
        }
    }
    if left.is_empty() {
        // c - x =< 0 is x >= c.
        let name = match relation {
            Relation::Eq => "#=",
            Relation::Le => "#>=",
            Relation::Ne => "#\\=",
        };
        let sides = [side(m, db, &right, 0), cell::small(constant)];
        return call(m, db, name, &sides);
    }
    let (name, before, after) = match relation {
        Relation::Eq if !right.is_empty() && constant > 0 => ("#=", constant, 0),
        Relation::Eq if !right.is_empty() && constant < 0 => {
            let sides = [side(m, db, &right, -constant), side(m, db, &left, 0)];
            return call(m, db, "#=", &sides);
        }
        Relation::Eq => ("#=", 0, -constant),
        Relation::Le => ("#=<", 0, -constant),
        Relation::Ne => ("#\\=", 0, -constant),
    };
    let sides = [side(m, db, &left, before), side(m, db, &right, after)];
    call(m, db, name, &sides)
}

/// One side of a relation.
fn side(m: &mut Machine, db: &mut Db, parts: &[(i64, Cell)], constant: i64) -> Cell {
    let mut whole: Option<Cell> = None;
    for (by, var) in parts {
        let part = match by {
            1 => *var,
            by => call(m, db, "*", &[cell::small(*by), *var]),
        };
        whole = Some(match whole {
            None => part,
            Some(before) => call(m, db, "+", &[before, part]),
        });
    }
    match whole {
        None => cell::small(constant),
        Some(whole) if constant == 0 => whole,
        Some(whole) => call(m, db, "+", &[whole, cell::small(constant)]),
    }
}
