//! Facts as rows of numbers: every thing and every predicate is kept once, however many facts speak
//! of it. It stores and finds; it derives nothing.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::logic::{Atom, Literal, Term};

/// A predicate with its number of places and its sign, as a number.
pub(super) type Head = u32;

/// Facts by number.
#[derive(Debug, Default)]
pub(super) struct Rows {
    terms: Vec<Term>,
    numbers: FxHashMap<Term, u32>,
    predicates: Vec<(String, usize)>,
    named: FxHashMap<String, Vec<(usize, Head)>>,
    heads: Vec<Head>,
    starts: Vec<u32>,
    arguments: Vec<u32>,
    /// The first fact of each hash; the few others of the same hash are listed.
    found: FxHashMap<u64, u32>,
    others: Vec<u32>,
}

impl Rows {
    /// How many facts there are.
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    /// The number of a thing, a new one if it was not met before.
    pub(super) fn meet(&mut self, term: &Term) -> u32 {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        if let Term::Witness(_, arguments) = term {
            arguments.iter().for_each(|argument| {
                self.meet(argument);
            });
        }
        let number = small(self.terms.len());
        self.terms.push(term.clone());
        self.numbers.insert(term.clone(), number);
        number
    }

    /// The number of a thing that was met.
    pub(super) fn number(&self, term: &Term) -> Option<u32> {
        self.numbers.get(term).copied()
    }

    /// A thing by its number.
    pub(super) fn term(&self, number: u32) -> &Term {
        &self.terms[number as usize]
    }

    /// The head of a literal, a new one if its predicate was not met before.
    pub(super) fn meet_head(&mut self, literal: &Literal) -> Head {
        if let Some(head) = self.head(literal) {
            return head;
        }
        let (name, arity) = (&literal.atom.predicate, literal.atom.arguments.len());
        let head = small(self.predicates.len() * 2);
        self.predicates.push((name.clone(), arity));
        self.named.entry(name.clone()).or_default().push((arity, head));
        head + u32::from(!literal.positive)
    }

    /// The head of a literal whose predicate was met.
    pub(super) fn head(&self, literal: &Literal) -> Option<Head> {
        let arity = literal.atom.arguments.len();
        let same = self.named.get(&literal.atom.predicate)?;
        let (_, head) = same.iter().find(|(places, _)| *places == arity)?;
        Some(head + u32::from(!literal.positive))
    }

    /// The head of a fact.
    pub(super) fn head_of(&self, fact: usize) -> Head {
        self.heads[fact]
    }

    /// The things a fact is about.
    pub(super) fn arguments(&self, fact: usize) -> &[u32] {
        let start = self.starts[fact] as usize;
        let (_, arity) = self.predicates[(self.heads[fact] / 2) as usize];
        &self.arguments[start..start + arity]
    }

    /// A fact as it is told.
    pub(super) fn literal(&self, fact: usize) -> Literal {
        let head = self.heads[fact];
        let (name, _) = &self.predicates[(head / 2) as usize];
        let arguments = self.arguments(fact).iter().map(|term| self.term(*term).clone());
        let atom = Atom::new(name.clone(), arguments.collect());
        Literal { positive: head.is_multiple_of(2), atom }
    }

    /// The number of a fact, if there is such a one.
    pub(super) fn find(&self, head: Head, arguments: &[u32]) -> Option<usize> {
        let same = |fact: &u32| {
            let fact = *fact as usize;
            self.heads[fact] == head && self.arguments(fact) == arguments
        };
        let first = self.found.get(&hash(head, arguments))?;
        let fact = if same(first) { Some(first) } else { self.others.iter().find(|it| same(it)) };
        fact.map(|fact| *fact as usize)
    }

    /// Adds a fact that is not there.
    pub(super) fn push(&mut self, head: Head, arguments: &[u32]) -> usize {
        let number = self.heads.len();
        self.heads.push(head);
        self.starts.push(small(self.arguments.len()));
        self.arguments.extend(arguments);
        match self.found.entry(hash(head, arguments)) {
            std::collections::hash_map::Entry::Vacant(free) => drop(free.insert(small(number))),
            std::collections::hash_map::Entry::Occupied(_) => self.others.push(small(number)),
        }
        number
    }
}

/// Budgets keep every count far below this.
pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn hash(head: Head, arguments: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    (head, arguments).hash(&mut hasher);
    hasher.finish()
}
