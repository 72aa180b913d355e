//! Classical reasoning: sentences grounded over their individuals and decided by a SAT solver.
//! It reports the smallest set of sentences that forces an answer; it knows nothing of English.

mod encode;

use std::collections::BTreeSet;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

use crate::logic::{Formula, Term};
use encode::Encoder;

/// What a question comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// These sentences force it to be so.
    Entailed(Vec<usize>),
    /// These sentences force it not to be so.
    Refuted(Vec<usize>),
    /// Both are possible.
    Open,
    /// These sentences cannot hold together.
    Inconsistent(Vec<usize>),
    /// The budget ran out before an answer.
    TooLarge,
}

/// How far grounding may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Instances of quantified formulas at most.
    pub instances: usize,
    /// Individuals at most.
    pub individuals: usize,
    /// Clauses at most.
    pub clauses: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { instances: 200_000, individuals: 400, clauses: 4000 }
    }
}

/// One sentence of the session, as a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Premise {
    /// What it says.
    pub formula: Formula,
    /// Its number, nothing for a meaning of words.
    pub origin: Option<usize>,
}

/// Decides whether the premises force the question or its denial.
pub fn decide(premises: &[Premise], question: &Formula, limits: Limits) -> Decision {
    let relevant = reached(premises, question);
    let Some(mut problem) = Problem::build(&relevant, Some(question), limits) else {
        return Decision::TooLarge;
    };
    if let Some(core) = problem.conflict(&[]) {
        return Decision::Inconsistent(core);
    }
    let Some((so, not_so)) = problem.claim else { return Decision::Open };
    if let Some(core) = problem.conflict(&[not_so]) {
        return Decision::Entailed(core);
    }
    match problem.conflict(&[so]) {
        Some(core) => Decision::Refuted(core),
        None => Decision::Open,
    }
}

/// The smallest set of sentences that cannot hold together, if there is one.
pub fn conflict(premises: &[Premise], limits: Limits) -> Option<Vec<usize>> {
    let all: Vec<&Premise> = premises.iter().collect();
    Problem::build(&all, None, limits)?.conflict(&[])
}

/// The premises that share predicates with the question, directly or through others.
fn reached<'p>(premises: &'p [Premise], question: &Formula) -> Vec<&'p Premise> {
    let names = |formula: &Formula| -> BTreeSet<String> {
        formula.atoms().iter().map(|a| a.predicate.clone()).collect()
    };
    let mut known = names(question);
    let mut taken = vec![false; premises.len()];
    loop {
        let before = known.len();
        let mut grown = false;
        for (index, premise) in premises.iter().enumerate() {
            if !taken[index] && premise.formula.atoms().iter().any(|a| known.contains(&a.predicate))
            {
                taken[index] = true;
                grown = true;
                known.extend(names(&premise.formula));
            }
        }
        if !grown && known.len() == before {
            break;
        }
    }
    premises
        .iter()
        .enumerate()
        .filter(|(index, _)| taken[*index])
        .map(|(_, premise)| premise)
        .collect()
}

struct Problem {
    solver: BasicSolver,
    selectors: Vec<(usize, Lit)>,
    /// Literals that imply the question and its denial.
    claim: Option<(Lit, Lit)>,
}

impl Problem {
    /// Grounds the premises, each behind a selector of its sentence, and the claim without one.
    fn build(premises: &[&Premise], claim: Option<&Formula>, limits: Limits) -> Option<Self> {
        let mut encoder = Encoder::new(limits);
        let mut prepared = Vec::new();
        for (index, premise) in premises.iter().enumerate() {
            prepared
                .push((premise.origin, encoder.skolemise(&premise.formula, &format!("s{index}"))));
        }
        let claims = claim.map(|claim| {
            let denied = claim.clone().negated();
            [encoder.skolemise(claim, "q"), encoder.skolemise(&denied, "n")]
        });
        let formulas = prepared.iter().map(|(_, f)| f).chain(claims.iter().flatten());
        let individuals = encoder.individuals(formulas)?;
        let mut selectors: Vec<(usize, Lit)> = Vec::new();
        for (origin, formula) in &prepared {
            let selector =
                origin.map(|origin| match selectors.iter().find(|(o, _)| *o == origin) {
                    Some((_, lit)) => *lit,
                    None => {
                        let lit = encoder.fresh();
                        selectors.push((origin, lit));
                        lit
                    }
                });
            encoder.assert(formula, selector, &individuals)?;
        }
        let mut literals = None;
        if let Some([so, not_so]) = &claims {
            let (yes, no) = (encoder.fresh(), encoder.fresh());
            encoder.assert(so, Some(yes), &individuals)?;
            encoder.assert(not_so, Some(no), &individuals)?;
            literals = Some((yes, no));
        }
        Some(Self { solver: encoder.solver, selectors, claim: literals })
    }

    /// The sentences of a minimal conflict: no one of them can be left out.
    fn conflict(&mut self, fixed: &[Lit]) -> Option<Vec<usize>> {
        let all: Vec<Lit> = self.selectors.iter().map(|(_, lit)| *lit).collect();
        let mut core = self.core(&all, fixed)?;
        let mut index = 0;
        while index < core.len() {
            let mut fewer = core.clone();
            fewer.remove(index);
            match self.core(&fewer, fixed) {
                Some(smaller) => core = smaller,
                None => index += 1,
            }
        }
        let chosen = self.selectors.iter().filter(|(_, lit)| core.contains(lit));
        let mut origins: Vec<usize> = chosen.map(|(origin, _)| *origin).collect();
        origins.sort_unstable();
        Some(origins)
    }

    /// Those of the assumptions that already conflict, in their order; nothing if they can hold.
    fn core(&mut self, assumptions: &[Lit], fixed: &[Lit]) -> Option<Vec<Lit>> {
        let all = [assumptions, fixed].concat();
        if self.solver.solve_limited(&all) != lbool::FALSE {
            return None;
        }
        let core: Vec<Lit> = self.solver.unsat_core().to_vec();
        Some(
            assumptions
                .iter()
                .copied()
                .filter(|lit| core.contains(lit) || core.contains(&!*lit))
                .collect(),
        )
    }
}

/// The terms in a formula.
pub(crate) fn terms(formula: &Formula) -> Vec<&Term> {
    formula.atoms().into_iter().flat_map(|atom| &atom.arguments).collect()
}
