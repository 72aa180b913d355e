//! Discourse representation: boxes of referents and conditions, and the formulas they stand for.
//! It knows logic only.

use crate::logic::{Atom, Formula};

/// A box: things introduced and what is said of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drs {
    /// Variables introduced here.
    pub variables: Vec<u32>,
    /// What is said.
    pub conditions: Vec<Condition>,
}

/// Something said inside a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// An atom.
    Atom(Atom),
    /// The box is not so.
    Not(Drs),
    /// If the first box then the second.
    Implies(Drs, Drs),
    /// Both or neither.
    Iff(Drs, Drs),
    /// At least one.
    Or(Vec<Drs>),
    /// Exactly one.
    One(Vec<Drs>),
    /// If the first box then normally the second, unless one of the others.
    Normally(Drs, Drs, Vec<Drs>),
}

impl Drs {
    /// Adds an atom.
    pub fn say(&mut self, atom: Atom) {
        self.conditions.push(Condition::Atom(atom));
    }

    /// The formula the box stands for.
    pub fn formula(self) -> Formula {
        let Self { variables, conditions } = self;
        let body = Formula::and(conditions.into_iter().map(Condition::formula).collect());
        if variables.is_empty() { body } else { Formula::Some(variables, Box::new(body)) }
    }
}

impl Condition {
    fn formula(self) -> Formula {
        match self {
            Self::Atom(atom) => Formula::Atom(atom),
            Self::Not(inner) => inner.formula().negated(),
            Self::Or(boxes) => Formula::Or(boxes.into_iter().map(Drs::formula).collect()),
            Self::One(boxes) => Formula::One(boxes.into_iter().map(Drs::formula).collect()),
            Self::Iff(a, b) => Formula::Iff(Box::new(a.formula()), Box::new(b.formula())),
            Self::Implies(a, b) => quantified(a, |body| {
                let consequence = b.formula();
                if is_empty(&body) {
                    consequence
                } else {
                    Formula::Implies(Box::new(body), Box::new(consequence))
                }
            }),
            Self::Normally(a, b, exceptions) => quantified(a, |body| {
                let exceptions = exceptions.into_iter().map(Drs::formula).collect();
                Formula::Normally(Box::new(body), Box::new(b.formula()), exceptions)
            }),
        }
    }
}

fn is_empty(formula: &Formula) -> bool {
    matches!(formula, Formula::And(parts) if parts.is_empty())
}

/// The variables of a condition's first box are read as "for all".
fn quantified(a: Drs, build: impl FnOnce(Formula) -> Formula) -> Formula {
    let Drs { variables, conditions } = a;
    let body = Formula::and(conditions.into_iter().map(Condition::formula).collect());
    let inner = build(body);
    if variables.is_empty() { inner } else { Formula::All(variables, Box::new(inner)) }
}
