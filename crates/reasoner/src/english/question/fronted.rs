//! `to whom does it belong`, `in which city does Ann live`, `what time is it over`: what is asked
//! for stands first, with the word before it or with its kind.

use super::super::closed::PREPOSITIONS;
use super::super::discourse::Discourse;
use super::super::tokens::{RawSentence, Token};
use super::{Asks, GAP, Understood, WHICH, gapped, is_auxiliary, marker, when_question, without};

/// Nouns that ask when.
const TIMES: &[&str] = &["time", "day", "date", "weekday", "month", "year"];

/// A question that begins with a preposition.
pub(super) fn fronted(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    let word = |at: usize| sentence.tokens.get(at).map_or("", |token| token.lower.as_str());
    let asking = ["whom", "what", "which"].contains(&word(1));
    if !PREPOSITIONS.contains(&word(0)) || !asking {
        return None;
    }
    if let Some(when) = time(sentence, 2, discourse) {
        return Some(when);
    }
    let at = auxiliary(&sentence.tokens, 2)?;
    let kind: Vec<&str> = sentence.tokens[2..at].iter().map(|t| t.text.as_str()).collect();
    let filler = match kind.is_empty() {
        true => vec![word(0), GAP],
        false => [vec![word(0), WHICH], kind].concat(),
    };
    Some(gapped(&without(sentence, at), &filler, &Asks::Which, None, discourse))
}

/// `what time does the train leave`, `which year was Ann born in`: when.
pub(super) fn time(
    sentence: &RawSentence,
    from: usize,
    discourse: &Discourse,
) -> Option<Understood> {
    let noun = sentence.tokens.get(from).filter(|t| TIMES.contains(&t.lower.as_str()))?;
    let at = auxiliary(&sentence.tokens, from).filter(|at| *at == from + 1)?;
    let mut when = without(sentence, at);
    when.tokens.insert(0, marker(noun, "when"));
    let trailing = |token: &Token| ["in", "on", "at"].contains(&token.lower.as_str());
    if when.tokens.last().is_some_and(trailing) {
        when.tokens.pop();
    }
    Some(when_question(&when, discourse))
}

/// Where the first auxiliary stands.
fn auxiliary(tokens: &[Token], from: usize) -> Option<usize> {
    (from..tokens.len()).find(|at| is_auxiliary(Some(&tokens[*at].lower.as_str())))
}
