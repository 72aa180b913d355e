//! Sentences as evidence: how well each answers, and whether the best of them answers at all.

use std::collections::HashSet;
use std::ops::Range;

use crate::corpus::Corpus;
use crate::encoder::cosine;
use crate::index::FileError;
use crate::search::{Hit, encoder_of};
use crate::words::{Terms, words};

use super::Confidence;
use super::question::{Question, Wanted};

/// How much a term counts that stands beside the sentence, in the sentences before and after it.
const NEAR: f32 = 0.55;
/// How much a term counts that stands elsewhere in the passage or in its title and heading.
const AROUND: f32 = 0.3;

/// A sentence that may answer.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// Its document's place in the index.
    pub(crate) document: u32,
    /// Where it stands in the document.
    pub(crate) span: Range<usize>,
    /// The sentence.
    pub(crate) text: String,
    /// How well it answers.
    pub(crate) score: f32,
    coverage: f32,
    own: f32,
    cosine: f32,
    fits: bool,
    terms: HashSet<String>,
}

impl Candidate {
    /// Whether it says what another says already.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let shared = self.terms.intersection(&other.terms).count();
        let least = self.terms.len().min(other.terms.len()).max(1);
        (self.document == other.document && self.span == other.span) || shared * 10 >= least * 9
    }
}

/// What the decision to answer rests on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// The part of the question's weight that the best sentence and what is around it have.
    pub coverage: f32,
    /// The part that the best sentence itself has.
    pub own: f32,
    /// The cosine of the best sentence with the question.
    pub cosine: f32,
    /// The best passage's part of a perfect BM25 score.
    pub words: f32,
    /// The cosine of the best passage with the question.
    pub passage: f32,
    /// The part of the question that the corpus does not know at all.
    pub unknown: f32,
    /// Whether the best sentence has the kind of thing that was asked for: 1 or 0.
    pub fits: f32,
    /// How likely the corpus answers, from 0 to 1.
    pub likelihood: f32,
}

/// What each signal adds to the likelihood, fitted on questions with and without their paragraph.
const WEIGHTS: [f32; 7] = [6.0, 1.0, 2.0, 4.0, 2.0, -2.0, 0.5];
const BIAS: f32 = -6.5;
/// The least likelihood that is answered.
const LEAST: f32 = 0.5;
/// The least likelihood of high confidence.
const SURE: f32 = 0.9;

impl Signals {
    /// Whether the corpus answers.
    pub fn answers(&self) -> bool {
        self.likelihood >= LEAST
    }

    pub(crate) fn confidence(&self) -> Confidence {
        if self.likelihood >= SURE {
            Confidence::High
        } else if self.answers() {
            Confidence::Medium
        } else {
            Confidence::Low
        }
    }

    /// The signals in the order of their weights.
    pub fn values(&self) -> [f32; 7] {
        [self.coverage, self.own, self.cosine, self.words, self.passage, self.unknown, self.fits]
    }
}

