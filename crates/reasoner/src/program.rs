//! Runs function-free rules forward to their closure, keeping one derivation per conclusion.
//! Three values: derived, strongly denied, or neither. It knows nothing of English.

mod closure;
pub(crate) mod reach;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::{Clause, Literal, Term};
use closure::predicate_key;

/// How much a run may derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Conclusions at most.
    pub facts: usize,
    /// Rule applications tried at most.
    pub steps: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { facts: 100_000, steps: 5_000_000 }
    }
}

/// A run went past its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OverBudget {
    /// Running the rules forward.
    #[error("the rules derive more than the budget of {facts} facts or {steps} steps allows")]
    Derived {
        /// Conclusions allowed.
        facts: usize,
        /// Steps allowed.
        steps: usize,
    },
    /// Going through all that may be so.
    #[error("what bears on the question has more than the {most} {what} it is decided within")]
    Grounded {
        /// What was counted.
        what: &'static str,
        /// How many are allowed.
        most: usize,
    },
}

/// A clause of the program and the sentence it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced {
    /// The clause.
    pub clause: Clause,
    /// The number of its sentence, nothing for a meaning of words.
    pub origin: Option<usize>,
}

/// How a fact came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The clause used, by its place in the program.
    pub clause: usize,
    /// The facts it was applied to, by number.
    pub premises: Vec<usize>,
}

/// A rule as it runs.
#[derive(Debug)]
pub(crate) struct Rule {
    /// What follows.
    pub(crate) head: Literal,
    /// From what.
    pub(crate) body: Vec<Literal>,
    /// The clause it is part of.
    pub(crate) clause: usize,
    free: Vec<u32>,
}

/// Everything that follows from a program.
#[derive(Debug, Default)]
pub struct Closure {
    facts: Vec<Literal>,
    derivations: Vec<Derivation>,
    numbers: FxHashMap<Literal, usize>,
    by_predicate: FxHashMap<u64, Vec<usize>>,
    /// Facts by predicate and one argument; keys are hashes, so a list may hold strangers.
    by_argument: FxHashMap<u64, Vec<usize>>,
    individuals: Vec<Term>,
    known: FxHashSet<Term>,
    defeasible: bool,
    rules: Vec<Rule>,
    /// Where in rules a predicate occurs in a body.
    triggers: FxHashMap<u64, Vec<(usize, usize)>>,
    /// Facts that hold together with their denial, as pairs of numbers.
    contradictions: Vec<(usize, usize)>,
}

type Bindings = FxHashMap<u32, Term>;

/// Witnesses of witnesses are not followed further than this.
const DEPTH: usize = 2;

/// Runs a program; `extra` names individuals the question mentions.
pub fn close(program: &[Sourced], extra: &[Term], budget: Budget) -> Result<Closure, OverBudget> {
    let mut closure = Closure::default();
    closure.meet(individuals(program, extra));
    let mut run = Run { queue: VecDeque::new(), steps: 0, budget };
    let first = closure.take_rules(program, 0);
    run.start(first, &mut closure)?;
    run.drain(&mut closure)?;
    run.defaults(program, &mut closure)?;
    Ok(closure)
}

fn strict_rules(clause: &Clause, number: usize, rules: &mut Vec<Rule>) {
    match clause {
        Clause::Rule { head, body } => rules.push(rule(head.clone(), body.clone(), number)),
        Clause::Never(literals) => {
            for (index, literal) in literals.iter().enumerate() {
                let mut body = literals.clone();
                body.remove(index);
                rules.push(rule(literal.negated(), body, number));
            }
        }
        Clause::Choice { heads, body, exclusive: true } => {
            for (first, head) in heads.iter().enumerate() {
                for other in heads.iter().enumerate().filter(|(at, _)| *at != first) {
                    let body = std::iter::once(head).chain(body).cloned().collect();
                    rules.push(rule(other.1.negated(), body, number));
                }
            }
        }
        Clause::Choice { .. } | Clause::Default { .. } | Clause::Formula(_) => {}
    }
}

fn rule(head: Literal, body: Vec<Literal>, clause: usize) -> Rule {
    let bound: FxHashSet<u32> = body.iter().flat_map(|l| l.atom.variables()).collect();
    let free = head.atom.variables().into_iter().filter(|v| !bound.contains(v)).collect();
    Rule { head, body, clause, free }
}

