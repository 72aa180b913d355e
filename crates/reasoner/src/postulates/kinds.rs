//! Kinds and their members: who works at pools works at some pool, and a kind is of its own kind.
//! Only kinds whose members are spoken of too are linked.

use std::collections::{BTreeMap, BTreeSet};

use super::{atom, rule};
use crate::english::morphology::{Form, plural, verb_forms};
use crate::logic::{Atom, Clause, Literal, Term};

/// Verbs about a kind as such: who likes dogs need not like any one dog.
const ABOUT_KINDS: &[&str] = &[
    "like",
    "love",
    "hate",
    "dislike",
    "fear",
    "prefer",
    "enjoy",
    "want",
    "need",
    "know",
    "study",
    "understand",
    "admire",
    "respect",
    "trust",
    "value",
    "avoid",
    "require",
    "resemble",
    "lack",
    "seek",
    "demand",
    "appreciate",
    "believe",
    "care",
    "think",
    "dream",
    "major",
    "specialize",
    "oppose",
    "support",
    "promote",
    "include",
    "become",
    "remain",
    "call",
    "define",
    "mean",
];

/// Classes, and the constants that may turn out to be kinds.
#[derive(Debug, Clone, Default)]
pub(super) struct Kinds {
    classes: BTreeSet<String>,
    /// Classes by their plural.
    plurals: BTreeMap<String, String>,
    /// Predicate, number of places, place, constant.
    uses: BTreeSet<(String, usize, usize, String)>,
}

impl Kinds {
    /// Takes note of the classes and constants of an atom.
    pub(super) fn take(&mut self, atom: &Atom) {
        let arity = atom.arguments.len();
        if arity == 1 && self.classes.insert(atom.predicate.clone()) {
            let many = plural(&atom.predicate.replace('_', " ")).replace(' ', "_");
            self.plurals.insert(many, atom.predicate.clone());
        }
        for (place, argument) in atom.arguments.iter().enumerate() {
            if let Term::Constant(name) = argument {
                self.uses.insert((atom.predicate.clone(), arity, place, name.clone()));
            }
        }
    }

    /// Whether an atom whose predicate is known makes no rule that is not there.
    pub(super) fn are_enough_for(&self, atom: &Atom) -> bool {
        atom.arguments.iter().all(|argument| match argument {
            Term::Constant(name) => {
                !self.classes.contains(name.as_str())
                    && self.members(name).is_none()
                    && some_of(name).and_then(|kind| self.members(kind)).is_none()
            }
            Term::Variable(_) | Term::Witness(..) => true,
        })
    }

    /// The rules that link kinds and members; loosely, as if every verb were about members.
    pub(super) fn rules(&self, is_name: &dyn Fn(&str) -> bool, loose: bool) -> Vec<Clause> {
        let mut clauses = Vec::new();
        let mut own: BTreeSet<&str> = BTreeSet::new();
        for (predicate, arity, place, kind) in &self.uses {
            if self.classes.contains(kind) && !is_name(kind) && own.insert(kind) {
                clauses.push(Clause::Rule {
                    head: Literal::holds(Atom::new(kind.clone(), vec![Term::constant(kind)])),
                    body: Vec::new(),
                });
            }
            if *arity < 2 || !(loose || takes_members(predicate)) {
                continue;
            }
            let said = (predicate.as_str(), *arity, *place);
            if let Some(description) = self.members(kind) {
                clauses.extend(both_ways(said, kind, &description));
                if loose {
                    clauses.extend(each_member(said, kind, &description));
                }
            } else if let Some(description) = some_of(kind).and_then(|kind| self.members(kind)) {
                clauses.extend(one_member(said, kind, &description));
            }
        }
        clauses
    }

    /// The classes a member of a kind belongs to: `high_prices` are high and a price.
    fn members(&self, kind: &str) -> Option<Vec<&str>> {
        if let Some(class) = self.plurals.get(kind) {
            return Some(vec![class]);
        }
        let (first, rest) = kind.split_once('_')?;
        let adjective = self.classes.get(first)?;
        let mut found = self.members(rest)?;
        found.insert(0, adjective);
        Some(found)
    }
}

