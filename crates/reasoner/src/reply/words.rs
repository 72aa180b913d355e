//! Answers in words: the verdict, the names as they were written, the reasons.

use std::sync::PoisonError;

use crate::ask::{Answer, Verdict};
use crate::doubt::Doubt;
use crate::english::question::{Asks, Question};
use crate::live::Live;
use crate::logic::{Atom, Clause, Literal, Term};
use crate::prepared::Prepared;
use crate::proof::Proof;
pub(super) use crate::verbalise::listed;
use crate::verbalise::{Style, article, explain_by, paraphrases, told, unnamed};

/// Wordings kept for one session.
const KEPT: usize = 4096;

/// What an open answer did not look at in a session of which more follows than may be kept.
pub(super) const RULES_ONLY: &str = "More follows from this session than `reasoner.max_derived` \
    lets be kept, so only rules were followed, not every case gone through.";

/// What is said of an answer that took long to find.
pub(super) const NOT_PROVED: &str = "It took many steps to find, so its proof was not worked out; \
    ask with `trace` to get it.";

/// A fact in words.
pub(super) fn fact(live: &Live, literal: &Literal, style: Style) -> String {
    let mut said = live.said.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (style, literal.clone());
    if let Some(text) = said.get(&key) {
        return text.clone();
    }
    let clause = Clause::Rule { head: literal.clone(), body: Vec::new() };
    let text = told(&clause, style);
    if said.len() >= KEPT {
        said.clear();
    }
    said.insert(key, text.clone());
    text
}

/// Facts that would have to hold together; what is known of the unnamed things among them is said
/// along.
pub(super) fn facts(live: &Live, set: &[Literal], style: Style) -> Vec<String> {
    let unnamed = |term: &Term| matches!(term, Term::Witness(..));
    if !set.iter().flat_map(|literal| &literal.atom.arguments).any(unnamed) {
        return set.iter().map(|literal| fact(live, literal, style)).collect();
    }
    let mut all: Vec<Literal> = Vec::new();
    for literal in set {
        for thing in literal.atom.arguments.iter().filter(|term| unnamed(term)) {
            let Term::Witness(name, _) = thing else { continue };
            let class = name.rsplitn(3, '_').nth(2).unwrap_or_default();
            let class = Literal::holds(Atom::new(class, vec![thing.clone()]));
            let closure = live.prepared.as_ref().map(Prepared::closure);
            let known = closure.is_some_and(|closure| closure.holds(&class).is_some());
            if known && !all.contains(&class) {
                all.push(class);
            }
        }
    }
    all.extend(set.iter().cloned());
    let clauses: Vec<Clause> =
        all.into_iter().map(|head| Clause::Rule { head, body: Vec::new() }).collect();
    paraphrases(&clauses, style)
}

/// A statement between quotation marks.
pub(super) fn quoted(live: &Live, number: usize) -> String {
    live.knowledge.statements().get(number).map(|s| s.text.clone()).unwrap_or_default()
}

/// A thing as it was written.
pub(super) fn name(live: &Live, question: &Question, term: &Term) -> String {
    let key = match term {
        Term::Constant(key) => key,
        Term::Witness(name, _) => return unnamed(name),
        Term::Variable(_) => return term.to_string(),
    };
    if let Some(written) = question.meaning.names.get(key) {
        return written.clone();
    }
    let written = live.knowledge.discourse().names().written(key);
    written.map_or_else(|| key.replace('_', " "), str::to_owned)
}

/// What is said after a list that is not whole.
pub(super) fn cut(most: usize) -> String {
    format!(" These are {most} of them; `reasoner.max_answers` lets no more be listed.")
}

