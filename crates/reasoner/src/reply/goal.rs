//! Goals in Prolog that the engine leaves open, decided as the same question in English would be.

use std::collections::BTreeMap;

use super::engine::{blank, note_cut, rules_only};
use super::{Reply, Wish, chain, compose, refused};
use crate::ask::{self, Answer, Verdict};
use crate::config::Limits;
use crate::english::meaning::Meaning;
use crate::english::question::{Asks, Question};
use crate::error::Refusal;
use crate::live::Live;
use crate::logic::{Clause, Formula, Literal};
use crate::notation;

/// A goal as a question, with the name of the variable it asks for.
struct Goal {
    question: Question,
    variable: Option<String>,
}

/// The question a goal asks, where logic has one: at most one thing is asked for.
fn goal(text: &str) -> Option<Goal> {
    let (literals, names) = notation::goal(text)?;
    let numbered = || names.iter().zip(0_u32..);
    let (ignored, asked): (Vec<_>, Vec<_>) =
        numbered().partition(|(name, _)| name.starts_with('_'));
    let (asks, variable) = match asked.as_slice() {
        _ if literals.is_empty() => return None,
        [] => (Asks::Truth, None),
        [one] => (Asks::Which, Some(*one)),
        _ => return None,
    };
    let mut formula = Formula::and(literals.iter().map(Literal::formula).collect());
    if !ignored.is_empty() {
        let ignored = ignored.into_iter().map(|(_, number)| number).collect();
        formula = Formula::Some(ignored, Box::new(formula));
    }
    let meaning = Meaning { asked: variable.map(|(_, number)| number), ..Meaning::of(formula) };
    let variable = variable.map(|(name, _)| name.clone());
    Some(Goal { question: Question { asks, meaning }, variable })
}

fn decide(
    live: &Live,
    goal: &Question,
    options: ask::Options,
    text: &str,
) -> Result<Answer, Refusal> {
    let decided = ask::decide_prepared(&live.knowledge, live.prepared.as_ref(), goal, options);
    decided.map_err(|error| refused(error, text))
}

