//! What would newly follow if something were so: by rules, and for small sessions by cases too.

use std::collections::{BTreeMap, BTreeSet};

use super::engine::blank;
use super::evidence::{self, Evidence};
use super::{Reply, Wish, found, refused, words};
use crate::ask::{self, Found, Verdict};
use crate::config::Limits;
use crate::english::meaning::Meaning;
use crate::english::question::{Asks, Question};
use crate::error::Refusal;
use crate::live::Live;
use crate::logic::{Atom, Formula, Literal, Term};
use crate::program::{Closure, Sourced, close};
use crate::proof::Proof;

/// How many things that follow are told.
const TOLD: usize = 20;
/// Sessions of more statements are not gone through case by case.
const SMALL: usize = 200;
/// How many single facts are tried case by case.
const TRIED: usize = 80;

/// Something that would follow, and the statements it follows from.
struct Following {
    literal: Literal,
    sentences: Vec<usize>,
    found: Found,
    proof: Option<Proof>,
}

/// Says what would newly follow from what `supposed` has beyond what was `told`.
pub(super) fn reply(
    told: &Live,
    supposed: &Live,
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    let before = told.knowledge.statements().len();
    let news = &supposed.knowledge.statements()[before..];
    let formula =
        Formula::and(news.iter().map(|statement| statement.meaning.formula.clone()).collect());
    let mut reply = blank(&formula.to_string());
    reply.verdict = "answers";
    match decide(told, &formula, limits)? {
        (Verdict::Yes, sentences) => {
            reply.answer = "That is known already, so nothing new would follow.".to_owned();
            reply.count = Some(0);
            reply.evidence = quoted(told, &sentences);
            return Ok(reply);
        }
        (Verdict::No, sentences) => {
            let said = sentences.iter().map(|n| format!("\"{}\"", words::quoted(told, *n)));
            let said = words::listed(&said.collect::<Vec<_>>());
            reply.verdict = "no";
            reply.answer = format!("That cannot be, because it was said: {said}");
            reply.evidence = quoted(told, &sentences);
            return Ok(reply);
        }
        (Verdict::Unknown | Verdict::Answers, _) => {}
    }
    let mut all = by_rules(told, supposed, &formula, limits)?;
    if supposed.knowledge.statements().len() <= SMALL {
        by_cases(told, supposed, (&formula, &mut all), limits)?;
    }
    Ok(told_of(supposed, reply, &all, wish))
}

fn quoted(live: &Live, sentences: &[usize]) -> Vec<Evidence> {
    sentences.iter().map(|number| Evidence::of(live, *number)).collect()
}

fn decide(
    live: &Live,
    formula: &Formula,
    limits: &Limits,
) -> Result<(Verdict, Vec<usize>), Refusal> {
    let question = Question { asks: Asks::Truth, meaning: Meaning::of(formula.clone()) };
    let options = ask::Options { doubts: false, ..limits.options() };
    let prepared = live.prepared.as_ref();
    let answer = ask::decide_prepared(&live.knowledge, prepared, &question, options)
        .map_err(|error| refused(error, &formula.to_string()))?;
    Ok((answer.verdict, answer.sentences))
}

/// The facts that rules derive only now, from what was told together with what is supposed.
fn by_rules(
    told: &Live,
    supposed: &Live,
    formula: &Formula,
    limits: &Limits,
) -> Result<Vec<Following>, Refusal> {
    let (mut told_run, mut supposed_run) = (None, None);
    let (_, old) = state(told, &mut told_run, formula, limits)?;
    let (program, new) = state(supposed, &mut supposed_run, formula, limits)?;
    let known = told.knowledge.statements().len();
    let mut all = Vec::new();
    for (number, literal) in new.facts().filter(|(_, literal)| old.holds(literal).is_none()) {
        let proof = Proof::of(new, number, program);
        let sentences = proof.sentences();
        let (supposes, rests) = (|n: &usize| *n >= known, |n: &usize| *n < known);
        if sentences.iter().any(supposes) && sentences.iter().any(rests) {
            let proof = Some(proof);
            all.push(Following { literal, sentences, found: Found::Program, proof });
        }
    }
    Ok(all)
}

type State<'a> = (&'a [Sourced], &'a Closure);