/// The sentences of the passages found, best first.
pub(crate) fn candidates(
    corpus: &Corpus,
    question: &Question,
    hits: &[Hit],
) -> Result<Vec<Candidate>, FileError> {
    let index = corpus.index();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut stemmer = Terms::new();
    for hit in hits {
        let Some(chunk) = index.chunks.get(hit.chunk) else { continue };
        let Some(document) = index.document_of(chunk) else { continue };
        let span = index.span_of(chunk);
        let passage = index.text(document, span.clone())?;
        let heading = document.section_at(span.start).map_or("", |section| section.title.as_str());
        let about: HashSet<String> = stemmer
            .of_text(&format!("{} {heading} {passage}", document.title))
            .into_iter()
            .collect();
        let spans: Vec<_> = index.sentences_of(chunk).iter().map(|span| span.range()).collect();
        let texts: Vec<&str> = spans
            .iter()
            .map(|it| passage.get(it.start - span.start..it.end - span.start).unwrap_or_default())
            .collect();
        let terms: Vec<HashSet<String>> =
            texts.iter().map(|text| stemmer.of_text(text).into_iter().collect()).collect();
        for (at, text) in texts.iter().enumerate() {
            if !seen.insert((chunk.document, spans[at].start)) {
                continue;
            }
            let near = [at.checked_sub(1), Some(at + 1)];
            let near: Vec<_> = near.into_iter().flatten().filter_map(|at| terms.get(at)).collect();
            let (coverage, own) = coverage(question, &terms[at], &near, &about);
            let meaning = encoder_of(index)
                .map_or(0.0, |encoder| cosine(&question.vector, &encoder.encode(text)));
            let fits = fits(question, text);
            let score = coverage
                + 0.6 * meaning
                + 0.25 * own
                + if fits { 0.12 } else { 0.0 }
                + 0.3 * hit.score;
            found.push(Candidate {
                document: chunk.document,
                span: spans[at].clone(),
                text: (*text).to_owned(),
                score,
                coverage,
                own,
                cosine: meaning,
                fits,
                terms: terms[at].clone(),
            });
        }
    }
    found.sort_by(|left, right| right.score.total_cmp(&left.score));
    Ok(found)
}

/// The part of the question's weight that a sentence has with what is around it, and by itself.
fn coverage(
    question: &Question,
    terms: &HashSet<String>,
    near: &[&HashSet<String>],
    about: &HashSet<String>,
) -> (f32, f32) {
    let (mut all, mut own) = (0.0, 0.0);
    for term in &question.terms {
        let weight = term.idf * term.count.min(1.0);
        if terms.contains(&term.term) {
            all += weight;
            own += weight;
        } else if near.iter().any(|near| near.contains(&term.term)) {
            all += NEAR * weight;
        } else if about.contains(&term.term) {
            all += AROUND * weight;
        }
    }
    (all / question.weight(), own / question.weight())
}

/// Whether a sentence has something of the wanted kind that the question does not have itself.
fn fits(question: &Question, text: &str) -> bool {
    let asked = |word: &str| question.terms.iter().any(|term| term.word.eq_ignore_ascii_case(word));
    let mut first = true;
    words(text).any(|word| {
        let written = &text[word.span.clone()];
        let digit = word.folded.bytes().any(|byte| byte.is_ascii_digit());
        let name = !first && written.starts_with(char::is_uppercase);
        first = false;
        let kind = match question.wanted {
            Wanted::Number => digit || is_number_word(&word.folded),
            Wanted::Time => digit || is_time_word(&word.folded),
            Wanted::Person | Wanted::Place => name,
            Wanted::Thing => true,
        };
        kind && !asked(written)
    })
}

fn is_number_word(word: &str) -> bool {
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "dozen", "hundred", "thousand", "million", "billion", "half", "once", "twice",
        "several", "many",
    ]
    .contains(&word)
}

fn is_time_word(word: &str) -> bool {
    [
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "century",
        "yesterday",
        "today",
        "before",
        "after",
        "during",
        "year",
        "years",
        "day",
        "morning",
    ]
    .contains(&word)
}

/// What the decision to answer rests on.
pub(crate) fn signals(question: &Question, hits: &[Hit], found: &[Candidate]) -> Signals {
    let (Some(hit), Some(best)) = (hits.first(), found.first()) else {
        return Signals { unknown: question.unknown(), ..Signals::default() };
    };
    let mut signals = Signals {
        coverage: best.coverage,
        own: best.own,
        cosine: best.cosine,
        words: hit.words,
        passage: hit.cosine,
        unknown: question.unknown(),
        fits: if best.fits { 1.0 } else { 0.0 },
        likelihood: 0.0,
    };
    let sum: f32 = signals.values().iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum();
    signals.likelihood = 1.0 / (1.0 + (-(sum + BIAS)).exp());
    signals
}
