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

/// The rules that link kinds and members among these atoms.
pub(super) fn rules<'a>(
    atoms: impl Iterator<Item = &'a Atom>,
    is_name: &dyn Fn(&str) -> bool,
    loose: bool,
) -> Vec<Clause> {
    let mut classes: BTreeSet<&str> = BTreeSet::new();
    let mut uses: BTreeSet<(&str, usize, usize, &str)> = BTreeSet::new();
    for found in atoms {
        if found.arguments.len() == 1 {
            classes.insert(&found.predicate);
        }
        for (place, argument) in found.arguments.iter().enumerate() {
            if let Term::Constant(name) = argument {
                uses.insert((&found.predicate, found.arguments.len(), place, name));
            }
        }
    }
    let plurals: BTreeMap<String, &str> = classes
        .iter()
        .map(|class| (plural(&class.replace('_', " ")).replace(' ', "_"), *class))
        .collect();
    let mut clauses = Vec::new();
    let mut own: BTreeSet<&str> = BTreeSet::new();
    for (predicate, arity, place, kind) in uses {
        if classes.contains(kind) && !is_name(kind) && own.insert(kind) {
            clauses.push(Clause::Rule {
                head: Literal::holds(Atom::new(kind, vec![Term::constant(kind)])),
                body: Vec::new(),
            });
        }
        if arity > 1
            && (loose || takes_members(predicate))
            && let Some(description) = members(kind, &classes, &plurals)
        {
            clauses.extend(both_ways((predicate, arity, place), kind, &description));
        }
    }
    clauses
}

/// Whether what is said of a kind is said of some of its members.
fn takes_members(predicate: &str) -> bool {
    let first = predicate.split('_').next().unwrap_or(predicate);
    if ["has", "in", "at", "on", "with", "near", "does"].contains(&first) {
        return true;
    }
    let forms = verb_forms(first);
    let third = forms.iter().find(|(_, form)| *form == Form::Third);
    third.is_some_and(|(lemma, _)| !ABOUT_KINDS.contains(&lemma.as_str()))
}

/// The classes a member of a kind belongs to: `high_prices` are high and a price.
fn members<'c>(
    kind: &str,
    classes: &BTreeSet<&'c str>,
    plurals: &BTreeMap<String, &'c str>,
) -> Option<Vec<&'c str>> {
    if let Some(class) = plurals.get(kind) {
        return Some(vec![class]);
    }
    let (first, rest) = kind.split_once('_')?;
    let adjective = classes.get(first)?;
    let mut found = members(rest, classes, plurals)?;
    found.insert(0, adjective);
    Some(found)
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
    let mut clauses = vec![rule(of_kind.clone(), &body)];
    let others: Vec<Term> = of_kind.arguments.iter().filter(|t| !t.is_ground()).cloned().collect();
    let witness = Term::Witness(format!("one_of_{kind}_{predicate}_{place}"), others);
    clauses.push(rule(with(witness.clone()), std::slice::from_ref(&of_kind)));
    clauses.extend(classes.iter().map(|class| {
        rule(Atom::new(*class, vec![witness.clone()]), std::slice::from_ref(&of_kind))
    }));
    clauses
}
