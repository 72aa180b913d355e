//! Statements that say there is something, as one sentence: `Anna owns a red car.`
//! The clauses that speak of the thing are put together; what reads back as other clauses is dropped.

use std::collections::BTreeMap;

use super::phrase::{article, phrases, term_text};
use super::{Names, Style, finish, reads_as_all};
use crate::english::lexicon::entry;
use crate::logic::{Clause, Literal, Term};

/// Clauses in groups that speak of the same unnamed things, each in its order.
pub(super) fn groups(clauses: &[Clause]) -> Vec<Vec<Clause>> {
    let mut found: Vec<(Vec<Term>, Vec<Clause>)> = Vec::new();
    for clause in clauses {
        let mut things = witnesses(clause);
        let mut group = vec![clause.clone()];
        let (with, without): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|(others, _)| others.iter().any(|thing| things.contains(thing)));
        found = without;
        for (others, members) in with.into_iter().rev() {
            things.extend(others);
            group.splice(0..0, members);
        }
        found.push((things, group));
    }
    found.into_iter().map(|(_, group)| group).collect()
}

fn witnesses(clause: &Clause) -> Vec<Term> {
    let formula = crate::knowledge::formula(clause);
    let terms = formula.atoms().into_iter().flat_map(|atom| &atom.arguments);
    terms.filter(|term| matches!(term, Term::Witness(..))).cloned().collect()
}

/// One sentence that means exactly these clauses, if there is one.
pub(super) fn sentence(clauses: &[Clause], style: Style) -> Option<String> {
    if let Some((body, heads)) = same_default(clauses) {
        let rules: Vec<Clause> =
            heads.into_iter().map(|head| Clause::Rule { head, body: body.to_vec() }).collect();
        return usual(&rules, clauses);
    }
    let texts = texts(clauses, style)?;
    texts.iter().map(|text| finish(text)).find(|text| reads_as_all(text, clauses))
}

/// `Normally every bird builds a nest`, from the rules without `normally`.
fn usual(rules: &[Clause], clauses: &[Clause]) -> Option<String> {
    let texts = texts(rules, Style::Conversational)?;
    let texts = texts.iter().map(|text| finish(&format!("normally {text}")));
    texts.into_iter().find(|text| reads_as_all(text, clauses))
}

/// What may say these rules in one sentence.
fn texts(clauses: &[Clause], style: Style) -> Option<Vec<String>> {
    let (body, heads) = same_body(clauses)?;
    let things: Vec<Term> = {
        let mut things: Vec<Term> = clauses.iter().flat_map(witnesses).collect();
        let mut met = Vec::new();
        things.retain(|thing| {
            !met.contains(thing) && {
                met.push(thing.clone());
                true
            }
        });
        things
    };
    if things.is_empty() {
        return None;
    }
    let describes = |literal: &Literal| {
        literal.positive
            && matches!(literal.atom.arguments.as_slice(), [one] if things.contains(one))
    };
    let (descriptions, said): (Vec<&Literal>, Vec<&Literal>) =
        heads.into_iter().partition(|literal| describes(literal));
    let mut called: BTreeMap<Term, String> = BTreeMap::new();
    for thing in &things {
        let words: Vec<&str> = descriptions
            .iter()
            .filter(|literal| literal.atom.arguments.contains(thing))
            .map(|literal| literal.atom.predicate.as_str())
            .collect();
        called.insert(thing.clone(), noun_phrase(&words));
    }
    let texts = match (body, said.as_slice()) {
        ([], []) => things
            .first()
            .and_then(|thing| called.get(thing))
            .map(|name| format!("there is {name}"))
            .into_iter()
            .collect(),
        ([], [said]) if matches!(said.atom.arguments.first(), Some(Term::Variable(_))) => {
            of_all(said, &called)
        }
        ([], said) => joined(said, &called),
        (body, [said]) => ruled(body, said, &called, style),
        _ => Vec::new(),
    };
    Some(texts)
}

/// `everyone owns a car`
fn of_all(said: &Literal, called: &BTreeMap<Term, String>) -> Vec<String> {
    let name = |argument: &Term| match argument {
        Term::Variable(_) => Some("everyone".to_owned()),
        Term::Constant(_) | Term::Witness(..) => {
            called.get(argument).cloned().or_else(|| term_text(argument))
        }
    };
    let terms: Option<Vec<String>> = said.atom.arguments.iter().map(name).collect();
    terms.map(|terms| phrases(said, &terms)).unwrap_or_default()
}

