//! Passages for a question: words and meaning fused into one score that says how relevant.
//!
//! Both parts are measured against what a perfect passage would get, so that the sum is comparable
//! between questions; a curve fitted on judged collections turns it into the score people see.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::asking;
use crate::encoder::{EncoderError, Encoders, Fixed};
use crate::index::{Document, Index, Scan, Scores};
use crate::weights::Fusion;
use crate::words::{Terms, is_stop_word, squeezed, words};

/// A corpus of so many passages weighs words half by itself and half by English.
const SMALL: f32 = 40.0;

/// The most passages whose vectors are all compared with each question.
const ALL_COMPARED: usize = 1_000_000;
/// How many vectors are compared in a larger corpus, and as many again for their words.
const SHORTLIST: usize = 2_000;
/// How many passages' scores are looked at together.
const BLOCK: usize = 64;
/// The most other threads that help with one question; more would wait for memory.
const MOST_HELPERS: usize = 3;

/// A passage that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The passage's place in the index.
    pub chunk: usize,
    /// How relevant it is, from 0 to 1.
    pub score: f32,
    /// Its BM25 score.
    pub bm25: f32,
    /// That score as a part of what a perfect passage would get.
    pub words: f32,
    /// The cosine of its vector with the question's.
    pub cosine: f32,
    /// What a network that read it with the question said, from 0 to 1, where one is configured.
    pub rerank: Option<f32>,
}

/// A question as the index understands it.
#[derive(Debug, Clone)]
pub struct Query {
    /// Its terms, each once, with how much each tells.
    pub(crate) terms: Vec<QueryTerm>,
    /// Its vector.
    pub(crate) vector: Vec<f32>,
}

/// A term of a question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QueryTerm {
    /// The term.
    pub(crate) term: String,
    /// The word as it was asked.
    pub(crate) word: String,
    /// How often the question has it.
    pub(crate) count: f32,
    /// How much it tells.
    pub(crate) idf: f32,
    /// Whether the corpus has it at all.
    pub(crate) known: bool,
}

impl Query {
    /// Reads a question.
    pub(crate) fn read(
        index: &Index,
        encoders: &Encoders,
        text: &str,
    ) -> Result<Self, EncoderError> {
        let mut stemmer = Terms::new();
        let mut terms: Vec<QueryTerm> = Vec::new();
        let all: Vec<_> = words(text).collect();
        for (at, word) in all.iter().enumerate().filter(|(_, it)| !is_stop_word(&it.folded)) {
            let term = stemmer.of(&word.folded).to_owned();
            let part = asking::part(&all, at);
            if let Some(known) = terms.iter_mut().find(|other| other.term == term) {
                known.count += part;
                continue;
            }
            let weighed = index.lexicon.weigh(&term);
            let known = weighed.frequency > 0;
            // That a word which only asks is not there says nothing of the corpus.
            if part == 0.0 || part < 1.0 && !known {
                continue;
            }
            terms.push(QueryTerm {
                term,
                word: text[word.span.clone()].to_owned(),
                count: part,
                idf: blended(weighed.idf, &word.folded, index.lexicon.passages()),
                known,
            });
        }
        let encoder = encoders.of_index(&index.head.encoder)?.filter(|_| !index.vectors.is_empty());
        let vector = encoder.map(|encoder| encoder.encode(text)).transpose()?.unwrap_or_default();
        Ok(Self { terms, vector })
    }

    /// What a perfect passage could get from all terms together.
    pub(crate) fn weight(&self) -> f32 {
        self.terms.iter().map(|term| term.idf * term.count).sum()
    }
}

/// What a word tells: in a small corpus chance decides which words are rare, so there the word's
/// rarity in English counts, and it fades as the corpus grows.
fn blended(idf: f32, folded: &str, passages: usize) -> f32 {
    let Some(encoder) = Fixed::built_in() else { return idf };
    let own = passages as f32 / (passages as f32 + SMALL);
    own * idf + (1.0 - own) * encoder.rarity(folded)
}

/// Which works are looked in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Within {
    /// Titles or ids of works; none means all.
    pub sources: Vec<String>,
    /// The first year of works.
    pub from_year: Option<i32>,
    /// The last year of works.
    pub to_year: Option<i32>,
}

impl Within {
    /// Whether a work is looked in; one whose year nobody knows is in no span of years.
    pub(crate) fn has(&self, document: &Document) -> bool {
        let named =
            |name: &String| squeezed(name) == squeezed(&document.title) || *name == document.id;
        let after = |from: i32| document.year.is_some_and(|year| year >= from);
        let before = |to: i32| document.year.is_some_and(|year| year <= to);
        (self.sources.is_empty() || self.sources.iter().any(named))
            && self.from_year.is_none_or(after)
            && self.to_year.is_none_or(before)
    }
}

/// The best passages for a question, best first.
pub(crate) fn search(index: &Index, query: &Query, limit: usize) -> Vec<Hit> {
    search_where(index, query, limit, &|_| true)
}

