//! ISO arithmetic: the table of evaluable functors and the evaluator of expressions.
//! Knows numbers and errors, nothing of control.

pub(crate) mod functions;
pub(crate) mod large;
pub(crate) mod number;

use crate::atoms;
use crate::boxes;
use crate::cell::{self, BOX, Cell, INT, LST, REF, STR};
use crate::db::Db;
use crate::machine::{Machine, Res, Stop};
use crate::watch::Watch;
use functions::Bad;
use number::Num;
use std::cmp::Ordering;

/// A function of two numbers that may take long.
type Two = fn(Num, Num, &Watch) -> Result<Num, Bad>;

/// What an evaluable functor computes.
#[derive(Clone, Copy)]
pub(crate) enum Function {
    Zero(fn(&mut Machine) -> Num),
    One(fn(Num) -> Result<Num, Bad>),
    /// Of one operand, by lot.
    Drawn(fn(&mut Machine, Num) -> Result<Num, Bad>),
    Two(Two),
}

/// One row of the table.
pub(crate) struct Evaluable {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    function: Function,
}

const fn one(name: &'static str, function: fn(Num) -> Result<Num, Bad>) -> Evaluable {
    Evaluable { name, arity: 1, function: Function::One(function) }
}

const fn drawn(
    name: &'static str,
    function: fn(&mut Machine, Num) -> Result<Num, Bad>,
) -> Evaluable {
    Evaluable { name, arity: 1, function: Function::Drawn(function) }
}

const fn two(name: &'static str, function: Two) -> Evaluable {
    Evaluable { name, arity: 2, function: Function::Two(function) }
}

const fn zero(name: &'static str, function: fn(&mut Machine) -> Num) -> Evaluable {
    Evaluable { name, arity: 0, function: Function::Zero(function) }
}

/// Every evaluable functor. The compiler relies on the first four rows.
pub(crate) static TABLE: &[Evaluable] = &[
    one("+", Ok),
    two("+", functions::add),
    two("-", functions::sub),
    two("*", functions::mul),
    two("/", functions::divide),
    two("//", functions::int_divide),
    two("div", functions::floor_divide),
    two("mod", functions::modulo),
    two("rem", functions::remainder),
    two("min", functions::min),
    two("max", functions::max),
    two("**", functions::power),
    two("^", functions::int_power),
    two(">>", functions::shift_right),
    two("<<", functions::shift_left),
    two("/\\", functions::and),
    two("\\/", functions::or),
    two("xor", functions::xor),
    two("atan2", functions::atan2),
    two("atan", functions::atan2),
    two("copysign", functions::copysign),
    two("gcd", functions::gcd),
    two("log", functions::log_base),
    one("-", functions::negate),
    one("abs", functions::abs),
    one("sign", functions::sign),
    one("succ", functions::succ),
    one("\\", functions::complement),
    one("msb", functions::msb),
    one("sqrt", functions::sqrt),
    one("sin", functions::sin),
    one("cos", functions::cos),
    one("tan", functions::tan),
    one("asin", functions::asin),
    one("acos", functions::acos),
    one("atan", functions::atan),
    one("sinh", functions::sinh),
    one("cosh", functions::cosh),
    one("tanh", functions::tanh),
    one("asinh", functions::asinh),
    one("acosh", functions::acosh),
    one("atanh", functions::atanh),
    one("exp", functions::exp),
    one("log", functions::log),
    one("log2", functions::log2),
    one("float", functions::float),
    one("integer", functions::integer),
    one("truncate", functions::truncate),
    one("round", functions::round),
    one("ceiling", functions::ceiling),
    one("floor", functions::floor),
    one("float_integer_part", functions::integer_part),
    one("float_fractional_part", functions::fractional_part),
    zero("pi", |_| Num::Float(std::f64::consts::PI)),
    zero("e", |_| Num::Float(std::f64::consts::E)),
    zero("inf", |_| Num::Float(f64::INFINITY)),
    zero("nan", |_| Num::Float(f64::NAN)),
    zero("epsilon", |_| Num::Float(f64::EPSILON)),
    zero("max_tagged_integer", |_| Num::Int(cell::MAX_SMALL)),
    zero("min_tagged_integer", |_| Num::Int(cell::MIN_SMALL)),
    zero("max_integer", |_| Num::Int(i64::MAX)),
    zero("min_integer", |_| Num::Int(i64::MIN)),
    drawn("random", |machine, most| match most {
        Num::Int(bound) if bound > 0 => {
            Ok(Num::Int(((machine.random_float() * bound as f64) as i64).min(bound - 1)))
        }
        Num::Int(_) | Num::Big(_) | Num::Float(_) => Err(Bad::NotLessThanOne(most)),
    }),
    zero("random", |machine| Num::Float(machine.random_float())),
    zero("random_float", |machine| Num::Float(machine.random_float())),
    zero("cputime", |machine| Num::Float(machine.watch.elapsed().as_secs_f64())),
    zero("realtime", |machine| Num::Int(machine.watch.elapsed().as_secs() as i64)),
];

