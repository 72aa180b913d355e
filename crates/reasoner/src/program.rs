//! Runs function-free rules forward to their closure, keeping one derivation per conclusion.
//! Three values: derived, strongly denied, or neither. It knows nothing of English.

pub(crate) mod chain;
mod closure;
pub(crate) mod reach;
mod rows;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::logic::{Clause, Literal, Term};
use rows::{Head, Rows, small};

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
    /// Its variables; each has the slot of its place here.
    slots: Vec<u32>,
    /// The slots of the variables that only the head has.
    free: Vec<usize>,
    conclusion: Pattern,
    patterns: Vec<Pattern>,
}

/// A literal as it runs.
#[derive(Debug)]
struct Pattern {
    head: Head,
    places: Vec<Place>,
}

/// One place of a literal as it runs.
#[derive(Debug)]
enum Place {
    /// What stands in a slot.
    Slot(usize),
    /// A thing by its number.
    Thing(u32),
    /// A witness that depends on others.
    Made(String, Vec<Place>),
}

/// Steps between two looks at whether anybody still waits.
const LOOK_EVERY: usize = 1024;

/// A slot in which nothing stands yet.
const EMPTY: u32 = u32::MAX;

/// Slots, and the facts that filled them.
type Partial = (Vec<u32>, Vec<u32>);

/// Everything that follows from a program.
#[derive(Debug, Default)]
pub struct Closure {
    rows: Rows,
    /// The clause each fact came about by, and where its premises begin.
    derived_by: Vec<(u32, u32)>,
    premises: Vec<u32>,
    by_predicate: FxHashMap<Head, Vec<u32>>,
    by_argument: FxHashMap<(Head, u32, u32), Vec<u32>>,
    individuals: Vec<Term>,
    known: FxHashSet<Term>,
    defeasible: bool,
    rules: Vec<Rule>,
    /// Where in rules a predicate occurs in a body.
    triggers: FxHashMap<Head, Vec<(usize, usize)>>,
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
    run.begin(program, 0, &mut closure)?;
    run.defaults(program, &mut closure)?;
    Ok(closure)
}

