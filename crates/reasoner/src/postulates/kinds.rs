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
                    && some_of(name).is_none()
                    && amount_of(name).is_none()
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
            let said = Said { predicate, arity: *arity, place: *place };
            if let Some(description) = self.members(kind) {
                clauses.extend(both_ways(said, kind, &description));
                if loose {
                    clauses.extend(each_member(said, kind, &description));
                }
            } else if let Some(description) = some_of(kind).and_then(|kind| self.one_of(kind)) {
                clauses.extend(one_member(said, kind, &description));
            }
            clauses.extend(self.amounts(said, kind).into_iter().filter(|_| *place > 0));
            // Who has three apples has apples.
            if let Some(many) = some_of(kind)
                && self.uses.contains(&(predicate.clone(), *arity, *place, many.to_owned()))
            {
                let amount = said.of(Term::constant(kind));
                clauses.push(rule(said.of(Term::constant(many)), std::slice::from_ref(&amount)));
            }
        }
        clauses
    }

    /// The same for what may be written as one: `exactly_1_card`.
    fn one_of(&self, kind: &str) -> Option<Vec<&str>> {
        let single = || self.classes.get(kind).map(|class| vec![class.as_str()]);
        self.members(kind).or_else(single)
    }

    /// What an amount says of other amounts of the same kind that are spoken of.
    fn amounts(&self, said: Said<'_>, kind: &str) -> Vec<Clause> {
        let Some((amount, many)) = amount_of(kind) else { return Vec::new() };
        let several = |kind: &str| plural(&kind.replace('_', " "));
        let same = |other: &str| {
            let (one, two) = (many.replace('_', " "), other.replace('_', " "));
            one == two || several(many) == two || several(other) == one
        };
        let from = (said.predicate.to_owned(), said.arity, said.place, String::new());
        let alike = self.uses.range(from..).take_while(|(predicate, arity, place, _)| {
            predicate == said.predicate && (*arity, *place) == (said.arity, said.place)
        });
        let mut found = Vec::new();
        for (.., other) in alike.filter(|(.., other)| other != kind) {
            let Some((wanted, _)) = amount_of(other).filter(|(_, of)| same(of)) else { continue };
            let (one, two) = (said.of(Term::constant(kind)), said.of(Term::constant(other)));
            if amount.gives(wanted) {
                found.push(rule(two, std::slice::from_ref(&one)));
            } else if amount.excludes(wanted) {
                found.push(Clause::Rule {
                    head: Literal::denies(two),
                    body: vec![Literal::holds(one)],
                });
            }
        }
        found
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
    const FRONTS: &[&str] = &["at_least_", "more_than_", "exactly_", "only_"];
    let loose = AMOUNTS.iter().find_map(|front| amount.strip_prefix(front));
    let number = FRONTS.iter().find_map(|front| amount.strip_prefix(front)).unwrap_or(amount);
    loose.or_else(|| {
        let (count, kind) = number.split_once('_')?;
        (count.parse::<u64>().is_ok_and(|count| count > 0)).then_some(kind)
    })
}

/// From how many to how many there are.
#[derive(Clone, Copy)]
struct Range {
    least: u64,
    most: u64,
    /// Told as so many and no more than that: `5_books`.
    plain: bool,
}

impl Range {
    /// So many as told are counted, so only the very number gives another.
    fn gives(self, other: Self) -> bool {
        let within = self.least >= other.least && self.most <= other.most;
        within && (!other.plain || self.least == self.most && self.least == other.least)
    }

    fn excludes(self, other: Self) -> bool {
        self.least > other.most || self.most < other.least
    }
}

/// How many of what an amount speaks of; who has five has at least three of them.
fn amount_of(amount: &str) -> Option<(Range, &str)> {
    const FRONTS: &[&str] =
        &["at_least_", "more_than_", "exactly_", "only_", "at_most_", "fewer_than_", "less_than_"];
    let front = FRONTS.iter().find(|front| amount.starts_with(**front)).copied().unwrap_or("");
    let (count, kind) = amount.strip_prefix(front)?.split_once('_')?;
    let count: u64 = count.parse().ok()?;
    if kind.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (least, most) = match front {
        "exactly_" | "only_" => (count, count),
        "more_than_" => (count + 1, u64::MAX),
        "at_most_" => (0, count),
        "fewer_than_" | "less_than_" => (0, count.saturating_sub(1)),
        _ => (count, u64::MAX),
    };
    Some((Range { least, most, plain: front.is_empty() }, kind))
}

/// What a predicate says in one of its places, whatever stands in the others.
#[derive(Clone, Copy)]
struct Said<'a> {
    predicate: &'a str,
    arity: usize,
    place: usize,
}

impl Said<'_> {
    /// It said of `term`.
    fn of(self, term: Term) -> Atom {
        let all: Vec<u32> = (0..u32::try_from(self.arity).unwrap_or(0)).collect();
        let mut said = atom(self.predicate, &all);
        if let Some(argument) = said.arguments.get_mut(self.place) {
            *argument = term;
        }
        said
    }

    /// Whoever it is said of.
    fn anyone(self) -> Term {
        Term::Variable(u32::try_from(self.place).unwrap_or(0))
    }
}

fn both_ways(said: Said<'_>, kind: &str, classes: &[&str]) -> Vec<Clause> {
    let member = said.anyone();
    let mut body = vec![said.of(member.clone())];
    body.extend(classes.iter().map(|class| Atom::new(*class, vec![member.clone()])));
    let mut clauses = vec![rule(said.of(Term::constant(kind)), &body)];
    clauses.extend(one_member(said, kind, classes));
    clauses
}

/// What is said of a kind is said of each of its members, of which there are some.
fn each_member(said: Said<'_>, kind: &str, classes: &[&str]) -> Vec<Clause> {
    let member = said.anyone();
    let mut body = vec![said.of(Term::constant(kind))];
    body.extend(classes.iter().map(|class| Atom::new(*class, vec![member.clone()])));
    let one = Term::Witness(format!("one_of_{kind}"), Vec::new());
    let mut clauses = vec![rule(said.of(member), &body)];
    clauses.extend(classes.iter().map(|class| rule(Atom::new(*class, vec![one.clone()]), &[])));
    clauses
}

/// What is said of a kind is said of one of its members.
fn one_member(said: Said<'_>, kind: &str, classes: &[&str]) -> Vec<Clause> {
    let of_kind = said.of(Term::constant(kind));
    let others: Vec<Term> = of_kind.arguments.iter().filter(|t| !t.is_ground()).cloned().collect();
    let Said { predicate, place, .. } = said;
    let witness = Term::Witness(format!("one_of_{kind}_{predicate}_{place}"), others);
    let mut clauses = vec![rule(said.of(witness.clone()), std::slice::from_ref(&of_kind))];
    clauses.extend(classes.iter().map(|class| {
        rule(Atom::new(*class, vec![witness.clone()]), std::slice::from_ref(&of_kind))
    }));
    clauses
}
