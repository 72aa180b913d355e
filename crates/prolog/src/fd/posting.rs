//! The predicates by which programs post constraints and look at domains.

use super::domain::{Domain, INF, SUP};
use super::expression::{Sum, infinite};
use super::linear::Relation;
use super::{Kind, On, Var};
use crate::arith;
use crate::atoms;
use crate::boxes;
use crate::builtins::text::{need_atom, need_list};
use crate::cell::{self, Cell, INT, REF};
use crate::db::Db;
use crate::machine::{Machine, Res, Stop};

/// Runs what was posted.
fn settle(m: &mut Machine) -> Res<bool> {
    if std::mem::take(&mut m.fd_failed) {
        m.fd_forget();
        return Ok(false);
    }
    m.fd_run()
}

/// Forgets what was half posted when something is wrong.
fn posted<T>(m: &mut Machine, done: Res<T>) -> Res<T> {
    if done.is_err() {
        m.fd_forget();
        m.fd_failed = false;
    }
    done
}

const COMPARISONS: [&str; 6] = ["#=", "#\\=", "#<", "#>", "#=<", "#>="];

/// One of the comparisons.
pub(crate) fn compare<const N: usize>(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (left, right) = (m.arg(a, 0), m.arg(a, 1));
    if let Some(done) = plain(m, db, COMPARISONS[N], (left, right))? {
        return Ok(done);
    }
    let compared = m.fd_comparison(db, COMPARISONS[N], (left, right), 0);
    let Some((relation, sum)) = posted(m, compared)? else { return Ok(false) };
    relate(m, relation, &sum);
    settle(m)
}

/// What needs no solver: a comparison of numbers, or a variable that is a number.
fn plain(
    m: &mut Machine,
    db: &mut Db,
    name: &str,
    (left, right): (Cell, Cell),
) -> Res<Option<bool>> {
    let ground = |m: &Machine, cell: Cell| cell::tag(cell) == INT || m.is_arithmetic(db, cell);
    let (known_left, known_right) = (ground(m, left), ground(m, right));
    if known_left && known_right {
        let (left, right) = (arith::value(m, db, left)?, arith::value(m, db, right)?);
        let order = arith::compare(m, db, left, right)?;
        return Ok(order.map(|order| match name {
            "#=" => order.is_eq(),
            "#\\=" => order.is_ne(),
            "#<" => order.is_lt(),
            "#>" => order.is_gt(),
            "#=<" => order.is_le(),
            _ => order.is_ge(),
        }));
    }
    let (var, known) = match (name, known_left, known_right) {
        ("#=", false, true) => (left, right),
        ("#=", true, false) => (right, left),
        _ => return Ok(None),
    };
    if cell::tag(var) != REF {
        return Ok(None);
    }
    let value = arith::value(m, db, known)?;
    Ok(Some(m.unify(var, value)))
}

impl Machine {
    /// Whether an expression is of integers alone and can be worked out at once.
    fn is_arithmetic(&self, db: &Db, cell: Cell) -> bool {
        let mut pending = vec![cell];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            if self.is_integer(cell) {
                continue;
            }
            let Some((name, arity, at)) = boxes::structure(&self.heap, cell) else { return false };
            let known = matches!(
                (&**db.atoms.name(name), arity),
                ("+" | "-" | "*" | "min" | "max" | "^", 2) | ("-" | "abs" | "+", 1)
            );
            if !known || self.watch.tick() {
                return false;
            }
            pending.extend_from_slice(&self.heap[at..at + arity]);
        }
        true
    }

    /// A set of integers as written.
    pub(crate) fn fd_set(&mut self, db: &mut Db, cell: Cell) -> Res<Domain> {
        let mut pending = vec![cell];
        let mut parts = Vec::new();
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            if cell::tag(cell) == INT {
                parts.push((cell::small_value(cell), cell::small_value(cell)));
                continue;
            }
            match boxes::structure(&self.heap, cell) {
                Some((atoms::DOTS, 2, at)) => {
                    let low = self.fd_bound_of(db, self.heap[at], INF)?;
                    let high = self.fd_bound_of(db, self.heap[at + 1], SUP)?;
                    parts.push((low, high));
                }
                Some((atoms::OR_SET, 2, at)) => {
                    pending.extend_from_slice(&self.heap[at..at + 2]);
                }
                _ if cell::tag(cell) == REF => return Err(self.instantiation_error()),
                _ => return Err(self.bad_domain(db, cell)),
            }
            self.work(1)?;
        }
        Ok(Domain::of(parts))
    }

    fn fd_bound_of(&mut self, db: &mut Db, cell: Cell, infinity: i64) -> Res<i64> {
        let cell = self.deref(cell);
        if let Some(bound) = infinite(db, cell)
            && bound == infinity
        {
            return Ok(bound);
        }
        match cell::tag(cell) {
            INT => Ok(cell::small_value(cell)),
            REF => Err(self.instantiation_error()),
            _ => Err(self.bad_domain(db, cell)),
        }
    }

    fn bad_domain(&mut self, db: &mut Db, culprit: Cell) -> Stop {
        let what = db.atoms.intern("clpfd_domain");
        self.domain_error(what, culprit)
    }
}

