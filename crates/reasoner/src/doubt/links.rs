//! What may have been meant by other words: words of one stem, classes nobody told, places.
//! It makes formulas; whether they change an answer is decided elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::stems::{merged, place_key, predicate_key, stem};
use super::{Doubt, Open};
use crate::english::lexicon::entry;
use crate::logic::{Atom, Formula, Term};

/// Words taken for one another, and classes taken for granted.
pub(super) struct Links {
    /// By the key of a predicate and its arity, the predicates of that key.
    predicates: BTreeMap<(String, usize), BTreeSet<String>>,
    pub(super) constants: BTreeMap<String, String>,
    pub(super) classes: Vec<(String, String)>,
}

impl Links {
    pub(super) fn of(open: &Open<'_>) -> Self {
        let mut predicates: BTreeMap<(String, usize), BTreeSet<String>> = BTreeMap::new();
        let mut constants = BTreeSet::new();
        for atom in open.atoms() {
            let key = (predicate_key(&atom.predicate), atom.arguments.len());
            predicates.entry(key).or_default().insert(atom.predicate.clone());
            constants.extend(atom.arguments.iter().filter_map(|t| match t {
                Term::Constant(name) => Some(name.clone()),
                Term::Variable(_) | Term::Witness(..) => None,
            }));
        }
        let classes = open.classes(&constants);
        Self { predicates, constants: merged(&constants, open.names), classes }
    }

