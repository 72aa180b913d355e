//! Leaves out clauses that can never matter. Where all that can make a literal hold is rules that need
//! nothing open, what was worked out ahead says of which things it holds: a clause that needs it
//! matters for these alone. It never leaves out what could change an answer.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::told::{Told, of_clause};
use super::{Search, Ways, literals};
use crate::logic::{Clause, Formula, Literal, Term};

/// A predicate, its number of places, and whether it is affirmed.
type Kind = (String, usize, bool);

fn kind(literal: &Literal) -> Kind {
    (literal.atom.predicate.clone(), literal.atom.arguments.len(), literal.positive)
}

/// A program searched for what can matter to a question.
pub(super) struct Sifted<'a> {
    told: &'a Told<'a>,
    /// What the question is about; it may be supposed either way.
    asked: FxHashSet<(String, usize)>,
    /// More ways than this are not told apart.
    most: usize,
    settled: RefCell<FxHashMap<Kind, bool>>,
}

impl<'a> Sifted<'a> {
    pub(super) fn new(told: &'a Told<'a>, asked: &Formula, most: usize) -> Self {
        let atoms = asked.atoms().into_iter();
        let asked = atoms.map(|atom| (atom.predicate.clone(), atom.arguments.len())).collect();
        Self { told, asked, most, settled: RefCell::default() }
    }

    fn clause(&self, at: usize) -> Option<&'a Clause> {
        self.told.program.get(at).map(|sourced| &sourced.clause)
    }

    /// Whether such a literal holds only where it was worked out ahead, whatever else may be so: in
    /// a state of the world it can be taken not to hold anywhere else without breaking a clause.
    fn is_settled(&self, literal: &Literal) -> bool {
        let asked = kind(literal);
        if let Some(settled) = self.settled.borrow().get(&asked) {
            return *settled;
        }
        let open = self.asked.contains(&(asked.0.clone(), asked.1)) || !self.is_one_sided(&asked);
        let rests = if open { None } else { self.rests_on(&asked, &self.asked) };
        let mut settled = self.settled.borrow_mut();
        match rests {
            Some(all) => {
                settled.extend(all.into_iter().map(|kind| (kind, true)));
                true
            }
            None => {
                settled.insert(asked, false);
                false
            }
        }
    }

    /// Whether such a literal follows from nothing but rules that need nothing open.
    pub(super) fn holds_as_worked_out(&self, literal: &Literal) -> bool {
        self.rests_on(&kind(literal), &FxHashSet::default()).is_some()
    }

    /// All that a kind of literal rests on by rules, unless something among it is open.
    fn rests_on(&self, first: &Kind, open: &FxHashSet<(String, usize)>) -> Option<FxHashSet<Kind>> {
        let mut waiting = vec![first.clone()];
        let mut seen = FxHashSet::default();
        while let Some(next) = waiting.pop() {
            if seen.contains(&next) {
                continue;
            }
            let sided = next == *first || self.is_one_sided(&next);
            if open.contains(&(next.0.clone(), next.1)) || !sided {
                return None;
            }
            for at in self.told.index.general.get(&next.0).into_iter().flatten() {
                match self.clause(*at) {
                    Some(Clause::Rule { head, body }) if kind(head) == next => {
                        if !is_safe(head, body) || is_against(body, &next) {
                            return None;
                        }
                        waiting.extend(body.iter().map(kind));
                    }
                    Some(clause) if affirms_otherwise(clause, &next) => return None,
                    Some(_) | None => {}
                }
            }
            seen.insert(next);
        }
        Some(seen)
    }

    /// Of a predicate and its denial only one can be taken not to hold where nothing says so: the
    /// one whose opposite general clauses have; the predicate, unless it may come to hold in ways
    /// that are open, where they have both.
    fn is_one_sided(&self, (name, arity, positive): &Kind) -> bool {
        let (affirmed, denied) = ((name.clone(), *arity, true), (name.clone(), *arity, false));
        let places = self.told.index.general.get(name).into_iter().flatten();
        let clauses: Vec<&Clause> = places.filter_map(|at| self.clause(*at)).collect();
        let denies = |clause: &&Clause| of_clause(clause).iter().any(|it| kind(it) == denied);
        let denied = clauses.iter().any(denies);
        if *positive {
            return denied;
        }
        !denied || clauses.iter().any(|clause| affirms_otherwise(clause, &affirmed))
    }
}