/// Applies a binary functor of the table to two dereferenced operands.
#[inline(never)]
pub(crate) fn binary(m: &mut Machine, db: &Db, number: usize, a: Cell, b: Cell) -> Res<Cell> {
    let a = operand(m, db, a)?;
    let b = operand(m, db, b)?;
    let value = apply2(m, number, a, b)?;
    store(m, &value)
}

/// Applies a unary functor of the table.
#[inline(never)]
pub(crate) fn unary(m: &mut Machine, db: &Db, number: usize, a: Cell) -> Res<Cell> {
    let a = operand(m, db, a)?;
    let value = apply1(m, number, a)?;
    store(m, &value)
}

/// Compares two expressions; nothing when one is not a number.
#[inline(never)]
pub(crate) fn compare(m: &mut Machine, db: &Db, a: Cell, b: Cell) -> Res<Option<Ordering>> {
    let a = operand(m, db, a)?;
    let b = operand(m, db, b)?;
    Ok(a.compare(&b))
}

fn operand(m: &mut Machine, db: &Db, cell: Cell) -> Res<Num> {
    match number::read(&m.heap, cell) {
        Some(number) => Ok(number),
        None => evaluate(m, db, cell),
    }
}

fn store(m: &mut Machine, value: &Num) -> Res<Cell> {
    if let Num::Big(big) = value {
        m.check_cells(big.bits() as usize / 64)?;
    }
    Ok(number::write(&mut m.heap, value))
}

fn apply1(m: &mut Machine, number: usize, a: Num) -> Res<Num> {
    if let Function::One(function) = TABLE[number].function {
        return function(a).map_err(|bad| bad.into_error(m));
    }
    if let Function::Drawn(function) = TABLE[number].function {
        return function(m, a).map_err(|bad| bad.into_error(m));
    }
    Ok(a)
}

fn apply2(m: &mut Machine, number: usize, a: Num, b: Num) -> Res<Num> {
    if let Function::Two(function) = TABLE[number].function {
        functions::check_size(m, number, &a, &b)?;
        return function(a, b, &m.watch).map_err(|bad| bad.into_error(m));
    }
    Ok(a)
}

enum Work {
    Eval(Cell),
    Apply(usize, usize),
}

/// Evaluates an expression term of any depth.
pub(crate) fn evaluate(m: &mut Machine, db: &Db, term: Cell) -> Res<Num> {
    let mut work = vec![Work::Eval(term)];
    let mut values: Vec<Num> = Vec::new();
    let mut steps = 0;
    while let Some(item) = work.pop() {
        // A cyclic expression would be evaluated for ever.
        if m.step(&mut steps) {
            return Err(m.over());
        }
        match item {
            Work::Eval(cell) => visit(m, db, cell, &mut work, &mut values)?,
            Work::Apply(number, 2) => {
                let (Some(b), Some(a)) = (values.pop(), values.pop()) else { break };
                values.push(apply2(m, number, a, b)?);
            }
            Work::Apply(number, _) => {
                let Some(a) = values.pop() else { break };
                values.push(apply1(m, number, a)?);
            }
        }
    }
    match values.pop() {
        Some(value) => Ok(value),
        None => Err(m.instantiation_error()),
    }
}