/// Posts a relation of a sum to zero.
fn relate(m: &mut Machine, relation: Relation, sum: &Sum) {
    match (relation, sum.parts.as_slice()) {
        (_, []) => {
            m.fd_failed |= match relation {
                Relation::Eq => sum.constant != 0,
                Relation::Le => sum.constant > 0,
                Relation::Ne => sum.constant == 0,
            };
        }
        // Two variables that are the same become one.
        (Relation::Eq, [(1, one), (-1, other)] | [(-1, one), (1, other)]) if sum.constant == 0 => {
            let (one, other) = (*one, *other);
            for cell in [one, other] {
                if let Some(Var::Open(at)) = m.fd_var(cell) {
                    m.fd_constrain(at);
                }
            }
            m.fd_failed |= !m.unify(one, other);
        }
        _ => m.post_relation(relation, true, &sum.cells()),
    }
}

/// A constraint with connectives.
fn connected(m: &mut Machine, db: &mut Db, (name, args): (&str, &[Cell])) -> Res<bool> {
    let name = db.atoms.intern(name);
    let whole = boxes::compound(&mut m.heap, name, args);
    let truth = m.fd_truth(db, whole, 0);
    let truth = posted(m, truth)?;
    if let Some(var) = m.fd_var(truth) {
        m.fd_failed |= m.fd_assign(var, 1).is_none();
    }
    settle(m)
}

macro_rules! connectives {
    ($($function:ident $name:literal $arity:literal)*) => {
        $(pub(crate) fn $function(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
            let args: Vec<Cell> = (0..$arity).map(|i| m.arg(a, i)).collect();
            connected(m, db, ($name, &args))
        })*
    };
}

connectives! {
    implies "#==>" 2 implied "#<==" 2 either "#\\/" 2 both "#/\\" 2
    exclusive "#\\" 2 negation "#\\" 1
}

/// `A #<==> B`; a variable is the truth of the other side.
pub(crate) fn equivalent(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let sides = [m.arg(a, 0), m.arg(a, 1)];
    let Some(own) = sides.iter().position(|side| cell::tag(*side) == REF) else {
        return connected(m, db, ("#<==>", &sides));
    };
    for side in [sides[own], sides[1 - own]] {
        let truth = m.fd_truth(db, side, 0);
        let truth = posted(m, truth)?;
        m.fd_failed |= !m.unify(sides[own], truth);
    }
    settle(m)
}

/// `X in Domain`.
pub(crate) fn member_of(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (var, set) = (m.arg(a, 0), m.arg(a, 1));
    let set = m.fd_set(db, set)?;
    restrict(m, var, &set)?;
    settle(m)
}

fn restrict(m: &mut Machine, cell: Cell, set: &Domain) -> Res<()> {
    let cell = m.deref(cell);
    match m.fd_var(cell) {
        Some(var) => {
            if let Var::Open(at) = var {
                m.fd_constrain(at);
            }
            m.fd_failed |= m.fd_narrow(var, set).is_none();
            Ok(())
        }
        None => Err(m.type_error(atoms::INTEGER, cell)),
    }
}

/// `Xs ins Domain`.
pub(crate) fn members_of(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let list = need_list(m, m.arg(a, 0))?;
    let set = m.fd_set(db, m.arg(a, 1))?;
    for cell in list {
        let done = restrict(m, cell, &set);
        posted(m, done)?;
    }
    settle(m)
}

/// The list an argument is, of integers and variables.
fn need_variables(m: &mut Machine, list: Cell) -> Res<Vec<Cell>> {
    let items = need_list(m, list)?;
    for item in &items {
        if m.fd_var(*item).is_none() {
            let culprit = m.deref(*item);
            return Err(m.type_error(atoms::INTEGER, culprit));
        }
    }
    Ok(items)
}

