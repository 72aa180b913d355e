//! Questions the Prolog engine decides: goals in Prolog, and English where clauses go beyond logic.

use std::collections::{BTreeMap, HashSet};

use prolog::{Options, Origin, Proof, ProofNode, Session, Step, Truth};
use serde_json::json;

use super::evidence::{Evidence, Node};
use super::tree::{self, Steps};
use super::{Reply, Wish, chain, goal, words};
use crate::config::Limits;
use crate::english::question::{Asks, Question};
use crate::error::Refusal;
use crate::live::{Live, refused};
use crate::logic::{Literal, Term};
use crate::program::{self, OverBudget};
use crate::verbalise::Style;

/// Calls up to which the proof of every answer is worked out; beyond, when it is asked for. Proving
/// takes several times as long as finding.
const PROVED: u64 = 20_000;

/// Answers a goal.
pub(super) fn answer(
    live: &Live,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if let Some(reply) = goal::ahead(live, text, wish, limits)? {
        return Ok(reply);
    }
    if let Some(reply) = goal::chained(live, text, wish, limits)? {
        return Ok(reply);
    }
    let found = match solutions(live, text, wish, limits) {
        // In a session that only knows sentences it is a word nobody used.
        Err(Refusal::UnknownPredicate { message, .. }) if !live.has_clauses() => {
            let answer = "I don't know.".to_owned();
            return Ok(Reply { answer, doubts: vec![message], ..blank(text) });
        }
        found => found?,
    };
    let mut reply = blank(text);
    reply.spent = Some(found.spent.clone());
    reply.output = found.output.clone();
    reply.doubts = found.doubts(live);
    if found.asked {
        let mut reply = bound(live, reply, &found, wish);
        note_cut(&mut reply, found.cut, limits);
        return goal::which(live, (text, reply), wish, limits);
    }
    let reply = if is_ground(live, text) {
        decided(live, (text, reply), &found, wish, limits)?
    } else {
        instanced(live, (text, reply), &found, wish)
    };
    if reply.verdict == "unknown" && reply.conflict.is_empty() {
        return goal::whether(live, (text, reply), wish, limits);
    }
    Ok(reply)
}

struct Found {
    answers: Vec<prolog::Answer>,
    /// What the proofs of the answers rest on.
    steps: Vec<ProofNode>,
    /// Whether the answers come with their proofs.
    proved: bool,
    /// The goal has variables.
    asked: bool,
    /// There are more than may be listed.
    cut: bool,
    /// What the goal wrote.
    output: String,
    spent: serde_json::Value,
}

impl Found {
    /// What has to be said beside the answers.
    fn doubts(&self, live: &Live) -> Vec<String> {
        let mut doubts = live.unreadable();
        if !self.proved && !self.answers.is_empty() {
            doubts.push(words::NOT_PROVED.to_owned());
        }
        doubts
    }
}

/// Finds the answers, and their proofs where these are short or asked for.
fn solutions(live: &Live, goal: &str, wish: Wish, limits: &Limits) -> Result<Found, Refusal> {
    let mut session = live.engine(limits)?;
    let (mut found, inferences) = run(&mut session, live, goal, (Options::default(), limits))?;
    if found.answers.is_empty() || (inferences > PROVED && !wish.trace) {
        return Ok(found);
    }
    // The goal may have changed the engine it ran in.
    let mut session = live.engine(limits)?;
    let proofs = Options { proofs: true };
    let proved = run(&mut session, live, goal, (proofs, limits));
    if let Ok((proved, _)) = proved
        && proved.answers.iter().map(shown).eq(found.answers.iter().map(shown))
    {
        (found.answers, found.steps, found.proved) = (proved.answers, proved.steps, true);
    }
    Ok(found)
}

