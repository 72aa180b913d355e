//! The clauses of a program as they are searched: general ones by their words, facts in the closure.

use rustc_hash::{FxHashMap, FxHashSet};

use super::sifted::Sifted;
use super::{Closure, Reached, Search, Sourced, follow, follow_from, literals};
use crate::logic::{Atom, Clause, Formula, Literal, Term};

/// The literals of a clause, with the sign they have in it.
pub(super) fn of_clause(clause: &Clause) -> Vec<Literal> {
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
    pub(super) general: FxHashMap<String, Vec<usize>>,
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

    /// Those of them that can matter, given what follows and what does not, `most` at most.
    pub(crate) fn sifted(&self, asked: &Formula, most: usize) -> Reached {
        follow(&Sifted::new(self, asked, most), asked, most)
    }

    /// The clauses that can matter to whether a formula holds, not to whether it does not; none where
    /// it holds only of what was worked out ahead.
    pub(crate) fn sifted_for(&self, asked: &Formula, most: usize) -> Reached {
        let (sifted, first) = (Sifted::new(self, asked, most), literals(asked));
        if first.iter().all(|literal| sifted.holds_as_worked_out(literal)) {
            return Reached { clauses: Vec::new(), complete: true };
        }
        follow_from(&sifted, first.into_iter(), most)
    }
}