fn visit(
    m: &mut Machine,
    db: &Db,
    cell: Cell,
    work: &mut Vec<Work>,
    values: &mut Vec<Num>,
) -> Res<()> {
    use crate::compile::Linker as _;
    let cell = m.deref(cell);
    if let Some(number) = number::read(&m.heap, cell) {
        values.push(number);
        return Ok(());
    }
    let (name, arity, at) = match cell::tag(cell) {
        REF => return Err(m.instantiation_error()),
        BOX => return string_value(m, cell, values),
        STR | LST => boxes::structure(&m.heap, cell).unwrap_or((atoms::NIL, 0, 0)),
        _ => (cell::atom_id(cell), 0, 0),
    };
    if cell::tag(cell) == LST {
        // `[X]` evaluates X.
        let tail = m.deref(m.heap[at + 1]);
        if tail != cell::atom(atoms::NIL) {
            return Err(m.type_error(atoms::EVALUABLE, cell));
        }
        work.push(Work::Eval(m.heap[at]));
        return Ok(());
    }
    let Some(number) = db.evaluable(name, arity).map(|number| number as usize) else {
        let indicator = m.indicator(name, arity);
        return Err(m.type_error(atoms::EVALUABLE, indicator));
    };
    if let Function::Zero(function) = TABLE[number].function {
        let value = function(m);
        values.push(value);
        return Ok(());
    }
    work.push(Work::Apply(number, arity));
    for i in (0..arity).rev() {
        work.push(Work::Eval(m.heap[at + i]));
    }
    Ok(())
}

/// A one-character string is the code of that character.
fn string_value(m: &mut Machine, cell: Cell, values: &mut Vec<Num>) -> Res<()> {
    let text = boxes::string_at(&m.heap, cell::addr(cell));
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => {
            values.push(Num::Int(i64::from(u32::from(c))));
            Ok(())
        }
        _ => Err(m.type_error(atoms::CHARACTER, cell)),
    }
}

/// Evaluates an argument that must come out as an integer.
pub(crate) fn integer(m: &mut Machine, db: &Db, cell: Cell) -> Res<Num> {
    let value = evaluate(m, db, cell)?;
    if let Num::Float(_) = value {
        let cell = number::write(&mut m.heap, &value);
        return Err(m.type_error(atoms::INTEGER, cell));
    }
    Ok(value)
}

/// The value of an expression as a cell.
pub(crate) fn value(m: &mut Machine, db: &Db, cell: Cell) -> Res<Cell> {
    if cell::tag(cell) == INT {
        return Ok(cell);
    }
    let value = evaluate(m, db, cell)?;
    store(m, &value)
}

impl Machine {
    /// A pseudo-random float below 1, from a generator seeded the same way every time.
    pub(crate) fn random_float(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Bad {
    fn into_error(self, m: &mut Machine) -> Stop {
        match self {
            Self::Type(expected, value) => {
                let cell = number::write(&mut m.heap, &value);
                m.type_error(expected, cell)
            }
            Self::Evaluation(what) => m.evaluation_error(what),
            Self::Stopped => m.over(),
            Self::NotLessThanOne(value) => {
                let cell = number::write(&mut m.heap, &value);
                m.domain_error(atoms::NOT_LESS_THAN_ONE, cell)
            }
            Self::Memory => {
                let formal = boxes::compound(
                    &mut m.heap,
                    atoms::RESOURCE_ERROR,
                    &[cell::atom(atoms::MEMORY)],
                );
                m.error(formal)
            }
        }
    }
}
