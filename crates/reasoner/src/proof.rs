//! Proofs: trees of clause applications, and a checker that trusts none of the machinery that made them.

use rustc_hash::FxHashMap;

use crate::logic::{Clause, Literal, Term};
use crate::program::{Closure, Sourced, unify};

/// A conclusion with the clause it follows by and the proofs of what that clause needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// What is concluded.
    pub conclusion: Literal,
    /// The clause used, by its place in the program.
    pub clause: usize,
    /// The number of the sentence it comes from, nothing for a meaning of words.
    pub origin: Option<usize>,
    /// Proofs of the premises.
    pub premises: Vec<Proof>,
}

impl Proof {
    /// The proof of a derived fact.
    pub fn of(closure: &Closure, number: usize, program: &[Sourced]) -> Self {
        let derivation = closure.derivation(number);
        Self {
            conclusion: closure.fact(number),
            clause: derivation.clause,
            origin: program[derivation.clause].origin,
            premises: derivation
                .premises
                .iter()
                .map(|premise| Self::of(closure, *premise, program))
                .collect(),
        }
    }

    /// The numbers of the sentences it rests on, in order, once each.
    pub fn sentences(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&self, found: &mut Vec<usize>) {
        found.extend(self.origin);
        self.premises.iter().for_each(|premise| premise.collect(found));
    }

    /// Checks every step against the clauses alone.
    pub fn is_valid(&self, program: &[Sourced]) -> bool {
        let Some(sourced) = program.get(self.clause) else { return false };
        sourced.origin == self.origin
            && self.follows(&sourced.clause)
            && self.premises.iter().all(|premise| premise.is_valid(program))
    }

    fn follows(&self, clause: &Clause) -> bool {
        let premises: Vec<&Literal> = self.premises.iter().map(|p| &p.conclusion).collect();
        match clause {
            Clause::Rule { head, body } | Clause::Default { head, body, .. } => {
                instance(head, body, &self.conclusion, &premises)
            }
            Clause::Never(literals) => (0..literals.len()).any(|index| {
                let mut body = literals.clone();
                let head = body.remove(index).negated();
                instance(&head, &body, &self.conclusion, &premises)
            }),
            Clause::Choice { heads, body, exclusive: true } => heads.iter().any(|one| {
                let needed: Vec<Literal> = std::iter::once(one).chain(body).cloned().collect();
                let others = heads.iter().filter(|other| *other != one);
                others
                    .map(Literal::negated)
                    .any(|head| instance(&head, &needed, &self.conclusion, &premises))
            }),
            Clause::Choice { .. } | Clause::Formula(_) => false,
        }
    }
}

/// Whether one substitution turns body and head into premises and conclusion.
fn instance(head: &Literal, body: &[Literal], conclusion: &Literal, premises: &[&Literal]) -> bool {
    let mut bindings: FxHashMap<u32, Term> = FxHashMap::default();
    body.len() == premises.len()
        && body
            .iter()
            .zip(premises)
            .all(|(pattern, premise)| unify(pattern, premise, &mut bindings))
        && unify(head, conclusion, &mut bindings)
}