/// Whether what is said of a kind is said of some of its members.
fn takes_members(predicate: &str) -> bool {
    let mut words = predicate.split('_').skip_while(|word| word.ends_with("ly"));
    let first = words.next().unwrap_or(predicate);
    if ["has", "in", "at", "on", "with", "near", "does"].contains(&first) {
        return true;
    }
    let able = ["can", "could"].contains(&first);
    let verb = if able { words.find(|word| !word.ends_with("ly")) } else { Some(first) };
    let expected = if able { Form::Base } else { Form::Third };
    let forms = verb.map(verb_forms).unwrap_or_default();
    let lemma = forms.iter().find(|(_, form)| *form == expected).map(|(lemma, _)| lemma.as_str());
    lemma.is_some_and(|lemma| !ABOUT_KINDS.contains(&lemma))
}

/// The kind of which an amount is spoken of: `many_footballs`.
fn some_of(amount: &str) -> Option<&str> {
    const AMOUNTS: &[&str] = &["many_", "several_", "both_"];
    AMOUNTS.iter().find_map(|front| amount.strip_prefix(front))
}

fn both_ways(
    (predicate, arity, place): (&str, usize, usize),
    kind: &str,
    classes: &[&str],
) -> Vec<Clause> {
    let all: Vec<u32> = (0..u32::try_from(arity).unwrap_or(0)).collect();
    let with = |term: Term| {
        let mut said = atom(predicate, &all);
        if let Some(argument) = said.arguments.get_mut(place) {
            *argument = term;
        }
        said
    };
    let of_kind = with(Term::constant(kind));
    let member = all.get(place).map_or_else(|| Term::constant(kind), |v| Term::Variable(*v));
    let mut body = vec![with(member.clone())];
    body.extend(classes.iter().map(|class| Atom::new(*class, vec![member.clone()])));
    let mut clauses = vec![rule(of_kind, &body)];
    clauses.extend(one_member((predicate, arity, place), kind, classes));
    clauses
}

/// What is said of a kind is said of each of its members, of which there are some.
fn each_member(
    (predicate, arity, place): (&str, usize, usize),
    kind: &str,
    classes: &[&str],
) -> Vec<Clause> {
    let all: Vec<u32> = (0..u32::try_from(arity).unwrap_or(0)).collect();
    let member = all.get(place).map_or_else(|| Term::constant(kind), |v| Term::Variable(*v));
    let said = atom(predicate, &all);
    let mut of_kind = said.clone();
    if let Some(argument) = of_kind.arguments.get_mut(place) {
        *argument = Term::constant(kind);
    }
    let of_class = |class: &&str| Atom::new(*class, vec![member.clone()]);
    let body: Vec<Atom> = std::iter::once(of_kind).chain(classes.iter().map(of_class)).collect();
    let one = Term::Witness(format!("one_of_{kind}"), Vec::new());
    let mut clauses = vec![rule(said, &body)];
    clauses.extend(classes.iter().map(|class| rule(Atom::new(*class, vec![one.clone()]), &[])));
    clauses
}

/// What is said of a kind is said of one of its members.
fn one_member(
    (predicate, arity, place): (&str, usize, usize),
    kind: &str,
    classes: &[&str],
) -> Vec<Clause> {
    let all: Vec<u32> = (0..u32::try_from(arity).unwrap_or(0)).collect();
    let with = |term: Term| {
        let mut said = atom(predicate, &all);
        if let Some(argument) = said.arguments.get_mut(place) {
            *argument = term;
        }
        said
    };
    let of_kind = with(Term::constant(kind));
    let others: Vec<Term> = of_kind.arguments.iter().filter(|t| !t.is_ground()).cloned().collect();
    let witness = Term::Witness(format!("one_of_{kind}_{predicate}_{place}"), others);
    let mut clauses = vec![rule(with(witness.clone()), std::slice::from_ref(&of_kind))];
    clauses.extend(classes.iter().map(|class| {
        rule(Atom::new(*class, vec![witness.clone()]), std::slice::from_ref(&of_kind))
    }));
    clauses
}
