//! Questions in words that the readers of questions know: `what's`, `whom`, `isn't`, `anyone`.
//! It changes words only and reads nothing.

use super::super::tokens::{RawSentence, Token};
use super::{is_auxiliary, is_be, marker};

/// What a question begins with when it does not ask whether something is so.
const OPENERS: &[&str] = &["who", "whom", "what", "which", "whose", "where", "when", "how"];

/// The question with these words put plainly.
pub(super) fn plainly(sentence: &RawSentence) -> RawSentence {
    let mut plain = sentence.clone();
    let tokens = &mut plain.tokens;
    let opens = tokens.first().is_some_and(|first| OPENERS.contains(&first.lower.as_str()));
    if opens && is_word(tokens, 1, "'s") {
        "is".clone_into(&mut tokens[1].lower);
    }
    if is_word(tokens, 0, "whom") {
        "who".clone_into(&mut tokens[0].lower);
    }
    if opens {
        ask_for_one(tokens);
    }
    aged(tokens);
    if is_contracted(tokens, 0) {
        tokens.remove(1);
    }
    plain
}

/// `does Ann know anyone`: whether there is one. What `is it true that` opens is a statement.
pub(super) fn ask_for_one(tokens: &mut [Token]) {
    let stated = is_word(tokens, 1, "it") && tokens.iter().any(|token| token.lower == "that");
    if stated {
        return;
    }
    for token in tokens {
        let some = match token.lower.as_str() {
            "any" => "some",
            "anyone" | "anybody" => "someone",
            "anything" => "something",
            _ => continue,
        };
        some.clone_into(&mut token.lower);
    }
}

/// `isn't Ann happy`, `doesn't Ann sing`: asks whether it is so, as one word and before the subject.
pub(super) fn is_contracted(tokens: &[Token], at: usize) -> bool {
    let (Some(first), Some(not)) = (tokens.get(at), tokens.get(at + 1)) else { return false };
    let begins = is_auxiliary(Some(&first.lower.as_str()));
    begins && not.lower == "not" && first.end == not.end && tokens.len() > at + 2
}

/// `who is 30`: how old.
fn aged(tokens: &mut Vec<Token>) {
    let [who, be, age] = tokens.as_slice() else { return };
    let years = age.lower.parse().is_ok_and(|years: u32| (1..=120).contains(&years));
    if who.lower == "who" && is_be(&be.lower) && years {
        let like = age.clone();
        let unit = if like.lower == "1" { "year" } else { "years" };
        tokens.extend([marker(&like, unit), marker(&like, "old")]);
    }
}

fn is_word(tokens: &[Token], at: usize, word: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.lower == word)
}