fn run(
    session: &mut Session,
    live: &Live,
    goal: &str,
    (options, limits): (Options, &Limits),
) -> Result<(Found, u64), Refusal> {
    let query = session.query_with(goal, limits.budget(), options).map_err(refused)?;
    let mut query = query.sharing_steps();
    let mut known = HashSet::new();
    let mut answers: Vec<prolog::Answer> = Vec::new();
    let (mut asked, mut cut) = (has_variables(live, goal), false);
    for next in query.by_ref() {
        let answer = next.map_err(refused)?;
        asked = asked || !answer.bindings.is_empty();
        if answer.truth == Truth::True && known.insert(shown(&answer)) {
            cut = answers.len() >= limits.answers;
            if cut {
                break;
            }
            answers.push(answer);
        }
    }
    let total = query.spent();
    let spent = json!({ "inferences": total.inferences, "cells": total.cells });
    let output = query.output().to_owned();
    let steps = query.steps().to_vec();
    let found = Found { answers, steps, proved: options.proofs, asked, cut, output, spent };
    Ok((found, total.inferences))
}

/// What an answer binds, as it is shown.
fn shown(answer: &prolog::Answer) -> Vec<String> {
    answer.bindings.iter().map(|(_, term)| term.to_string()).collect()
}

/// Whether a goal asks for something: it has a variable with a name.
fn has_variables(live: &Live, goal: &str) -> bool {
    live.dialect().read(goal).is_ok_and(|term| has(&term, &|name| !name.starts_with('_')))
}

/// Whether a goal speaks of fixed things only, so that its denial is about the same.
fn is_ground(live: &Live, goal: &str) -> bool {
    live.dialect().read(goal).is_ok_and(|term| !has(&term, &|_| true))
}

/// Whether a variable whose name meets a test stands in a term.
fn has(term: &prolog::Term, test: &dyn Fn(&str) -> bool) -> bool {
    match term.view() {
        prolog::View::Var(name) => test(name),
        prolog::View::Compound(_, parts) => parts.iter().any(|part| has(part, test)),
        prolog::View::Atom(_)
        | prolog::View::Int(_)
        | prolog::View::Big(_)
        | prolog::View::Float(_)
        | prolog::View::Str(_) => false,
    }
}

/// A reply that says nothing yet.
pub(super) fn blank(goal: &str) -> Reply {
    Reply {
        answer: String::new(),
        verdict: "unknown",
        bindings: Vec::new(),
        count: None,
        truncated: false,
        evidence: Vec::new(),
        missing: Vec::new(),
        conflict: Vec::new(),
        supposed: Vec::new(),
        doubts: Vec::new(),
        presuming: None,
        output: String::new(),
        decided_by: "prolog",
        query: goal.to_owned(),
        proof: Vec::new(),
        explanation: None,
        explains: false,
        spent: None,
    }
}

/// A reply that lists what the variables can be.
fn bound(live: &Live, mut reply: Reply, found: &Found, wish: Wish) -> Reply {
    let answers = &found.answers;
    if answers.is_empty() {
        reply.answer = "Nothing that was told answers it.".to_owned();
        return reply;
    }
    reply.verdict = "answers";
    let mut lines = Vec::new();
    for answer in answers {
        let binding: BTreeMap<String, String> =
            answer.bindings.iter().map(|(name, term)| (name.clone(), term.to_string())).collect();
        let pairs = answer.bindings.iter().map(|(name, term)| format!("{name} = {term}"));
        lines.push(pairs.collect::<Vec<_>>().join(", "));
        reply.bindings.push(binding);
    }
    reply.answer = format!("{}.", lines.join("; "));
    let roots: Vec<usize> = answers.iter().filter_map(root).collect();
    with_proofs(live, reply, (&found.steps, &roots), wish)
}

fn root(answer: &prolog::Answer) -> Option<usize> {
    answer.proof.as_ref().map(|proof| proof.root)
}

/// Says that there are more answers than are listed.
pub(super) fn note_cut(reply: &mut Reply, cut: bool, limits: &Limits) {
    if cut {
        reply.truncated = true;
        reply.answer.push_str(&words::cut(limits.answers));
    }
}

/// Steps, and those of them that prove what was asked.
type Proofs<'a> = (&'a [ProofNode], &'a [usize]);

fn with_proofs(live: &Live, mut reply: Reply, (steps, roots): Proofs<'_>, wish: Wish) -> Reply {
    reply.evidence = gather(live, (steps, roots));
    if wish.trace {
        reply.proof = tree::grow(&Derived { live, steps }, roots.iter().copied());
        reply.explanation = Some(reply.proof.iter().map(tree::told).collect());
    }
    reply
}