/// The program of a session with what follows; a story's is run now, as it depends on what is asked.
fn state<'a>(
    live: &'a Live,
    run: &'a mut Option<(Vec<Sourced>, Closure)>,
    formula: &Formula,
    limits: &Limits,
) -> Result<State<'a>, Refusal> {
    if let Some(prepared) = &live.prepared {
        return Ok((prepared.program(), prepared.closure()));
    }
    let program = live.knowledge.program(formula);
    let closure = close(&program, &[], limits.closure())?;
    let (program, closure) = run.insert((program, closure));
    Ok((program, closure))
}

/// Adds the single facts that no case leaves open any more.
fn by_cases(
    told: &Live,
    supposed: &Live,
    (formula, all): (&Formula, &mut Vec<Following>),
    limits: &Limits,
) -> Result<(), Refusal> {
    let known = told.knowledge.statements().len();
    let given = formula.atoms();
    for atom in candidates(supposed, formula) {
        let listed = all.iter().any(|one| one.literal.atom == atom);
        if listed || given.contains(&&atom) {
            continue;
        }
        let asked = Formula::Atom(atom.clone());
        let (verdict, sentences) = decide(supposed, &asked, limits)?;
        let positive = match verdict {
            Verdict::Yes => true,
            Verdict::No => false,
            Verdict::Unknown | Verdict::Answers => continue,
        };
        let rests = sentences.iter().any(|n| *n >= known) && sentences.iter().any(|n| *n < known);
        if rests && decide(told, &asked, limits)?.0 == Verdict::Unknown {
            let literal = Literal { positive, atom };
            all.push(Following { literal, sentences, found: Found::Classical, proof: None });
        }
    }
    Ok(())
}

/// The facts that were spoken of, and every class for the things that are supposed to be something.
fn candidates(supposed: &Live, formula: &Formula) -> Vec<Atom> {
    let statements = supposed.knowledge.statements();
    let told: Vec<Atom> =
        statements.iter().flat_map(|s| s.formula.atoms()).cloned().collect::<Vec<_>>();
    let ground = |atom: &&Atom| atom.arguments.iter().all(Term::is_ground);
    let mut all: BTreeSet<Atom> = told.iter().filter(ground).cloned().collect();
    let things: BTreeSet<&Term> = formula.atoms().iter().flat_map(|a| &a.arguments).collect();
    let things = things.into_iter().filter(|term| matches!(term, Term::Constant(_)));
    for thing in things {
        let classes = told.iter().filter(|atom| atom.arguments.len() == 1);
        all.extend(classes.map(|atom| Atom::new(atom.predicate.clone(), vec![thing.clone()])));
    }
    all.into_iter().take(TRIED).collect()
}

fn told_of(live: &Live, mut reply: Reply, all: &[Following], wish: Wish) -> Reply {
    reply.count = Some(all.len());
    if all.is_empty() {
        reply.answer = "Nothing new would follow from what was told.".to_owned();
        reply.decided_by = found(Found::Nowhere);
        return reply;
    }
    let shown = &all[..all.len().min(TOLD)];
    let said: Vec<String> =
        shown.iter().map(|one| words::fact(live, &one.literal, wish.style)).collect();
    reply.answer = format!("Then this would follow: {}", said.join(" "));
    if shown.len() < all.len() {
        reply.truncated = true;
        reply.answer.push_str(&format!(" These are {TOLD} of {}.", all.len()));
    }
    let fact = |one: &Following| BTreeMap::from([("Fact".to_owned(), one.literal.to_string())]);
    reply.bindings = shown.iter().map(fact).collect();
    let numbers: BTreeSet<usize> = shown.iter().flat_map(|one| one.sentences.clone()).collect();
    reply.evidence = quoted(live, &numbers.into_iter().collect::<Vec<_>>());
    let cases = shown.iter().any(|one| one.found == Found::Classical);
    reply.decided_by = found(if cases { Found::Classical } else { Found::Program });
    if wish.trace {
        reply.proof = evidence::told(live, shown.iter().filter_map(|one| one.proof.as_ref()));
        let steps = shown.iter().zip(&said).map(|(one, said)| match &one.proof {
            Some(proof) => words::steps(live, proof),
            None => format!("{said} {}", words::forced(live, &one.sentences)),
        });
        reply.explanation = Some(steps.collect::<Vec<_>>().join("\n"));
    }
    reply
}