    fn constant(&self, name: &str) -> String {
        self.constants.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    pub(super) fn atom(&self, atom: &Atom) -> Atom {
        let arguments = atom.arguments.iter().map(|term| self.term(term)).collect();
        Atom::new(predicate_key(&atom.predicate), arguments)
    }

    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Variable(_) => term.clone(),
            Term::Constant(name) => Term::Constant(self.constant(name)),
            Term::Witness(name, arguments) => {
                Term::Witness(name.clone(), arguments.iter().map(|t| self.term(t)).collect())
            }
        }
    }

    /// `leads(x)` and `leads(x, y)` under one key: who leads leads something, and the reverse.
    pub(super) fn across_arities(&self) -> Vec<Formula> {
        let mut found = Vec::new();
        for (key, arity) in self.predicates.keys() {
            if *arity < 2 || !self.predicates.contains_key(&(key.clone(), arity - 1)) {
                continue;
            }
            let all: Vec<u32> = (0..u32::try_from(*arity).unwrap_or(0)).collect();
            let (front, last) = all.split_at(arity - 1);
            let atom = |variables: &[u32]| {
                let terms = variables.iter().map(|v| Term::Variable(*v)).collect();
                Formula::Atom(Atom::new(key.clone(), terms))
            };
            let some = Formula::Some(last.to_vec(), Box::new(atom(&all)));
            let both = Formula::Iff(Box::new(atom(front)), Box::new(some));
            found.push(Formula::All(front.to_vec(), Box::new(both)));
        }
        found
    }

    /// `football_player(x)` and `plays(x, football)`
    pub(super) fn agents(&self, open: &Open<'_>) -> Vec<Formula> {
        let mut found = BTreeSet::new();
        let x = Term::Variable(0);
        for ((agent, _), names) in self.predicates.iter().filter(|((_, arity), _)| *arity == 1) {
            let Some((front, last)) = names.first().and_then(|name| name.split_once('_')) else {
                continue;
            };
            let doing = |atom: &&Atom| {
                predicate_key(&atom.predicate) == stem(last)
                    && matches!(atom.arguments.as_slice(), [_, Term::Constant(what)] if what == front)
            };
            if open.atoms().any(|atom| doing(&atom)) {
                let done =
                    Atom::new(stem(last), vec![x.clone(), Term::Constant(self.constant(front))]);
                let is = Atom::new(agent.clone(), vec![x.clone()]);
                let both = Formula::Iff(Box::new(Formula::Atom(is)), Box::new(Formula::Atom(done)));
                found.insert(Formula::All(vec![0], Box::new(both)));
            }
        }
        found.into_iter().collect()
    }

    /// A dormitory may have been meant as a Yale dormitory, where both are spoken of.
    pub(super) fn heads(&self) -> Vec<Formula> {
        let classes = self.predicates.iter().filter(|((_, arity), _)| *arity == 1);
        let classes: Vec<(&String, &String)> = classes
            .flat_map(|((key, _), names)| names.iter().map(move |name| (key, name)))
            .collect();
        let mut found = Vec::new();
        for (key, name) in &classes {
            let longer = format!("_{name}");
            for (whole, _) in classes.iter().filter(|(_, other)| other.ends_with(&longer)) {
                let atom = |name: &str| Formula::Atom(Atom::new(name, vec![Term::Variable(0)]));
                let rule = Formula::Implies(Box::new(atom(key)), Box::new(atom(whole)));
                found.push(Formula::All(vec![0], Box::new(rule)));
            }
        }
        found
    }

    /// Who does something in a place is in it.
    pub(super) fn visits(&self) -> Vec<Formula> {
        let (x, y) = (Term::Variable(0), Term::Variable(1));
        let there = |name: &str| {
            let last = name.rsplit('_').next().unwrap_or(name);
            ["in", "at", "on", "inside", "within", "during"].contains(&last)
        };
        let doing = self.predicates.iter().filter(|((key, arity), names)| {
            *arity == 2 && key != "in" && names.iter().any(|name| there(name))
        });
        let rules = doing.map(|((key, _), _)| {
            let atom = |name: &str| Formula::Atom(Atom::new(name, vec![x.clone(), y.clone()]));
            let rule = Formula::Implies(Box::new(atom(key)), Box::new(atom("in")));
            Formula::All(vec![0, 1], Box::new(rule))
        });
        rules.collect()
    }

    /// What is in a house may have been meant as a house.
    pub(super) fn of_places(&self, open: &Open<'_>) -> Vec<Formula> {
        // A sentence may have become several clauses; its witnesses have the same names in all of them.
        let told: Vec<&Atom> = open.premises.iter().flat_map(|p| p.formula.atoms()).collect();
        let inside = |a: &&&Atom| a.arguments.len() == 2 && place_key(&a.predicate).is_some();
        let there: BTreeSet<&Term> = told
            .iter()
            .filter(inside)
            .filter_map(|a| a.arguments.get(1))
            .filter(|term| matches!(term, Term::Witness(..)))
            .collect();
        let classes = told.iter().filter(|a| a.arguments.len() == 1);
        let classes = classes.filter(|a| a.arguments.first().is_some_and(|t| there.contains(t)));
        let places: BTreeSet<String> = classes.map(|a| predicate_key(&a.predicate)).collect();
        let (x, y) = (Term::Variable(0), Term::Variable(1));
        let atom = |name: &str, terms: &[&Term]| {
            Formula::Atom(Atom::new(name, terms.iter().map(|t| (*t).clone()).collect()))
        };
        let mut found = Vec::new();
        let binary = self.predicates.keys().filter(|(_, arity)| *arity == 2);
        for (key, _) in binary.filter(|(key, _)| place_key(key).is_some()) {
            for class in &places {
                let there = Formula::and(vec![atom(key, &[&x, &y]), atom(class, &[&y])]);
                let rule = Formula::Implies(Box::new(there), Box::new(atom(class, &[&x])));
                found.push(Formula::All(vec![0, 1], Box::new(rule)));
                // And the reverse: a house is in a house, itself.
                let itself = atom(key, &[&x, &x]);
                let rule = Formula::Implies(Box::new(atom(class, &[&x])), Box::new(itself));
                found.push(Formula::All(vec![0], Box::new(rule)));
            }
        }
        found
    }

    /// Who is easy may have been said to have an easy level, and the reverse.
    pub(super) fn degrees(&self, open: &Open<'_>) -> Vec<Formula> {
        const DEGREES: &[&str] =
            &["level", "degree", "quality", "grade", "size", "price", "status"];
        let classes: BTreeSet<&str> = open
            .atoms()
            .filter(|atom| atom.arguments.len() == 1)
            .map(|atom| atom.predicate.as_str())
            .collect();
        let (x, y) = (Term::Variable(0), Term::Variable(1));
        let mut found = Vec::new();
        for degree in DEGREES.iter().filter(|degree| classes.contains(**degree)) {
            let adjectives =
                classes.iter().filter(|c| entry(c).is_some_and(|e| e.adjective.is_some()));
            for adjective in adjectives.filter(|adjective| *adjective != degree) {
                let atom = |name: &str, terms: &[&Term]| {
                    let terms = terms.iter().map(|t| (*t).clone()).collect();
                    Formula::Atom(Atom::new(predicate_key(name), terms))
                };
                let such =
                    vec![atom("has", &[&x, &y]), atom(adjective, &[&y]), atom(degree, &[&y])];
                let such = Formula::Some(vec![1], Box::new(Formula::and(such)));
                let both = Formula::Iff(Box::new(atom(adjective, &[&x])), Box::new(such));
                found.push(Formula::All(vec![0], Box::new(both)));
            }
        }
        found
    }

    pub(super) fn doubts(&self) -> Vec<Doubt> {
        let mut found = Vec::new();
        for alike in self.predicates.values() {
            let mut alike = alike.iter();
            if let Some(first) = alike.next() {
                found.extend(alike.map(|other| Doubt::Alike(first.clone(), other.clone())));
            }
        }
        found.extend(self.constants.iter().map(|(a, b)| Doubt::Alike(a.clone(), b.clone())));
        let classes = self.classes.iter();
        found.extend(classes.map(|(name, class)| Doubt::Class(name.clone(), class.clone())));
        found
    }
}
