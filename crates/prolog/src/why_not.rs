//! Questions built from queries: is it so, and if not, what is missing. Knows only the face.

use crate::budget::Budget;
use crate::error::Error;
use crate::flags::Unknown;
use crate::proof::{ClauseId, Origin};
use crate::query::{Answer, Options, Truth};
use crate::session::Session;
use crate::term::Term;

/// What an open world says about a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The goal is provable, its strong negation is not.
    Yes,
    /// The strong negation of the goal is provable, the goal is not.
    No,
    /// Neither is provable.
    Unknown,
    /// Both are provable: the knowledge base contradicts itself here.
    Both,
}

/// A decision with the first answers, proofs included, that led to it.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The decision.
    pub decision: Decision,
    /// An answer to the goal.
    pub supporting: Option<Answer>,
    /// An answer to its strong negation.
    pub opposing: Option<Answer>,
}

/// A clause that might have proved a goal, and the first goal of its body that fails.
#[derive(Debug, Clone, PartialEq)]
pub struct Failing {
    /// The clause.
    pub clause: ClauseId,
    /// Its origin.
    pub origin: Origin,
    /// The goal that fails, with the bindings made before it.
    pub goal: Term,
}

/// Why a goal has no answer.
#[derive(Debug, Clone, Default)]
pub struct WhyNot {
    /// For each clause that could apply, where it fails.
    pub failing: Vec<Failing>,
    /// Sets of facts each of which would make the goal true; no set contains another.
    pub missing: Vec<Vec<Term>>,
}

/// How many candidate sets are looked at.
const MAX_SETS: usize = 200;

/// How many rules deep missing facts are looked for.
const MAX_RULES: usize = 6;

impl Session {
    /// Whether a goal holds, its strong negation `-Goal` holds, neither or both.
    ///
    /// # Errors
    /// As for a query; an unknown procedure counts as having no clauses.
    pub fn decide(&mut self, goal: &str, budget: &Budget) -> Result<Verdict, Error> {
        let goal = goal.trim().trim_end_matches('.');
        let supporting = self.first_proof(goal, budget)?;
        let opposing = self.first_proof(&format!("-({goal})"), budget)?;
        let holds = |answer: &Option<Answer>| {
            answer.as_ref().is_some_and(|answer| answer.truth == Truth::True)
        };
        let decision = match (holds(&supporting), holds(&opposing)) {
            (true, true) => Decision::Both,
            (true, false) => Decision::Yes,
            (false, true) => Decision::No,
            (false, false) => Decision::Unknown,
        };
        Ok(Verdict { decision, supporting, opposing })
    }

    /// The first proof of the strong negation of a goal, if it has one.
    ///
    /// # Errors
    /// As for a query; an unknown procedure counts as having no clauses.
    pub fn refute(&mut self, goal: &str, budget: &Budget) -> Result<Option<Answer>, Error> {
        let goal = goal.trim().trim_end_matches('.');
        let answer = self.first_proof(&format!("-({goal})"), budget)?;
        Ok(answer.filter(|answer| answer.truth == Truth::True))
    }

    fn first_proof(&mut self, goal: &str, budget: &Budget) -> Result<Option<Answer>, Error> {
        let unknown = std::mem::replace(&mut self.db.flags.unknown, Unknown::Fail);
        let answer = self.query_with(goal, budget.clone(), Options { proofs: true }).and_then(
            |mut query| {
                let mut undefined = None;
                for answer in &mut query {
                    let answer = answer?;
                    if answer.truth == Truth::True {
                        return Ok(Some(answer));
                    }
                    undefined.get_or_insert(answer);
                }
                Ok(undefined)
            },
        );
        self.db.flags.unknown = unknown;
        answer
    }

    /// Why a goal has no answer: where each clause fails and which facts would help.
    ///
    /// # Errors
    /// As for a query.
    pub fn why_not(&mut self, goal: &str, budget: &Budget) -> Result<WhyNot, Error> {
        let goal = goal.trim().trim_end_matches('.');
        let unknown = std::mem::replace(&mut self.db.flags.unknown, Unknown::Fail);
        let result = self.explain_failure(goal, budget);
        self.db.flags.unknown = unknown;
        result
    }

    fn explain_failure(&mut self, goal: &str, budget: &Budget) -> Result<WhyNot, Error> {
        let mut found = WhyNot::default();
        let mut places = Vec::new();
        let text = format!("'$failing'(({goal}), Clause__, Goal__)");
        for answer in self.query(&text, budget.clone())?.take(MAX_SETS) {
            let answer = answer?;
            if let (Some(clause), Some(goal)) = (answer.get("Clause__"), answer.get("Goal__"))
                && let crate::View::Int(code) = clause.view()
            {
                places.push((ClauseId(code as u64), goal.clone()));
            }
        }
        for (clause, goal) in places {
            let origin = self.clause(clause).map_or(Origin::default(), |info| info.origin);
            let failing = Failing { clause, origin, goal };
            if !found.failing.contains(&failing) {
                found.failing.push(failing);
            }
        }
        let text = format!("'$missing'(({goal}), {MAX_RULES}, [], Missing__)");
        let mut sets: Vec<Vec<Term>> = Vec::new();
        for answer in self.query(&text, budget.clone())?.take(MAX_SETS) {
            let set = answer?.get("Missing__").and_then(Term::items).unwrap_or_default();
            if !set.is_empty() {
                sets.push(set);
            }
        }
        found.missing = minimal(sets);
        Ok(found)
    }
}

/// The sets that contain no other.
fn minimal(mut sets: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
    sets.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<Term>> = Vec::new();
    for set in sets {
        if !kept.iter().any(|small| small.iter().all(|fact| set.contains(fact))) {
            kept.push(set);
        }
    }
    kept
}
