//! Which clauses can have a say in a question: from each literal to those that speak against it,
//! with what is known of the things it is about. It decides nothing.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Bindings, Closure, Sourced, unify};
use crate::logic::{Atom, Clause, Formula, Literal, Term};

/// More patterns of one predicate than this are followed as one that fits all.
const PATTERNS: usize = 24;
/// Things within things are told apart as far as this.
const DEPTH: usize = 2;
/// Variables of what is wanted are numbered apart from those of clauses.
const APART: u32 = 1 << 24;

/// What is searched: clauses by the literals they may hold.
pub(crate) trait Search {
    /// Clauses that may hold such a literal.
    fn holding(&self, wanted: &Literal) -> Vec<usize>;
    /// The literals of a clause, with the sign they have in it.
    fn literals(&self, clause: usize) -> Vec<Literal>;
}

/// The clauses that can have a say, nearest first.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// Clauses with the number of steps that lead to them.
    pub(crate) clauses: Vec<(usize, usize)>,
    /// Whether these are all.
    pub(crate) complete: bool,
}

/// Follows a question to the clauses that can have a say in it, `most` at most.
pub(crate) fn follow(search: &impl Search, asked: &Formula, most: usize) -> Reached {
    let mut wanted = Wanted::default();
    for atom in asked.atoms() {
        wanted.add(&Literal::holds(atom.clone()), 0);
        wanted.add(&Literal::denies(atom.clone()), 0);
    }
    let mut reached = Reached { clauses: Vec::new(), complete: true };
    let mut taken = FxHashSet::default();
    let mut open = Open::default();
    let mut known: FxHashMap<usize, Vec<Literal>> = FxHashMap::default();
    while let Some((literal, ring)) = wanted.queue.pop_front() {
        for clause in search.holding(&literal) {
            if open.is_whole(clause) {
                continue;
            }
            let literals = known.entry(clause).or_insert_with(|| search.literals(clause));
            for (at, found) in literals.iter().enumerate() {
                let Some(bindings) = meet(&literal, found) else { continue };
                if taken.insert(clause) {
                    reached.clauses.push((clause, ring));
                }
                if reached.clauses.len() > most {
                    reached.clauses.pop();
                    reached.complete = false;
                    return reached;
                }
                if binds_nothing(&bindings) {
                    for other in open.still_wanted(clause, at, literals.len()) {
                        wanted.add(&literals[other].negated(), ring + 1);
                    }
                    continue;
                }
                if open.had(clause, at) {
                    continue;
                }
                let others = literals.iter().enumerate().filter(|(other, _)| *other != at);
                for (_, other) in others {
                    wanted.add(&bound(&other.negated(), &bindings), ring + 1);
                }
            }
        }
    }
    reached
}

/// Which clauses were met with nothing bound: all but the literal they were first met at are wanted
/// then, and that one too once they are met at another. More is never wanted of them.
#[derive(Default)]
struct Open(FxHashMap<usize, Option<usize>>);

impl Open {
    fn is_whole(&self, clause: usize) -> bool {
        self.0.get(&clause) == Some(&None)
    }

    /// Whether all but this literal of a clause are wanted already.
    fn had(&self, clause: usize, at: usize) -> bool {
        self.0.get(&clause) == Some(&Some(at))
    }

    /// The places of a clause's literals that a meeting at `at` adds to what is wanted.
    fn still_wanted(&mut self, clause: usize, at: usize, length: usize) -> Vec<usize> {
        match self.0.get(&clause).copied() {
            None => {
                self.0.insert(clause, Some(at));
                (0..length).filter(|other| *other != at).collect()
            }
            Some(Some(first)) if first != at => {
                self.0.insert(clause, None);
                vec![first]
            }
            Some(_) => Vec::new(),
        }
    }
}

/// Whether only what is wanted became clearer, and the clause stays as it was.
fn binds_nothing(bindings: &Bindings) -> bool {
    bindings.keys().all(|variable| *variable >= APART)
}

/// What is still looked for, and what was before.
#[derive(Default)]
struct Wanted {
    queue: VecDeque<(Literal, usize)>,
    seen: FxHashMap<String, Vec<Patterns>>,
}

/// The literals of one predicate, sign and number of arguments that were looked for.
struct Patterns {
    positive: bool,
    arity: usize,
    /// Whether one of them fits all.
    all: bool,
    literals: Vec<Literal>,
}

impl Patterns {
    fn have(&self, literal: &Literal) -> bool {
        self.all
            || self.literals.iter().any(|other| unify(other, literal, &mut Bindings::default()))
    }
}

