//! What a run has derived: facts by number, found by predicate and argument.

use std::borrow::Cow;
use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::{
    Bindings, Budget, Closure, DEPTH, Derivation, EMPTY, Head, OverBudget, Partial, Pattern, Place,
    Rows, Rule, Run, Sourced, depth, individuals, small, strict_rules,
};
use crate::config::MOST_WAYS;
use crate::logic::{Clause, Literal, Term};

impl Closure {
    pub(super) fn meet(&mut self, things: Vec<Term>) {
        self.known.extend(things.iter().cloned());
        self.individuals.extend(things);
    }

    /// Whether something is spoken of.
    pub(crate) fn knows(&self, thing: &Term) -> bool {
        self.known.contains(thing)
    }

    /// Takes in the rules of a clause and gives back what it says outright.
    pub(super) fn take(&mut self, clause: &Clause, number: usize) -> Vec<(Head, Vec<u32>)> {
        self.defeasible |= matches!(clause, Clause::Default { .. });
        let mut facts = Vec::new();
        strict_rules(clause, |head, body| {
            if body.is_empty() && head.atom.arguments.iter().all(Term::is_ground) {
                facts.push(self.meet_fact(&head));
                return;
            }
            let rule = Rule::new((head, body), number, &mut self.rows);
            for (position, pattern) in rule.patterns.iter().enumerate() {
                let places = self.triggers.entry(pattern.head).or_default();
                places.push((self.rules.len(), position));
            }
            self.rules.push(rule);
        });
        facts
    }

    /// A ground literal as a row.
    pub(super) fn meet_fact(&mut self, fact: &Literal) -> (Head, Vec<u32>) {
        let head = self.rows.meet_head(fact);
        (head, fact.atom.arguments.iter().map(|term| self.rows.meet(term)).collect())
    }

    /// What a rule says with its slots filled, unless it goes too deep.
    pub(super) fn concluded(&mut self, rule: usize, slots: &[u32]) -> Option<(Head, Vec<u32>)> {
        let Pattern { head, places } = &self.rules[rule].conclusion;
        let mut arguments = Vec::with_capacity(places.len());
        for place in places {
            let number = match place {
                Place::Slot(slot) => slots[*slot],
                Place::Thing(number) => *number,
                Place::Made(..) => {
                    let term = made(place, slots, &self.rows)?;
                    self.rows.meet(&term)
                }
            };
            if depth(self.rows.term(number)) > DEPTH {
                return None;
            }
            arguments.push(number);
        }
        Some((*head, arguments))
    }

    /// Goes on with the clauses from `from` on; says no, unchanged, when only a new run would be
    /// right: a default could be taken back, or a rule speaks of everything there is.
    pub fn extend(
        &mut self,
        program: &[Sourced],
        from: usize,
        budget: Budget,
    ) -> Result<bool, OverBudget> {
        let defeasible = |sourced: &Sourced| matches!(sourced.clause, Clause::Default { .. });
        if self.defeasible || program[from..].iter().any(defeasible) {
            return Ok(false);
        }
        let mut fresh = individuals(&program[from..], &[]);
        fresh.retain(|term| !self.known.contains(term));
        if !fresh.is_empty() && self.speaks_of_everything() {
            return Ok(false);
        }
        self.meet(fresh);
        let mut run = Run { queue: VecDeque::new(), steps: 0, budget };
        run.begin(program, from, self)?;
        Ok(true)
    }

    /// Whether naming one more thing would lead to further conclusions.
    pub(crate) fn speaks_of_everything(&self) -> bool {
        self.rules.iter().any(|rule| !rule.free.is_empty())
    }

    /// The rules, as they run.
    pub(crate) fn rules(&self) -> &[Rule] {
        &self.rules
    }

    pub(super) fn index(&mut self, number: usize) {
        let (head, arguments) = (self.rows.head_of(number), self.rows.arguments(number));
        self.by_predicate.entry(head).or_default().push(small(number));
        if arguments.len() > 1 {
            for (position, argument) in arguments.iter().enumerate() {
                let key = (head, small(position), *argument);
                self.by_argument.entry(key).or_default().push(small(number));
            }
        }
    }