/// Every constant and ground witness that is mentioned.
pub(crate) fn individuals(program: &[Sourced], extra: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut add = |term: &Term| {
        if term.is_ground() && seen.insert(term.clone()) {
            found.push(term.clone());
        }
    };
    for sourced in program {
        for literal in clause_literals(&sourced.clause) {
            literal.atom.arguments.iter().for_each(&mut add);
        }
    }
    extra.iter().for_each(add);
    found
}

fn clause_literals(clause: &Clause) -> Vec<Literal> {
    match clause {
        Clause::Rule { head, body } => std::iter::once(head).chain(body).cloned().collect(),
        Clause::Choice { heads, body, .. } => heads.iter().chain(body).cloned().collect(),
        Clause::Never(body) => body.clone(),
        Clause::Default { head, body, exceptions } => {
            std::iter::once(head).chain(body).chain(exceptions).cloned().collect()
        }
        Clause::Formula(formula) => {
            formula.atoms().into_iter().cloned().map(Literal::holds).collect()
        }
    }
}

struct Run {
    queue: VecDeque<usize>,
    steps: usize,
    budget: Budget,
}

impl Run {
    /// Fires the rules from `first` on that need nothing, and those whose needs are met already.
    fn start(&mut self, first: usize, closure: &mut Closure) -> Result<(), OverBudget> {
        let fresh = closure.facts.is_empty();
        for index in first..closure.rules.len() {
            if closure.rules[index].body.is_empty() {
                self.fire(index, &Bindings::default(), &[], closure)?;
            } else if !fresh {
                let found = closure.matches(&closure.rules[index].body);
                for (bindings, used) in found {
                    self.step()?;
                    self.fire(index, &bindings, &used, closure)?;
                }
            }
        }
        Ok(())
    }

    fn drain(&mut self, closure: &mut Closure) -> Result<(), OverBudget> {
        while let Some(number) = self.queue.pop_front() {
            closure.index(number);
            let key = predicate_key(&closure.facts[number]);
            let places = closure.triggers.get(&key).cloned().unwrap_or_default();
            for (index, position) in places {
                let mut bindings = Bindings::default();
                let pattern = &closure.rules[index].body[position];
                if unify(pattern, &closure.facts[number], &mut bindings) {
                    self.join(index, (position, number), bindings, closure)?;
                }
            }
        }
        Ok(())
    }

    /// Completes a rule whose literal at `position` was met by a new fact.
    fn join(
        &mut self,
        index: usize,
        (position, number): (usize, usize),
        bindings: Bindings,
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        let length = closure.rules[index].body.len();
        let mut partial = vec![(bindings, Vec::<usize>::new())];
        for place in 0..length {
            let mut next = Vec::new();
            for (bindings, used) in partial {
                if place == position {
                    next.push((bindings, [used, vec![number]].concat()));
                    continue;
                }
                let literal = closure.rules[index].body[place]
                    .map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
                for candidate in closure.candidates(&literal).iter().copied() {
                    self.step()?;
                    let mut extended = bindings.clone();
                    if unify(&literal, &closure.facts[candidate], &mut extended) {
                        next.push((extended, [used.clone(), vec![candidate]].concat()));
                    }
                }
            }
            partial = next;
        }
        for (bindings, used) in partial {
            self.fire(index, &bindings, &used, closure)?;
        }
        Ok(())
    }