impl Wanted {
    fn add(&mut self, literal: &Literal, ring: usize) {
        let patterns = self.patterns(literal);
        if patterns.all {
            return;
        }
        let mut literal = plain(literal);
        if patterns.have(&literal) {
            return;
        }
        if patterns.literals.len() >= PATTERNS {
            let any = (0..patterns.arity).filter_map(|at| u32::try_from(at).ok());
            literal.atom.arguments = any.map(Term::Variable).collect();
            patterns.all = true;
        }
        patterns.literals.push(literal.clone());
        self.queue.push_back((literal, ring));
    }

    fn patterns(&mut self, literal: &Literal) -> &mut Patterns {
        let (positive, arity) = (literal.positive, literal.atom.arguments.len());
        let kinds = self.seen.entry(literal.atom.predicate.clone()).or_default();
        let is = |it: &Patterns| it.positive == positive && it.arity == arity;
        let at = kinds.iter().position(is).unwrap_or_else(|| {
            kinds.push(Patterns { positive, arity, all: false, literals: Vec::new() });
            kinds.len() - 1
        });
        &mut kinds[at]
    }
}

/// With its variables numbered from nothing, and cut where things stand too deep within things.
fn plain(literal: &Literal) -> Literal {
    fn cut(term: &Term, depth: usize, names: &mut FxHashMap<u32, u32>, next: &mut u32) -> Term {
        let mut fresh = || {
            *next += 1;
            *next - 1
        };
        match term {
            Term::Variable(variable) => {
                Term::Variable(*names.entry(*variable).or_insert_with(fresh))
            }
            Term::Constant(_) => term.clone(),
            Term::Witness(_, arguments) if !arguments.is_empty() && depth == 0 => {
                Term::Variable(fresh())
            }
            Term::Witness(name, arguments) => {
                let arguments = arguments.iter().map(|t| cut(t, depth - 1, names, next));
                Term::Witness(name.clone(), arguments.collect())
            }
        }
    }
    let (mut names, mut next) = (FxHashMap::default(), 0);
    let arguments =
        literal.atom.arguments.iter().map(|term| cut(term, DEPTH, &mut names, &mut next));
    let atom = Atom::new(literal.atom.predicate.clone(), arguments.collect());
    Literal { positive: literal.positive, atom }
}

/// What the variables of both stand for when they are one literal.
fn meet(wanted: &Literal, found: &Literal) -> Option<Bindings> {
    let (one, other) = (&wanted.atom, &found.atom);
    if wanted.positive != found.positive
        || one.predicate != other.predicate
        || one.arguments.len() != other.arguments.len()
    {
        return None;
    }
    let mut bindings = Bindings::default();
    for (one, other) in one.arguments.iter().zip(&other.arguments) {
        let one = one.map(&|v| Term::Variable(v + APART));
        if !equate(&one, other, &mut bindings) {
            return None;
        }
    }
    Some(bindings)
}

fn equate(one: &Term, other: &Term, bindings: &mut Bindings) -> bool {
    match (walked(one, bindings), walked(other, bindings)) {
        (Term::Variable(a), Term::Variable(b)) if a == b => true,
        (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
            let within = resolved(&term, bindings);
            let again = Atom::new("", vec![within.clone()]).variables().contains(&variable);
            if !again {
                bindings.insert(variable, within);
            }
            !again
        }
        (Term::Witness(a, ones), Term::Witness(b, others)) => {
            a == b
                && ones.len() == others.len()
                && ones.iter().zip(&others).all(|(one, other)| equate(one, other, bindings))
        }
        (one, other) => one == other,
    }
}

fn walked(term: &Term, bindings: &Bindings) -> Term {
    let mut term = term;
    while let Term::Variable(variable) = term
        && let Some(next) = bindings.get(variable)
    {
        term = next;
    }
    term.clone()
}

fn resolved(term: &Term, bindings: &Bindings) -> Term {
    match walked(term, bindings) {
        Term::Witness(name, arguments) => {
            Term::Witness(name, arguments.iter().map(|t| resolved(t, bindings)).collect())
        }
        other @ (Term::Variable(_) | Term::Constant(_)) => other,
    }
}

fn bound(literal: &Literal, bindings: &Bindings) -> Literal {
    let arguments = literal.atom.arguments.iter().map(|term| resolved(term, bindings)).collect();
    let atom = Atom::new(literal.atom.predicate.clone(), arguments);
    Literal { positive: literal.positive, atom }
}

