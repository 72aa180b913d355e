//! Orders: ranks and comparisons among the members of an enumerated set.
//! Each member has one place from 1 to n; the words for places and comparisons are defined by it.

use std::collections::BTreeSet;

use crate::english::closed::ordinal;
use crate::english::morphology::graded_adjective;
use crate::logic::{Atom, Formula, Term};
use crate::postulates::OPPOSITES;

/// A word about an order, with the end of the scale it counts from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    /// In the n-th place, counted from the front or from the back.
    Place { from_front: bool, rank: usize },
    /// Nearer to the front (or the back) than another.
    Nearer { front: bool },
}

/// What the order words among these atoms say about the members.
pub fn axioms<'a>(members: &[Term], atoms: impl Iterator<Item = &'a Atom>) -> Vec<Formula> {
    let words: BTreeSet<(String, usize)> =
        atoms.map(|a| (a.predicate.clone(), a.arguments.len())).collect();
    let mut scales: BTreeSet<String> = BTreeSet::new();
    let mut found = Vec::new();
    for (name, arity) in words {
        let Some((scale, word)) = order_word(&name) else { continue };
        match (word, arity) {
            (Word::Place { from_front, rank }, 1) if rank <= members.len() => {
                let place = if from_front { rank } else { members.len() + 1 - rank };
                found.extend(members.iter().map(|m| {
                    iff(
                        Atom::new(name.clone(), vec![m.clone()]),
                        Formula::Atom(at(&scale, m, place)),
                    )
                }));
            }
            (Word::Nearer { front }, 2) => found.extend(comparisons(&name, &scale, front, members)),
            _ => continue,
        }
        scales.insert(scale);
    }
    for scale in scales {
        found.extend(places(&scale, members));
    }
    found
}

fn iff(atom: Atom, formula: Formula) -> Formula {
    Formula::Iff(Box::new(Formula::Atom(atom)), Box::new(formula))
}

fn at(scale: &str, member: &Term, place: usize) -> Atom {
    Atom::new(format!("place in {scale}"), vec![member.clone(), Term::Constant(place.to_string())])
}

/// Every member has one place and every place one member.
fn places(scale: &str, members: &[Term]) -> Vec<Formula> {
    let numbers = 1..=members.len();
    let mut found = Vec::new();
    for member in members {
        found.push(Formula::One(
            numbers.clone().map(|place| Formula::Atom(at(scale, member, place))).collect(),
        ));
    }
    for place in numbers {
        found.push(Formula::One(
            members.iter().map(|member| Formula::Atom(at(scale, member, place))).collect(),
        ));
    }
    found
}

fn comparisons(name: &str, scale: &str, front: bool, members: &[Term]) -> Vec<Formula> {
    let mut found = Vec::new();
    for first in members {
        for second in members {
            let atom = Atom::new(name, vec![first.clone(), second.clone()]);
            let (nearer, farther) = if front { (first, second) } else { (second, first) };
            let mut ways = Vec::new();
            for a in 1..=members.len() {
                for b in a + 1..=members.len() {
                    ways.push(Formula::And(vec![
                        Formula::Atom(at(scale, nearer, a)),
                        Formula::Atom(at(scale, farther, b)),
                    ]));
                }
            }
            found.push(iff(atom, Formula::Or(ways)));
        }
    }
    found
}

/// The scale a predicate belongs to and what it says there.
fn order_word(name: &str) -> Option<(String, Word)> {
    if let Some(verb) = ["finishes", "places", "ranks", "comes", "ends", "arrives"]
        .iter()
        .find(|v| name.contains(*v))
    {
        return finish_word(name, verb);
    }
    if let Some((scale, front)) = side(name.strip_suffix("_of").unwrap_or(name)) {
        return Some((scale, Word::Nearer { front }));
    }
    if let Some(graded) = name.strip_suffix("_than") {
        let adjective = comparative(graded)?;
        let (scale, front) = pole(&adjective);
        return Some((scale, Word::Nearer { front }));
    }
    let (rank, top) = match name.split_once('_') {
        Some((first, rest)) if ordinal(first).is_some() => (ordinal(first)?, rest),
        _ => (1, name),
    };
    let rank = usize::try_from(rank).ok()?;
    if let Some((scale, from_front)) = top.strip_suffix("most").and_then(side) {
        return Some((scale, Word::Place { from_front, rank }));
    }
    let adjective = match top.strip_prefix("most_") {
        Some(adjective) => adjective.to_owned(),
        None => graded_adjective(top, "est")?,
    };
    let (scale, from_front) = pole(&adjective);
    Some((scale, Word::Place { from_front, rank }))
}

/// `second_finishes`, `last_finishes`, `third_to_last_finishes`, `finishes_above`
fn finish_word(name: &str, verb: &str) -> Option<(String, Word)> {
    let scale = "finish".to_owned();
    if let Some(relation) = name.strip_prefix(verb).and_then(|rest| rest.strip_prefix('_')) {
        let front = match relation {
            "above" | "before" | "ahead_of" => true,
            "below" | "after" | "behind" => false,
            _ => return None,
        };
        return Some((scale, Word::Nearer { front }));
    }
    let place = name.strip_suffix(verb)?.strip_suffix('_')?;
    let (from_front, rank) = match place.strip_suffix("_to_last") {
        Some(first) => (false, ordinal(first)?),
        None if place == "last" => (false, 1),
        None => (true, ordinal(place)?),
    };
    Some((scale, Word::Place { from_front, rank: usize::try_from(rank).ok()? }))
}

fn side(word: &str) -> Option<(String, bool)> {
    let (scale, front) = match word {
        "left" => ("left to right", true),
        "right" => ("left to right", false),
        "top" | "above" => ("top to bottom", true),
        "bottom" | "below" => ("top to bottom", false),
        _ => return None,
    };
    Some((scale.to_owned(), front))
}

fn comparative(graded: &str) -> Option<String> {
    match graded.strip_prefix("more_") {
        Some(adjective) => Some(adjective.to_owned()),
        None => graded_adjective(graded, "er"),
    }
}

/// The scale of an adjective and whether it names the front; the second pole names both.
fn pole(adjective: &str) -> (String, bool) {
    match OPPOSITES.iter().find(|(low, high)| *low == adjective || *high == adjective) {
        Some((low, high)) => ((*high).to_owned(), *low == adjective),
        None => (adjective.to_owned(), true),
    }
}
