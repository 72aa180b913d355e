//! Questions for things: which make it so, and how many.

use std::collections::BTreeSet;

use super::{Answer, Bearing, Case, Found, MOST_IN_DOUBT, Verdict, tidy};
use crate::classical::{self, Decision, Premise};
use crate::doubt::Doubt;
use crate::english::closed::{EQUALS, SAME};
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::program::Sourced;
use crate::proof::Proof;

/// More names than this are not tried one by one.
const MOST_NAMES: usize = 40;

impl Case<'_> {
    pub(super) fn which(&self) -> Answer {
        let found = others(self.bindings(), &self.question.meaning.formula);
        let found = self.by_name(self.valued(found));
        if found.is_empty() {
            if let Some(answer) = self.extreme(&[]) {
                return answer;
            }
            return if self.options.classical {
                self.each_classically(Answer::nothing(Verdict::Unknown))
            } else {
                Answer::nothing(Verdict::Unknown)
            };
        }
        let mut answer = self.proved(Verdict::Answers, &[], Vec::new());
        for (term, used) in found {
            if let Some(conflict) = self.denied(&used) {
                answer.conflict = conflict;
                continue;
            }
            let proofs: Vec<Proof> =
                used.iter().map(|fact| Proof::of(self.closure, *fact, self.program)).collect();
            answer.sentences.extend(proofs.iter().flat_map(Proof::sentences));
            answer.proofs.extend(proofs);
            answer.bindings.push(term);
        }
        if answer.bindings.is_empty() {
            return Answer { conflict: answer.conflict, ..Answer::nothing(Verdict::Unknown) };
        }
        if self.options.classical && self.leaves_choices() {
            answer = self.each_classically(answer);
        }
        tidy(answer)
    }

    /// What is asked for by what it is to others, `the price`, is what it was said to come to.
    fn valued(&self, mut found: Vec<(Term, Vec<usize>)>) -> Vec<(Term, Vec<usize>)> {
        let Formula::Atom(asked) = &self.question.meaning.formula else { return found };
        let called = format!("the_{}", asked.predicate);
        let meant = |term: &Term| matches!(term, Term::Constant(name) if name.starts_with(&called));
        for (term, used) in found.iter_mut().filter(|(term, _)| meant(term)) {
            let value = Literal::holds(Atom::new(EQUALS, vec![term.clone(), Term::Variable(0)]));
            let values = self.closure.matches(std::slice::from_ref(&value));
            if let Some((bindings, facts)) = values.into_iter().next()
                && let Some(value) = bindings.get(&0)
            {
                *term = value.clone();
                used.extend(facts);
            }
        }
        found
    }

    /// Who is known by name is not also called what was asked for, or what else they are.
    fn by_name(&self, mut found: Vec<(Term, Vec<usize>)>) -> Vec<(Term, Vec<usize>)> {
        let described =
            |term: &Term| matches!(term, Term::Constant(name) if name.starts_with("the_"));
        let names: Vec<Term> =
            found.iter().map(|(term, _)| term.clone()).filter(|term| !described(term)).collect();
        let named = |term: &Term| {
            names.iter().any(|name| {
                let same = Atom::new(SAME, vec![term.clone(), name.clone()]);
                self.closure.holds(&Literal::holds(same)).is_some()
            })
        };
        found.retain(|(term, _)| !described(term) || !named(term));
        found
    }

    /// Whether something that was told leaves a choice.
    fn leaves_choices(&self) -> bool {
        let open = |s: &Sourced| matches!(s.clause, Clause::Choice { .. } | Clause::Formula(_));
        self.program.iter().any(open)
    }

    /// The things that meet the question, each once, with the facts used.
    fn bindings(&self) -> Vec<(Term, Vec<usize>)> {
        let (Some(variable), Some(literals)) =
            (self.question.meaning.asked, Literal::all_of(&self.question.meaning.formula))
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

    /// Adds the things of which all models say what is asked.
    fn each_classically(&self, mut answer: Answer) -> Answer {
        let Some(variable) = self.question.meaning.asked else { return answer };
        let asked = &self.question.meaning.formula;
        let Some(names) = self.names_to_try(asked) else {
            answer.doubts.push(Doubt::Untried);
            return answer;
        };
        for name in names {
            let thing = Term::Constant(name);
            if answer.bindings.contains(&thing) {
                continue;
            }
            let named = |v: u32| if v == variable { thing.clone() } else { Term::Variable(v) };
            let formula = asked.map(&named);
            let Bearing { premises, cut } = self.bearing(&formula);
            answer.cut = answer.cut.or(cut);
            match classical::decide(&premises, &formula, self.limits()) {
                Decision::Entailed(sentences) => {
                    answer.bindings.push(thing);
                    answer.sentences.extend(sentences);
                    answer.verdict = Verdict::Answers;
                    answer.found = Found::Classical;
                }
                Decision::Inconsistent(sentences) => answer.conflict = sentences,
                Decision::TooLarge(cut) => answer.cut = Some(cut),
                Decision::Refuted(_) | Decision::Open => {}
            }
        }
        tidy(answer)
    }

    /// The names of which it may be so by cases; nothing when they are too many to be tried.
    fn names_to_try(&self, asked: &Formula) -> Option<BTreeSet<String>> {
        let few = |premises: &[Premise]| {
            let names = spoken_of(premises, asked);
            (names.len() <= MOST_NAMES && premises.len() <= MOST_IN_DOUBT).then_some(names)
        };
        let Bearing { premises, .. } = self.bearing(asked);
        few(&premises).or_else(|| few(&self.bearing_for(asked)?))
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

/// The named things that bear on a question, without those it names itself.
fn spoken_of(premises: &[Premise], asked: &Formula) -> BTreeSet<String> {
    let constant = |term: &Term| match term {
        Term::Constant(name) => Some(name.clone()),
        Term::Variable(_) | Term::Witness(..) => None,
    };
    let within = |atoms: Vec<&Atom>| -> Vec<String> {
        atoms.into_iter().flat_map(|atom| &atom.arguments).filter_map(constant).collect()
    };
    let told = premises.iter().flat_map(|premise| within(premise.formula.atoms()));
    let named = within(asked.atoms());
    told.filter(|name| !named.contains(name)).collect()
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
