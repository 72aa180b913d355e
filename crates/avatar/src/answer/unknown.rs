//! The words of a question that the corpus has never seen, as they stand there.
//!
//! Scripts without spaces are compared in pieces, and a piece is no word: what is named is the stretch
//! that the unknown pieces cover.

use std::ops::Range;

use crate::search::QueryTerm;
use crate::words::{Terms, Word, words};

/// Where the scripts without spaces begin.
const UNSPACED: char = '\u{2e80}';
/// Characters that count things, before what is counted.
const COUNTING: [char; 10] = ['个', '個', '只', '隻', '本', '座', '条', '條', '位', '次'];
/// The least characters of a stretch that is named by itself.
const LEAST: usize = 2;

/// A piece of a stretch, and whether the corpus has it.
type Piece = (Range<usize>, bool);

/// The words of a question that the corpus does not have.
pub(super) fn unknown_words(question: &str, terms: &[QueryTerm]) -> Vec<String> {
    let mut stemmer = Terms::new();
    let mut found: Vec<String> = Vec::new();
    let mut stretch: Vec<Piece> = Vec::new();
    for word in words(question) {
        let term = stemmer.of(&word.folded);
        let known = terms.iter().find(|it| it.term == term).map(|it| it.known);
        let adjoins = stretch.last().is_none_or(|(last, _)| word.span.start <= last.end);
        if !adjoins || known.is_none() || !is_unspaced(question, &word) {
            found.extend(named(question, &std::mem::take(&mut stretch)));
        }
        match known {
            Some(known) if is_unspaced(question, &word) => stretch.push((word.span, known)),
            Some(false) => found.push(question[word.span].to_owned()),
            Some(true) | None => {}
        }
    }
    found.extend(named(question, &stretch));
    let mut once: Vec<String> = Vec::new();
    for word in found {
        if !once.contains(&word) {
            once.push(word);
        }
    }
    once
}

fn is_unspaced(question: &str, word: &Word) -> bool {
    question[word.span.clone()].starts_with(|letter| letter >= UNSPACED)
}

/// What a stretch of pieces has that the corpus has not: all of it, or what no known piece covers.
fn named(question: &str, stretch: &[Piece]) -> Vec<String> {
    let (Some((first, _)), Some((last, _))) = (stretch.first(), stretch.last()) else {
        return Vec::new();
    };
    if stretch.iter().all(|(_, known)| *known) {
        return Vec::new();
    }
    let whole = &question[first.start..last.end];
    let is_known = |at: usize| stretch.iter().any(|(span, known)| *known && span.contains(&at));
    let letters = whole.char_indices();
    let open: String =
        letters.map(|(at, letter)| if is_known(first.start + at) { ' ' } else { letter }).collect();
    let parts = open.split_whitespace().map(uncounted);
    let parts: Vec<String> =
        parts.filter(|it| it.chars().count() >= LEAST).map(str::to_owned).collect();
    if parts.is_empty() { vec![uncounted(whole).to_owned()] } else { parts }
}

/// A stretch without the character that counts what follows.
fn uncounted(stretch: &str) -> &str {
    let rest = stretch.trim_start_matches(COUNTING);
    if rest.is_empty() { stretch } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_named_and_not_their_pieces() {
        let term = |(word, known): &(&str, bool)| QueryTerm {
            term: (*word).to_owned(),
            word: (*word).to_owned(),
            count: 1.0,
            idf: 1.0,
            known: *known,
        };
        for (question, pieces, expected) in [
            (
                "谁写了红楼梦？",
                &[("写", false), ("红楼", false), ("楼梦", false)][..],
                &["写", "红楼梦"][..],
            ),
            (
                "火星有多少个卫星？",
                &[("火星", false), ("个卫", false), ("卫星", false)],
                &["火星", "卫星"],
            ),
            ("万里长城", &[("万里", false), ("里长", false), ("长城", true)], &["万里"]),
            ("红楼梦", &[("红楼", true), ("楼梦", false)], &["红楼梦"]),
            ("Who is Zaphod of 火星?", &[("zaphod", false), ("火星", true)], &["Zaphod"]),
        ] {
            let terms: Vec<_> = pieces.iter().map(term).collect();
            assert_eq!(unknown_words(question, &terms), expected, "{question}");
        }
    }
}