fn over_list(m: &mut Machine, a: usize, (kind, on): (Kind, On)) -> Res<bool> {
    let list = m.arg(a, 0);
    let items = need_variables(m, list)?;
    m.fd_post(kind, on, (&[list], &items));
    settle(m)
}

pub(crate) fn all_different(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    over_list(m, a, (Kind::AllDifferent, On::Value))
}

pub(crate) fn all_distinct(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    over_list(m, a, (Kind::AllDistinct, On::Domain))
}

/// `circuit(Successors)`.
pub(crate) fn circuit(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let list = m.arg(a, 0);
    let items = need_variables(m, list)?;
    let last = i64::try_from(items.len()).unwrap_or(i64::MAX);
    for (cell, own) in items.iter().zip(1..) {
        let set = Domain::range(1, last);
        restrict(m, *cell, &if last > 1 { set.without(own) } else { set })?;
    }
    m.fd_post(Kind::AllDistinct, On::Domain, (&[list], &items));
    m.fd_post(Kind::Circuit, On::Value, (&[list], &items));
    settle(m)
}

/// `element(Index, List, Value)`.
pub(crate) fn element(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (index, list, value) = (m.arg(a, 0), m.arg(a, 1), m.arg(a, 2));
    let mut watched = need_variables(m, list)?;
    for cell in [index, value] {
        if m.fd_var(cell).is_none() {
            return Err(m.type_error(atoms::INTEGER, cell));
        }
        watched.push(cell);
    }
    m.fd_post(Kind::Element, On::Domain, (&[index, list, value], &watched));
    settle(m)
}

/// `tuples_in(Tuples, Relation)`.
pub(crate) fn tuples_in(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let rows = m.arg(a, 1);
    for row in need_list(m, rows)? {
        for item in need_list(m, row)? {
            let item = m.deref(item);
            if cell::tag(item) != INT {
                return Err(m.type_error(atoms::INTEGER, item));
            }
        }
    }
    for tuple in need_list(m, m.arg(a, 0))? {
        let items = need_variables(m, tuple)?;
        m.fd_post(Kind::Tuples, On::Domain, (&[tuple, rows], &items));
    }
    settle(m)
}

/// `'$cumulative'([Limit, S1, D1, E1, C1, ...])`.
pub(crate) fn cumulative(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let items = need_variables(m, m.arg(a, 0))?;
    m.fd_post(Kind::Cumulative, On::Bounds, (&items, &items));
    settle(m)
}

/// `scalar_product(Factors, Variables, Relation, Expression)`.
pub(crate) fn scalar_product(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let factors = need_list(m, m.arg(a, 0))?;
    let variables = need_variables(m, m.arg(a, 1))?;
    weighted(m, db, (&factors, &variables), (m.arg(a, 2), m.arg(a, 3)))
}

/// `sum(Variables, Relation, Expression)`.
pub(crate) fn sum(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let variables = need_variables(m, m.arg(a, 0))?;
    let factors = vec![cell::small(1); variables.len()];
    weighted(m, db, (&factors, &variables), (m.arg(a, 1), m.arg(a, 2)))
}

fn weighted(
    m: &mut Machine,
    db: &mut Db,
    (factors, variables): (&[Cell], &[Cell]),
    (relation, expression): (Cell, Cell),
) -> Res<bool> {
    let mut total = Sum::default();
    for (factor, variable) in factors.iter().zip(variables) {
        let factor = m.deref(*factor);
        if cell::tag(factor) != INT {
            return Err(m.type_error(atoms::INTEGER, factor));
        }
        let part = m.fd_sum(db, *variable, 0)?;
        total.add(&part, cell::small_value(factor)).ok_or_else(|| m.too_large(db))?;
    }
    let name = need_atom(m, relation)?;
    let name = db.atoms.name(name).to_string();
    let zero = cell::small(0);
    let compared = m.fd_comparison(db, &name, (zero, expression), 0);
    let Some((relation, mut sum)) = posted(m, compared)? else {
        let what = db.atoms.intern("clpfd_relation");
        return Err(m.domain_error(what, relation));
    };
    let by = if matches!(name.as_str(), "#>" | "#>=") { -1 } else { 1 };
    sum.add(&total, by).ok_or_else(|| m.too_large(db))?;
    relate(m, relation, &sum);
    settle(m)
}

