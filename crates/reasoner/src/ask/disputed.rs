//! Answers that rest on what is also denied: the sentences that cannot hold together are the answer.
//! A conflict elsewhere leaves an answer alone.

use std::collections::BTreeSet;

use super::{Answer, Bearing, Case, Verdict};
use crate::classical::{self, Limits, Premise};
use crate::knowledge::formula;
use crate::logic::{Clause, Formula};
use crate::postulates;
use crate::program::Sourced;

/// More than this is not gone through beside an answer that was found already.
const MOST: usize = 400;

impl Case<'_> {
    /// The answer, or the conflict it rests on.
    pub(super) fn undisputed(&self, answer: Answer, facts: &[usize], asked: &Formula) -> Answer {
        let conflict = self.denied(facts).or_else(|| self.impossible(&answer.sentences, asked));
        match conflict {
            Some(conflict) => Answer { conflict, ..Answer::nothing(Verdict::Unknown) },
            None => answer,
        }
    }

    /// The sentences that affirm and deny something these facts rest on.
    pub(super) fn denied(&self, facts: &[usize]) -> Option<Vec<usize>> {
        let pairs = self.closure.contradictions();
        if pairs.is_empty() {
            return None;
        }
        let used = self.under(facts);
        let (now, before) = pairs.iter().find(|(now, before)| {
            (used.contains(now) || used.contains(before)) && !self.is_passing(*now)
        })?;
        let both = self.under(&[*now, *before]);
        let clauses: BTreeSet<usize> =
            both.iter().map(|fact| self.closure.derivation(*fact).clause).collect();
        let sourced: Vec<&Sourced> =
            clauses.iter().filter_map(|clause| self.program.get(*clause)).collect();
        let premises: Vec<Premise> = sourced
            .iter()
            .map(|it| Premise { formula: formula(&it.clause), origin: it.origin })
            .collect();
        let all: BTreeSet<usize> = sourced.iter().filter_map(|it| it.origin).collect();
        let smallest = classical::conflict(&premises, self.limits());
        Some(smallest.unwrap_or_else(|| all.into_iter().collect()))
    }

    /// Whether a fact tells the state of a story, which denies every other place on its own.
    fn is_passing(&self, fact: usize) -> bool {
        let name = &self.closure.fact(fact).atom.predicate;
        let state = ["at", "has"].contains(&name.as_str()) || postulates::is_placed(name);
        state && self.knowledge.is_story()
    }

    /// A conflict about what is asked, though of other things: it is noted beside an open answer.
    pub(super) fn noted(&self, asked: &Formula) -> Vec<usize> {
        if self.program.len() > MOST {
            return Vec::new();
        }
        let premises = self.knowledge.premises(self.program.iter(), asked);
        let limits = Limits { instances: 20_000, ..self.limits() };
        let conflict = classical::conflict(&premises, limits).unwrap_or_default();
        let words: BTreeSet<&str> = asked.atoms().iter().map(|a| a.predicate.as_str()).collect();
        let about = |number: &usize| {
            let statement = self.knowledge.statements().get(*number);
            let atoms = statement.map(|statement| statement.formula.atoms()).unwrap_or_default();
            atoms.iter().any(|atom| words.contains(atom.predicate.as_str()))
        };
        if conflict.iter().any(about) { conflict } else { Vec::new() }
    }

    /// The facts with all they were derived from.
    fn under(&self, facts: &[usize]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut waiting = facts.to_vec();
        while let Some(fact) = waiting.pop() {
            if found.insert(fact) {
                waiting.extend(self.closure.derivation(fact).premises);
            }
        }
        found
    }

    /// The sentences of an answer that no state of the world can meet together with others.
    fn impossible(&self, sentences: &[usize], asked: &Formula) -> Option<Vec<usize>> {
        let open = |it: &Sourced| matches!(it.clause, Clause::Choice { .. } | Clause::Formula(_));
        if !self.options.classical || !self.program.iter().any(open) {
            return None;
        }
        let Bearing { premises, cut } = self.bearing(asked);
        let chooses = premises.iter().any(|premise| chooses(&premise.formula));
        if cut.is_some() || premises.len() > MOST || !chooses {
            return None;
        }
        let conflict = classical::conflict(&premises, self.limits())?;
        conflict.iter().any(|number| sentences.contains(number)).then_some(conflict)
    }
}

/// Whether a formula leaves something to choose.
fn chooses(formula: &Formula) -> bool {
    match formula {
        Formula::Or(_) | Formula::One(_) | Formula::Iff(..) => true,
        Formula::All(_, inner) | Formula::Some(_, inner) => chooses(inner),
        Formula::Implies(_, then) => chooses(then),
        Formula::And(parts) => parts.iter().any(chooses),
        Formula::Atom(_) | Formula::Not(_) | Formula::Normally(..) => false,
    }
}
