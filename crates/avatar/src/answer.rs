//! Answers without a language model: the sentences that answer best, verbatim, or a refusal.
//!
//! Whatever the answer claims is a span of the corpus; the words around the quotations only say
//! where they stand. Nothing here can state what the corpus does not say.

mod compose;
mod evidence;
mod question;
mod refusal;

use crate::corpus::{Corpus, Place};
use crate::index::FileError;
use crate::search::{self, Hit, Query};

pub use evidence::Signals;
pub(crate) use evidence::{Candidate, candidates};
pub(crate) use question::Question;

/// How many passages are looked at for sentences.
const PASSAGES: usize = 12;
/// How many sentences an answer quotes at most.
const QUOTES: usize = 3;

/// An answer and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What is said.
    pub text: String,
    /// The quotations, in the order they are said; none in a refusal.
    pub quotes: Vec<Quote>,
    /// How sure the answer is.
    pub confidence: Confidence,
    /// Why there is no answer, if there is none.
    pub refusal: Option<Refusal>,
    /// What the decision rested on.
    pub signals: Signals,
}

/// A sentence of the corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Quote {
    /// The sentence, byte by byte.
    pub text: String,
    /// Where it stands.
    pub place: Place,
}

/// How sure an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confidence {
    /// Nearly always right.
    High,
    /// More often right than not.
    Medium,
    /// A refusal, or a guess.
    Low,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The corpus has no documents.
    NothingAdded,
    /// Nothing in the corpus answers.
    NotCovered,
    /// The question is about a time after the corpus.
    AfterItsTime,
}

impl Confidence {
    /// The word for programs and people.
    pub fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

impl Refusal {
    /// The word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::NothingAdded => "empty_corpus",
            Self::NotCovered => "not_covered",
            Self::AfterItsTime => "after_its_time",
        }
    }
}

/// What is asked, and what came before.
#[derive(Debug, Clone, Default)]
pub struct Asked<'a> {
    /// The question.
    pub question: &'a str,
    /// What the person said before, the newest last.
    pub before: Vec<&'a str>,
    /// Passages to answer from; they count only where the corpus has them. None means all of it.
    pub within: Option<Vec<&'a str>>,
}

/// Answers a question or refuses to.
pub fn answer(corpus: &Corpus, asked: &Asked<'_>) -> Result<Answer, FileError> {
    let index = corpus.index();
    if index.chunks.is_empty() {
        return Ok(refuse(corpus, Refusal::NothingAdded, Signals::default(), &[]));
    }
    let question = Question::read(index, asked);
    let query = Query { terms: question.terms.clone(), vector: question.vector.clone() };
    let mut hits = search::search(index, &query, PASSAGES);
    if let Some(within) = &asked.within {
        let allowed = corpus.chunks_with(within)?;
        hits = search::search(index, &query, index.chunks.len());
        hits.retain(|hit| allowed.contains(&hit.chunk));
        hits.truncate(PASSAGES);
    }
    let found = candidates(corpus, &question, &hits)?;
    let signals = evidence::signals(&question, &hits, &found);
    let last_year = corpus.profile().last_year();
    if let Some(year) = question.year_after(last_year) {
        let unknown = [year.to_string()];
        return Ok(refuse(corpus, Refusal::AfterItsTime, signals, &unknown));
    }
    if !signals.answers() {
        let unknown = question.unknown_words();
        return Ok(refuse(corpus, Refusal::NotCovered, signals, &unknown));
    }
    let quotes = choose(corpus, &found)?;
    let text = compose::answer(corpus.profile(), &quotes);
    Ok(Answer { text, quotes, confidence: signals.confidence(), refusal: None, signals })
}

fn refuse(corpus: &Corpus, why: Refusal, signals: Signals, unknown: &[String]) -> Answer {
    let text = refusal::text(corpus, why, unknown);
    Answer { text, quotes: Vec::new(), confidence: Confidence::Low, refusal: Some(why), signals }
}

/// The best sentence and those that add to it, in the order of the corpus where they share a work.
fn choose(corpus: &Corpus, found: &[Candidate]) -> Result<Vec<Quote>, FileError> {
    let mut chosen: Vec<&Candidate> = Vec::new();
    for candidate in found {
        let Some(best) = chosen.first() else {
            chosen.push(candidate);
            continue;
        };
        if chosen.len() == QUOTES || candidate.score < best.score * 0.55 {
            break;
        }
        if chosen.iter().all(|other| !candidate.repeats(other)) {
            chosen.push(candidate);
        }
    }
    chosen
        .iter()
        .map(|candidate| {
            let place = corpus.place(candidate.document, candidate.span.clone());
            Ok(Quote { text: candidate.text.clone(), place })
        })
        .collect()
}

/// Where the sentence of a passage stands that fits a query best.
pub(crate) fn best_sentence(
    corpus: &Corpus,
    hit: &Hit,
    query: &str,
) -> Result<Option<Place>, FileError> {
    let asked = Asked { question: query, ..Asked::default() };
    let question = Question::read(corpus.index(), &asked);
    let found = candidates(corpus, &question, std::slice::from_ref(hit))?;
    Ok(found.first().map(|best| corpus.place(best.document, best.span.clone())))
}