/// Every statement that proofs rest on, in the order they come to them.
fn gather(live: &Live, (steps, roots): Proofs<'_>) -> Vec<Evidence> {
    let mut seen = vec![false; steps.len()];
    let mut known = HashSet::new();
    let mut found: Vec<Evidence> = Vec::new();
    let mut waiting: Vec<usize> = roots.iter().rev().copied().collect();
    while let Some(at) = waiting.pop() {
        if seen.get_mut(at).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        let node = &steps[at];
        if let Step::Clause { origin, .. } = &node.step
            && known.insert(*origin)
            && let Some(evidence) = evidence_of(live, *origin)
            // What was told has a number of its own; other sources may say a thing twice.
            && (evidence.label.is_some() || !found.contains(&evidence))
        {
            found.push(evidence);
        }
        waiting.extend(node.children.iter().rev());
    }
    found
}

fn evidence_of(live: &Live, origin: Origin) -> Option<Evidence> {
    let (source, text) = live.origin(origin)?;
    Some(Evidence::from(live, &source, text))
}

/// A proof of the engine, with what its clauses were told as.
struct Derived<'a> {
    live: &'a Live,
    steps: &'a [ProofNode],
}

impl Steps<'_> for Derived<'_> {
    type Step = usize;

    fn below(&self, step: usize) -> Vec<usize> {
        self.steps[step].children.clone()
    }

    fn show(&self, step: usize) -> Node {
        let node = &self.steps[step];
        match &node.step {
            Step::Clause { origin, .. } => {
                Node::new(node.goal.to_string(), evidence_of(self.live, *origin))
            }
            Step::NotProvable => Node::new(format!("{} (nothing proves it)", node.goal), None),
            Step::Builtin | Step::Control | Step::Undefined => {
                Node::new(node.goal.to_string(), None)
            }
        }
    }
}

/// A reply to whether a goal without variables holds.
fn decided(
    live: &Live,
    (goal, mut reply): (&str, Reply),
    found: &Found,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    let mut session = live.engine(limits)?;
    let opposing = session.refute(goal, &limits.budget()).map_err(refused)?;
    let supported = found.answers.first();
    match (supported, &opposing) {
        (Some(_), None) => (reply.verdict, reply.answer) = ("yes", format!("Yes. {goal}.")),
        (None, Some(_)) => (reply.verdict, reply.answer) = ("no", format!("No. -({goal}).")),
        (Some(_), Some(_)) => {
            reply.answer =
                format!("What was said contradicts itself: `{goal}` and its denial hold.");
            reply.conflict = vec![goal.to_owned(), format!("-({goal})")];
        }
        (None, None) => {
            let why = session.why_not(goal, &limits.budget()).map_err(refused)?;
            let sets = why.missing.iter().take(5);
            reply.missing = sets
                .map(|set| set.iter().map(|fact| format!("{fact}.")).collect::<Vec<_>>())
                .filter(|set| set.as_slice() != [format!("{goal}.")])
                .collect();
            reply.answer = "I don't know.".to_owned();
        }
    }
    if let Some(answer) = supported {
        let roots: Vec<usize> = root(answer).into_iter().collect();
        return Ok(with_proofs(live, reply, (&found.steps, &roots), wish));
    }
    Ok(match opposing.and_then(|answer| answer.proof) {
        Some(Proof { nodes, root }) => with_proofs(live, reply, (&nodes, &[root]), wish),
        None => reply,
    })
}

/// A reply to whether a goal holds of anything.
fn instanced(live: &Live, (goal, mut reply): (&str, Reply), found: &Found, wish: Wish) -> Reply {
    let Some(answer) = found.answers.first() else {
        reply.answer = "I don't know.".to_owned();
        return reply;
    };
    (reply.verdict, reply.answer) = ("yes", format!("Yes. {goal}."));
    let roots: Vec<usize> = root(answer).into_iter().collect();
    with_proofs(live, reply, (&found.steps, &roots), wish)
}