/// Answers a goal about a predicate that leads to itself from what was worked out ahead, where logic
/// says all of it: the engine would work the same out again, pair by pair. Proofs are the engine's.
pub(super) fn ahead(
    live: &Live,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Option<Reply>, Refusal> {
    let kept = live.prepared.is_some() && !live.goes_beyond_logic();
    if wish.trace || !kept || cases(live) == Cases::All {
        return Ok(None);
    }
    let Some(Goal { question, variable: Some(variable) }) = goal(text) else { return Ok(None) };
    if !leads_to_itself(live, &question) {
        return Ok(None);
    }
    let rules = ask::Options { classical: false, doubts: false, ..limits.options() };
    let answer = decide(live, &question, rules, text)?;
    if answer.bindings.is_empty() {
        return Ok(None);
    }
    let found = compose(live, &question, &answer, wish, limits);
    let cut = found.truncated;
    let mut reply = joined(blank(text), found, &variable);
    note_cut(&mut reply, cut, limits);
    Ok(Some(reply))
}

/// Answers a goal about a chain of which one end is known by following it.
pub(super) fn chained(
    live: &Live,
    text: &str,
    wish: Wish,
    limits: &Limits,
) -> Result<Option<Reply>, Refusal> {
    let Some(Goal { question, variable }) = goal(text) else { return Ok(None) };
    let Some(found) = chain::answer(live, &question, wish, limits) else { return Ok(None) };
    let open = |answer: &str| Reply { answer: answer.to_owned(), ..blank(text) };
    let reply = match (found.verdict, variable) {
        ("answers", Some(variable)) => {
            let cut = found.truncated;
            let mut reply = joined(blank(text), found, &variable);
            note_cut(&mut reply, cut, limits);
            reply
        }
        ("yes", _) => Reply { answer: format!("Yes. {text}."), query: text.to_owned(), ..found },
        (_, Some(_)) => {
            let open = open("Nothing that was told answers it.");
            which(live, (text, rules_only(live, open)), wish, limits)?
        }
        (_, None) => {
            let open = Reply { missing: found.missing, ..open("I don't know.") };
            whether(live, (text, open), wish, limits)?
        }
    };
    Ok(Some(reply))
}

/// Whether a question is about one predicate that a rule derives from itself.
fn leads_to_itself(live: &Live, question: &Question) -> bool {
    let atoms = question.meaning.formula.atoms();
    let [asked] = atoms.as_slice() else { return false };
    let recursive = |clause: &Clause| match clause {
        Clause::Rule { head, body } => {
            head.atom.predicate == asked.predicate
                && body.iter().any(|literal| literal.atom.predicate == asked.predicate)
        }
        Clause::Choice { .. } | Clause::Never(_) | Clause::Default { .. } | Clause::Formula(_) => {
            false
        }
    };
    live.knowledge.statements().iter().flat_map(|statement| &statement.clauses).any(recursive)
}

/// Decides a goal without variables that the engine left open.
pub(super) fn whether(
    live: &Live,
    (text, open): (&str, Reply),
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if live.overflows() || cases(live) == Cases::None {
        return Ok(rules_only(live, open));
    }
    let Some(Goal { question, .. }) = goal(text) else { return Ok(open) };
    let answer = decide(live, &question, limits.options(), text)?;
    let mut reply = compose(live, &question, &answer, wish, limits);
    match answer.verdict {
        Verdict::Yes => reply.answer = format!("Yes. {text}."),
        Verdict::No => reply.answer = format!("No. -({text})."),
        Verdict::Unknown | Verdict::Answers if reply.conflict.is_empty() => {
            return Ok(Reply { doubts: reply.doubts, presuming: reply.presuming, ..open });
        }
        Verdict::Unknown | Verdict::Answers => {}
    }
    Ok(Reply { query: open.query, spent: open.spent, ..reply })
}

/// Adds the things that the sentences leave no other choice about to those the engine found.
pub(super) fn which(
    live: &Live,
    (text, found): (&str, Reply),
    wish: Wish,
    limits: &Limits,
) -> Result<Reply, Refusal> {
    if live.overflows() || found.truncated {
        return Ok(rules_only(live, found));
    }
    let Some(Goal { question, variable: Some(variable) }) = goal(text) else { return Ok(found) };
    let enough = if affirms(&question) { Cases::All } else { Cases::Denials };
    if cases(live) < enough {
        return Ok(found);
    }
    let mut answer = decide(live, &question, limits.options(), text)?;
    let known: Vec<&String> = found.bindings.iter().filter_map(|one| one.get(&variable)).collect();
    answer.bindings.retain(|term| !known.contains(&&term.to_string()));
    if answer.bindings.is_empty() && answer.conflict.is_empty() {
        return Ok(found);
    }
    let room = limits.answers.saturating_sub(known.len());
    let cut = answer.bindings.len() > room;
    answer.bindings.truncate(room);
    let more = compose(live, &question, &answer, wish, limits);
    let mut reply = joined(found, more, &variable);
    note_cut(&mut reply, cut, limits);
    Ok(reply)
}

fn joined(mut found: Reply, more: Reply, variable: &str) -> Reply {
    if more.bindings.is_empty() {
        return if found.bindings.is_empty() {
            Reply { query: found.query, spent: found.spent, ..more }
        } else {
            Reply { conflict: more.conflict, ..found }
        };
    }
    let values: Vec<String> = more.bindings.into_iter().flat_map(BTreeMap::into_values).collect();
    let said: Vec<String> = values.iter().map(|value| format!("{variable} = {value}")).collect();
    let said = said.join("; ");
    found.answer = if found.bindings.is_empty() {
        format!("{said}.")
    } else {
        format!("{}; {said}.", found.answer.trim_end_matches('.'))
    };
    let named = |value: String| BTreeMap::from([(variable.to_owned(), value)]);
    found.bindings.extend(values.into_iter().map(named));
    let news: Vec<_> =
        more.evidence.into_iter().filter(|one| !found.evidence.contains(one)).collect();
    found.evidence.extend(news);
    found.proof.extend(more.proof);
    found.explanation = match (found.explanation, more.explanation) {
        (Some(before), Some(after)) => Some(format!("{before}{after}")),
        (before, after) => before.or(after),
    };
    Reply {
        verdict: "answers",
        conflict: more.conflict,
        decided_by: more.decided_by,
        doubts: more.doubts,
        ..found
    }
}

/// What the statements of a session can decide beyond what rules derive from facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cases {
    /// Nothing: all that is said is said outright, and of nothing it is said that it is not so.
    None,
    /// That something is not so.
    Denials,
    /// That something is so although no rule derives it.
    All,
}

fn cases(live: &Live) -> Cases {
    let positive = |literals: &[Literal]| literals.iter().all(|literal| literal.positive);
    let of = |clause: &Clause| match clause {
        Clause::Rule { head, body } if positive(body) && head.positive => Cases::None,
        Clause::Rule { body, .. } | Clause::Never(body) if positive(body) => Cases::Denials,
        Clause::Rule { .. }
        | Clause::Never(_)
        | Clause::Choice { .. }
        | Clause::Default { .. }
        | Clause::Formula(_) => Cases::All,
    };
    let clauses = live.knowledge.statements().iter().flat_map(|statement| &statement.clauses);
    clauses.map(of).max().unwrap_or(Cases::None)
}

/// Whether a question is about what is so, not about what is not.
fn affirms(question: &Question) -> bool {
    let said = |part: &Formula| matches!(part, Formula::Atom(_));
    let formula = &question.meaning.formula;
    said(formula) || matches!(formula, Formula::And(parts) if parts.iter().all(said))
}
