//! Words and the passages they occur in, scored by BM25.
//!
//! Terms are sorted and found by bisection; postings are gaps and counts of seven bits a byte.
//! Nothing is unpacked when the index opens.

use std::collections::HashMap;
use std::sync::OnceLock;

const K1: f32 = 1.2;
const B: f32 = 0.75;

/// The terms of all passages, ready to search.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Lexicon {
    pub(super) terms: String,
    pub(super) term_ends: Vec<u32>,
    pub(super) postings: Vec<u8>,
    pub(super) posting_ends: Vec<u32>,
    pub(super) frequencies: Vec<u32>,
    pub(super) lengths: Vec<u32>,
    /// What each passage's length takes from its score, from the first question on.
    pub(super) norms: OnceLock<Vec<f32>>,
}

/// A term of a question as the lexicon knows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weighted {
    /// The term.
    pub(crate) term: String,
    /// How much it tells, by how few passages have it.
    pub(crate) idf: f32,
    /// How many passages have it.
    pub(crate) frequency: u32,
}

impl Lexicon {
    /// How many passages there are.
    pub(crate) fn passages(&self) -> usize {
        self.lengths.len()
    }

    /// A term with its weight; one that never occurs weighs most.
    pub(crate) fn weigh(&self, term: &str) -> Weighted {
        let frequency = self.find(term).map_or(0, |at| self.frequencies[at]);
        Weighted { term: term.to_owned(), idf: self.idf(frequency), frequency }
    }

    /// Adds each passage's BM25 score for terms, each with what it tells, to `scores`.
    pub(crate) fn score(&self, terms: &[(&str, f32)], scores: &mut [f32]) {
        let norms = self.norms.get_or_init(|| self.norms());
        for (term, weight) in terms {
            let Some(at) = self.find(term) else { continue };
            let weight = weight * (K1 + 1.0);
            for (passage, count) in self.occurrences(at) {
                let (Some(score), Some(norm)) = (scores.get_mut(passage), norms.get(passage))
                else {
                    continue;
                };
                let count = count as f32;
                *score += weight * count / (count + norm);
            }
        }
    }

    /// What each passage's length takes from its score.
    fn norms(&self) -> Vec<f32> {
        let total: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum();
        let mean = (total as f32 / self.lengths.len().max(1) as f32).max(1.0);
        let norm = |length: &u32| K1 * (1.0 - B + B * *length as f32 / mean);
        self.lengths.iter().map(norm).collect()
    }

    fn idf(&self, frequency: u32) -> f32 {
        let (all, with) = (self.passages() as f32, frequency as f32);
        (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
    }

    fn term(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.term_ends[at - 1] };
        self.terms.get(start as usize..self.term_ends[at] as usize).unwrap_or_default()
    }

    fn find(&self, term: &str) -> Option<usize> {
        let at = self.first_from(term);
        (at < self.term_ends.len() && self.term(at) == term).then_some(at)
    }

    /// Whether any term begins so.
    pub(crate) fn has_beginning(&self, beginning: &str) -> bool {
        let at = self.first_from(beginning);
        at < self.term_ends.len() && self.term(at).starts_with(beginning)
    }

    /// The place of the first term that is not before another.
    fn first_from(&self, term: &str) -> usize {
        let (mut low, mut high) = (0, self.term_ends.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.term(middle) < term {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn occurrences(&self, at: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let start = if at == 0 { 0 } else { self.posting_ends[at - 1] as usize };
        let bytes = self.postings.get(start..self.posting_ends[at] as usize).unwrap_or_default();
        let mut numbers = Numbers(bytes);
        let mut passage = 0;
        std::iter::from_fn(move || {
            passage += numbers.next()?;
            Some((passage as usize, numbers.next()?))
        })
    }
}

struct Numbers<'a>(&'a [u8]);

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let mut value = 0_u32;
        for shift in (0..32).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            value |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        Some(value)
    }
}

