//! What a sentence comes to: formulas about things, in the terms of no particular solver.

use std::collections::BTreeMap;
use std::fmt;

use crate::morphology::plural;

/// Something spoken of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    /// Anything, bound by a quantifier.
    Variable(u32),
    /// A named thing.
    Constant(String),
    /// So many of a unit or of a kind of thing.
    Quantity(String, String),
    /// Something that was mentioned before, by its number there.
    Known(usize),
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Formula {
    /// A predicate of things.
    Atom(String, Vec<Thing>),
    /// It is not so.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// At least one of them.
    Or(Vec<Formula>),
    /// Exactly one of them.
    One(Vec<Formula>),
    /// If the first then the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all.
    All(Vec<u32>, Box<Formula>),
    /// There is.
    Some(Vec<u32>, Box<Formula>),
    /// For all: if the first then normally the second, unless the third.
    Normally(Vec<u32>, Box<Formula>, Box<Formula>, Option<Box<Formula>>),
}

impl Formula {
    /// Joins, without a wrapper around a single part.
    pub fn and(parts: Vec<Self>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            if let Self::And(inner) = part {
                flat.extend(inner);
            } else {
                flat.push(part);
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Self::And(flat) }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::And(parts) if parts.is_empty())
    }

    /// Quantifies, when there is something to quantify over.
    pub fn some(variables: Vec<u32>, inner: Self) -> Self {
        if variables.is_empty() { inner } else { Self::Some(variables, Box::new(inner)) }
    }

    /// The same for all.
    pub fn all(variables: Vec<u32>, inner: Self) -> Self {
        if variables.is_empty() { inner } else { Self::All(variables, Box::new(inner)) }
    }

    /// The atoms, in order.
    pub fn atoms(&self) -> Vec<(&str, &[Thing])> {
        let mut found = Vec::new();
        self.visit(&mut found);
        found
    }

    fn visit<'a>(&'a self, found: &mut Vec<(&'a str, &'a [Thing])>) {
        match self {
            Self::Atom(name, things) => found.push((name, things)),
            Self::Not(inner) | Self::All(_, inner) | Self::Some(_, inner) => inner.visit(found),
            Self::And(parts) | Self::Or(parts) | Self::One(parts) => {
                parts.iter().for_each(|part| part.visit(found));
            }
            Self::Implies(a, b) | Self::Iff(a, b) => {
                a.visit(found);
                b.visit(found);
            }
            Self::Normally(_, a, b, unless) => {
                a.visit(found);
                b.visit(found);
                unless.iter().for_each(|unless| unless.visit(found));
            }
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(number) => write!(f, "?{number}"),
            Self::Constant(name) => f.write_str(name),
            Self::Quantity(number, unit) => write!(f, "'{}'", quantity(number, unit)),
            Self::Known(number) => write!(f, "#{number}"),
        }
    }
}

/// A quantity as one name: `18_years`.
pub fn quantity(number: &str, unit: &str) -> String {
    match (unit, number) {
        ("", _) => number.to_owned(),
        ("percent", _) | (_, "1") => format!("{number}_{unit}"),
        _ => format!("{number}_{}", plural(unit)),
    }
}

/// A formula as text, its variables lettered in the order of appearance.
pub fn written(formula: &Formula) -> String {
    let mut letters = BTreeMap::new();
    show(formula, &mut letters, false)
}

type Letters = BTreeMap<u32, String>;

fn letter(variable: u32, letters: &mut Letters) -> String {
    let next = letters.len();
    let name = ["X", "Y", "Z", "U", "V", "W"]
        .get(next)
        .map_or_else(|| format!("X{next}"), |l| (*l).to_owned());
    letters.entry(variable).or_insert(name).clone()
}

fn show(formula: &Formula, letters: &mut Letters, nested: bool) -> String {
    let mut names = |variables: &[u32]| {
        let all: Vec<String> = variables.iter().map(|v| letter(*v, letters)).collect();
        all.join(",")
    };
    let (text, simple) = match formula {
        Formula::Atom(name, things) => (atom(name, things, letters), true),
        Formula::Not(inner) => {
            (format!("~{}", show(inner, letters, true)), matches!(**inner, Formula::Atom(..)))
        }
        Formula::And(parts) => (joined(parts, " & ", letters), false),
        Formula::Or(parts) => (joined(parts, " | ", letters), false),
        Formula::One(parts) => (joined(parts, " xor ", letters), false),
        Formula::Implies(a, b) => {
            (format!("{} => {}", show(a, letters, true), show(b, letters, true)), false)
        }
        Formula::Iff(a, b) => {
            (format!("{} <=> {}", show(a, letters, true), show(b, letters, true)), false)
        }
        Formula::All(variables, inner) => {
            let names = names(variables);
            (format!("all {names}: {}", show(inner, letters, false)), false)
        }
        Formula::Some(variables, inner) => {
            let names = names(variables);
            (format!("some {names}: {}", show(inner, letters, false)), false)
        }
        Formula::Normally(variables, a, b, unless) => {
            let names = names(variables);
            let head =
                if names.is_empty() { "normally".to_owned() } else { format!("normally {names}:") };
            let given = if a.is_empty() {
                String::new()
            } else {
                format!("{} => ", show(a, letters, true))
            };
            let mut text = format!("{head} {given}{}", show(b, letters, true));
            if let Some(unless) = unless {
                text.push_str(" unless ");
                text.push_str(&show(unless, letters, true));
            }
            (text, false)
        }
    };
    if nested && !simple { format!("({text})") } else { text }
}

fn joined(parts: &[Formula], mark: &str, letters: &mut Letters) -> String {
    let parts: Vec<String> = parts.iter().map(|part| show(part, letters, true)).collect();
    parts.join(mark)
}

/// An atom as text.
pub fn atom(name: &str, things: &[Thing], letters: &mut BTreeMap<u32, String>) -> String {
    let things: Vec<String> = things
        .iter()
        .map(|thing| match thing {
            Thing::Variable(variable) => letter(*variable, letters),
            Thing::Constant(_) | Thing::Quantity(..) | Thing::Known(_) => thing.to_string(),
        })
        .collect();
    format!("{name}({})", things.join(", "))
}
