//! A refusal that helps: what is not known, and what the corpus does cover.

use crate::corpus::Corpus;
use crate::words::words;

use super::{Quote, Refusal, compose};

/// How many topics or titles are named.
const NAMED: usize = 5;
/// So many titles that differ in their numbers alone tell nothing.
const SERIES: usize = 3;
/// How many letters of a work are quoted in the place of a title.
const OPENING: usize = 60;

/// The refusal's text.
pub(super) fn text(corpus: &Corpus, why: Refusal, unknown: &[String]) -> String {
    let profile = corpus.profile();
    let writings = compose::writings(profile);
    let mut text = match why {
        Refusal::NothingAdded => {
            return format!(
                "{writings} have not been added yet, so there is nothing to answer from."
            );
        }
        Refusal::NotCovered => format!("{writings} do not answer this."),
        Refusal::AfterItsTime => {
            let last = profile.last_year().map(|year| year.to_string()).unwrap_or_default();
            let asked = unknown.first().cloned().unwrap_or_default();
            format!("{writings} end in {last} and say nothing of {asked}.")
        }
    };
    if why == Refusal::NotCovered && !unknown.is_empty() {
        let words: Vec<_> = unknown.iter().take(NAMED).map(|word| format!("“{word}”")).collect();
        text.push_str(&format!(" They never mention {}.", words.join(", ")));
    }
    let topics: Vec<_> = match profile.expertise.as_slice() {
        [] => works(corpus),
        expertise => expertise.iter().take(NAMED).cloned().collect(),
    };
    if !topics.is_empty() {
        text.push_str(&format!(" What they cover: {}.", topics.join(", ")));
    }
    text
}

/// Where the passages stand that come nearest, which answer nothing by themselves.
pub(super) fn nearest(quotes: &[Quote]) -> String {
    let mut places: Vec<String> = Vec::new();
    for quote in quotes {
        let place = compose::place(&quote.place);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    match places.as_slice() {
        [] => String::new(),
        some => format!(" The nearest passages: {}.", some.join("; ")),
    }
}

/// Some works by their titles, or by their first words where a title is only a file's number.
fn works(corpus: &Corpus) -> Vec<String> {
    let documents = corpus.documents();
    let frames: Vec<String> = documents.iter().map(|it| frame(&it.title)).collect();
    let mut named: Vec<String> = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        let same = frames.iter().filter(|frame| **frame == frames[at]).count();
        let numbered = same >= SERIES && frames[at] != document.title;
        let telling = !numbered && is_telling(&document.title);
        let name = match telling {
            true => document.title.clone(),
            false => opening(corpus, at).unwrap_or_else(|| document.title.clone()),
        };
        if !named.contains(&name) {
            named.push(name);
        }
        if named.len() == NAMED {
            break;
        }
    }
    named
}

/// A title without its numbers: `chapter 12` and `chapter 13` have the same.
fn frame(title: &str) -> String {
    title.chars().filter(|letter| !letter.is_ascii_digit()).collect()
}

/// Whether a title has a word that a person would say, rather than a number or a code.
fn is_telling(title: &str) -> bool {
    words(title).any(|word| {
        let digits = word.folded.contains(|letter: char| letter.is_ascii_digit());
        !digits && (word.folded.chars().count() > 2 || !word.folded.is_ascii())
    })
}

/// The first words of a work.
fn opening(corpus: &Corpus, number: usize) -> Option<String> {
    let index = corpus.index();
    let chunk = index.chunks.iter().find(|chunk| chunk.document as usize == number)?;
    let first = index.sentences_of(chunk).first()?;
    let text = index.text(index.document_of(chunk)?, first.range()).ok()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = text.char_indices().nth(OPENING) else {
        return Some(format!("“{text}”"));
    };
    let end = text[..end].rfind(' ').unwrap_or(end);
    Some(format!("“{} …”", &text[..end]))
}
