//! Who speaks: `Who are you?` is answered where somebody says `my name is` or `I am` and a name.

use crate::corpus::Corpus;
use crate::index::FileError;
use crate::words::{Word, is_stop_word, words};

use super::Quote;
use super::personal::speaks_of_oneself;

/// How many passages at the beginning of a work are looked at: people introduce themselves there.
const FIRST: usize = 3;
/// How many passages are looked at in all.
const MOST: usize = 60;

/// How plainly a sentence introduces its writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Plainly {
    /// `I am Ann`, which may be where somebody is from.
    Am,
    /// `I am Ann Carter`.
    AmWhole,
    /// `My name is Ann`.
    Name,
}

/// The sentence that introduces the writer most plainly, the first of equals.
pub(super) fn introduction(corpus: &Corpus) -> Result<Option<Quote>, FileError> {
    let index = corpus.index();
    let mut best: Option<(Plainly, Quote)> = None;
    let (mut document, mut seen) = (None, 0);
    let firsts = index.chunks.iter().filter(|chunk| {
        seen = if document == Some(chunk.document) { seen + 1 } else { 0 };
        document = Some(chunk.document);
        seen < FIRST
    });
    for chunk in firsts.take(MOST) {
        let Some(of) = index.document_of(chunk) else { continue };
        let whole = index.span_of(chunk);
        let text = index.text(of, whole.clone())?;
        for span in index.sentences_of(chunk).iter().map(|span| span.range()) {
            let inside = span.start - whole.start..span.end - whole.start;
            let sentence = text.get(inside).unwrap_or_default();
            let Some(plainly) = introduces(sentence) else { continue };
            if best.as_ref().is_none_or(|(other, _)| plainly > *other) {
                let place = corpus.place(chunk.document, span);
                best = Some((plainly, Quote { text: sentence.to_owned(), place }));
            }
        }
    }
    Ok(best.map(|(_, quote)| quote))
}

/// Whether a sentence introduces the one who wrote it.
fn introduces(sentence: &str) -> Option<Plainly> {
    if !speaks_of_oneself(sentence) {
        return None;
    }
    let all: Vec<Word> = words(sentence).collect();
    let word = |at: usize| all.get(at).map_or("", |word| word.folded.as_str());
    let is_name = |at: usize| {
        let written = all.get(at).map(|word| &sentence[word.span.clone()]);
        written.is_some_and(|it| it.starts_with(char::is_uppercase)) && !is_stop_word(word(at))
    };
    let of = |at: usize| match (word(at), word(at + 1), word(at + 2)) {
        ("my", "name", "is" | "was") if is_name(at + 3) => Some(Plainly::Name),
        ("i", "am" | "was", "called" | "named") if is_name(at + 3) => Some(Plainly::Name),
        ("call" | "calls" | "called", "me", _) if is_name(at + 2) => Some(Plainly::Name),
        ("i", "am", _) if is_name(at + 2) && is_name(at + 3) => Some(Plainly::AmWhole),
        ("i", "am", _) if is_name(at + 2) => Some(Plainly::Am),
        ("im", _, _) if is_name(at + 1) && is_name(at + 2) => Some(Plainly::AmWhole),
        ("im", _, _) if is_name(at + 1) => Some(Plainly::Am),
        _ => None,
    };
    (0..all.len()).filter_map(of).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_introduce_themselves_by_their_names() {
        for (sentence, expected) in [
            ("My name is Ann Carter, and I teach.", Some(Plainly::Name)),
            ("I am Tomas Reid, and I build violins.", Some(Plainly::AmWhole)),
            ("I'm Ann.", Some(Plainly::Am)),
            ("They call me Brim, and I bark.", Some(Plainly::Name)),
            ("I am tired.", None),
            ("“My name is Kent,” said the miller.", None),
            ("The emperor was called Marengo.", None),
        ] {
            assert_eq!(introduces(sentence), expected, "{sentence}");
        }
    }
}