/// The rules that a clause comes to, each with its head and what it needs.
fn strict_rules(clause: &Clause, mut each: impl FnMut(Literal, Vec<Literal>)) {
    match clause {
        Clause::Rule { head, body } => each(head.clone(), body.clone()),
        Clause::Never(literals) => {
            for (index, literal) in literals.iter().enumerate() {
                let mut body = literals.clone();
                body.remove(index);
                each(literal.negated(), body);
            }
        }
        Clause::Choice { heads, body, exclusive: true } => {
            for (first, head) in heads.iter().enumerate() {
                for other in heads.iter().enumerate().filter(|(at, _)| *at != first) {
                    let body = std::iter::once(head).chain(body).cloned().collect();
                    each(other.1.negated(), body);
                }
            }
        }
        Clause::Choice { .. } | Clause::Default { .. } | Clause::Formula(_) => {}
    }
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
    /// Takes in the clauses from `from` on and runs until nothing more follows.
    fn begin(
        &mut self,
        program: &[Sourced],
        from: usize,
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        let first = closure.rules.len();
        let fresh = closure.rows.len() == 0;
        for (number, sourced) in program.iter().enumerate().skip(from) {
            for (head, arguments) in closure.take(&sourced.clause, number) {
                self.step()?;
                self.add((head, &arguments), (number, &[]), closure)?;
            }
        }
        for index in first..closure.rules.len() {
            let rule = &closure.rules[index];
            if rule.body.is_empty() {
                self.fire(index, &(vec![EMPTY; rule.slots.len()], Vec::new()), closure)?;
            } else if !fresh {
                let met = closure.met(&rule.patterns, rule.slots.len());
                for partial in &met {
                    self.step()?;
                    self.fire(index, partial, closure)?;
                }
            }
        }
        self.drain(closure)
    }

    fn drain(&mut self, closure: &mut Closure) -> Result<(), OverBudget> {
        while let Some(number) = self.queue.pop_front() {
            closure.index(number);
            let head = closure.rows.head_of(number);
            let places = closure.triggers.get(&head).cloned().unwrap_or_default();
            for (index, position) in places {
                let rule = &closure.rules[index];
                let mut slots = vec![EMPTY; rule.slots.len()];
                if closure.fits(&rule.patterns[position], number, &mut slots) {
                    self.join(index, (position, number), slots, closure)?;
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
        slots: Vec<u32>,
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        let rule = &closure.rules[index];
        let mut partial: Vec<Partial> = vec![(slots, Vec::new())];
        for (place, pattern) in rule.patterns.iter().enumerate() {
            let mut next = Vec::new();
            for (slots, mut used) in partial {
                if place == position {
                    used.push(small(number));
                    next.push((slots, used));
                    continue;
                }
                for candidate in closure.candidates(pattern, &slots).iter() {
                    self.step()?;
                    let mut filled = slots.clone();
                    if closure.fits(pattern, *candidate as usize, &mut filled) {
                        let mut used = used.clone();
                        used.push(*candidate);
                        next.push((filled, used));
                    }
                }
            }
            partial = next;
        }
        for met in &partial {
            self.fire(index, met, closure)?;
        }
        Ok(())
    }

    fn fire(
        &mut self,
        index: usize,
        (slots, used): &Partial,
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        let mut all = vec![slots.clone()];
        if !closure.rules[index].free.is_empty() {
            let things = std::mem::take(&mut closure.individuals);
            let numbers: Vec<u32> = things.iter().map(|thing| closure.rows.meet(thing)).collect();
            closure.individuals = things;
            for slot in &closure.rules[index].free {
                let of_all = |slots: &Vec<u32>| -> Vec<Vec<u32>> {
                    let filled = numbers.iter().map(|number| {
                        let mut slots = slots.clone();
                        slots[*slot] = *number;
                        slots
                    });
                    filled.collect()
                };
                all = all.iter().flat_map(of_all).collect();
            }
        }
        for slots in all {
            self.step()?;
            if let Some((head, arguments)) = closure.concluded(index, &slots) {
                let clause = closure.rules[index].clause;
                self.add((head, &arguments), (clause, used), closure)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        (head, arguments): (Head, &[u32]),
        (clause, premises): (usize, &[u32]),
        closure: &mut Closure,
    ) -> Result<(), OverBudget> {
        if closure.rows.find(head, arguments).is_some() {
            return Ok(());
        }
        if closure.rows.len() >= self.budget.facts {
            return Err(self.over());
        }
        let denial = closure.rows.find(head ^ 1, arguments);
        let number = closure.rows.push(head, arguments);
        closure.contradictions.extend(denial.map(|other| (number, other)));
        closure.derived_by.push((small(clause), small(closure.premises.len())));
        closure.premises.extend(premises);
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
            let before = closure.rows.len();
            for number in &defaults {
                let together = together(program, *number);
                for candidate in candidates(&program[*number].clause, &together, closure) {
                    if candidate.holds_now(closure) {
                        let fact = closure.meet_fact(&candidate.head);
                        self.add((fact.0, &fact.1), (*number, &candidate.premises), closure)?;
                        self.drain(closure)?;
                    }
                }
                if closure.rows.len() > before {
                    break;
                }
            }
            if closure.rows.len() == before {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<(), OverBudget> {
        self.steps += 1;
        if self.steps.is_multiple_of(LOOK_EVERY) {
            kernel::work::checkpoint();
        }
        if self.steps > self.budget.steps { Err(self.over()) } else { Ok(()) }
    }

    fn over(&self) -> OverBudget {
        OverBudget::Derived { facts: self.budget.facts, steps: self.budget.steps }
    }
}

/// What a default would say of some things, unless something speaks against it.
struct Candidate {
    head: Literal,
    /// What is said along with it of the same unnamed thing: all of it or nothing.
    together: Vec<Literal>,
    exceptions: Vec<Literal>,
    premises: Vec<u32>,
}

impl Candidate {
    fn holds_now(&self, closure: &Closure) -> bool {
        let blocked = self.exceptions.iter().any(|e| closure.holds(e).is_some());
        let settled =
            closure.holds(&self.head).is_some() || closure.holds(&self.head.negated()).is_some();
        let deep = |term: &Term| depth(term) > DEPTH;
        let far = self.head.atom.arguments.iter().any(deep);
        !blocked
            && !settled
            && !far
            && !self.together.iter().any(|one| self.is_denied(one, closure))
    }

    /// Whether a part of what is said together is denied, or would be by the other parts.
    fn is_denied(&self, one: &Literal, closure: &Closure) -> bool {
        let denial = one.negated();
        let denies = |rule: &Rule| {
            let mut bindings = Bindings::default();
            if !unify(&rule.head, &denial, &mut bindings) {
                return false;
            }
            let bound = |v: u32| bindings.get(&v).cloned().unwrap_or(Term::Variable(v));
            let mut others: Vec<Literal> = rule.body.iter().map(|l| l.map(&bound)).collect();
            others.retain(|literal| !self.together.contains(literal));
            !closure.matches(&others).is_empty()
        };
        closure.holds(&denial).is_some() || closure.rules.iter().any(denies)
    }
}

/// The heads of a sentence's defaults that speak of the same unnamed thing as this one.
fn together(program: &[Sourced], number: usize) -> Vec<Literal> {
    let Clause::Default { head, body, .. } = &program[number].clause else { return Vec::new() };
    let unnamed = |term: &&Term| matches!(term, Term::Witness(..));
    let things: Vec<&Term> = head.atom.arguments.iter().filter(unnamed).collect();
    if things.is_empty() {
        return Vec::new();
    }
    let same = |other: &Sourced| match &other.clause {
        Clause::Default { head, body: needs, .. }
            if other.origin == program[number].origin && needs == body =>
        {
            head.atom.arguments.iter().any(|term| things.contains(&term)).then(|| head.clone())
        }
        Clause::Default { .. }
        | Clause::Rule { .. }
        | Clause::Choice { .. }
        | Clause::Never(_)
        | Clause::Formula(_) => None,
    };
    program.iter().filter_map(same).collect()
}

fn candidates(clause: &Clause, together: &[Literal], closure: &Closure) -> Vec<Candidate> {
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
                together: together.iter().map(bound).collect(),
                exceptions: exceptions.iter().map(bound).collect(),
                premises: premises.iter().map(|fact| small(*fact)).collect(),
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