/// The same among the passages of some documents.
pub(crate) fn search_where(
    index: &Index,
    query: &Query,
    limit: usize,
    allowed: &dyn Fn(u32) -> bool,
) -> Vec<Hit> {
    let mut scores = index.spare.take(index.chunks.len());
    let Scores { bm25, cosines, fused } = &mut scores;
    let terms: Vec<_> =
        query.terms.iter().map(|term| (term.term.as_str(), term.count * term.idf)).collect();
    // While words are counted here, others may already compare vectors.
    let scan = scan(index, &query.vector);
    index.lexicon.score(&terms, bm25);
    compare(index, scan, &query.vector, (bm25, cosines));
    // A term's part of BM25 grows towards 2.2 times its weight.
    let perfect = (query.weight() * 2.2).max(f32::MIN_POSITIVE);
    let fusion = Encoders::fusion(&index.head.encoder);
    let meaning = |cosine: &f32| fusion.weight * (cosine - fusion.floor).max(0.0);
    let part = perfect.recip();
    fused.extend(bm25.iter().zip(&*cosines).map(|(words, it)| words * part + meaning(it)));
    let found = best(fused, limit, &|it| allowed(index.chunks[it].document));
    let hit = |chunk: usize| Hit {
        chunk,
        score: curve(fusion, fused[chunk]),
        bm25: bm25[chunk],
        words: bm25[chunk] / perfect,
        cosine: cosines[chunk],
        rerank: None,
    };
    let hits = found.into_iter().map(hit).collect();
    index.spare.keep(scores);
    hits
}

/// The places of the largest values above zero, largest first.
fn best(values: &[f32], limit: usize, allowed: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut heap = BinaryHeap::with_capacity(limit.min(values.len()) + 1);
    let mut least = 0.0;
    for (block, values) in values.chunks(BLOCK).enumerate() {
        // Most blocks have nothing to offer, which is seen at a glance.
        let most = values.iter().fold(0.0, |most, it| if *it > most { *it } else { most });
        if most <= least {
            continue;
        }
        for (at, value) in (block * BLOCK..).zip(values) {
            if *value > least && allowed(at) {
                // The bits of numbers above zero are in the order of the numbers.
                heap.push(Reverse((value.to_bits(), Reverse(at))));
                if heap.len() > limit {
                    heap.pop();
                }
                if heap.len() == limit {
                    least = heap.peek().map_or(0.0, |Reverse((bits, _))| f32::from_bits(*bits));
                }
            }
        }
    }
    heap.into_sorted_vec().into_iter().map(|Reverse((_, Reverse(at)))| at).collect()
}

/// Begins to compare all vectors; nothing in a very large corpus, where not all are compared.
fn scan(index: &Index, query: &[f32]) -> Option<Scan> {
    let all = index.given.is_none() && index.vectors.count() <= ALL_COMPARED;
    all.then(|| index.vectors.scan(query, MOST_HELPERS)).flatten()
}

/// Writes the passages' cosines: all of them, or in a very large corpus those of the passages that
/// are promising by their vectors' signs or by their words.
fn compare(
    index: &Index,
    scan: Option<Scan>,
    query: &[f32],
    (bm25, cosines): (&[f32], &mut [f32]),
) {
    if let Some(given) = &index.given {
        return cosines.copy_from_slice(&given.cosines);
    }
    if let Some(scan) = scan {
        return scan.finish(cosines);
    }
    if index.vectors.count() <= ALL_COMPARED {
        return;
    }
    let mut rows = index.signs().nearest(query, SHORTLIST);
    let mut worded: Vec<usize> = (0..bm25.len()).filter(|row| bm25[*row] > 0.0).collect();
    if worded.len() > SHORTLIST {
        let order = |left: &usize, right: &usize| bm25[*right].total_cmp(&bm25[*left]);
        worded.select_nth_unstable_by(SHORTLIST, order);
        worded.truncate(SHORTLIST);
    }
    rows.extend(worded);
    index.vectors.cosines_of(&rows, query, cosines);
}

fn curve(fusion: Fusion, fused: f32) -> f32 {
    let (steepness, middle) = fusion.curve;
    1.0 / (1.0 + (-steepness * (fused - middle)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_the_earlier_of_equals() {
        let values = [0.5, 0.0, 0.9, 0.5, -1.0, 0.7, 0.9];
        let of = |limit| best(&values, limit, &|at| at != 5);
        assert_eq!(of(100), [2, 6, 0, 3]);
        assert_eq!(of(3), [2, 6, 0]);
        assert_eq!(of(1), [2]);
        assert!(of(0).is_empty());
        let many: Vec<f32> = (0..1_000_u16).map(|at| f32::from(at * 7 % 1_000)).collect();
        let found = best(&many, 5, &|at| at % 2 == 0);
        let values: Vec<f32> = found.iter().map(|at| many[*at]).collect();
        assert_eq!(values, [998.0, 996.0, 994.0, 992.0, 990.0]);
    }
}
