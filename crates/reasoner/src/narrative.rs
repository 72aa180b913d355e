//! Stories: events in order, and the state of the world they lead to.
//! Verbs of moving, taking, dropping and giving change where things are and who has them.

pub(crate) mod possession;

use std::collections::{BTreeMap, BTreeSet};

use crate::knowledge::Statement;
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::program::Sourced;

const MOVES: &[&str] = &[
    "goes_to",
    "travels_to",
    "journeys_to",
    "moves_to",
    "goes_back_to",
    "walks_to",
    "runs_to",
    "returns_to",
    "heads_to",
    "flies_to",
    "drives_to",
    "comes_to",
    "comes_back_to",
    "arrives_at",
    "arrives_in",
    "enters",
    "walks_into",
    "goes_into",
    "hurries_to",
    "sails_to",
];
const TAKES: &[&str] = &["gets", "grabs", "takes", "picks_up", "collects", "acquires"];
const DROPS: &[&str] = &["drops", "discards", "puts_down", "leaves", "abandons", "sets_down"];
const GIVES: &[&str] = &["gives_to", "hands_to", "passes_to"];

/// Where somebody is, as far as the story says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Whereabouts {
    At(Term, usize),
    OneOf(Vec<Term>, usize),
    NotAt(Term, usize),
}

/// Whether a sentence tells an event that moves or passes something.
pub(crate) fn moves(statement: &Statement) -> bool {
    statement.meaning.event && statement.formula.atoms().iter().any(|a| is_story_verb(&a.predicate))
}

/// Whether a sentence says only where things are.
pub(crate) fn tells_place(statement: &Statement) -> bool {
    statement
        .formula
        .atoms()
        .iter()
        .all(|a| a.arguments.len() == 2 && ["in", "at"].contains(&a.predicate.as_str()))
}

/// One event of a story.
#[derive(Debug, Clone)]
struct Event {
    atom: Atom,
    sentence: usize,
}

/// The state after the last sentence of a story.
#[derive(Debug, Default)]
pub struct Story {
    whereabouts: BTreeMap<Term, Whereabouts>,
    holders: BTreeMap<Term, (Term, usize)>,
    history: BTreeMap<Term, Vec<(Term, usize)>>,
    places: BTreeSet<Term>,
    given: Vec<Event>,
    covered: BTreeSet<usize>,
    /// Nothing moves: what was said of places holds all the time.
    still: bool,
    /// Other places that a thing was said to be in while nothing moved.
    also: Vec<(Term, Term, usize)>,
}

impl Story {
    /// Follows the events of a story; nothing when no event moves or passes anything.
    pub fn tell(statements: &[Statement]) -> Option<Self> {
        let only_places = !statements.is_empty() && statements.iter().all(tells_place);
        if !only_places && !statements.iter().any(moves) {
            return None;
        }
        let mut order: Vec<usize> = (0..statements.len()).collect();
        order.sort_by_key(|number| statements[*number].meaning.time.unwrap_or(0));
        let mut story = Self { still: only_places, ..Self::default() };
        for number in order {
            story.follow(&statements[number], number);
        }
        Some(story)
    }

    fn follow(&mut self, statement: &Statement, number: usize) {
        let mut told = Vec::new();
        self.apply(&statement.formula, number, &mut told);
        if !told.is_empty() {
            self.covered.insert(number);
        }
    }