/// The literals of a formula, with the sign they have in it.
pub(crate) fn literals(formula: &Formula) -> Vec<Literal> {
    fn gather(formula: &Formula, positive: bool, found: &mut Vec<Literal>) {
        match formula {
            Formula::Atom(atom) => found.push(Literal { positive, atom: atom.clone() }),
            Formula::Not(inner) => gather(inner, !positive, found),
            Formula::All(_, inner) | Formula::Some(_, inner) => gather(inner, positive, found),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| gather(part, positive, found));
            }
            Formula::Implies(a, b) => {
                gather(a, !positive, found);
                gather(b, positive, found);
            }
            Formula::One(parts) => parts.iter().for_each(|part| both(part, found)),
            Formula::Iff(a, b) => [a, b].into_iter().for_each(|part| both(part, found)),
            // A default forces nothing.
            Formula::Normally(..) => {}
        }
    }
    fn both(formula: &Formula, found: &mut Vec<Literal>) {
        gather(formula, true, found);
        gather(formula, false, found);
    }
    let mut found = Vec::new();
    gather(formula, true, &mut found);
    found
}

fn of_clause(clause: &Clause) -> Vec<Literal> {
    let against = |body: &[Literal]| body.iter().map(Literal::negated).collect::<Vec<_>>();
    match clause {
        Clause::Rule { head, body } | Clause::Default { head, body, .. } => {
            [vec![head.clone()], against(body)].concat()
        }
        Clause::Choice { heads, body, exclusive } => {
            let others = if *exclusive { against(heads) } else { Vec::new() };
            [heads.clone(), others, against(body)].concat()
        }
        Clause::Never(body) => against(body),
        Clause::Formula(formula) => literals(formula),
    }
}

/// The clauses of a program that are more than a fact, by the predicates in them.
#[derive(Debug, Default)]
pub(crate) struct Index {
    general: FxHashMap<String, Vec<usize>>,
}

impl Index {
    /// The index of a whole program.
    pub(crate) fn of(program: &[Sourced]) -> Self {
        let mut index = Self::default();
        program.iter().enumerate().for_each(|(at, sourced)| index.take(&sourced.clause, at));
        index
    }

    /// Takes in one more clause.
    pub(crate) fn take(&mut self, clause: &Clause, at: usize) {
        if is_fact(clause) {
            return;
        }
        for literal in of_clause(clause) {
            let places = self.general.entry(literal.atom.predicate).or_default();
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
    }
}

/// Whether a clause says something outright; such clauses are found in the closure.
fn is_fact(clause: &Clause) -> bool {
    matches!(clause, Clause::Rule { head, body }
        if body.is_empty() && head.atom.arguments.iter().all(Term::is_ground))
}

/// A program with all that follows from it.
pub(crate) struct Told<'a> {
    /// Its clauses.
    pub(crate) program: &'a [Sourced],
    /// Where they are found.
    pub(crate) index: &'a Index,
    /// What follows.
    pub(crate) closure: &'a Closure,
}

impl Search for Told<'_> {
    fn holding(&self, wanted: &Literal) -> Vec<usize> {
        let mut found = self.index.general.get(&wanted.atom.predicate).cloned().unwrap_or_default();
        for number in self.closure.instances(wanted) {
            let derivation = self.closure.derivation(number);
            if derivation.premises.is_empty() {
                found.push(derivation.clause);
            }
        }
        found
    }

    fn literals(&self, clause: usize) -> Vec<Literal> {
        self.program.get(clause).map(|sourced| of_clause(&sourced.clause)).unwrap_or_default()
    }
}

impl Told<'_> {
    /// Whether only rules without denials can have a say in a formula. Then what was worked out ahead
    /// is all that follows, and nothing is denied.
    pub(crate) fn is_plain(&self, asked: &Formula) -> bool {
        let kind = |atom: &Atom| (atom.predicate.clone(), atom.arguments.len());
        let mut open: Vec<(String, usize)> = asked.atoms().into_iter().map(kind).collect();
        let mut seen = FxHashSet::default();
        while let Some((predicate, arity)) = open.pop() {
            if !seen.insert((predicate.clone(), arity)) {
                continue;
            }
            for at in self.index.general.get(&predicate).into_iter().flatten() {
                let Some(Clause::Rule { head, body }) = self.program.get(*at).map(|it| &it.clause)
                else {
                    return false;
                };
                if !head.positive || body.iter().any(|literal| !literal.positive) {
                    return false;
                }
                open.extend(body.iter().chain([head]).map(|literal| kind(&literal.atom)));
            }
            let any = (0..arity).filter_map(|at| u32::try_from(at).ok()).map(Term::Variable);
            let denied = Literal::denies(Atom::new(predicate, any.collect()));
            if !self.closure.instances(&denied).is_empty() {
                return false;
            }
        }
        true
    }

    /// The clauses that can have a say in a formula, `most` at most.
    pub(crate) fn reached(&self, asked: &Formula, most: usize) -> Reached {
        follow(self, asked, most)
    }
}