    fn fire(
        &mut self,
        index: usize,
        bindings: &Bindings,
        used: &[usize],
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        let mut all = vec![bindings.clone()];
        for variable in &closure.rules[index].free {
            let individuals = &closure.individuals;
            all = all
                .iter()
                .flat_map(|b| individuals.iter().map(move |term| with(b, *variable, term)))
                .collect();
        }
        for bindings in all {
            self.step()?;
            let head = closure.rules[index]
                .head
                .map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
            if head.atom.arguments.iter().any(|t| depth(t) > DEPTH) {
                continue;
            }
            let derivation =
                Derivation { clause: closure.rules[index].clause, premises: used.to_vec() };
            self.add(head, derivation, closure)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        fact: Literal,
        derivation: Derivation,
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        if closure.numbers.contains_key(&fact) {
            return Ok(());
        }
        if closure.facts.len() >= self.budget.facts {
            return Err(self.over());
        }
        let number = closure.facts.len();
        if let Some(other) = closure.numbers.get(&fact.negated()) {
            closure.contradictions.push((number, *other));
        }
        closure.numbers.insert(fact.clone(), number);
        closure.facts.push(fact);
        closure.derivations.push(derivation);
        self.queue.push_back(number);
        Ok(())
    }

    /// Defaults fire one at a time, never against what already holds; those of earlier clauses first.
    fn defaults(&mut self, program: &[Sourced], closure: &mut Closure) -> Result<(), OverBudget> {
        let defaults = |(number, sourced): (usize, &Sourced)| {
            matches!(sourced.clause, Clause::Default { .. }).then_some(number)
        };
        let defaults: Vec<usize> = program.iter().enumerate().filter_map(defaults).collect();
        loop {
            let before = closure.facts.len();
            for number in &defaults {
                for candidate in candidates(*number, &program[*number].clause, closure) {
                    if candidate.holds_now(closure) {
                        self.add(candidate.head, candidate.derivation, closure)?;
                        self.drain(closure)?;
                    }
                }
                if closure.facts.len() > before {
                    break;
                }
            }
            if closure.facts.len() == before {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<(), OverBudget> {
        self.steps += 1;
        if self.steps > self.budget.steps { Err(self.over()) } else { Ok(()) }
    }

    fn over(&self) -> OverBudget {
        OverBudget::Derived { facts: self.budget.facts, steps: self.budget.steps }
    }
}

/// What a default would say of some things, unless something speaks against it.
struct Candidate {
    head: Literal,
    exceptions: Vec<Literal>,
    derivation: Derivation,
}

impl Candidate {
    fn holds_now(&self, closure: &Closure) -> bool {
        let blocked = self.exceptions.iter().any(|e| closure.holds(e).is_some());
        let settled =
            closure.holds(&self.head).is_some() || closure.holds(&self.head.negated()).is_some();
        !blocked && !settled
    }
}

fn candidates(number: usize, clause: &Clause, closure: &Closure) -> Vec<Candidate> {
    let Clause::Default { head, body, exceptions } = clause else { return Vec::new() };
    let mut found = Vec::new();
    for (bindings, premises) in closure.matches(body) {
        let free = head.atom.variables().into_iter().filter(|v| !bindings.contains_key(v));
        let mut all = vec![bindings.clone()];
        for variable in free {
            let of_all = |b: &Bindings| -> Vec<Bindings> {
                closure.individuals.iter().map(|term| with(b, variable, term)).collect()
            };
            all = all.iter().flat_map(of_all).collect();
        }
        for bindings in all {
            let bound = |literal: &Literal| {
                literal.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)))
            };
            found.push(Candidate {
                head: bound(head),
                exceptions: exceptions.iter().map(bound).collect(),
                derivation: Derivation { clause: number, premises: premises.clone() },
            });
        }
    }
    found
}

fn with(bindings: &Bindings, variable: u32, term: &Term) -> Bindings {
    let mut extended = bindings.clone();
    extended.insert(variable, term.clone());
    extended
}

fn depth(term: &Term) -> usize {
    match term {
        Term::Variable(_) | Term::Constant(_) => 0,
        Term::Witness(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
    }
}

/// Matches a pattern against a ground fact.
pub(crate) fn unify(pattern: &Literal, fact: &Literal, bindings: &mut Bindings) -> bool {
    pattern.positive == fact.positive
        && pattern.atom.predicate == fact.atom.predicate
        && pattern.atom.arguments.len() == fact.atom.arguments.len()
        && pattern
            .atom
            .arguments
            .iter()
            .zip(&fact.atom.arguments)
            .all(|(p, f)| unify_term(p, f, bindings))
}

fn unify_term(pattern: &Term, fact: &Term, bindings: &mut Bindings) -> bool {
    match (pattern, fact) {
        (Term::Variable(variable), _) => match bindings.get(variable) {
            Some(bound) => bound == fact,
            None => {
                bindings.insert(*variable, fact.clone());
                true
            }
        },
        (Term::Witness(p, ps), Term::Witness(f, fs)) => {
            p == f
                && ps.len() == fs.len()
                && ps.iter().zip(fs).all(|(p, f)| unify_term(p, f, bindings))
        }
        _ => pattern == fact,
    }
}
