//! Where something is or is done, when it is, and the way from one place to another.

use super::super::discourse::Discourse;
use super::super::read::statement;
use super::super::tokens::RawSentence;
use super::{Asks, GAP, Question, Understood, about_thing, gapped, is_be, term_of, truth, without};
use crate::logic::Formula;

/// `when is the meeting`, `when was Bob born`, `when does the train leave`
pub(super) fn when_question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let be = sentence.tokens.get(1).is_some_and(|t| is_be(&t.lower));
    let thing = be.then(|| about_thing(sentence, 2, discourse, Asks::When));
    if let Some(found @ Understood::Question(_)) = thing {
        return found;
    }
    match truth(&without(sentence, 1), Asks::Truth, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(atom) = &question.meaning.formula else {
                return Understood::Not(statement(sentence, discourse));
            };
            question.asks = Asks::WhenDone(atom.clone());
            Understood::Question(question)
        }
        not @ Understood::Not(_) => not,
    }
}

/// `where does Bob work`; where somebody goes is asked for otherwise.
pub(super) fn where_done(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if is_going(sentence) {
        return None;
    }
    match truth(&without(sentence, 1), Asks::Truth, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(atom) = &question.meaning.formula else { return None };
            question.asks = Asks::WhereDone(atom.clone());
            Some(Understood::Question(question))
        }
        Understood::Not(_) => None,
    }
}

/// `where do fish live`: the places in, on or at which each of them does.
pub(super) fn where_each(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if is_going(sentence) {
        return None;
    }
    let at = |word: &str| match gapped(
        &without(sentence, 1),
        &[word, GAP],
        &Asks::Which,
        None,
        discourse,
    ) {
        Understood::Question(question) => Some(question),
        Understood::Not(_) => None,
    };
    let mut found: Vec<Box<Question>> = ["in", "on", "at"].into_iter().filter_map(at).collect();
    let mut first = found.first()?.clone();
    found.retain(|question| question.meaning.asked == first.meaning.asked);
    first.meaning.formula =
        Formula::Or(found.into_iter().map(|question| question.meaning.formula).collect());
    Some(Understood::Question(first))
}

/// Where somebody goes is not where something is done.
fn is_going(sentence: &RawSentence) -> bool {
    const GOING: &[&str] = &["go", "travel", "move", "journey", "walk", "run", "come", "return"];
    sentence.tokens.iter().any(|token| GOING.contains(&token.lower.as_str()))
}

pub(super) fn where_question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let rest = &sentence.tokens[2..];
    let split = rest.iter().position(|t| t.lower == "before");
    let (thing, before) = match split {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let place = before.map(|tokens| term_of(tokens, discourse));
    match (term_of(thing, discourse), place) {
        (Some((thing, meaning)), None) => Understood::Question(Box::new(Question {
            asks: Asks::Where { thing, before: None },
            meaning,
        })),
        (Some((thing, meaning)), Some(Some((place, _)))) => {
            Understood::Question(Box::new(Question {
                asks: Asks::Where { thing, before: Some(place) },
                meaning,
            }))
        }
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

pub(super) fn path(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let at = |word: &str| sentence.tokens.iter().position(|t| t.lower == word);
    let (Some(from), Some(to)) = (at("from"), at("to")) else {
        return Understood::Not(statement(sentence, discourse));
    };
    if from > to {
        return Understood::Not(statement(sentence, discourse));
    }
    let ends = (
        term_of(&sentence.tokens[from + 1..to], discourse),
        term_of(&sentence.tokens[to + 1..], discourse),
    );
    match ends {
        (Some((from, meaning)), Some((to, _))) => {
            Understood::Question(Box::new(Question { asks: Asks::Path { from, to }, meaning }))
        }
        _ => Understood::Not(statement(sentence, discourse)),
    }
}