    /// Facts that may fit, by the place that leaves fewest; each must still be compared.
    pub(super) fn candidates(&self, pattern: &Pattern, slots: &[u32]) -> Cow<'_, [u32]> {
        let known: Vec<Option<u32>> = pattern
            .places
            .iter()
            .map(|place| match place {
                Place::Slot(slot) => Some(slots[*slot]).filter(|number| *number != EMPTY),
                Place::Thing(number) => Some(*number),
                Place::Made(..) => None,
            })
            .collect();
        if let Some(all) = known.iter().copied().collect::<Option<Vec<u32>>>() {
            let found = self.rows.find(pattern.head, &all);
            return Cow::Owned(found.map(small).into_iter().collect());
        }
        let keys = known.iter().enumerate().filter_map(|(at, number)| Some((at, (*number)?)));
        let lists = keys.map(|(at, number)| {
            let key = (pattern.head, small(at), number);
            self.by_argument.get(&key).map_or(&[][..], Vec::as_slice)
        });
        let all = || self.by_predicate.get(&pattern.head).map_or(&[][..], Vec::as_slice);
        // Facts with one place are not listed by what stands in it.
        let lists = lists.filter(|_| known.len() > 1);
        Cow::Borrowed(lists.min_by_key(|list| list.len()).unwrap_or_else(all))
    }

    /// Whether a fact fits a pattern, and what then stands in the slots.
    pub(super) fn fits(&self, pattern: &Pattern, fact: usize, slots: &mut [u32]) -> bool {
        self.rows.head_of(fact) == pattern.head
            && pattern
                .places
                .iter()
                .zip(self.rows.arguments(fact))
                .all(|(place, number)| self.stands(place, *number, slots))
    }

    fn stands(&self, place: &Place, number: u32, slots: &mut [u32]) -> bool {
        match place {
            Place::Thing(thing) => *thing == number,
            Place::Slot(slot) if slots[*slot] == EMPTY => {
                slots[*slot] = number;
                true
            }
            Place::Slot(slot) => slots[*slot] == number,
            Place::Made(name, places) => match self.rows.term(number) {
                Term::Witness(made, arguments) if made == name => {
                    arguments.len() == places.len()
                        && places.iter().zip(arguments).all(|(place, argument)| {
                            let number = self.rows.number(argument);
                            number.is_some_and(|number| self.stands(place, number, slots))
                        })
                }
                Term::Witness(..) | Term::Constant(_) | Term::Variable(_) => false,
            },
        }
    }

    /// All ways to meet patterns.
    pub(super) fn met(&self, patterns: &[Pattern], slots: usize) -> Vec<Partial> {
        let mut partial: Vec<Partial> = vec![(vec![EMPTY; slots], Vec::new())];
        for pattern in patterns {
            let mut next = Vec::new();
            for (slots, used) in &partial {
                kernel::work::checkpoint();
                if next.len() > MOST_WAYS {
                    kernel::work::exceeded("ways_to_meet", MOST_WAYS);
                }
                for candidate in self.candidates(pattern, slots).iter() {
                    let mut filled = slots.clone();
                    if self.fits(pattern, *candidate as usize, &mut filled) {
                        let mut used = used.clone();
                        used.push(*candidate);
                        next.push((filled, used));
                    }
                }
            }
            partial = next;
        }
        partial
    }

    /// Facts that may be instances of a literal; each must still be compared.
    pub(crate) fn instances(&self, literal: &Literal) -> Vec<usize> {
        let mut slots = Vec::new();
        let Some(pattern) = self.pattern(literal, &mut slots) else { return Vec::new() };
        let empty = vec![EMPTY; slots.len()];
        self.candidates(&pattern, &empty).iter().map(|fact| *fact as usize).collect()
    }

    /// A literal in numbers, unless it has a word or a thing that no fact has.
    fn pattern(&self, literal: &Literal, slots: &mut Vec<u32>) -> Option<Pattern> {
        pattern(literal, slots, &mut |term| self.rows.number(term), &|it| self.rows.head(it))
    }

    /// What the variables in `slots` stand for.
    fn bindings(&self, slots: &[u32], filled: &[u32]) -> FxHashMap<u32, Term> {
        let bound = slots.iter().zip(filled).filter(|(_, number)| **number != EMPTY);
        bound.map(|(variable, number)| (*variable, self.rows.term(*number).clone())).collect()
    }

    /// The number of a ground literal, if it was derived.
    pub fn holds(&self, literal: &Literal) -> Option<usize> {
        let numbers = literal.atom.arguments.iter().map(|term| self.rows.number(term));
        self.rows.find(self.rows.head(literal)?, &numbers.collect::<Option<Vec<u32>>>()?)
    }

    /// A fact by its number.
    pub fn fact(&self, number: usize) -> Literal {
        self.rows.literal(number)
    }

    /// How a fact came about.
    pub fn derivation(&self, number: usize) -> Derivation {
        let (clause, start) = self.derived_by[number];
        let end = self.derived_by.get(number + 1).map_or(self.premises.len(), |it| it.1 as usize);
        let premises = self.premises[start as usize..end].iter().map(|fact| *fact as usize);
        Derivation { clause: clause as usize, premises: premises.collect() }
    }

    /// All facts with their numbers, in the order they were found.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = (usize, Literal)> {
        (0..self.rows.len()).map(|number| (number, self.rows.literal(number)))
    }

    /// The things spoken of.
    pub fn things(&self) -> &[Term] {
        &self.individuals
    }

    /// The first `most` ways to meet one literal.
    pub(crate) fn some_matches(&self, literal: &Literal, most: usize) -> Vec<FxHashMap<u32, Term>> {
        let mut slots = Vec::new();
        let Some(pattern) = self.pattern(literal, &mut slots) else { return Vec::new() };
        let empty = vec![EMPTY; slots.len()];
        let candidates = self.candidates(&pattern, &empty);
        let met = candidates.iter().filter_map(|candidate| {
            let mut filled = empty.clone();
            let fits = self.fits(&pattern, *candidate as usize, &mut filled);
            fits.then(|| self.bindings(&slots, &filled))
        });
        met.take(most).collect()
    }

    /// All ways to meet a conjunction, with the facts used.
    pub fn matches(&self, body: &[Literal]) -> Vec<(FxHashMap<u32, Term>, Vec<usize>)> {
        let mut slots = Vec::new();
        let patterns: Option<Vec<Pattern>> =
            body.iter().map(|literal| self.pattern(literal, &mut slots)).collect();
        let Some(patterns) = patterns else { return Vec::new() };
        let met = self.met(&patterns, slots.len());
        met.into_iter()
            .map(|(filled, used)| {
                let used = used.into_iter().map(|fact| fact as usize).collect();
                (self.bindings(&slots, &filled), used)
            })
            .collect()
    }

    /// All ways to meet literals, the narrowest of them first; nothing when there are more than
    /// `most` on the way.
    pub(crate) fn ways(&self, literals: &[&Literal], most: usize) -> Option<Vec<Bindings>> {
        let mut slots = Vec::new();
        let patterns = literals.iter().map(|literal| self.pattern(literal, &mut slots));
        let Some(mut rest) = patterns.collect::<Option<Vec<Pattern>>>() else {
            return Some(Vec::new());
        };
        let mut met: Vec<Vec<u32>> = vec![vec![EMPTY; slots.len()]];
        while let Some(narrowest) = met.first().and_then(|slots| self.narrowest(&rest, slots)) {
            let pattern = rest.swap_remove(narrowest);
            let mut next = Vec::new();
            for slots in &met {
                for candidate in self.candidates(&pattern, slots).iter() {
                    let mut filled = slots.clone();
                    if self.fits(&pattern, *candidate as usize, &mut filled) {
                        next.push(filled);
                    }
                }
                if next.len() > most {
                    return None;
                }
            }
            met = next;
        }
        Some(met.iter().map(|filled| self.bindings(&slots, filled)).collect())
    }

    /// The pattern that leaves fewest facts, with some slots filled.
    fn narrowest(&self, patterns: &[Pattern], slots: &[u32]) -> Option<usize> {
        let width = |pattern: &Pattern| self.candidates(pattern, slots).len();
        patterns.iter().map(width).enumerate().min_by_key(|(_, width)| *width).map(|(at, _)| at)
    }

    /// Facts that hold together with their denial, the later one first.
    pub fn contradictions(&self) -> &[(usize, usize)] {
        &self.contradictions
    }
}

