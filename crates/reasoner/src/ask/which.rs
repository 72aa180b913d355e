//! Questions for things: which make it so, and how many.

use super::{Answer, Case, Found, MOST_IN_DOUBT, Options, Verdict, conjunction, nothing, tidy};
use crate::logic::{Clause, Formula, Term};
use crate::program::Sourced;
use crate::proof::Proof;

/// More names than this are not tried one by one.
const MOST_NAMES: usize = 40;

impl Case<'_> {
    pub(super) fn which(&self) -> Answer {
        let found = others(self.bindings(), &self.question.meaning.formula);
        let mut answer = self.proved(Verdict::Answers, &[], Vec::new());
        if found.is_empty() {
            if let Some(answer) = self.extreme(&[]) {
                return answer;
            }
            return if self.options.classical {
                self.each_classically()
            } else {
                nothing(Verdict::Unknown)
            };
        }
        for (term, used) in found {
            let proofs: Vec<Proof> =
                used.iter().map(|fact| Proof::of(self.closure, *fact, self.program)).collect();
            answer.sentences.extend(proofs.iter().flat_map(Proof::sentences));
            answer.proofs.extend(proofs);
            answer.bindings.push(term);
        }
        tidy(answer)
    }

    /// The things that meet the question, each once, with the facts used.
    fn bindings(&self) -> Vec<(Term, Vec<usize>)> {
        let (Some(variable), Some(literals)) =
            (self.question.meaning.asked, conjunction(&self.question.meaning.formula))
        else {
            return Vec::new();
        };
        let mut found: Vec<(Term, Vec<usize>)> = Vec::new();
        for (bindings, used) in self.closure.matches(&literals) {
            if let Some(term) =
                bindings.get(&variable).filter(|term| !found.iter().any(|(t, _)| t == *term))
            {
                found.push((term.clone(), used));
            }
        }
        found
    }

    /// The names of which all models say what is asked.
    fn each_classically(&self) -> Answer {
        let mut answer = nothing(Verdict::Unknown);
        let Some(variable) = self.question.meaning.asked else { return answer };
        let told = self.knowledge.statements().iter();
        let names: std::collections::BTreeSet<&String> =
            told.flat_map(|s| s.meaning.names.keys()).collect();
        let open = |s: &Sourced| matches!(s.clause, Clause::Choice { .. } | Clause::Formula(_));
        let few = names.len() <= MOST_NAMES && self.program.len() <= MOST_IN_DOUBT;
        if !few || !self.program.iter().any(open) {
            return answer;
        }
        let Self { knowledge, question, program, closure, prepared, options } = *self;
        let options = Options { doubts: false, ..options };
        let case = Case { knowledge, question, program, closure, prepared, options };
        for name in names {
            let named =
                |v: u32| if v == variable { Term::constant(name) } else { Term::Variable(v) };
            let found = case.classically(&question.meaning.formula.map(&named));
            if found.verdict == Verdict::Yes {
                answer.bindings.push(Term::constant(name));
                answer.sentences.extend(found.sentences);
                answer.verdict = Verdict::Answers;
                answer.found = Found::Classical;
            }
        }
        tidy(answer)
    }

    pub(super) fn count(&self) -> Answer {
        let found = self.bindings();
        if let Some(answer) = self.amount(&found) {
            return answer;
        }
        let facts: Vec<usize> = found.iter().flat_map(|(_, used)| used.clone()).collect();
        let mut answer = self.proved(Verdict::Answers, &facts, Vec::new());
        answer.count = Some(found.len());
        answer.bindings = found.into_iter().map(|(term, _)| term).collect();
        answer
    }
}

/// Drops what says nothing: a thing for what it is the same as, one of many beside the many.
fn others(mut found: Vec<(Term, Vec<usize>)>, asked: &Formula) -> Vec<(Term, Vec<usize>)> {
    let atoms = asked.atoms();
    let itself = |term: &Term| {
        atoms.iter().any(|atom| atom.predicate == "same_as" && atom.arguments.contains(term))
    };
    if found.iter().any(|(term, _)| !itself(term)) {
        found.retain(|(term, _)| !itself(term));
    }
    // `the price of the book` for what it was said to be.
    let described = |term: &Term| matches!(term, Term::Constant(name) if name.starts_with("the_") && name.contains("_of_"));
    if found.iter().any(|(term, _)| !described(term)) {
        found.retain(|(term, _)| !described(term));
    }
    let one_of =
        |term: &Term| matches!(term, Term::Witness(name, _) if name.starts_with("one_of_"));
    if found.iter().any(|(term, _)| !one_of(term)) {
        found.retain(|(term, _)| !one_of(term));
    }
    found
}
