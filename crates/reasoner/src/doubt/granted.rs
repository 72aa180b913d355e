//! The ordinary assumptions a reader makes without being told: a name is of the class that the rules
//! about such things speak of, and words that differ only in their form mean the same.
//! The fewest that decide an open question are found; nothing is decided on more.

use std::collections::BTreeSet;

use super::links::Links;
use super::stems::{same_form, same_thing};
use super::{Doubt, Open};
use crate::classical::{self, Decision, Premise};
use crate::logic::{Atom, Formula, Term};

/// What an open question comes to on assumptions that nobody would object to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Granted {
    /// Whether it is so.
    pub(crate) holds: bool,
    /// What has to be granted.
    pub(crate) taken: Vec<Doubt>,
    /// The sentences that decide it then.
    pub(crate) sentences: Vec<usize>,
}

/// The answer to an open question when the usual is taken for granted.
pub(crate) fn granted(open: &Open<'_>) -> Option<Granted> {
    let classes = open.class_assumptions();
    let words = open.word_assumptions();
    let both: Vec<_> = classes.iter().chain(&words).cloned().collect();
    [&classes, &words, &both].into_iter().find_map(|assumed| open.under(assumed))
}

impl Open<'_> {
    fn class_assumptions(&self) -> Vec<(Doubt, Formula)> {
        let atom = |name: &str, class: &str| Atom::new(class, vec![Term::constant(name)]);
        let assumed = Links::of(self).classes.into_iter().map(|(name, class)| {
            let formula = Formula::Atom(atom(&name, &class));
            (Doubt::Class(name, class), formula)
        });
        assumed.collect()
    }

    fn word_assumptions(&self) -> Vec<(Doubt, Formula)> {
        let uses: BTreeSet<(&str, usize)> =
            self.atoms().map(|a| (a.predicate.as_str(), a.arguments.len())).collect();
        let mut found = Vec::new();
        for (index, (one, arity)) in uses.iter().enumerate() {
            let others = uses.iter().skip(index + 1);
            for (other, _) in others.filter(|(other, n)| n == arity && same_form(one, other)) {
                let alike = Doubt::Alike((*one).to_owned(), (*other).to_owned());
                found.push((alike, interchangeable(one, other, *arity)));
            }
        }
        let constants: BTreeSet<&str> = self.constants().collect();
        for (index, one) in constants.iter().enumerate() {
            for other in constants.iter().skip(index + 1) {
                let named = |constant: &str| self.names.contains(constant);
                if same_thing(one, other, &named) || self.is_called_after(one, other) {
                    let alike = Doubt::Alike((*one).to_owned(), (*other).to_owned());
                    found.push((alike, self.one_thing(one, other)));
                }
            }
        }
        found
    }

    fn constants(&self) -> impl Iterator<Item = &str> {
        self.atoms().flat_map(|atom| &atom.arguments).filter_map(|term| match term {
            Term::Constant(name) => Some(name.as_str()),
            Term::Variable(_) | Term::Witness(..) => None,
        })
    }

    /// Phuoc Binh national park, which is a national park, may be called Phuoc Binh.
    fn is_called_after(&self, short: &str, long: &str) -> bool {
        let Some(rest) = long.strip_prefix(short).and_then(|rest| rest.strip_prefix('_')) else {
            return false;
        };
        let said: Vec<&str> = self
            .atoms()
            .filter(|a| a.arguments.as_slice() == [Term::constant(long)])
            .flat_map(|a| a.predicate.split('_'))
            .collect();
        rest.split('_').all(|word| said.contains(&word))
    }

    /// What is said of one constant is said of the other.
    fn one_thing(&self, one: &str, other: &str) -> Formula {
        let mut uses: BTreeSet<(&str, usize, usize)> = BTreeSet::new();
        for atom in self.atoms() {
            for (place, argument) in atom.arguments.iter().enumerate() {
                if matches!(argument, Term::Constant(name) if name == one || name == other) {
                    uses.insert((&atom.predicate, atom.arguments.len(), place));
                }
            }
        }
        let rules = uses.into_iter().map(|(predicate, arity, place)| {
            let variables = numbered(arity);
            let with = |constant: &str| {
                let mut terms: Vec<Term> = variables.iter().map(|v| Term::Variable(*v)).collect();
                terms[place] = Term::constant(constant);
                Box::new(Formula::Atom(Atom::new(predicate, terms)))
            };
            let both = Formula::Iff(with(one), with(other));
            let others: Vec<u32> =
                variables.iter().copied().filter(|v| *v as usize != place).collect();
            if others.is_empty() { both } else { Formula::All(others, Box::new(both)) }
        });
        Formula::and(rules.collect())
    }

    /// The decision with these assumptions, and those of them that it needs.
    fn under(&self, assumed: &[(Doubt, Formula)]) -> Option<Granted> {
        let told = self.premises.iter().filter_map(|premise| premise.origin).max();
        let first = told.map_or(0, |last| last + 1);
        // Assumptions come first: the search for a smallest set tries to do without them first.
        let mut premises: Vec<Premise> = assumed
            .iter()
            .enumerate()
            .map(|(index, (_, formula))| Premise {
                formula: formula.clone(),
                origin: Some(first + index),
            })
            .collect();
        if premises.is_empty() {
            return None;
        }
        premises.extend(self.premises.iter().cloned());
        let (holds, core) = match classical::decide(&premises, self.question, self.limits) {
            Decision::Entailed(core) => (true, core),
            Decision::Refuted(core) => (false, core),
            Decision::Open | Decision::TooLarge(_) | Decision::Inconsistent(_) => return None,
        };
        let (sentences, granted): (Vec<usize>, Vec<usize>) =
            core.into_iter().partition(|origin| *origin < first);
        let taken = granted.iter().filter_map(|origin| assumed.get(origin - first));
        Some(Granted { holds, taken: taken.map(|(doubt, _)| doubt.clone()).collect(), sentences })
    }
}

fn numbered(arity: usize) -> Vec<u32> {
    (0..u32::try_from(arity).unwrap_or(0)).collect()
}

fn interchangeable(one: &str, other: &str, arity: usize) -> Formula {
    let variables = numbered(arity);
    let atom = |name: &str| {
        let terms = variables.iter().map(|v| Term::Variable(*v)).collect();
        Box::new(Formula::Atom(Atom::new(name, terms)))
    };
    let both = Formula::Iff(atom(one), atom(other));
    if variables.is_empty() { both } else { Formula::All(variables, Box::new(both)) }
}