/// Whether a literal stands in a clause other than as the head of a rule.
fn affirms_otherwise(clause: &Clause, literal: &Kind) -> bool {
    match clause {
        Clause::Rule { body, .. } => is_against(body, literal),
        // What is only normally so forces nothing.
        Clause::Default { .. } => false,
        Clause::Choice { .. } | Clause::Never(_) | Clause::Formula(_) => {
            of_clause(clause).iter().any(|other| kind(other) == *literal)
        }
    }
}

/// Whether a body needs the opposite of a literal, so that the literal stands in the clause.
fn is_against(body: &[Literal], literal: &Kind) -> bool {
    body.iter().any(|needed| kind(&needed.negated()) == *literal)
}

/// Whether a rule speaks only of things that its body does, and makes none.
fn is_safe(head: &Literal, body: &[Literal]) -> bool {
    let made = |term: &Term| matches!(term, Term::Witness(..)) && !term.is_ground();
    let bound: FxHashSet<u32> = body.iter().flat_map(|needed| needed.atom.variables()).collect();
    !head.atom.arguments.iter().any(made)
        && head.atom.variables().iter().all(|variable| bound.contains(variable))
}

impl Search for Sifted<'_> {
    fn holding(&self, wanted: &Literal) -> Vec<usize> {
        self.told.holding(wanted)
    }

    fn literals(&self, clause: usize) -> Vec<Literal> {
        match self.clause(clause) {
            // What is only normally so forces nothing.
            Some(Clause::Default { .. }) | None => Vec::new(),
            Some(clause) => of_clause(clause),
        }
    }

    fn ways(&self, clause: usize, needed: &[(usize, Literal)]) -> Ways {
        let Some(clause) = self.clause(clause) else { return Ways::Any };
        let certain = certain(clause);
        let settled = needed.iter().filter(|(at, one)| {
            certain.get(*at).is_some_and(|certain| *certain) && self.is_settled(one)
        });
        let settled: Vec<&Literal> = settled.map(|(_, one)| one).collect();
        if settled.is_empty() {
            return Ways::Any;
        }
        self.told.closure.ways(&settled, self.most).map_or(Ways::Any, Ways::Only)
    }
}

/// Which literals of a clause are needed whichever of the others it is met at: not those of which
/// one part of the clause has some and another part others.
fn certain(clause: &Clause) -> Vec<bool> {
    let all = of_clause(clause).len();
    match clause {
        Clause::Choice { heads, exclusive: true, .. } => {
            (0..all).map(|at| at >= heads.len() * 2).collect()
        }
        Clause::Rule { .. } | Clause::Choice { .. } | Clause::Never(_) => vec![true; all],
        Clause::Default { .. } => vec![false; all],
        Clause::Formula(formula) => {
            let mut found = Vec::new();
            gather(formula, (true, true), &mut found);
            found
        }
    }
}

/// The same for a formula under a sign, as long as nothing above it divides the formula.
fn gather(formula: &Formula, (positive, certain): (bool, bool), found: &mut Vec<bool>) {
    let parts = |parts: &[Formula], divided: bool, found: &mut Vec<bool>| {
        let certain = certain && (!divided || parts.len() == 1);
        parts.iter().for_each(|part| gather(part, (positive, certain), found));
    };
    match formula {
        Formula::Atom(_) => found.push(certain),
        Formula::Not(inner) => gather(inner, (!positive, certain), found),
        Formula::All(_, inner) | Formula::Some(_, inner) => {
            gather(inner, (positive, certain), found);
        }
        Formula::And(all) => parts(all, positive, found),
        Formula::Or(all) => parts(all, !positive, found),
        Formula::Implies(a, b) => {
            gather(a, (!positive, certain && positive), found);
            gather(b, (positive, certain && positive), found);
        }
        Formula::One(_) | Formula::Iff(..) | Formula::Normally(..) => {
            found.extend(literals(formula).iter().map(|_| false));
        }
    }
}