    fn apply(&mut self, formula: &Formula, number: usize, told: &mut Vec<usize>) {
        match formula {
            Formula::And(parts) => parts.iter().for_each(|part| self.apply(part, number, told)),
            Formula::Atom(atom) if self.event(atom, number) => told.push(number),
            Formula::Not(inner) => {
                if let Some((thing, place)) = located(inner) {
                    self.places.insert(place.clone());
                    self.whereabouts.insert(thing, Whereabouts::NotAt(place, number));
                    told.push(number);
                }
            }
            Formula::One(parts) | Formula::Or(parts) => {
                let places: Option<Vec<(Term, Term)>> = parts.iter().map(located).collect();
                if let Some((thing, _)) = places.as_ref().and_then(|p| p.first().cloned()) {
                    let places: Vec<Term> =
                        places.unwrap_or_default().into_iter().map(|(_, place)| place).collect();
                    self.places.extend(places.iter().cloned());
                    self.whereabouts.insert(thing, Whereabouts::OneOf(places, number));
                    told.push(number);
                }
            }
            Formula::Atom(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Some(..)
            | Formula::Normally(..) => {}
        }
    }

    /// Takes one event in; false when the atom is no event of a story.
    fn event(&mut self, atom: &Atom, number: usize) -> bool {
        let name = atom.predicate.as_str();
        match atom.arguments.as_slice() {
            [mover, place] if MOVES.contains(&name) || name == "in" || name == "at" => {
                if self.still
                    && let Some(Whereabouts::At(before, origin)) = self.whereabouts.get(mover)
                {
                    self.also.push((mover.clone(), before.clone(), *origin));
                }
                self.go(mover, place, number);
            }
            [taker, thing] if TAKES.contains(&name) => self.take(taker, thing, number),
            [dropper, thing] if DROPS.contains(&name) => self.drop_thing(dropper, thing, number),
            [giver, thing, receiver] if GIVES.contains(&name) => {
                self.take(receiver, thing, number);
                let given =
                    Atom::new("gives_to", vec![giver.clone(), thing.clone(), receiver.clone()]);
                self.given.push(Event { atom: given, sentence: number });
            }
            _ => return false,
        }
        true
    }

    fn go(&mut self, mover: &Term, place: &Term, number: usize) {
        self.places.insert(place.clone());
        self.whereabouts.insert(mover.clone(), Whereabouts::At(place.clone(), number));
        self.visit(mover, place, number);
        let carried: Vec<Term> = self
            .holders
            .iter()
            .filter(|(_, (holder, _))| holder == mover)
            .map(|(thing, _)| thing.clone())
            .collect();
        for thing in carried {
            self.visit(&thing, place, number);
        }
    }

    fn visit(&mut self, thing: &Term, place: &Term, number: usize) {
        let visits = self.history.entry(thing.clone()).or_default();
        if visits.last().is_none_or(|(last, _)| last != place) {
            visits.push((place.clone(), number));
        }
    }

    fn take(&mut self, taker: &Term, thing: &Term, number: usize) {
        self.holders.insert(thing.clone(), (taker.clone(), number));
        self.whereabouts.remove(thing);
        if let Some(Whereabouts::At(place, _)) = self.whereabouts.get(taker).cloned() {
            self.visit(thing, &place, number);
        }
    }

    fn drop_thing(&mut self, dropper: &Term, thing: &Term, number: usize) {
        self.holders.remove(thing);
        match self.whereabouts.get(dropper).cloned() {
            Some(Whereabouts::At(place, _)) if place == *thing => {
                self.whereabouts.insert(dropper.clone(), Whereabouts::NotAt(place, number));
            }
            Some(Whereabouts::At(place, _)) => {
                self.whereabouts.insert(thing.clone(), Whereabouts::At(place, number));
            }
            _ => {}
        }
    }

    /// Whether a clause of a sentence is replaced by the state it led to.
    pub fn covers(&self, sentence: usize, clause: &Clause) -> bool {
        let moved = |literal: &Literal| {
            let name = literal.atom.predicate.as_str();
            name == "in" || name == "at" || GIVES.contains(&name)
        };
        self.covered.contains(&sentence)
            && match clause {
                Clause::Rule { head, body } => body.is_empty() && moved(head),
                Clause::Choice { heads, .. } => heads.iter().all(moved),
                Clause::Never(_) | Clause::Default { .. } | Clause::Formula(_) => false,
            }
    }

    /// The state as facts, with the sentences they come from; later events first.
    pub fn facts(&self, asked: &Formula) -> Vec<Sourced> {
        let mut known = self.places.clone();
        // `Ben is in Paris.` leaves open whether he is in France; who is in the barn is not in the house.
        let asked_for =
            asked.atoms().into_iter().filter_map(|a| located(&Formula::Atom(a.clone())));
        known.extend(asked_for.map(|(_, place)| place).filter(is_described));
        known.retain(Term::is_ground);
        let mut found = Vec::new();
        let mut say = |positive, atom: Atom, origin| {
            let head = Literal { positive, atom };
            found.push(Sourced {
                clause: Clause::Rule { head, body: Vec::new() },
                origin: Some(origin),
            });
        };
        let at = |thing: &Term, place: &Term| Atom::new("in", vec![thing.clone(), place.clone()]);
        for (thing, whereabouts) in &self.whereabouts {
            match whereabouts {
                Whereabouts::At(place, origin) => {
                    say(true, at(thing, place), *origin);
                    known
                        .iter()
                        .filter(|p| self.excludes(thing, place, p))
                        .for_each(|p| say(false, at(thing, p), *origin));
                }
                Whereabouts::OneOf(places, origin) => {
                    known
                        .iter()
                        .filter(|p| !places.contains(p))
                        .for_each(|p| say(false, at(thing, p), *origin));
                }
                Whereabouts::NotAt(place, origin) => say(false, at(thing, place), *origin),
            }
        }
        for (thing, place, origin) in &self.also {
            say(true, at(thing, place), *origin);
        }
        for (thing, (holder, origin)) in &self.holders {
            for verb in ["carries", "holds", "has"] {
                say(true, Atom::new(verb, vec![holder.clone(), thing.clone()]), *origin);
            }
        }
        for event in self.given.iter().rev() {
            say(true, event.atom.clone(), event.sentence);
            if let [giver, thing, receiver] = event.atom.arguments.as_slice() {
                say(true, Atom::new("gives", vec![giver.clone(), thing.clone()]), event.sentence);
                say(
                    true,
                    Atom::new("receives", vec![receiver.clone(), thing.clone()]),
                    event.sentence,
                );
            }
        }
        found.extend(self.carried());
        found
    }

    /// Whether a thing that is in one place is for that reason not in another: never where it was
    /// said to be there too, where one place is in the other, or where either is known by name alone
    /// and nothing moves.
    fn excludes(&self, thing: &Term, place: &Term, other: &Term) -> bool {
        let said = |(who, at, _): &(Term, Term, usize)| who == thing && at == other;
        other != place
            && !self.also.iter().any(said)
            && !self.is_around(other, place)
            && !self.is_around(place, other)
            && (is_described(place) && is_described(other)
                || !self.still && self.places.contains(other))
    }

    /// Whether a place is, at some remove, in another: the jar in the cupboard.
    fn is_around(&self, outer: &Term, inner: &Term) -> bool {
        let mut here = inner;
        for _ in 0..self.whereabouts.len() {
            let Some(Whereabouts::At(place, _)) = self.whereabouts.get(here) else { return false };
            if place == outer {
                return true;
            }
            here = place;
        }
        false
    }

    /// What is carried is where its carrier is.
    fn carried(&self) -> Option<Sourced> {
        let variable = Term::Variable;
        let body = vec![
            Literal::holds(Atom::new("carries", vec![variable(0), variable(1)])),
            Literal::holds(Atom::new("in", vec![variable(0), variable(2)])),
        ];
        let head = Literal::holds(Atom::new("in", vec![variable(1), variable(2)]));
        (!self.holders.is_empty())
            .then_some(Sourced { clause: Clause::Rule { head, body }, origin: None })
    }

    /// Where something was before it was last at a place, and the sentences that say so.
    pub fn before(&self, thing: &Term, place: &Term) -> Option<(Term, Vec<usize>)> {
        let visits = self.history.get(thing)?;
        let last = visits.iter().rposition(|(visited, _)| visited == place)?;
        let (earlier, sentence) = visits.get(last.checked_sub(1)?)?;
        Some((earlier.clone(), vec![*sentence, visits[last].1]))
    }
}

fn is_story_verb(name: &str) -> bool {
    MOVES.contains(&name) || TAKES.contains(&name) || DROPS.contains(&name) || GIVES.contains(&name)
}

/// `the barn`, and no name.
fn is_described(place: &Term) -> bool {
    matches!(place, Term::Constant(name) if name.starts_with("the_"))
}

fn located(formula: &Formula) -> Option<(Term, Term)> {
    let Formula::Atom(Atom { predicate, arguments }) = formula else { return None };
    let [thing, place] = arguments.as_slice() else { return None };
    ["in", "at"].contains(&predicate.as_str()).then(|| (thing.clone(), place.clone()))
}
