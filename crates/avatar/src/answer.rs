//! Answers: the sentences that answer best, verbatim or drafted from by a model, or a refusal.
//!
//! Without a model whatever the answer claims is a span of the corpus; the words around the
//! quotations only say where they stand. With one, every sentence passes the gates first.

mod about;
mod carried;
mod cited;
mod compose;
mod decision;
mod draft;
mod evidence;
mod gates;
mod heart;
mod introduction;
mod judge;
mod kin;
mod measures;
mod passage;
mod personal;
mod question;
mod refusal;
mod strangers;
mod support;
mod tokens;
mod topic;
mod unknown;
mod written;

use crate::corpus::{Corpus, Place};
use crate::library::LibraryError;
use crate::rerank;
use crate::search::{self, Hit, Query};

pub use decision::Signals;
pub(crate) use evidence::{Candidate, candidates};
pub use gates::{Fault, check};
pub use judge::Judge;
pub(crate) use question::{Question, whole};
pub use support::{Support, support};
pub use written::{Draft, Writer};

/// How many passages are looked at for sentences.
pub(crate) const PASSAGES: usize = 12;
/// How many sentences an answer quotes at most.
const QUOTES: usize = 3;
/// How many sentences a model may choose from.
const OFFERED: usize = 16;
/// How well a sentence must answer to be quoted beside the best one, as a part of how well that does.
const WORTH_QUOTING: f32 = 0.55;
/// How well a sentence must answer to be offered, as a part of how well the best one does.
const WORTH_OFFERING: f32 = 0.4;

/// How many passages a refusal points to.
const NEAREST: usize = 2;

/// An answer and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What is said.
    pub text: String,
    /// The quotations, in the order they are said; none in a refusal, nor where it speaks of itself.
    pub quotes: Vec<Quote>,
    /// How sure the answer is.
    pub confidence: Confidence,
    /// Why there is no answer, if there is none.
    pub refusal: Option<Refusal>,
    /// What the decision rested on.
    pub signals: Signals,
    /// How a model took part, if one did.
    pub draft: Option<Draft>,
}

impl Answer {
    /// How the answer was made: `extractive`, or `drafted` where a model's sentences passed.
    pub fn mode(&self) -> &'static str {
        let drafted = self.draft.as_ref().is_some_and(|draft| draft.kept > 0);
        if drafted { "drafted" } else { "extractive" }
    }
}

/// An answer by quotation, and the sentences that a model may draft a better one from.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// The answer without a model.
    pub answer: Answer,
    /// The sentences that answer best, best first; none where the answer is a refusal.
    pub offered: Vec<Quote>,
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

/// Answers a question by quotation or refuses to.
pub fn answer(corpus: &Corpus, asked: &Asked<'_>) -> Result<Answer, LibraryError> {
    Ok(study(corpus, asked)?.answer)
}

/// Answers a question by quotation or refuses to, with what a model may draft from.
pub fn study(corpus: &Corpus, asked: &Asked<'_>) -> Result<Study, LibraryError> {
    let refused = |answer| Ok(Study { answer, offered: Vec::new() });
    if corpus.passages() == 0 {
        return refused(refuse(corpus, Refusal::NothingAdded, Signals::default(), &[]));
    }
    if let Some(text) = about::courtesy(corpus.profile(), asked.question) {
        return refused(said_of_itself(text));
    }
    let question = Question::read(corpus, asked)?;
    let hits = hits(corpus, &question, asked)?;
    let found = candidates(corpus, &question, &hits)?;
    let signals = evidence::signals(corpus, &question, &hits, &found);
    if question.names_the_speaker
        && let Some(quote) = introduction::introduction(corpus)?
    {
        return Ok(introduced(corpus, quote, signals));
    }
    if question.asks_who_speaks() {
        return refused(said_of_itself(about::introduction(corpus.profile())));
    }
    let last_year = corpus.profile().last_year();
    if let Some(year) = question.year_after(last_year) {
        let unknown = [year.to_string()];
        return refused(refuse(corpus, Refusal::AfterItsTime, signals, &unknown));
    }
    let strangers =
        strangers::strangers(&corpus.index().lexicon, asked.question, question.heart.answered);
    if !strangers.is_empty() || !signals.answers() {
        let unknown = unknown::unknown_words(asked.question, &question.terms);
        let mut answer = refuse(corpus, Refusal::NotCovered, signals, &unknown);
        if signals.belongs >= 0.0 {
            let nearest: Vec<Quote> =
                found.iter().take(NEAREST).map(|it| quote(corpus, it)).collect();
            answer.text.push_str(&refusal::nearest(&nearest));
        }
        return refused(answer);
    }
    let chosen = choose(&found);
    let signals = carried(signals, &question, &chosen);
    let quotes: Vec<Quote> = chosen.into_iter().map(|it| quote(corpus, it)).collect();
    let text = compose::answer(corpus.profile(), tone(&signals), &quotes);
    let confidence = signals.confidence();
    let answer = Answer { text, quotes, confidence, refusal: None, signals, draft: None };
    Ok(Study { answer, offered: offered(corpus, &found) })
}

