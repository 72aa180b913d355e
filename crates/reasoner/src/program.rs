//! Runs function-free rules forward to their closure, keeping one derivation per conclusion.
//! Three values: derived, strongly denied, or neither. It knows nothing of English.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::{Clause, Literal, Term};

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
#[error("the rules derive more than the budget of {facts} facts or {steps} steps allows")]
pub struct OverBudget {
    /// Conclusions allowed.
    pub facts: usize,
    /// Steps allowed.
    pub steps: usize,
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

struct Rule {
    head: Literal,
    body: Vec<Literal>,
    clause: usize,
    free: Vec<u32>,
}

/// Everything that follows from a program.
#[derive(Debug, Default)]
pub struct Closure {
    facts: Vec<Literal>,
    derivations: Vec<Derivation>,
    numbers: FxHashMap<Literal, usize>,
    by_predicate: FxHashMap<(String, bool), Vec<usize>>,
    individuals: Vec<Term>,
}

type Bindings = FxHashMap<u32, Term>;

/// Witnesses of witnesses are not followed further than this.
const DEPTH: usize = 2;

/// Runs a program; `extra` names individuals the question mentions.
pub fn close(program: &[Sourced], extra: &[Term], budget: Budget) -> Result<Closure, OverBudget> {
    let rules = strict_rules(program);
    let mut closure = Closure { individuals: individuals(program, extra), ..Closure::default() };
    let mut run = Run { rules: &rules, queue: VecDeque::new(), steps: 0, budget };
    run.start(&mut closure)?;
    run.drain(&mut closure)?;
    run.defaults(program, &mut closure)?;
    Ok(closure)
}

fn strict_rules(program: &[Sourced]) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (clause, sourced) in program.iter().enumerate() {
        match &sourced.clause {
            Clause::Rule { head, body } => rules.push(rule(head.clone(), body.clone(), clause)),
            Clause::Never(literals) => {
                for (index, literal) in literals.iter().enumerate() {
                    let mut body = literals.clone();
                    body.remove(index);
                    rules.push(rule(literal.negated(), body, clause));
                }
            }
            Clause::Choice { .. } | Clause::Default { .. } | Clause::Formula(_) => {}
        }
    }
    rules
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

struct Run<'p> {
    rules: &'p [Rule],
    queue: VecDeque<usize>,
    steps: usize,
    budget: Budget,
}

impl Run<'_> {
    fn start(&mut self, closure: &mut Closure) -> Result<(), OverBudget> {
        for index in 0..self.rules.len() {
            if self.rules[index].body.is_empty() {
                self.fire(index, &Bindings::default(), &[], closure)?;
            }
        }
        Ok(())
    }

    fn drain(&mut self, closure: &mut Closure) -> Result<(), OverBudget> {
        while let Some(number) = self.queue.pop_front() {
            let fact = closure.facts[number].clone();
            closure.index(number);
            for index in 0..self.rules.len() {
                for position in 0..self.rules[index].body.len() {
                    let mut bindings = Bindings::default();
                    if unify(&self.rules[index].body[position], &fact, &mut bindings) {
                        self.join(index, (position, number), bindings, closure)?;
                    }
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
        let length = self.rules[index].body.len();
        let mut partial = vec![(bindings, Vec::<usize>::new())];
        for place in 0..length {
            let mut next = Vec::new();
            for (bindings, used) in partial {
                if place == position {
                    next.push((bindings, [used, vec![number]].concat()));
                    continue;
                }
                let literal = self.rules[index].body[place]
                    .map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
                for candidate in closure.candidates(&literal) {
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
        let rule = &self.rules[index];
        let mut all = vec![bindings.clone()];
        for variable in &rule.free {
            let individuals = &closure.individuals;
            all = all
                .iter()
                .flat_map(|b| individuals.iter().map(move |term| with(b, *variable, term)))
                .collect();
        }
        for bindings in all {
            self.step()?;
            let head = self.rules[index]
                .head
                .map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
            if head.atom.arguments.iter().any(|t| depth(t) > DEPTH) {
                continue;
            }
            let derivation =
                Derivation { clause: self.rules[index].clause, premises: used.to_vec() };
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
        closure.numbers.insert(fact.clone(), number);
        closure.facts.push(fact);
        closure.derivations.push(derivation);
        self.queue.push_back(number);
        Ok(())
    }

    /// Defaults fire one at a time, never against what already holds.
    fn defaults(&mut self, program: &[Sourced], closure: &mut Closure) -> Result<(), OverBudget> {
        loop {
            let Some((head, derivation)) = next_default(program, closure) else { return Ok(()) };
            self.add(head, derivation, closure)?;
            self.drain(closure)?;
        }
    }

    fn step(&mut self) -> Result<(), OverBudget> {
        self.steps += 1;
        if self.steps > self.budget.steps { Err(self.over()) } else { Ok(()) }
    }

    fn over(&self) -> OverBudget {
        OverBudget { facts: self.budget.facts, steps: self.budget.steps }
    }
}

fn next_default(program: &[Sourced], closure: &Closure) -> Option<(Literal, Derivation)> {
    for (clause, sourced) in program.iter().enumerate() {
        let Clause::Default { head, body, exceptions } = &sourced.clause else { continue };
        for (bindings, premises) in closure.matches(body) {
            let bound = |literal: &Literal| {
                literal.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)))
            };
            let head = bound(head);
            let blocked = exceptions.iter().any(|e| closure.holds(&bound(e)).is_some());
            let settled =
                closure.holds(&head).is_some() || closure.holds(&head.negated()).is_some();
            if !blocked && !settled {
                return Some((head, Derivation { clause, premises }));
            }
        }
    }
    None
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

impl Closure {
    fn index(&mut self, number: usize) {
        let fact = &self.facts[number];
        let key = (fact.atom.predicate.clone(), fact.positive);
        self.by_predicate.entry(key).or_default().push(number);
    }

    fn candidates(&self, literal: &Literal) -> Vec<usize> {
        if literal.atom.arguments.iter().all(Term::is_ground) {
            return self.numbers.get(literal).copied().into_iter().collect();
        }
        let key = (literal.atom.predicate.clone(), literal.positive);
        self.by_predicate.get(&key).cloned().unwrap_or_default()
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

    /// All ways to meet a conjunction, with the facts used.
    pub fn matches(&self, body: &[Literal]) -> Vec<(FxHashMap<u32, Term>, Vec<usize>)> {
        let mut partial = vec![(Bindings::default(), Vec::new())];
        for pattern in body {
            let mut next = Vec::new();
            for (bindings, used) in &partial {
                let literal =
                    pattern.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)));
                for candidate in self.candidates(&literal) {
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

    /// A fact that holds together with its denial.
    pub fn contradiction(&self) -> Option<(usize, usize)> {
        self.facts
            .iter()
            .enumerate()
            .filter(|(_, fact)| fact.positive)
            .find_map(|(number, fact)| Some((number, self.holds(&fact.negated())?)))
    }
}
