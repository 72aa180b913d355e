//! Quantities compare: `18_years` is at least `12_months`, of the same dimension and by its unit.
//! Rules are made for the bounds that sentences name and the quantities that are told.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::{atom, never, rule};
use crate::logic::{Atom, Clause, Literal, Term};

/// The comparisons, each with the orders in which it holds.
const COMPARISONS: [(&str, &[Ordering]); 4] = [
    ("at_least", &[Ordering::Greater, Ordering::Equal]),
    ("at_most", &[Ordering::Less, Ordering::Equal]),
    ("more_than", &[Ordering::Greater]),
    ("less_than", &[Ordering::Less]),
];

/// The most bounds that are compared with each other.
const MOST_BOUNDS: usize = 60;

/// The quantities of a session and the bounds it compares them with.
#[derive(Debug, Clone, Default)]
pub(super) struct Quantities {
    told: BTreeSet<String>,
    bounds: BTreeSet<String>,
}

impl Quantities {
    pub(super) fn take(&mut self, atom: &Atom) {
        for (place, term) in atom.arguments.iter().enumerate() {
            let Term::Constant(name) = term else { continue };
            if measured(name).is_some() {
                self.told.insert(name.clone());
                if place == 1 && is_comparison(&atom.predicate) {
                    self.bounds.insert(name.clone());
                }
            }
        }
    }

    pub(super) fn are_enough_for(&self, atom: &Atom) -> bool {
        let mut more = self.clone();
        more.take(atom);
        more.told.len() == self.told.len() && more.bounds.len() == self.bounds.len()
    }

    /// What the numbers say of each other, and what follows from one bound for another.
    pub(super) fn rules(&self, vocabulary: &[(String, usize)]) -> Vec<Clause> {
        let known = |name: &str| vocabulary.iter().any(|(n, arity)| n == name && *arity == 2);
        let graded: Vec<(String, String)> = vocabulary
            .iter()
            .filter(|(_, arity)| *arity == 2)
            .filter_map(|(name, _)| scale(name))
            .filter(|(_, adjective)| known(adjective))
            .collect();
        let bounds: Vec<&String> = if graded.is_empty() {
            self.bounds.iter().collect()
        } else {
            self.told.iter().collect()
        };
        let mut found = Vec::new();
        for bound in bounds.iter().take(MOST_BOUNDS) {
            for told in &self.told {
                found.extend(compared(told, bound));
            }
        }
        for (one, other) in pairs(&self.bounds) {
            found.extend(carried(one, other));
        }
        for (relation, adjective) in graded {
            let (old, young) = (atom(&adjective, &[0, 2]), atom(&adjective, &[1, 3]));
            let more = atom("more_than", &[2, 3]);
            found.push(rule(atom(&relation, &[0, 1]), &[old, young, more]));
        }
        if known("at_least") && known("less_than") {
            found.push(never(atom("at_least", &[0, 1]), atom("less_than", &[0, 1])));
        }
        if known("at_most") && known("more_than") {
            found.push(never(atom("at_most", &[0, 1]), atom("more_than", &[0, 1])));
        }
        found
    }
}

/// `older_than` grades `old`.
fn scale(name: &str) -> Option<(String, String)> {
    let comparative = name.strip_suffix("_than")?;
    let adjective = english::morphology::graded(comparative, "er")?;
    Some((name.to_owned(), adjective))
}

fn is_comparison(predicate: &str) -> bool {
    COMPARISONS.iter().any(|(name, _)| *name == predicate)
}

/// A quantity's dimension and size, if a constant is one.
fn measured(name: &str) -> Option<(String, f64)> {
    let (number, unit) = name.split_once('_')?;
    let number: f64 = number.parse().ok()?;
    let lemma = english::morphology::nouns(unit).into_iter().next().map(|(lemma, _)| lemma);
    let lemma = lemma.unwrap_or_else(|| unit.to_owned());
    match english::lexicon::unit(&lemma).or_else(|| english::lexicon::unit(unit)) {
        Some((dimension, factor)) => Some((dimension.to_owned(), number * factor)),
        None => Some((lemma, number)),
    }
}

fn order(one: &str, other: &str) -> Option<Ordering> {
    let ((dimension, size), (same, bound)) = (measured(one)?, measured(other)?);
    if dimension != same {
        return None;
    }
    // Months and years are averages: what differs by less than a thousandth is equal.
    if (size - bound).abs() <= bound.abs() * 1e-9 {
        Some(Ordering::Equal)
    } else {
        size.partial_cmp(&bound)
    }
}

fn fact(positive: bool, name: &str, one: &str, other: &str) -> Clause {
    let atom = Atom::new(name, vec![Term::constant(one), Term::constant(other)]);
    Clause::Rule { head: Literal { positive, atom }, body: Vec::new() }
}

/// What the numbers of two quantities say.
fn compared(told: &str, bound: &str) -> Vec<Clause> {
    let Some(order) = order(told, bound) else { return Vec::new() };
    let holds = |orders: &[Ordering]| orders.contains(&order);
    COMPARISONS.iter().map(|(name, orders)| fact(holds(orders), name, told, bound)).collect()
}

fn pairs(bounds: &BTreeSet<String>) -> impl Iterator<Item = (&String, &String)> {
    let some = || bounds.iter().take(MOST_BOUNDS);
    some().flat_map(move |one| some().map(move |other| (one, other)))
}

/// What is at least two years is at least one, and not less than one.
fn carried(one: &str, other: &str) -> Vec<Clause> {
    let Some(order) = order(one, other) else { return Vec::new() };
    let said = |name: &str, bound: &str| {
        Literal::holds(Atom::new(name, vec![Term::Variable(0), Term::constant(bound)]))
    };
    let follows =
        |from: &str, to: &str| Clause::Rule { head: said(to, other), body: vec![said(from, one)] };
    let denies = |from: &str, to: &str| Clause::Rule {
        head: said(to, other).negated(),
        body: vec![said(from, one)],
    };
    let mut found = Vec::new();
    if order != Ordering::Less {
        found.extend([follows("more_than", "more_than"), follows("more_than", "at_least")]);
        found.extend([denies("more_than", "at_most"), denies("more_than", "less_than")]);
        found.push(denies("at_least", "less_than"));
        if one != other {
            found.push(follows("at_least", "at_least"));
        }
    }
    if order == Ordering::Greater {
        found.extend([follows("at_least", "more_than"), denies("at_least", "at_most")]);
    }
    if order != Ordering::Greater {
        found.extend([follows("less_than", "less_than"), follows("less_than", "at_most")]);
        found.extend([denies("less_than", "at_least"), denies("less_than", "more_than")]);
        found.push(denies("at_most", "more_than"));
        if one != other {
            found.push(follows("at_most", "at_most"));
        }
    }
    if order == Ordering::Less {
        found.extend([follows("at_most", "less_than"), denies("at_most", "at_least")]);
    }
    let itself =
        |clause: &Clause| matches!(clause, Clause::Rule { head, body } if body.contains(head));
    found.retain(|clause| !itself(clause));
    found
}
