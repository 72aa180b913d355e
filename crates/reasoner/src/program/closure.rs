//! What a run has derived: facts by number, found by predicate and argument.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::{
    Bindings, Budget, Closure, Derivation, OverBudget, Rule, Run, Sourced, individuals,
    strict_rules, unify,
};
use crate::logic::{Clause, Literal, Term};

pub(super) fn predicate_key(literal: &Literal) -> u64 {
    let mut hasher = FxHasher::default();
    (&literal.atom.predicate, literal.positive, literal.atom.arguments.len()).hash(&mut hasher);
    hasher.finish()
}

fn argument_key(literal: &Literal, position: usize) -> u64 {
    let mut hasher = FxHasher::default();
    (predicate_key(literal), position, &literal.atom.arguments[position]).hash(&mut hasher);
    hasher.finish()
}

impl Closure {
    pub(super) fn meet(&mut self, things: Vec<Term>) {
        self.known.extend(things.iter().cloned());
        self.individuals.extend(things);
    }

    /// Whether something is spoken of.
    pub(crate) fn knows(&self, thing: &Term) -> bool {
        self.known.contains(thing)
    }

    /// Adds the rules of the clauses from `from` on and says where the new rules begin.
    pub(super) fn take_rules(&mut self, program: &[Sourced], from: usize) -> usize {
        let first = self.rules.len();
        for (number, sourced) in program.iter().enumerate().skip(from) {
            self.defeasible |= matches!(sourced.clause, Clause::Default { .. });
            strict_rules(&sourced.clause, number, &mut self.rules);
        }
        for index in first..self.rules.len() {
            for (position, literal) in self.rules[index].body.iter().enumerate() {
                self.triggers.entry(predicate_key(literal)).or_default().push((index, position));
            }
        }
        first
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
        let first = self.take_rules(program, from);
        run.start(first, self)?;
        run.drain(self)?;
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
        let fact = &self.facts[number];
        self.by_predicate.entry(predicate_key(fact)).or_default().push(number);
        if fact.atom.arguments.len() > 1 {
            for position in 0..fact.atom.arguments.len() {
                self.by_argument.entry(argument_key(fact, position)).or_default().push(number);
            }
        }
    }

    /// Facts that may match, fewest first choice; each must still be compared.
    pub(super) fn candidates(&self, literal: &Literal) -> Cow<'_, [usize]> {
        let arguments = &literal.atom.arguments;
        if arguments.iter().all(Term::is_ground) {
            return self.numbers.get(literal).map_or(Cow::Borrowed(&[]), |n| Cow::Owned(vec![*n]));
        }
        let ground = (0..arguments.len()).filter(|at| arguments[*at].is_ground());
        let narrowed = ground
            .map(|at| self.by_argument.get(&argument_key(literal, at)).map_or(&[][..], |v| v));
        let all = || self.by_predicate.get(&predicate_key(literal)).map_or(&[][..], |v| v);
        Cow::Borrowed(narrowed.min_by_key(|list| list.len()).unwrap_or_else(all))
    }

    /// The number of a ground literal, if it was derived.
    pub fn holds(&self, literal: &Literal) -> Option<usize> {
        self.numbers.get(literal).copied()
    }

    /// A fact by its number.
    pub fn fact(&self, number: usize) -> &Literal {
        &self.facts[number]
    }

    /// How a fact came about.
    pub fn derivation(&self, number: usize) -> &Derivation {
        &self.derivations[number]
    }

    /// All facts, in the order they were found.
    pub fn facts(&self) -> &[Literal] {
        &self.facts
    }

    /// The things spoken of.
    pub fn things(&self) -> &[Term] {
        &self.individuals
    }

    /// Some ways to meet one literal, with the facts used.
    pub(crate) fn some_matches(&self, literal: &Literal, most: usize) -> Vec<FxHashMap<u32, Term>> {
        let met = |candidate: &usize| {
            let mut bindings = Bindings::default();
            unify(literal, &self.facts[*candidate], &mut bindings).then_some(bindings)
        };
        self.candidates(literal).iter().filter_map(met).take(most).collect()
    }

    /// All ways to meet a conjunction, with the facts used.
    pub fn matches(&self, body: &[Literal]) -> Vec<(FxHashMap<u32, Term>, Vec<usize>)> {
        let mut partial = vec![(Bindings::default(), Vec::new())];
        for pattern in body {
            let mut next = Vec::new();
            for (bindings, used) in &partial {
                let literal =
                    pattern.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
                for candidate in self.candidates(&literal).iter().copied() {
                    let mut extended = bindings.clone();
                    if unify(&literal, &self.facts[candidate], &mut extended) {
                        let mut used: Vec<usize> = used.clone();
                        used.push(candidate);
                        next.push((extended, used));
                    }
                }
            }
            partial = next;
        }
        partial
    }

    /// Facts that hold together with their denial, the later one first.
    pub fn contradictions(&self) -> &[(usize, usize)] {
        &self.contradictions
    }
}
