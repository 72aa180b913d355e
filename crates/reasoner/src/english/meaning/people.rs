//! Who must be a person because of what is done to them, and what cannot be one.

use super::super::lexicon::{Entry, entry};
use crate::logic::{Atom, Formula, Term};

/// What is done to people only.
const DONE: &[&str] = &[
    "admires",
    "arrests",
    "asks",
    "beats",
    "blames",
    "calls",
    "congratulates",
    "dates",
    "defeats",
    "divorces",
    "employs",
    "fires",
    "forgives",
    "greets",
    "helps",
    "hires",
    "hugs",
    "interviews",
    "invites",
    "kisses",
    "marries",
    "meets",
    "phones",
    "praises",
    "robs",
    "supports",
    "teaches",
    "tells",
    "thanks",
    "trusts",
    "warns",
];

/// What people are given or told.
const GIVEN: &[&str] = &[
    "gives", "hands", "lends", "offers", "pays", "promises", "reads", "sells", "sends", "shows",
    "speaks", "talks", "teaches", "tells", "writes",
];

/// The things that a formula treats as people.
pub(super) fn treated_as(formula: &Formula) -> Vec<Term> {
    let mut found = Vec::new();
    for atom in formula.atoms() {
        let (verb, rest) = atom.predicate.split_once('_').unwrap_or((&atom.predicate, ""));
        match atom.arguments.as_slice() {
            [_, other, ..] if DONE.contains(&verb) && rest.is_empty() => found.push(other.clone()),
            [.., receiver] if GIVEN.contains(&verb) && rest == "to" => found.push(receiver.clone()),
            _ => {}
        }
    }
    found
}

/// The fixed things that a formula says to be what no person is.
pub(super) fn told_things(formula: &Formula) -> Vec<Term> {
    let inner = if let Formula::Some(_, inner) = formula { &**inner } else { formula };
    let parts: &[Formula] =
        if let Formula::And(parts) = inner { parts } else { std::slice::from_ref(inner) };
    let told = |part: &Formula| {
        let Formula::Atom(atom) = part else { return None };
        is_thing(atom).then(|| atom.arguments.first().cloned()).flatten()
    };
    parts.iter().filter_map(told).collect()
}

/// Whether an atom says of a fixed thing that it is what no person is.
pub(super) fn is_thing(atom: &Atom) -> bool {
    let head = atom.predicate.rsplit('_').next().unwrap_or(&atom.predicate);
    let rather_noun = |e: Entry| e.noun > e.adjective && e.noun >= e.verb;
    let fixed = matches!(atom.arguments.as_slice(), [one] if one.is_ground());
    fixed && head != "person" && entry(head).is_some_and(|e| rather_noun(e) && !e.person)
}
