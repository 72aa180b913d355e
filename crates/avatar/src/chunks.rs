//! Passages: whole sentences up to a size, each passage repeating the end of the one before.

use std::ops::Range;

use crate::words;

/// Words per token of the usual sub-word vocabularies, as 3 words to 4 tokens.
const WORDS_PER_TOKEN: (usize, usize) = (3, 4);

/// How long passages are and how much they share, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// How long a passage may be.
    pub(crate) size: u32,
    /// How much it repeats.
    pub(crate) overlap: u32,
}

/// Groups sentences, given as spans of `text`, into passages given as ranges of sentences.
pub(crate) fn passages(text: &str, sentences: &[Range<usize>], sizes: Sizes) -> Vec<Range<usize>> {
    let lengths: Vec<usize> =
        sentences.iter().map(|span| words::count(&text[span.clone()])).collect();
    let (most, shared) = (in_words(sizes.size), in_words(sizes.overlap));
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    while start < sentences.len() {
        let (mut end, mut held) = (start, 0);
        while end < sentences.len() && (end == start || held + lengths[end] <= most) {
            held += lengths[end];
            end += 1;
        }
        found.push(start..end);
        if end == sentences.len() {
            break;
        }
        let mut next = end;
        let mut repeated = 0;
        while next > start + 1 && repeated + lengths[next - 1] <= shared {
            next -= 1;
            repeated += lengths[next];
        }
        start = next;
    }
    found
}

fn in_words(tokens: u32) -> usize {
    let tokens = usize::try_from(tokens).unwrap_or(usize::MAX);
    (tokens.saturating_mul(WORDS_PER_TOKEN.0) / WORDS_PER_TOKEN.1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::sentences;

    #[test]
    fn passages_cover_every_sentence_and_share_their_ends() {
        let text: String =
            (0..100).map(|n| format!("Sentence number {n} has seven words here. ")).collect();
        let spans = sentences(&text);
        let found = passages(&text, &spans, Sizes { size: 64, overlap: 12 });
        assert_eq!(found[0].start, 0);
        assert_eq!(found.last().unwrap().end, spans.len());
        for pair in found.windows(2) {
            assert!(pair[1].start <= pair[0].end && pair[1].start > pair[0].start);
            assert!(pair[1].start < pair[0].end, "they share a sentence");
        }
    }

    #[test]
    fn a_sentence_longer_than_a_passage_is_a_passage() {
        let text = "word ".repeat(200);
        let spans = vec![0..text.len(); 2];
        let found = passages(&text, &spans, Sizes { size: 32, overlap: 31 });
        assert_eq!(found, [0..1, 1..2]);
    }
}
