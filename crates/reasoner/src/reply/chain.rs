//! Questions about a predicate that leads on from itself, with one end fixed: what chains from it
//! lead to, found by following them. Rules run the usual way would make every pair of ends.

use std::collections::BTreeSet;

use super::evidence::{Evidence, Node};
use super::tree::{self, Steps};
use super::{Reply, Wish, compose};
use crate::ask::{Answer, Found, Verdict};
use crate::config::Limits;
use crate::english::question::{Asks, Question};
use crate::live::Live;
use crate::logic::{Formula, Term};
use crate::program::chain::{Chain, End, Step, Walk};
use crate::program::{Closure, Sourced, close};

/// The reply where the question is about a chain; nothing about another sort of question.
pub(super) fn answer(
    live: &Live,
    question: &Question,
    wish: Wish,
    limits: &Limits,
) -> Option<Reply> {
    let asked = Asked::of(live, question)?;
    if let Some(prepared) = &live.prepared {
        let chain = Chain::of(&asked.predicate, prepared.program())?;
        let (program, closure) = (prepared.program(), prepared.closure());
        let told = Told { live, chain, program, below: program, closure };
        return Some(told.reply(question, &asked, wish, limits));
    }
    if !live.overflows() {
        return None;
    }
    let program = live.knowledge.program(&question.meaning.formula);
    let chain = Chain::of(&asked.predicate, &program)?;
    let below = chain.below(&program)?;
    let closure = close(&below, std::slice::from_ref(&asked.start), limits.closure()).ok()?;
    let told = Told { live, chain, program: &program, below: &below, closure: &closure };
    Some(told.reply(question, &asked, wish, limits))
}

/// A chain of which one end is known.
struct Asked {
    predicate: String,
    start: Term,
    fixed: End,
    other: Term,
}

impl Asked {
    fn of(live: &Live, question: &Question) -> Option<Self> {
        let Formula::Atom(atom) = &question.meaning.formula else { return None };
        let [first, second] = atom.arguments.as_slice() else { return None };
        let (start, fixed, other) = match (first.is_ground(), second.is_ground()) {
            (true, _) => (first, End::First, second),
            (false, true) => (second, End::Second, first),
            (false, false) => return None,
        };
        let asks = match (&question.asks, other) {
            (Asks::Truth | Asks::Why, other) => other.is_ground(),
            (Asks::Which | Asks::Count, Term::Variable(variable)) => {
                question.meaning.asked == Some(*variable)
            }
            _ => false,
        };
        let plain = asks && !live.goes_beyond_logic();
        let predicate = atom.predicate.clone();
        plain.then(|| Self { predicate, start: start.clone(), fixed, other: other.clone() })
    }
}

/// A chain with what its steps rest on.
struct Told<'a> {
    live: &'a Live,
    chain: Chain,
    program: &'a [Sourced],
    /// The clauses that the closure was made from.
    below: &'a [Sourced],
    closure: &'a Closure,
}

impl Told<'_> {
    fn reply(&self, question: &Question, asked: &Asked, wish: Wish, limits: &Limits) -> Reply {
        let walk = self.chain.walk(&asked.start, asked.fixed, self.closure);
        let lists = matches!(asked.other, Term::Variable(_));
        let wanted = |(_, end): &(usize, &Term)| lists || **end == asked.other;
        let ends: Vec<usize> = walk.ends().enumerate().filter(wanted).map(|(at, _)| at).collect();
        let shown = &ends[..ends.len().min(limits.answers)];
        let mut found = Answer::nothing(Verdict::Unknown);
        if !ends.is_empty() {
            found.found = Found::Program;
            found.sentences = self.sentences(&walk, shown);
            found.verdict = if lists { Verdict::Answers } else { Verdict::Yes };
        }
        if lists && !ends.is_empty() {
            found.bindings = walk.ends().cloned().collect();
            found.count = (question.asks == Asks::Count).then_some(ends.len());
        }
        let plain = Wish { trace: false, ..wish };
        let mut reply = compose(self.live, question, &found, plain, limits);
        if wish.trace && !ends.is_empty() {
            let proofs = shown.iter().map(|end| Walk::proof(*end));
            reply.proof = tree::grow(&Proved { told: self, walk: &walk }, proofs);
            reply.explanation = Some(reply.proof.iter().map(tree::told).collect());
        }
        reply
    }

    /// The statements that chains to some ends rest on.
    fn sentences(&self, walk: &Walk, ends: &[usize]) -> Vec<usize> {
        let (clauses, mut facts) = walk.used(ends.iter().copied());
        let rules = clauses.into_iter().filter_map(|clause| self.program[clause].origin);
        let mut found: BTreeSet<usize> = rules.collect();
        let mut seen = BTreeSet::new();
        while let Some(fact) = facts.pop() {
            if seen.insert(fact) {
                let derivation = self.closure.derivation(fact);
                found.extend(self.below[derivation.clause].origin);
                facts.extend(derivation.premises);
            }
        }
        found.into_iter().collect()
    }
}

/// The proofs of a walk.
struct Proved<'a> {
    told: &'a Told<'a>,
    walk: &'a Walk,
}

impl Steps<'_> for Proved<'_> {
    type Step = Step;

    fn below(&self, step: Step) -> Vec<Step> {
        match step {
            Step::Chain(begin, end) => self.walk.step(begin, end).1,
            Step::Fact(fact) => {
                let premises = self.told.closure.derivation(fact).premises;
                premises.into_iter().map(Step::Fact).collect()
            }
        }
    }

    fn show(&self, step: Step) -> Node {
        let (literal, origin) = match step {
            Step::Chain(begin, end) => {
                let (clause, _) = self.walk.step(begin, end);
                (self.walk.literal(begin, end), self.told.program[clause].origin)
            }
            Step::Fact(fact) => {
                let clause = self.told.closure.derivation(fact).clause;
                (self.told.closure.fact(fact), self.told.below[clause].origin)
            }
        };
        let origin = origin.map(|number| Evidence::of(self.told.live, number));
        Node::new(literal.to_string(), origin)
    }
}
