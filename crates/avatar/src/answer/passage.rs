//! A passage taken apart: its sentences, their terms, and what stands over them.

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use crate::corpus::Corpus;
use crate::encoder::{Fixed, cosine};
use crate::extract::SectionMark;
use crate::index::{Document, FileError};
use crate::search::Hit;
use crate::words::{Terms, Word, squeezed, words};

use super::carried::{BACK, Told};
use super::evidence::coverage;
use super::personal::{Oneself, may_answer};
use super::question::Question;

/// What stands between the headings of a section's path.
const PATH_MARK: &str = " › ";
/// The most words of a line that is taken for a title by its looks.
const MOST_TITLE_WORDS: usize = 12;

/// A passage taken apart.
#[derive(Debug)]
pub(super) struct Passage {
    pub(super) document: u32,
    pub(super) spans: Vec<Range<usize>>,
    pub(super) texts: Vec<String>,
    pub(super) headings: Vec<bool>,
    pub(super) terms: Vec<HashSet<String>>,
    pub(super) about: HashSet<String>,
    over: Vec<Rc<HashSet<String>>>,
    pub(super) meaning: f32,
    pub(super) named: Vec<f32>,
    pub(super) around: f32,
    pub(super) akin: f32,
    pub(super) relevance: f32,
}

impl Passage {
    /// Reads the passage of a hit; none where the index has none.
    pub(super) fn read(
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
        let (over, named) = over(document, question, &spans, stemmer);
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
            about,
            over,
            meaning,
            relevance: hit.score,
        }))
    }

    /// A sentence with what was named before it.
    pub(super) fn told(&self, at: usize) -> Told<'_> {
        let before = &self.terms[at.saturating_sub(BACK)..at];
        Told { text: &self.texts[at], terms: &self.terms[at], before, over: &self.over[at] }
    }

    /// Whether a sentence is about the one who speaks, where that is asked.
    pub(super) fn may_answer(&self, question: &Question, at: usize, by: (&Oneself, &str)) -> bool {
        let (oneself, whole) = by;
        let held = question.terms.iter().filter(|it| self.terms[at].contains(&it.term)).count();
        let shares = (held, question.terms.len());
        may_answer(question.personal, oneself, (&self.texts[at], whole), shares)
    }
}

/// The terms of the title and the headings over each sentence, and how well the last heading names
/// what is asked. Neighbours mostly stand under the same headings, which are read once then.
fn over(
    document: &Document,
    question: &Question,
    spans: &[Range<usize>],
    stemmer: &mut Terms,
) -> (Vec<Rc<HashSet<String>>>, Vec<f32>) {
    let mut last: Option<(&str, Rc<HashSet<String>>, f32)> = None;
    let mut at = |start: usize| {
        let path = document.section_at(start).map_or("", |section| section.title.as_str());
        if let Some((_, over, named)) = last.as_ref().filter(|(other, ..)| *other == path) {
            return (Rc::clone(over), *named);
        }
        let heading = path.rsplit(PATH_MARK).next().unwrap_or_default();
        let named = named(question, &stemmer.of_text(heading));
        let over = stemmer.of_text(&format!("{} {path}", document.title));
        let over: Rc<HashSet<String>> = Rc::new(over.into_iter().collect());
        last = Some((path, Rc::clone(&over), named));
        (over, named)
    };
    spans.iter().map(|span| at(span.start)).unzip()
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
