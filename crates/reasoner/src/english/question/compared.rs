//! `which car is faster`, `who is taller, Ann or Bob`: asks for the end of a scale.

use super::super::discourse::Discourse;
use super::super::morphology::{graded, graded_adjective};
use super::super::tokens::{RawSentence, Token};
use super::{Asks, Understood, counted, is_be, marker, subject_or_object, term_of};
use crate::logic::Term;

/// A question with a comparison that names nothing to compare with, as one for the extreme.
pub(super) fn compared(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    let who = ["who", "which", "what"].contains(&sentence.tokens.first()?.lower.as_str());
    let be = sentence.tokens.iter().position(|token| is_be(&token.lower)).filter(|_| who)?;
    let from = be + 1;
    let the = usize::from(sentence.tokens.get(from)?.lower == "the");
    let (superlative, end) = superlative(&sentence.tokens, from + the)?;
    let among = match sentence.tokens.get(end) {
        None => Vec::new(),
        Some(mark) if [",", ":"].contains(&mark.lower.as_str()) => {
            alternatives(&sentence.tokens[end + 1..], discourse)?
        }
        Some(_) => return None,
    };
    let like = &sentence.tokens[0];
    let mut asked = sentence.clone();
    asked.tokens.truncate(from);
    asked.tokens.push(marker(like, "the"));
    asked.tokens.extend(superlative.split(' ').map(|word| marker(like, word)));
    let found = match be {
        1 => subject_or_object(&asked, discourse),
        _ => counted(&asked, 1, Asks::Which, discourse),
    };
    match found {
        Understood::Question(mut question) if question.asks == Asks::Which => {
            question.asks = Asks::Most { among };
            Some(Understood::Question(question))
        }
        Understood::Question(_) | Understood::Not(_) => None,
    }
}

/// The superlative of a comparison, and where it ends.
fn superlative(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let word = tokens.get(at)?.lower.as_str();
    if word == "more" {
        let adjective = tokens.get(at + 1)?.lower.as_str();
        return Some((format!("most {adjective}"), at + 2));
    }
    if ["better", "worse"].contains(&word) {
        let best = if word == "better" { "best" } else { "worst" };
        return Some((best.to_owned(), at + 1));
    }
    Some((graded(&graded_adjective(word, "er")?, "est"), at + 1))
}

/// `Ann or Bob`, `Ann, Bob or Carl`
fn alternatives(tokens: &[Token], discourse: &Discourse) -> Option<Vec<Term>> {
    let parts = tokens.split(|token| ["or", ","].contains(&token.lower.as_str()));
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| Some(term_of(part, discourse)?.0)).collect()
}
