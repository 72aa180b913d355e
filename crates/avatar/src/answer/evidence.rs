//! Sentences as evidence: how well each answers, and whether the best of them answers at all.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use crate::corpus::Corpus;
use crate::encoder::{Fixed, cosine};
use crate::index::FileError;
use crate::search::Hit;
use crate::words::{Terms, words};

use super::carried::Carrying;
use super::decision::Signals;
use super::kin::Kin;
use super::passage::Passage;
use super::personal::Oneself;
use super::question::{Question, Wanted};
use super::topic::Topic;

/// How much a term counts that stands beside the sentence, in the sentences before and after it.
const NEAR: f32 = 0.55;
/// How much a term counts that stands elsewhere in the passage or in its title and heading.
const AROUND: f32 = 0.3;
/// How much a heading counts that names what is asked, for each sentence below it.
const NAMED: f32 = 0.6;
/// How many sentences are looked at for the heart of the question.
const LOOKED_AT: usize = 24;
/// How much it counts that a sentence carries the heart of the question.
const CARRIED: f32 = 0.2;

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
    /// The part of the question's heart that it carries, from 0 to 1.
    pub(super) carried: f32,
    by_itself: f32,
    signals: Signals,
    passage: Rc<Passage>,
    at: usize,
}

impl Candidate {
    /// Whether it says what another says already.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let shared = self.terms().intersection(other.terms()).count();
        let least = self.terms().len().min(other.terms().len()).max(1);
        (self.document == other.document && self.span == other.span) || shared * 10 >= least * 9
    }

    /// What sentences are sorted by: how well it answers, and whether by what was asked.
    fn rank(&self) -> f32 {
        self.score + CARRIED * self.carried
    }

    fn terms(&self) -> &HashSet<String> {
        &self.passage.terms[self.at]
    }
}

/// The sentences of the passages found, best first.
pub(crate) fn candidates(
    corpus: &Corpus,
    question: &Question,
    hits: &[Hit],
) -> Result<Vec<Candidate>, FileError> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut stemmer = Terms::new();
    let mut kin = Kin::of(question);
    let oneself = Oneself::of(corpus.profile());
    for hit in hits {
        if let Some(mut passage) = Passage::read(corpus, question, hit, &mut stemmer)? {
            let whole = passage.texts.join(" ");
            passage.akin = kin.akin(&passage.about, &whole);
            let passage = Rc::new(passage);
            for at in (0..passage.spans.len()).filter(|at| !passage.headings[*at]) {
                if !passage.may_answer(question, at, (&oneself, &whole)) {
                    continue;
                }
                if seen.insert((passage.document, passage.spans[at].start)) {
                    let akin = kin.akin(&passage.terms[at], &passage.texts[at]);
                    found.push(candidate(&passage, question, at, akin));
                }
            }
        }
    }
    found.sort_by(|left, right| right.score.total_cmp(&left.score));
    let mut carrying = Carrying::new(&question.heart, &oneself);
    for candidate in found.iter_mut().take(LOOKED_AT) {
        candidate.carried = carrying.of(&candidate.passage.told(candidate.at));
    }
    found.sort_by(|left, right| right.rank().total_cmp(&left.rank()));
    Ok(found)
}

fn candidate(passage: &Rc<Passage>, question: &Question, at: usize, akin_own: f32) -> Candidate {
    let (text, terms) = (&passage.texts[at], &passage.terms[at]);
    let near = [at.checked_sub(1), Some(at + 1)];
    let near: Vec<_> = near.into_iter().flatten().filter_map(|at| passage.terms.get(at)).collect();
    let (coverage, own) = coverage(question, terms, &near, &passage.about);
    let encoder = Fixed::built_in();
    let cosine = encoder.map_or(0.0, |it| cosine(&question.meaning, &it.encode(text)));
    let fits = fits(question, text);
    let bonus = if fits { 0.12 } else { 0.0 };
    let by_itself = coverage + 0.6 * cosine + 0.25 * own + bonus + 0.3 * passage.relevance;
    Candidate {
        document: passage.document,
        span: passage.spans[at].clone(),
        text: text.clone(),
        score: by_itself + NAMED * passage.named[at],
        carried: 0.0,
        by_itself,
        signals: Signals {
            coverage,
            own,
            cosine,
            fits: if fits { 1.0 } else { 0.0 },
            around: passage.around,
            akin: passage.akin,
            akin_own,
            about: passage.meaning,
            ..Signals::default()
        },
        passage: Rc::clone(passage),
        at,
    }
}

/// The part of the question's weight that a sentence has with what is around it, and by itself.
pub(super) fn coverage(
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
pub(crate) fn signals(
    corpus: &Corpus,
    question: &Question,
    hits: &[Hit],
    found: &[Candidate],
) -> Signals {
    // Whether to answer is fitted on sentences without headings.
    let best = found.iter().max_by(|left, right| left.by_itself.total_cmp(&right.by_itself));
    let (Some(hit), Some(best)) = (hits.first(), best) else { return Signals::default() };
    let topic = Topic::of(corpus, question);
    let signals = Signals {
        words: hit.words,
        told: topic.told(best.terms()),
        shared: topic.told(&best.passage.about),
        rare: topic.rare,
        english: topic.english,
        size: topic.size,
        ..best.signals
    };
    signals.weighed()
}