/// Answers a question in English by the engine; nothing when it finds nothing either.
pub(super) fn ask(
    live: &Live,
    question: &Question,
    wish: Wish,
    limits: &Limits,
) -> Result<Option<Reply>, Refusal> {
    let Some(literals) = Literal::all_of(&question.meaning.formula) else { return Ok(None) };
    let goal = super::goal_of(question);
    let counts = matches!(question.asks, Asks::Count);
    match &question.asks {
        Asks::Truth | Asks::Why => {
            let found = match solutions(live, &goal, wish, limits) {
                Ok(found) => found,
                Err(refusal) => return unknown_predicate(live, question, &goal, refusal),
            };
            let reply = decided(live, (&goal, blank(&goal)), &found, wish, limits)?;
            if reply.verdict == "unknown" {
                return Ok(None);
            }
            Ok(Some(in_english(live, reply, &literals, wish.style)))
        }
        Asks::Which | Asks::Count => {
            let found = match solutions(live, &goal, wish, limits) {
                Ok(found) => found,
                Err(refusal) => return unknown_predicate(live, question, &goal, refusal),
            };
            if found.answers.is_empty() {
                return Ok(None);
            }
            let variable = Term::Variable(question.meaning.asked.unwrap_or(0)).to_string();
            let values = found.answers.iter().filter_map(|answer| answer.get(&variable));
            let mut names: Vec<String> = Vec::new();
            for value in values {
                let name = words::name(live, question, &Term::Constant(value.to_string()));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let mut reply = bound(live, blank(&goal), &found, wish);
            reply.answer = format!("{}.", words::capital(&words::listed(&names)));
            if counts {
                reply.count = Some(names.len());
                reply.answer = format!("{}: {}", names.len(), reply.answer);
            }
            note_cut(&mut reply, found.cut, limits);
            Ok(Some(reply))
        }
        Asks::WhatIf(_)
        | Asks::Where { .. }
        | Asks::What(_)
        | Asks::Property { .. }
        | Asks::When(_)
        | Asks::WhereDone(_)
        | Asks::WhenDone(_)
        | Asks::Degree { .. }
        | Asks::Path { .. }
        | Asks::Most { .. } => Ok(None),
    }
}

/// What is said to a question in English that comes upon a predicate nobody defines. Where it is
/// the question's own, the words for it are the ones for a word nobody used.
fn unknown_predicate(
    live: &Live,
    question: &Question,
    goal: &str,
    refusal: Refusal,
) -> Result<Option<Reply>, Refusal> {
    let Refusal::UnknownPredicate { name, arity, message } = &refusal else { return Err(refusal) };
    let own = question.meaning.formula.atoms().iter().any(|atom| {
        atom.predicate == *name && atom.arguments.len() == *arity && !live.mentions(name)
    });
    if own {
        return Ok(None);
    }
    let answer = format!("I don't know. {message}.");
    Ok(Some(Reply { answer, doubts: vec![message.clone()], ..blank(goal) }))
}

/// Answers a question in English where more follows than may be kept: rules are run backwards from
/// it, and what they leave open is not gone through case by case.
pub(super) fn alone(
    live: &Live,
    question: &Question,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if let Some(reply) = chain::answer(live, question, wish, limits) {
        return Ok(rules_only(live, reply));
    }
    if let Some(reply) = ask(live, question, wish, limits)? {
        return Ok(reply);
    }
    let asked = matches!(question.asks, Asks::Truth | Asks::Why | Asks::Which | Asks::Count);
    if !asked || Literal::all_of(&question.meaning.formula).is_none() {
        let program::Budget { facts, steps } = limits.closure();
        return Err(OverBudget::Derived { facts, steps }.into());
    }
    let answer = "I don't know.".to_owned();
    let reply = Reply { answer, ..blank(&super::goal_of(question)) };
    Ok(rules_only(live, reply))
}

/// Says what an open answer did not look at where more follows than may be kept.
pub(super) fn rules_only(live: &Live, mut reply: Reply) -> Reply {
    if live.overflows() && reply.verdict == "unknown" {
        reply.doubts.push(words::RULES_ONLY.to_owned());
    }
    reply
}

fn in_english(live: &Live, mut reply: Reply, literals: &[Literal], style: Style) -> Reply {
    let [literal] = literals else { return reply };
    match reply.verdict {
        "yes" => reply.answer = format!("Yes. {}", words::affirmed(live, literal, style)),
        "no" => reply.answer = format!("No. {}", words::affirmed(live, &literal.negated(), style)),
        _ => {}
    }
    reply
}