/// What the avatar says of itself by its profile, without a quotation.
fn said_of_itself(text: String) -> Answer {
    let signals = Signals { likelihood: 1.0, belongs: 1.0, carried: 1.0, ..Signals::default() };
    let confidence = signals.confidence();
    Answer { text, quotes: Vec::new(), confidence, refusal: None, signals, draft: None }
}

/// Who speaks, in the words in which that one says it.
fn introduced(corpus: &Corpus, quote: Quote, signals: Signals) -> Study {
    let signals = Signals { likelihood: 1.0, belongs: 1.0, carried: 1.0, ..signals };
    let offered = vec![quote.clone()];
    let quotes = vec![quote];
    let text = compose::answer(corpus.profile(), tone(&signals), &quotes);
    let confidence = signals.confidence();
    let answer = Answer { text, quotes, confidence, refusal: None, signals, draft: None };
    Study { answer, offered }
}

/// The passages to look for sentences in.
fn hits(corpus: &Corpus, question: &Question, asked: &Asked<'_>) -> Result<Vec<Hit>, LibraryError> {
    let index = corpus.index();
    let query = Query { terms: question.terms.clone(), vector: question.vector.clone() };
    let wide = rerank::wide(corpus, PASSAGES);
    let hits = match &asked.within {
        None => search::search(index, &query, wide),
        Some(within) => {
            let allowed = corpus.chunks_with(within)?;
            let mut hits = search::search(index, &query, index.chunks.len());
            hits.retain(|hit| allowed.contains(&hit.chunk));
            hits.truncate(wide);
            hits
        }
    };
    rerank::reranked(corpus, asked.question, hits, PASSAGES)
}

fn refuse(corpus: &Corpus, why: Refusal, signals: Signals, unknown: &[String]) -> Answer {
    let text = refusal::text(corpus, why, unknown);
    Answer {
        text,
        quotes: Vec::new(),
        confidence: Confidence::Low,
        refusal: Some(why),
        signals,
        draft: None,
    }
}

/// The best sentence and those that add to it.
fn choose(found: &[Candidate]) -> Vec<&Candidate> {
    let mut chosen: Vec<&Candidate> = Vec::new();
    for candidate in found {
        let Some(best) = chosen.first() else {
            chosen.push(candidate);
            continue;
        };
        if chosen.len() == QUOTES {
            break;
        }
        let worth = candidate.score >= best.score * WORTH_QUOTING;
        if worth && chosen.iter().all(|other| !candidate.repeats(other)) {
            chosen.push(candidate);
        }
    }
    chosen
}

/// The same with what the sentence carries that carries most of the question's heart.
fn carried(signals: Signals, question: &Question, chosen: &[&Candidate]) -> Signals {
    let carried = chosen.iter().map(|candidate| candidate.carried).fold(0.0, f32::max);
    Signals { carried, sought: question.heart.words() as f32, ..signals }
}

fn tone(signals: &Signals) -> compose::Tone {
    if signals.doubts() { compose::Tone::Doubting } else { compose::Tone::Answering }
}

fn offered(corpus: &Corpus, found: &[Candidate]) -> Vec<Quote> {
    let least = found.first().map_or(0.0, |best| best.score * WORTH_OFFERING);
    let worth = found.iter().take(OFFERED).filter(|candidate| candidate.score >= least);
    worth.map(|candidate| quote(corpus, candidate)).collect()
}

fn quote(corpus: &Corpus, candidate: &Candidate) -> Quote {
    let place = corpus.place(candidate.document, candidate.span.clone());
    Quote { text: candidate.text.clone(), place }
}

/// Where the sentence of a passage stands that fits a query best.
pub(crate) fn best_sentence(
    corpus: &Corpus,
    hit: &Hit,
    query: &str,
) -> Result<Option<Place>, LibraryError> {
    let asked = Asked { question: query, ..Asked::default() };
    let question = Question::read(corpus, &asked)?;
    let found = candidates(corpus, &question, std::slice::from_ref(hit))?;
    Ok(found.first().map(|best| corpus.place(best.document, best.span.clone())))
}
