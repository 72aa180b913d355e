//! Who must be a person because of what is done to them.

use crate::logic::{Formula, Term};

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