/// The answer in a sentence or two.
pub(super) fn sentence(
    live: &Live,
    question: &Question,
    answer: &Answer,
    missing: &[Vec<String>],
    style: Style,
) -> String {
    match answer.verdict {
        Verdict::Yes | Verdict::No => {
            let holds = answer.verdict == Verdict::Yes;
            let word = if holds { "Yes" } else { "No" };
            match Literal::of(&question.meaning.formula) {
                Some(literal) => {
                    let literal = if holds { literal } else { literal.negated() };
                    format!("{word}. {}", affirmed(live, &literal, style))
                }
                None => format!("{word}."),
            }
        }
        Verdict::Unknown if !answer.conflict.is_empty() => {
            let said: Vec<String> =
                answer.conflict.iter().map(|n| format!("\"{}\"", quoted(live, *n))).collect();
            format!("What was said contradicts itself: {}.", listed(&said))
        }
        Verdict::Unknown => unknown(missing, answer, style),
        Verdict::Answers => answers(live, question, answer),
    }
}

/// A fact that was found to hold or not: `It is false that Zeus is a man.` where it is put formally.
pub(super) fn affirmed(live: &Live, literal: &Literal, style: Style) -> String {
    if style == Style::Conversational {
        return fact(live, literal, style);
    }
    let said = fact(live, &Literal::holds(literal.atom.clone()), style);
    let value = if literal.positive { "true" } else { "false" };
    match literal.atom.arguments.first() {
        // A name keeps its capital; other first words have none within a sentence.
        Some(Term::Constant(name)) if !name.starts_with("the_") => {
            format!("It is {value} that {said}")
        }
        _ => format!("It is {value} that {}", uncapital(&said)),
    }
}

/// The same without a capital at its beginning.
pub(super) fn uncapital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().to_string() + chars.as_str()).unwrap_or_default()
}

/// What an answer may hang on.
pub(super) fn doubt(doubt: &Doubt) -> String {
    let word = |name: &str| name.replace('_', " ");
    match doubt {
        Doubt::Unmentioned(name) => format!("Nothing that was said mentions `{}`.", word(name)),
        Doubt::Alike(a, b) => {
            format!("It may hang on whether `{}` and `{}` mean the same.", word(a), word(b))
        }
        Doubt::Class(name, class) => {
            format!("It may hang on whether `{}` is a `{}`.", word(name), word(class))
        }
        Doubt::Condition(sentence) => {
            format!("It hangs on whether the condition of this holds: \"{sentence}\"")
        }
        Doubt::Definition(sentence) => {
            format!("It may hang on whether this is meant as a definition: \"{sentence}\"")
        }
        Doubt::Untried => {
            "More things bear on it than are tried one by one, so one may be left out.".to_owned()
        }
        Doubt::NotBoth => "It may hang on whether `or` leaves out both.".to_owned(),
        Doubt::OneOrEach => {
            "It may hang on whether `a` means each of them or one of them.".to_owned()
        }
        Doubt::Loosely => "It may hang on how strictly the words are taken: a kind or each of it, \
                           a place or what is there, a name or a longer one."
            .to_owned(),
    }
}

/// What is taken for granted.
pub(super) fn granted(doubt: &Doubt) -> String {
    let word = |name: &str| name.replace('_', " ");
    match doubt {
        Doubt::Alike(a, b) => format!("`{}` and `{}` mean the same", word(a), word(b)),
        Doubt::Class(name, class) => {
            let class = word(class);
            format!("`{}` is {} `{class}`", word(name), article(&class))
        }
        Doubt::Unmentioned(_)
        | Doubt::Loosely
        | Doubt::NotBoth
        | Doubt::Untried
        | Doubt::Condition(_)
        | Doubt::Definition(_)
        | Doubt::OneOrEach => self::doubt(doubt),
    }
}

