//! Names: words with a capital that stand together, codes, and texts in quotation marks.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Found, Place};
use crate::morphology::{nouns, verbs};
use crate::tokens::{Kind, Token};
use crate::words::word;

static NAMES: &str = include_str!("../../lexicon/names.txt");

/// What a pronoun can tell of somebody or something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    /// `he`
    Male,
    /// `she`
    Female,
    /// `he` or `she`
    Person,
    /// `it`, and of an animal
    Animal,
    /// `it`
    Thing,
    /// Any of them.
    Unknown,
}

/// What a name says of who or what bears it.
pub fn sex_of_name(key: &str) -> Sex {
    static TABLE: LazyLock<HashMap<&'static str, Sex>> = LazyLock::new(|| {
        let row = |line: &'static str| {
            let (name, mark) = line.split_once(' ')?;
            let sex = match mark {
                "m" => Sex::Male,
                "f" => Sex::Female,
                _ => Sex::Person,
            };
            Some((name, sex))
        };
        NAMES.lines().filter_map(row).collect()
    });
    let mut parts = key.split('_');
    let first = parts.next().unwrap_or(key);
    match first {
        "mr" | "sir" | "lord" | "king" | "prince" => Sex::Male,
        "mrs" | "ms" | "miss" | "lady" | "queen" | "princess" => Sex::Female,
        "dr" | "prof" | "professor" => {
            parts.next().and_then(|name| TABLE.get(name)).copied().unwrap_or(Sex::Person)
        }
        _ => match TABLE.get(first) {
            Some(sex) => *sex,
            None if word(first).is_some_and(|known| known.place) => Sex::Thing,
            None => Sex::Unknown,
        },
    }
}

/// The constant a name is known by.
pub fn key(written: &str) -> String {
    let mut key = String::new();
    for c in written.to_lowercase().chars() {
        if c.is_alphanumeric() {
            key.push(c);
        } else if c != '\'' && !key.ends_with('_') {
            key.push('_');
        }
    }
    key.trim_matches('_').to_owned()
}

/// Adds the names of a sentence; words with capitals that stand together are one name.
pub(super) fn add(tokens: &[Token], found: &mut Found<'_>, is_name: &dyn Fn(&str) -> bool) {
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        let mut end = at + 1;
        match token.kind {
            Kind::Quoted | Kind::Code => {}
            Kind::Capital if !is_plain(found, token, at) => {
                while tokens
                    .get(end)
                    .is_some_and(|next| next.kind == Kind::Capital && !is_small(found, next))
                {
                    end += 1;
                }
            }
            Kind::Word | Kind::Capital | Kind::Number | Kind::Mark => {
                at += 1;
                continue;
            }
        }
        let written: Vec<&str> = tokens[at..end].iter().map(|t| t.text.as_str()).collect();
        let constant = key(&written.join(" "));
        let letter = token.text.len() == 1 && end == at + 1;
        let common = at == 0 && end == 1 && could_be_common(token) && !is_name(&constant);
        let place = Place { start: at, end, cost: u32::from(letter) };
        if !constant.is_empty() && !common {
            found.push(place, "PN", &[("num", "sg")], &constant);
        }
        at = end;
    }
}

/// A capital that only opens the sentence.
fn is_plain(found: &Found<'_>, token: &Token, at: usize) -> bool {
    at == 0 && (is_small(found, token) || is_adverb(&token.lower))
}

/// A word of the language that names nothing; a single letter may.
fn is_small(found: &Found<'_>, token: &Token) -> bool {
    let text: &str = &token.lower;
    let closed = super::is_closed(text) || super::is_preposition(text);
    text.len() > 1 && (closed || found.grammar.reserved.contains(text))
}

/// `However Bob sleeps`
fn is_adverb(text: &str) -> bool {
    word(text).is_some_and(|known| {
        known.adverb.is_some() && known.noun.is_none() && known.adjective.is_none()
    })
}

/// The first word of a sentence that is also an ordinary word is rather that.
fn could_be_common(token: &Token) -> bool {
    let text: &str = &token.lower;
    let given = matches!(sex_of_name(text), Sex::Male | Sex::Female | Sex::Person);
    let common = |lemma: &str| {
        word(lemma).is_some_and(|known| {
            !known.capital
                && [known.noun, known.verb, known.adjective, known.adverb]
                    .iter()
                    .any(|c| *c >= Some(3))
        })
    };
    let inflected = nouns(text).into_iter().map(|(lemma, _)| lemma);
    let inflected = inflected.chain(verbs(text).into_iter().map(|(lemma, _)| lemma));
    !given && (common(text) || inflected.into_iter().any(|lemma| common(&lemma)))
}