/// The conditions and heads of defaults that have the same conditions and no exceptions.
fn same_default(clauses: &[Clause]) -> Option<(&[Literal], Vec<Literal>)> {
    let mut found: Option<&[Literal]> = None;
    let mut heads = Vec::new();
    for clause in clauses {
        let Clause::Default { head, body, exceptions } = clause else { return None };
        if !exceptions.is_empty() || found.is_some_and(|other| other != body.as_slice()) {
            return None;
        }
        found = Some(body);
        heads.push(head.clone());
    }
    found.map(|body| (body, heads))
}

/// The conditions, when all clauses are rules with the same, and the heads.
fn same_body(clauses: &[Clause]) -> Option<(&[Literal], Vec<&Literal>)> {
    let mut bodies = Vec::new();
    let mut heads = Vec::new();
    for clause in clauses {
        let Clause::Rule { head, body } = clause else { return None };
        bodies.push(body.as_slice());
        heads.push(head);
    }
    let first = *bodies.first()?;
    bodies.iter().all(|body| *body == first).then_some((first, heads))
}

/// `a red car`, the last noun after the other words.
fn noun_phrase(words: &[&str]) -> String {
    let noun = |word: &&str| {
        let head = word.rsplit('_').next().unwrap_or(word);
        entry(head).is_none_or(|e| e.noun.is_some() && e.noun >= e.adjective)
    };
    let Some(last) = words.iter().rposition(noun).or(words.len().checked_sub(1)) else {
        return "something".to_owned();
    };
    let others = words.iter().enumerate().filter(|(at, _)| *at != last).map(|(_, word)| *word);
    let mut all: Vec<&str> = others.collect();
    all.push(words[last]);
    let text = all.join(" ").replace('_', " ");
    if noun(&words[last]) {
        format!("{} {text}", article(&text))
    } else {
        format!("something {text}")
    }
}

/// One clause after the other, the thing named once and then meant by `it`.
fn joined(said: &[&Literal], called: &BTreeMap<Term, String>) -> Vec<String> {
    let mut called = called.clone();
    let mut texts: Vec<String> = vec![String::new()];
    for literal in said {
        let mut terms = Vec::new();
        for argument in &literal.atom.arguments {
            let name = called.get(argument).cloned();
            let Some(name) = name.or_else(|| term_text(argument)) else { return Vec::new() };
            if called.contains_key(argument) {
                called.insert(argument.clone(), "it".to_owned());
            }
            terms.push(name);
        }
        let more = phrases(literal, &terms);
        let glue = |front: &String| {
            let front = if front.is_empty() { String::new() } else { format!("{front} and ") };
            more.iter().map(move |text| format!("{front}{text}")).collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(glue).take(64).collect();
    }
    texts
}

/// `every man loves a woman`, or with its conditions first.
fn ruled(
    body: &[Literal],
    said: &Literal,
    called: &BTreeMap<Term, String>,
    style: Style,
) -> Vec<String> {
    let mut found = Vec::new();
    let with = |names: &mut Names| -> Option<Vec<String>> {
        let name = |argument: &Term| called.get(argument).cloned().or_else(|| names.term(argument));
        said.atom.arguments.iter().map(name).collect()
    };
    let class = body.first().filter(|_| body.len() == 1 && style == Style::Conversational);
    if let Some(class) = class.filter(|class| class.positive)
        && let [Term::Variable(variable)] = class.atom.arguments.as_slice()
    {
        let noun = class.atom.predicate.replace('_', " ");
        for every in [format!("every {noun}"), format!("every {noun} thing")] {
            let mut names = Names::new(body);
            names.known.insert(*variable, every);
            found.extend(with(&mut names).map(|terms| phrases(said, &terms)).unwrap_or_default());
        }
    }
    let all: Vec<Literal> = body.iter().chain([said]).cloned().collect();
    let mut names = Names::new(&all);
    if let Some(conditions) = names.joined(body, "and")
        && let Some(terms) = with(&mut names)
    {
        let rules = phrases(said, &terms).into_iter();
        found.extend(rules.map(|text| format!("if {conditions} then {text}")));
    }
    found
}