fn unknown(missing: &[Vec<String>], answer: &Answer, style: Style) -> String {
    let mut text = match style {
        Style::Conversational => "I don't know.".to_owned(),
        Style::Formal => "Neither this nor its denial follows from what was told.".to_owned(),
    };
    if let Some(presuming) = answer.presuming.as_ref().filter(|_| missing.is_empty()) {
        let verdict = if presuming.verdict == Verdict::Yes { "yes" } else { "no" };
        let taken: Vec<String> = presuming.taken.iter().map(granted).collect();
        text.push_str(&format!(" It would be {verdict} if {}.", listed(&taken)));
        return text;
    }
    if let Some(open) = answer.doubts.first().filter(|_| missing.is_empty()) {
        text.push_str(&format!(" {}", doubt(open)));
    }
    let sets: Vec<String> = missing.iter().take(3).map(|set| set.join(" ")).collect();
    if !sets.is_empty() {
        text.push_str(&format!(" It would be so if this held: {}", sets.join(" Or: ")));
    }
    text
}

fn answers(live: &Live, question: &Question, answer: &Answer) -> String {
    if !answer.directions.is_empty() {
        return format!("Go {}.", answer.directions.join(", then "));
    }
    let names: Vec<String> = answer.bindings.iter().map(|t| name(live, question, t)).collect();
    match (&question.asks, answer.count) {
        (_, Some(0)) => "None that I know of.".to_owned(),
        (_, Some(count)) => format!("{count}: {}.", listed(&names)),
        (Asks::What(_), None) => format!("{}.", capital(&listed(&names))),
        _ => format!("{}.", capital(&listed(&names))),
    }
}

/// The same with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}

/// Why it is so, step by step.
pub(super) fn explanation(live: &Live, answer: &Answer) -> String {
    if !answer.proofs.is_empty() {
        let steps = answer.proofs.iter().map(|proof| steps(live, proof));
        return steps.collect::<Vec<_>>().join("\n");
    }
    if !answer.conflict.is_empty() {
        return format!(
            "These statements cannot hold together:\n{}",
            lines(live, &answer.conflict)
        );
    }
    if answer.sentences.is_empty() {
        return "Nothing that was told decides it.".to_owned();
    }
    forced(live, &answer.sentences)
}

/// A proof, a step a line.
pub(super) fn steps(live: &Live, proof: &Proof) -> String {
    explain_by(proof, &live.knowledge, &|statement| live.who_said(statement))
}

/// The statements that all models rest on.
pub(super) fn forced(live: &Live, sentences: &[usize]) -> String {
    format!("These statements leave no other possibility:\n{}", lines(live, sentences))
}

fn lines(live: &Live, numbers: &[usize]) -> String {
    let lines = numbers.iter().map(|number| format!("- {}", quoted(live, *number)));
    lines.collect::<Vec<_>>().join("\n")
}

/// How a question is understood, and which statements speak of the same.
pub(super) fn interpretation(live: &Live, question: &Question, goal: &str) -> String {
    let asks = match &question.asks {
        Asks::Truth => "whether this is so",
        Asks::Why => "why this is so",
        Asks::Which => "which things make this so",
        Asks::Most { .. } => "which thing is most of this",
        Asks::Count => "how many things make this so",
        Asks::WhatIf(_) => "whether this would be so under an assumption",
        Asks::Where { .. } => "where a thing is",
        Asks::What(_) => "what a thing is",
        Asks::Property { .. } => "which property a thing has",
        Asks::When(_) => "when a thing is",
        Asks::WhereDone(_) => "where this is done",
        Asks::WhenDone(_) => "when this is done",
        Asks::Degree { .. } => "how much of something a thing is",
        Asks::Path { .. } => "how to get from one place to another",
    };
    let mut lines = vec![format!("The question asks {asks}: {goal}")];
    let asked = &question.meaning.formula;
    let reached = live.prepared.as_ref().and_then(|prepared| prepared.reached(asked, 200));
    let mut numbers: Vec<usize> =
        reached.into_iter().flatten().filter_map(|sourced| sourced.origin).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        lines.push("No statement of the session speaks of it.".to_owned());
    } else {
        lines.push("These statements can have a say in it:".to_owned());
        lines.extend(numbers.iter().take(20).map(|n| format!("- {}", quoted(live, *n))));
    }
    lines.join("\n")
}
