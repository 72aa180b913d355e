//! What an answer hangs on beside the sentences: readings that were set aside, conditions left
//! open, and the usual taken for granted.

use std::collections::BTreeSet;

use super::{Answer, Case, Found, MOST_IN_DOUBT, Presuming, Verdict};
use crate::classical::{self, Decision};
use crate::doubt::{Doubt, Open, doubts, granted, inclusive};
use crate::logic::Formula;

impl Case<'_> {
    /// Notes when a decided answer would be open if no `either ... or` that was told left out both.
    pub(super) fn doubting_either(&self, mut answer: Answer) -> Answer {
        let formula = &self.question.meaning.formula;
        let statements = self.knowledge.statements();
        let either = |number: &usize| {
            statements.get(*number).is_some_and(|s| inclusive(&s.formula) != s.formula)
        };
        if answer.verdict == Verdict::Unknown || !answer.sentences.iter().any(either) {
            return answer;
        }
        let Some(mut premises) = self.premises(formula).filter(|p| p.len() <= MOST_IN_DOUBT) else {
            return answer;
        };
        for premise in premises.iter_mut().filter(|premise| premise.origin.is_some()) {
            premise.formula = inclusive(&premise.formula);
        }
        let holds = answer.verdict == Verdict::Yes;
        let same = match classical::decide(&premises, formula, self.options.limits) {
            Decision::Entailed(_) => holds,
            Decision::Refuted(_) => !holds,
            Decision::Open if answer.presuming.is_some() => {
                let (names, limits) = (self.names(), self.options.limits);
                let open = Open { premises: &premises, question: formula, names: &names, limits };
                granted(&open).is_some_and(|granted| granted.holds == holds)
            }
            Decision::Open => false,
            Decision::Inconsistent(_) | Decision::TooLarge => true,
        };
        if !same {
            answer.doubts.push(Doubt::NotBoth);
        }
        answer
    }

    /// The sentences about named things whose condition would decide the question if it held:
    /// who says of somebody what follows if something is so mostly thinks that it may be so.
    pub(super) fn conditions(
        &self,
        premises: &[classical::Premise],
        formula: &Formula,
    ) -> Vec<Doubt> {
        let mut found = Vec::new();
        for statement in self.knowledge.statements() {
            let Formula::Implies(such, _) = &statement.meaning.formula else { continue };
            let decides = |premises: &[classical::Premise]| {
                let decision = classical::decide(premises, formula, self.options.limits);
                matches!(decision, Decision::Entailed(_) | Decision::Refuted(_))
            };
            let condition = classical::Premise { formula: (**such).clone(), origin: None };
            let supposed: Vec<_> = premises.iter().cloned().chain([condition.clone()]).collect();
            // A condition that is the question itself says nothing new.
            if decides(&supposed) && !decides(&[condition]) {
                found.push(Doubt::Condition(statement.text.clone()));
            }
        }
        found
    }

    /// Whether `a N` read as one of them would have another answer.
    pub(super) fn might_mean_one(&self, premises: &[classical::Premise], verdict: Verdict) -> bool {
        let meaning = &self.question.meaning;
        let Formula::All(variables, inner) = &meaning.formula else { return false };
        let (Formula::Implies(such, then), true) = (&**inner, meaning.generic) else {
            return false;
        };
        let both = Formula::and(vec![(**such).clone(), (**then).clone()]);
        let one = Formula::Some(variables.clone(), Box::new(both));
        match classical::decide(premises, &one, self.options.limits) {
            Decision::Entailed(_) => true,
            Decision::Refuted(_) => verdict == Verdict::Unknown,
            Decision::Open | Decision::TooLarge => verdict == Verdict::No,
            Decision::Inconsistent(_) => false,
        }
    }

    /// Notes what the question comes to when the usual is taken for granted; with `presume` that is
    /// the answer.
    pub(super) fn presuming(
        &self,
        premises: &[classical::Premise],
        answer: &mut Answer,
    ) -> Option<Answer> {
        let names = self.names();
        let question = &self.question.meaning.formula;
        let limits = self.options.limits;
        let granted = granted(&Open { premises, question, names: &names, limits })?;
        let verdict = if granted.holds { Verdict::Yes } else { Verdict::No };
        answer.presuming = Some(Presuming { verdict, taken: granted.taken });
        self.options.presume.then(|| Answer {
            verdict,
            found: Found::Classical,
            sentences: granted.sentences,
            ..answer.clone()
        })
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        let told = self.knowledge.statements().iter().map(|s| &s.meaning);
        let all = told.chain([&self.question.meaning]);
        all.flat_map(|meaning| meaning.names.keys().cloned()).collect()
    }

    pub(super) fn doubts(&self, premises: &[classical::Premise], question: &Formula) -> Vec<Doubt> {
        let limits = self.options.limits;
        doubts(&Open { premises, question, names: &self.names(), limits })
    }
}