impl Rule {
    fn new((head, body): (Literal, Vec<Literal>), clause: usize, rows: &mut Rows) -> Self {
        let mut slots = Vec::new();
        let mut made = |literal: &Literal, slots: &mut Vec<u32>| {
            let head = rows.meet_head(literal);
            let places = literal.atom.arguments.iter();
            let places = places.filter_map(|term| place(term, slots, &mut |t| Some(rows.meet(t))));
            Pattern { head, places: places.collect() }
        };
        let patterns: Vec<Pattern> = body.iter().map(|literal| made(literal, &mut slots)).collect();
        let bound = slots.len();
        let conclusion = made(&head, &mut slots);
        let free = (bound..slots.len()).collect();
        Self { head, body, clause, slots, free, conclusion, patterns }
    }
}

/// A literal as a pattern; nothing when it speaks of what was never met.
fn pattern(
    literal: &Literal,
    slots: &mut Vec<u32>,
    known: &mut dyn FnMut(&Term) -> Option<u32>,
    head: &dyn Fn(&Literal) -> Option<Head>,
) -> Option<Pattern> {
    let places = literal.atom.arguments.iter().map(|term| place(term, slots, known));
    let places = places.collect::<Option<Vec<Place>>>()?;
    Some(Pattern { head: head(literal)?, places })
}

fn place(
    term: &Term,
    slots: &mut Vec<u32>,
    known: &mut dyn FnMut(&Term) -> Option<u32>,
) -> Option<Place> {
    match term {
        Term::Variable(variable) => {
            let at = slots.iter().position(|slot| slot == variable);
            Some(Place::Slot(at.unwrap_or_else(|| {
                slots.push(*variable);
                slots.len() - 1
            })))
        }
        ground if ground.is_ground() => known(ground).map(Place::Thing),
        Term::Witness(name, arguments) => {
            let places = arguments.iter().map(|term| place(term, slots, known));
            Some(Place::Made(name.clone(), places.collect::<Option<Vec<Place>>>()?))
        }
        Term::Constant(_) => None,
    }
}

/// The thing a place stands for with its slots filled.
fn made(place: &Place, slots: &[u32], rows: &Rows) -> Option<Term> {
    match place {
        Place::Slot(slot) => {
            Some(slots[*slot]).filter(|it| *it != EMPTY).map(|it| rows.term(it).clone())
        }
        Place::Thing(number) => Some(rows.term(*number).clone()),
        Place::Made(name, places) => {
            let arguments = places.iter().map(|place| made(place, slots, rows));
            Some(Term::Witness(name.clone(), arguments.collect::<Option<Vec<Term>>>()?))
        }
    }
}
