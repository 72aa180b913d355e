//! Classical reasoning: sentences grounded over their individuals and decided by a SAT solver.
//! It reports the smallest set of sentences that forces an answer; it knows nothing of English.

mod domains;
mod encode;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rustc_hash::FxHashMap;

use crate::logic::{Formula, Literal};
use crate::program::reach::{self, Search};
use domains::Domains;
use encode::{Encoder, Scope};

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
    /// A limit was reached before an answer.
    TooLarge(Cut),
}

/// The limit at which a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// More instances of general sentences.
    Instances(usize),
    /// More things that one general sentence says there are.
    Individuals(usize),
    /// More clauses that can have a say.
    Clauses(usize),
}

/// How far grounding may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Instances of quantified formulas at most.
    pub instances: usize,
    /// Things that one formula says there are, at most.
    pub individuals: usize,
    /// Clauses at most.
    pub clauses: usize,
    /// So many clauses are gone through whether or not they can come to matter.
    pub unsifted: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { instances: 200_000, individuals: 400, clauses: 4000, unsifted: 600 }
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

/// Decides whether the premises force the question or its denial. Where all that can have a say is
/// too much, the nearest sentences are tried first: what a part of them forces is forced.
pub fn decide(premises: &[Premise], question: &Formula, limits: Limits) -> Decision {
    let reached = reached(premises, question);
    let within = |rings: usize| -> Vec<&Premise> {
        let mut near: Vec<usize> =
            reached.iter().filter(|(_, ring)| *ring < rings).map(|(at, _)| *at).collect();
        near.sort_unstable();
        near.into_iter().map(|at| &premises[at]).collect()
    };
    let rings = reached.last().map_or(0, |(_, ring)| ring + 1);
    let cut = match decide_all(&within(rings), question, limits) {
        Decision::TooLarge(cut) => cut,
        decided @ (Decision::Entailed(_)
        | Decision::Refuted(_)
        | Decision::Open
        | Decision::Inconsistent(_)) => return decided,
    };
    let mut near = 1;
    while near < rings {
        match decide_all(&within(near), question, limits) {
            Decision::Open => near *= 2,
            Decision::TooLarge(_) => break,
            decided
            @ (Decision::Entailed(_) | Decision::Refuted(_) | Decision::Inconsistent(_)) => {
                return decided;
            }
        }
    }
    Decision::TooLarge(cut)
}

fn decide_all(premises: &[&Premise], question: &Formula, limits: Limits) -> Decision {
    let mut problem = match Problem::build(premises, Some(question), limits) {
        Ok(problem) => problem,
        Err(cut) => return Decision::TooLarge(cut),
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
    Problem::build(&all, None, limits).ok()?.conflict(&[])
}

/// The premises that can have a say, with how many steps lead to them, nearest first.
fn reached(premises: &[Premise], question: &Formula) -> Vec<(usize, usize)> {
    let mut found = Premises { literals: Vec::new(), places: FxHashMap::default() };
    for (at, premise) in premises.iter().enumerate() {
        let literals = reach::literals(&premise.formula);
        for literal in &literals {
            let places = found.places.entry(literal.atom.predicate.clone()).or_default();
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
        found.literals.push(literals);
    }
    reach::follow(&found, question, usize::MAX).clauses
}

struct Premises {
    literals: Vec<Vec<Literal>>,
    places: FxHashMap<String, Vec<usize>>,
}

impl Search for Premises {
    fn holding(&self, wanted: &Literal) -> Vec<usize> {
        self.places.get(&wanted.atom.predicate).cloned().unwrap_or_default()
    }

    fn literals(&self, clause: usize) -> Vec<Literal> {
        self.literals[clause].clone()
    }
}

struct Problem {
    solver: BasicSolver,
    selectors: Vec<(usize, Lit)>,
    /// Literals that imply the question and its denial.
    claim: Option<(Lit, Lit)>,
}

impl Problem {
    /// Grounds the premises, each behind a selector of its sentence, and the claim without one.
    fn build(premises: &[&Premise], claim: Option<&Formula>, limits: Limits) -> Result<Self, Cut> {
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
        let domains = Domains::of(formulas, limits.individuals)?;
        let scope = |formula: usize| Scope { domains: &domains, formula };
        let mut selectors: Vec<(usize, Lit)> = Vec::new();
        for (number, (origin, formula)) in prepared.iter().enumerate() {
            let selector =
                origin.map(|origin| match selectors.iter().find(|(o, _)| *o == origin) {
                    Some((_, lit)) => *lit,
                    None => {
                        let lit = encoder.fresh();
                        selectors.push((origin, lit));
                        lit
                    }
                });
            encoder.assert(formula, selector, scope(number))?;
        }
        let mut literals = None;
        if let Some([so, not_so]) = &claims {
            let (yes, no) = (encoder.fresh(), encoder.fresh());
            encoder.assert(so, Some(yes), scope(prepared.len()))?;
            encoder.assert(not_so, Some(no), scope(prepared.len() + 1))?;
            literals = Some((yes, no));
        }
        Ok(Self { solver: encoder.solver, selectors, claim: literals })
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
        let solved = self.solver.solve_limited(&all);
        // The solver gives up without a verdict when nobody waits for one.
        kernel::work::checkpoint();
        if solved != lbool::FALSE {
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