fn bound_cell(db: &mut Db, bound: i64) -> Cell {
    match bound {
        INF => cell::atom(db.atoms.intern("inf")),
        SUP => cell::atom(db.atoms.intern("sup")),
        value => cell::small(value),
    }
}

fn need_variable(m: &mut Machine, cell: Cell) -> Res<Var> {
    match m.fd_var(cell) {
        Some(var) => Ok(var),
        None => Err(m.type_error(atoms::INTEGER, cell)),
    }
}

pub(crate) fn least(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let value = bound_cell(db, m.fd_bounds(var).0);
    Ok(m.unify(m.arg(a, 1), value))
}

pub(crate) fn greatest(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let value = bound_cell(db, m.fd_bounds(var).1);
    Ok(m.unify(m.arg(a, 1), value))
}

pub(crate) fn size(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let size = m.fd_domain(var).size().and_then(|size| i64::try_from(size).ok());
    let value = bound_cell(db, size.unwrap_or(SUP));
    Ok(m.unify(m.arg(a, 1), value))
}

pub(crate) fn domain_of(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let domain = m.fd_domain(var);
    let term = super::domain_term(m, db, &domain);
    Ok(m.unify(m.arg(a, 1), term))
}

/// How many propagators look at a variable.
fn degree_of(m: &Machine, var: Var) -> i64 {
    let Var::Open(at) = var else { return 0 };
    let Some(attribute) = m.fd_attribute(at) else { return 0 };
    let lists = [On::Domain, On::Bounds, On::Value].map(|on| m.heap[attribute + on as usize]);
    let alive = |cell: &Cell| m.heap[cell::addr(*cell) + 2] == cell::small(0);
    let count: usize = lists
        .iter()
        .filter_map(|list| m.fd_items(*list))
        .map(|items| items.iter().filter(|item| alive(item)).count())
        .sum();
    count as i64
}

pub(crate) fn degree(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let count = degree_of(m, var);
    Ok(m.unify(m.arg(a, 1), cell::small(count)))
}

/// `fd_var(X)`.
pub(crate) fn is_constrained(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let cell = m.arg(a, 0);
    Ok(cell::tag(cell) == REF && m.fd_attribute(cell::addr(cell)).is_some())
}

/// `'$fd_pick'(Strategy, Variables, Variable, Rest)`: fails when all have values.
pub(crate) fn pick(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let strategy = need_atom(m, m.arg(a, 0))?;
    let strategy = db.atoms.name(strategy).to_string();
    let items = need_list(m, m.arg(a, 1))?;
    let mut best: Option<((i128, i64), usize, Cell)> = None;
    for (at, item) in items.iter().enumerate() {
        let Some(var @ Var::Open(address)) = m.fd_var(*item) else { continue };
        let rank = match strategy.as_str() {
            "ff" => (m.fd_domain(var).size().map_or(i128::MAX, i128::from), 0),
            "ffc" => (m.fd_domain(var).size().map_or(i128::MAX, i128::from), -degree_of(m, var)),
            "min" => (i128::from(m.fd_bounds(var).0), 0),
            "max" => (-i128::from(m.fd_bounds(var).1), 0),
            _ => (0, 0),
        };
        if best.as_ref().is_none_or(|(least, _, _)| rank < *least) {
            best = Some((rank, at, cell::make(REF, address)));
        }
        if strategy == "leftmost" {
            break;
        }
        m.work(1)?;
    }
    let Some((_, at, var)) = best else { return Ok(false) };
    let rest = if strategy == "leftmost" {
        items[at + 1..].to_vec()
    } else {
        items.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, item)| *item).collect()
    };
    let rest = m.list(&rest, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 2), var) && m.unify(m.arg(a, 3), rest))
}

/// `'$fd_exclude'(X, Value)`.
pub(crate) fn exclude(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let value = m.arg(a, 1);
    m.fd_failed |= m.fd_exclude(var, cell::small_value(value)).is_none();
    settle(m)
}

/// `'$fd_values'(X, List)`: every value it may have.
pub(crate) fn values(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let var = need_variable(m, m.arg(a, 0))?;
    let domain = m.fd_domain(var);
    if domain.size().is_none_or(|size| size > 1 << 24) {
        return Err(m.instantiation_error());
    }
    let values: Vec<Cell> = domain.values().map(cell::small).collect();
    let list = m.list(&values, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), list))
}
