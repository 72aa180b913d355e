//! What does not go together: a fact and its denial, two values of one function, sentences that no
//! state of the world can meet.

use super::Live;
use crate::classical;
use crate::knowledge::Knowledge;
use crate::logic::{Atom, Clause, Literal, Term};
use crate::prepared::Prepared;
use crate::program::Closure;
use crate::proof::Proof;

/// Classical reasoning at assert time stays small; questions may go further.
const CLAUSES: usize = 400;

/// Two things that cannot both be so, each with its proof where rules derive it.
#[derive(Debug, Clone)]
pub(crate) struct Contradiction {
    /// What is said now, and its denial; nothing where only the sentences together conflict.
    pub sides: Option<(Literal, Literal)>,
    /// The proofs of the sides.
    pub proofs: Vec<Proof>,
    /// The statements of each side; one list where only the sentences together conflict.
    pub statements: Vec<Vec<usize>>,
}

/// How many contradictions are looked at.
const MOST: usize = 10;

impl Live {
    /// The contradictions that came with the statements from `first` on.
    pub(crate) fn contradictions(&self, first: usize) -> Vec<Contradiction> {
        let Some(prepared) = &self.prepared else { return Vec::new() };
        let closure = prepared.closure();
        let denied = closure.contradictions().iter().copied();
        let mut found: Vec<Contradiction> = denied
            .chain(self.double_values(closure))
            .map(|sides| between(prepared, sides))
            .filter(|it| it.statements.iter().flatten().any(|number| *number >= first))
            .take(MOST)
            .collect();
        if found.is_empty() {
            found.extend(self.conflict(prepared, first));
        }
        found
    }

    /// Facts of a relation declared functional that give one thing two values.
    fn double_values(&self, closure: &Closure) -> Vec<(usize, usize)> {
        let declared =
            closure.matches(&[Literal::holds(Atom::new("functional", vec![Term::Variable(0)]))]);
        let mut found = Vec::new();
        for (bindings, _) in declared {
            let Some(Term::Constant(name)) = bindings.get(&0) else { continue };
            let pattern = Atom::new(name.clone(), vec![Term::Variable(1), Term::Variable(2)]);
            let mut seen = rustc_hash::FxHashMap::default();
            for (values, used) in closure.matches(&[Literal::holds(pattern)]) {
                let (Some(thing), Some(value), [fact]) =
                    (values.get(&1), values.get(&2), used.as_slice())
                else {
                    continue;
                };
                match seen.get(thing) {
                    Some((other, before)) if other != value => found.push((*fact, *before)),
                    Some(_) => {}
                    None => drop(seen.insert(thing.clone(), (value.clone(), *fact))),
                }
            }
        }
        found
    }

    /// Sentences that conflict although no single fact is denied.
    fn conflict(&self, prepared: &Prepared, first: usize) -> Option<Contradiction> {
        let told = self.knowledge.statements().get(first..)?;
        let chooses = prepared
            .program()
            .iter()
            .any(|sourced| matches!(sourced.clause, Clause::Choice { .. } | Clause::Formula(_)));
        if !chooses || told.is_empty() {
            return None;
        }
        let mut statements = Vec::new();
        for statement in told {
            let reached = prepared.reached(&statement.formula, CLAUSES)?;
            let premises = self.knowledge.premises(reached.into_iter(), &statement.formula);
            let limits = classical::Limits { instances: 20_000, ..classical::Limits::default() };
            statements = classical::conflict(&premises, limits).unwrap_or_default();
            if !statements.is_empty() {
                break;
            }
        }
        let new = statements.iter().any(|number| *number >= first);
        new.then(|| Contradiction { sides: None, proofs: Vec::new(), statements: vec![statements] })
    }
}

fn between(prepared: &Prepared, (now, before): (usize, usize)) -> Contradiction {
    let (closure, program) = (prepared.closure(), prepared.program());
    let proofs: Vec<Proof> =
        [now, before].map(|fact| Proof::of(closure, fact, program)).into_iter().collect();
    Contradiction {
        sides: Some((closure.fact(now).clone(), closure.fact(before).clone())),
        statements: proofs.iter().map(Proof::sentences).collect(),
        proofs,
    }
}

/// The statements older than `first` that must go so that a contradiction does; nothing when that
/// is not clear: only what was said outright is taken back.
pub(crate) fn to_supersede(
    contradiction: &Contradiction,
    knowledge: &Knowledge,
    first: usize,
) -> Option<usize> {
    let outright = |number: &usize| {
        let clauses = &knowledge.statements()[*number].clauses;
        clauses.iter().all(|c| matches!(c, Clause::Rule { body, .. } if body.is_empty()))
    };
    let mut old = contradiction.statements.iter().flatten().filter(|number| **number < first);
    let mut candidates: Vec<usize> = old.by_ref().filter(|n| outright(n)).copied().collect();
    candidates.sort_unstable();
    candidates.dedup();
    match candidates.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}
