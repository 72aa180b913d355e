//! Sentences as evidence: how well each answers, and whether the best of them answers at all.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use crate::corpus::Corpus;
use crate::encoder::{Fixed, cosine};
use crate::extract::SectionMark;
use crate::index::{Document, FileError};
use crate::search::Hit;
use crate::words::{Terms, Word, squeezed, words};

use super::decision::Signals;
use super::kin::Kin;
use super::personal::{Oneself, may_answer};
use super::question::{Question, Wanted};
use super::topic::Topic;

/// How much a term counts that stands beside the sentence, in the sentences before and after it.
const NEAR: f32 = 0.55;
/// How much a term counts that stands elsewhere in the passage or in its title and heading.
const AROUND: f32 = 0.3;
/// How much a heading counts that names what is asked, for each sentence below it.
const NAMED: f32 = 0.6;
/// What stands between the headings of a section's path.
const PATH_MARK: &str = " › ";
/// The most words of a line that is taken for a title by its looks.
const MOST_TITLE_WORDS: usize = 12;

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
    by_itself: f32,
    signals: Signals,
    terms: HashSet<String>,
    about: Rc<HashSet<String>>,
}

impl Candidate {
    /// Whether it says what another says already.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        let shared = self.terms.intersection(&other.terms).count();
        let least = self.terms.len().min(other.terms.len()).max(1);
        (self.document == other.document && self.span == other.span) || shared * 10 >= least * 9
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
            for at in (0..passage.spans.len()).filter(|at| !passage.headings[*at]) {
                if !passage.may_answer(question, at, (&oneself, &whole)) {
                    continue;
                }
                if seen.insert((passage.document, passage.spans[at].start)) {
                    let akin = kin.akin(&passage.terms[at], &passage.texts[at]);
                    found.push(passage.candidate(question, at, akin));
                }
            }
        }
    }
    found.sort_by(|left, right| right.score.total_cmp(&left.score));
    Ok(found)
}

/// A passage taken apart.
struct Passage {
    document: u32,
    spans: Vec<Range<usize>>,
    texts: Vec<String>,
    headings: Vec<bool>,
    terms: Vec<HashSet<String>>,
    about: Rc<HashSet<String>>,
    meaning: f32,
    named: Vec<f32>,
    around: f32,
    akin: f32,
    relevance: f32,
}

impl Passage {
    fn read(
        corpus: &Corpus,
        question: &Question,
        hit: &Hit,
        stemmer: &mut Terms,
    ) -> Result<Option<Self>, FileError> {
        let index = corpus.index();
        let Some(chunk) = index.chunks.get(hit.chunk) else { return Ok(None) };
        let Some(document) = index.document_of(chunk) else { return Ok(None) };
        let span = index.span_of(chunk);
        let text = index.text(document, span.clone())?;
        let heading = document.section_at(span.start).map_or("", |section| section.title.as_str());
        let order = stemmer.of_text(&format!("{} {heading} {text}", document.title));
        let about: HashSet<String> = order.into_iter().collect();
        let spans: Vec<_> = index.sentences_of(chunk).iter().map(|span| span.range()).collect();
        let inside = |it: &Range<usize>| it.start - span.start..it.end - span.start;
        let texts: Vec<String> =
            spans.iter().map(|it| text.get(inside(it)).unwrap_or_default().to_owned()).collect();
        let mut named_at = |at: usize| {
            let path = document.section_at(at).map_or("", |section| section.title.as_str());
            let heading = path.rsplit(PATH_MARK).next().unwrap_or_default();
            named(question, &stemmer.of_text(heading))
        };
        let named = spans.iter().map(|span| named_at(span.start)).collect();
        let pairs = spans.iter().zip(&texts);
        let headings = pairs.map(|(span, text)| is_heading(document, span.start, text)).collect();
        let terms = texts.iter().map(|text| stemmer.of_text(text).into_iter().collect()).collect();
        let (around, _) = coverage(question, &about, &[], &about);
        let encoder = Fixed::built_in();
        let meaning = encoder.map_or(0.0, |it| cosine(&question.meaning, &it.encode(&text)));
        Ok(Some(Self {
            document: chunk.document,
            around,
            akin: 0.0,
            named,
            spans,
            texts,
            headings,
            terms,
            about: Rc::new(about),
            meaning,
            relevance: hit.score,
        }))
    }

    /// Whether a sentence is about the one who speaks, where that is asked.
    fn may_answer(&self, question: &Question, at: usize, by: (&Oneself, &str)) -> bool {
        let (oneself, whole) = by;
        let held = question.terms.iter().filter(|it| self.terms[at].contains(&it.term)).count();
        let shares = (held, question.terms.len());
        may_answer(question.personal, oneself, (&self.texts[at], whole), shares)
    }

    fn candidate(&self, question: &Question, at: usize, akin_own: f32) -> Candidate {
        let (text, terms) = (&self.texts[at], &self.terms[at]);
        let near = [at.checked_sub(1), Some(at + 1)];
        let near: Vec<_> = near.into_iter().flatten().filter_map(|at| self.terms.get(at)).collect();
        let (coverage, own) = coverage(question, terms, &near, &self.about);
        let encoder = Fixed::built_in();
        let cosine = encoder.map_or(0.0, |it| cosine(&question.meaning, &it.encode(text)));
        let fits = fits(question, text);
        let bonus = if fits { 0.12 } else { 0.0 };
        let by_itself = coverage + 0.6 * cosine + 0.25 * own + bonus + 0.3 * self.relevance;
        Candidate {
            document: self.document,
            span: self.spans[at].clone(),
            text: text.clone(),
            score: by_itself + NAMED * self.named[at],
            by_itself,
            signals: Signals {
                coverage,
                own,
                cosine,
                fits: if fits { 1.0 } else { 0.0 },
                around: self.around,
                akin: self.akin,
                akin_own,
                about: self.meaning,
                ..Signals::default()
            },
            terms: terms.clone(),
            about: Rc::clone(&self.about),
        }
    }
}

/// How well a section's heading names what is asked: the question's weight that it has, as far as it
/// names nothing else.
fn named(question: &Question, heading: &[String]) -> f32 {
    let heading: HashSet<String> = heading.iter().cloned().collect();
    let asked = |term: &&String| question.terms.iter().any(|other| other.term == **term);
    let shared = heading.iter().filter(asked).count() as f32;
    let (_, own) = coverage(question, &heading, &[], &heading);
    own * shared / heading.len().max(1) as f32
}

/// Whether a piece of text is a heading: it names what follows and says nothing itself.
fn is_heading(document: &Document, start: usize, text: &str) -> bool {
    let names = |section: &SectionMark| {
        section.start == start && squeezed(&section.title).ends_with(&squeezed(text))
    };
    document.section_at(start).is_some_and(names) || looks_like_a_title(text)
}

/// Whether a text is set as a title: short, without a sentence's end, its longer words in capitals.
fn looks_like_a_title(text: &str) -> bool {
    if text.trim_end().ends_with([
        '.', '!', '?', ':', ';', ',', '”', '"', ')', '…', '。', '！', '？', '」', '』', '）',
    ]) {
        return false;
    }
    let mut long = words(text).filter(|word| word.folded.len() > 3).peekable();
    let capital = |word: &Word| text[word.span.clone()].starts_with(|it: char| !it.is_lowercase());
    long.peek().is_some() && words(text).count() <= MOST_TITLE_WORDS && long.all(|it| capital(&it))
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
        told: topic.told(&best.terms),
        shared: topic.told(&best.about),
        rare: topic.rare,
        english: topic.english,
        size: topic.size,
        ..best.signals
    };
    signals.weighed()
}