fn put(mut value: u32, to: &mut Vec<u8>) {
    while value >= 0x80 {
        to.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

/// A lexicon being filled, passage by passage.
#[derive(Debug, Default)]
pub(crate) struct LexiconBuilder {
    numbers: HashMap<String, u32>,
    lists: Vec<List>,
    lengths: Vec<u32>,
    /// The terms of the passage being read.
    counted: Vec<u32>,
}

#[derive(Debug, Default)]
struct List {
    bytes: Vec<u8>,
    last: u32,
    frequency: u32,
    /// How often the passage being read has the term.
    count: u32,
}

impl LexiconBuilder {
    /// The number of a term, by which it is counted.
    pub(crate) fn number(&mut self, term: &str) -> u32 {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let number = u32::try_from(self.lists.len()).unwrap_or(u32::MAX);
        self.numbers.insert(term.to_owned(), number);
        self.lists.push(List::default());
        number
    }

    /// Counts a term of the passage being read.
    pub(crate) fn count(&mut self, number: u32) {
        let Some(list) = self.lists.get_mut(number as usize) else { return };
        if list.count == 0 {
            self.counted.push(number);
        }
        list.count += 1;
    }

    /// Ends the passage.
    pub(crate) fn end_passage(&mut self) {
        let passage = u32::try_from(self.lengths.len()).unwrap_or(u32::MAX);
        let mut length = 0;
        for number in self.counted.drain(..) {
            let Some(list) = self.lists.get_mut(number as usize) else { continue };
            length += list.count;
            put(passage - list.last, &mut list.bytes);
            put(list.count, &mut list.bytes);
            list.last = passage;
            list.frequency += 1;
            list.count = 0;
        }
        self.lengths.push(length);
    }

    /// The finished lexicon.
    pub(crate) fn done(self) -> Lexicon {
        let mut sorted: Vec<_> = self.numbers.into_iter().collect();
        sorted.sort_unstable();
        let mut lexicon = Lexicon { lengths: self.lengths, ..Lexicon::default() };
        for (term, number) in sorted {
            let Some(list) = self.lists.get(number as usize) else { continue };
            lexicon.terms.push_str(&term);
            lexicon.term_ends.push(u32::try_from(lexicon.terms.len()).unwrap_or(u32::MAX));
            lexicon.postings.extend_from_slice(&list.bytes);
            lexicon.posting_ends.push(u32::try_from(lexicon.postings.len()).unwrap_or(u32::MAX));
            lexicon.frequencies.push(list.frequency);
        }
        lexicon
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_word_in_the_shorter_passage_scores_higher() {
        let mut builder = LexiconBuilder::default();
        for passage in
            ["commons govern", "commons govern water water long text here", "commons", "other"]
        {
            for term in passage.split(' ') {
                let number = builder.number(term);
                builder.count(number);
            }
            builder.end_passage();
        }
        let lexicon = builder.done();
        let mut scores = vec![0.0; lexicon.passages()];
        let weighed = |term: &'static str| (term, lexicon.weigh(term).idf);
        lexicon.score(&[weighed("govern"), weighed("commons")], &mut scores);
        assert!(scores[0] > scores[1] && scores[1] > scores[2] && scores[3] == 0.0, "{scores:?}");
        assert_eq!(lexicon.weigh("commons").frequency, 3);
        assert_eq!(lexicon.weigh("never").frequency, 0);
        assert!(lexicon.has_beginning("wat") && lexicon.has_beginning("commons"));
        assert!(!lexicon.has_beginning("wax") && !lexicon.has_beginning("zoo"));
        assert!(lexicon.weigh("never").idf > lexicon.weigh("water").idf);
    }

    #[test]
    fn numbers_come_back_as_they_went_in() {
        let mut bytes = Vec::new();
        let all = [0, 1, 127, 128, 300, 65_535, 1 << 28, u32::MAX];
        all.iter().for_each(|value| put(*value, &mut bytes));
        assert_eq!(Numbers(&bytes).collect::<Vec<_>>(), all);
    }
}
