//! Whether a question is of the corpus's own world: how rare its words are there and in English, and
//! how much a text tells that has some of them.

use std::collections::HashSet;

use crate::corpus::Corpus;
use crate::encoder::Fixed;
use crate::words::words;

use super::question::Question;

/// A question's words beside those of a corpus.
pub(super) struct Topic<'a> {
    /// How rare its words are in the corpus: 0 if every passage has them, 1 if none has.
    pub(super) rare: f32,
    /// How rare they are in English, from 0 to 1; both are means in which rarer words count more.
    pub(super) english: f32,
    /// The logarithm of how many passages there are: among more, chance finds more.
    pub(super) size: f32,
    terms: Vec<(&'a str, f32)>,
}

impl<'a> Topic<'a> {
    /// Weighs the words of a question.
    pub(super) fn of(corpus: &Corpus, question: &'a Question) -> Self {
        let lexicon = &corpus.index().lexicon;
        let (mut terms, mut weight, mut rare, mut english) = (Vec::new(), 0.0, 0.0, 0.0);
        for term in &question.terms {
            let idf = lexicon.weigh(&term.term).idf;
            let part = part_of_english(&term.word) * term.count.min(1.0);
            weight += part;
            rare += part * idf;
            english += part * part_of_english(&term.word);
            terms.push((term.term.as_str(), idf));
        }
        let never = lexicon.weigh("").idf.max(f32::MIN_POSITIVE);
        let weight = f32::max(weight, f32::MIN_POSITIVE);
        let size = (lexicon.passages() as f32 + 1.0).ln();
        Self { rare: rare / weight / never, english: english / weight, size, terms }
    }

    /// How much it tells, in the order of magnitude, that a text has some of the words together: chance
    /// would put them there once in so many passages.
    pub(super) fn told(&self, text: &HashSet<String>) -> f32 {
        let held = self.terms.iter().filter(|(term, _)| text.contains(*term));
        held.map(|(_, idf)| idf).sum::<f32>().ln_1p()
    }
}

/// How rare a word is in English, as a part of how rare the rarest are.
fn part_of_english(word: &str) -> f32 {
    let Some(encoder) = Fixed::built_in() else { return 1.0 };
    let folded = words(word).next().map(|word| word.folded).unwrap_or_default();
    encoder.rarity(&folded) / encoder.rarity("").max(f32::MIN_POSITIVE)
}
