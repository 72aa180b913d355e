//! `query_corpus`: passages by words and meaning.

use kernel::ToolError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::Limits;
use crate::corpus::{Corpus, Place};
use crate::remote::Topic;
use crate::search::{Hit, Within};
use crate::speaker::Speaker;

use super::or_default;

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct QueryCorpus {
    /// The search query to find relevant passages
    query: String,
    /// Maximum number of passages to return
    #[serde(default = "few")]
    limit: i64,
    /// Minimum relevance of a passage, from 0 to 1
    #[serde(default = "relevant")]
    threshold: f64,
    /// Titles or ids of works to look in; all if not given
    #[serde(default, deserialize_with = "or_default")]
    sources: Vec<String>,
    /// Only works of this year or later
    #[serde(default)]
    from_year: Option<i32>,
    /// Only works of this year or earlier
    #[serde(default)]
    to_year: Option<i32>,
}

fn few() -> i64 {
    5
}

fn relevant() -> f64 {
    0.7
}

/// The passages found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Passages {
    /// The passages, the most relevant first
    passages: Vec<Passage>,
}

/// A passage.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Passage {
    /// The text of the passage
    content: String,
    /// The work's title
    source: String,
    /// The printed page where it is a number, else the physical page; null where there are no pages
    page: Option<u32>,
    /// How relevant the passage is, from 0 to 1
    score: f64,
    /// Where exactly it stands, and the scores behind the score
    #[serde(rename = "_meta")]
    meta: PassageMeta,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PassageMeta {
    #[serde(flatten)]
    place: Where,
    /// The last page it reaches, where it spans several
    page_index_end: Option<u32>,
    /// Its BM25 score
    bm25: f32,
    /// The cosine of its vector with the query's
    cosine: f32,
    /// What the configured cross-encoder says of it, from 0 to 1
    rerank: Option<f32>,
}

/// Where a piece of text stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Where {
    /// The work's number in the avatar's list of sources
    source_number: usize,
    /// The work's id
    source_id: String,
    /// When it appeared
    year: Option<i32>,
    /// The page counted from 1, blank ones included
    page_index: Option<u32>,
    /// What is printed on the page
    page_label: Option<String>,
    /// Whether the page was read from a picture, so that letters may be wrong
    recognised: bool,
    /// The section, chapter or moment
    location: Option<String>,
    /// Its first byte in the document's text
    start: usize,
    /// The byte after its last
    end: usize,
}

impl From<&Place> for Where {
    fn from(place: &Place) -> Self {
        Self {
            source_number: place.source_number,
            source_id: place.source_id.clone(),
            year: place.year,
            page_index: place.page_index,
            page_label: place.page_label.clone(),
            recognised: place.recognised,
            location: place.location.clone(),
            start: place.start,
            end: place.end,
        }
    }
}

/// Finds passages.
pub(crate) fn query(
    speaker: &Speaker,
    limits: &Limits,
    input: &QueryCorpus,
) -> Result<Passages, ToolError> {
    check_question("query", &input.query, limits)?;
    let most = i64::from(limits.max_passages);
    if !(1..=most).contains(&input.limit) {
        return Err(ToolError::invalid_input(format!(
            "`limit` is {}, expected 1 to {most}",
            input.limit
        )));
    }
    if !(0.0..=1.0).contains(&input.threshold) {
        return Err(ToolError::invalid_input(format!(
            "`threshold` is {}, expected 0 to 1",
            input.threshold
        )));
    }
    let limit = usize::try_from(input.limit).unwrap_or(1);
    let mut passages = Vec::new();
    let within = within(speaker, input)?;
    let topic = Topic { question: &input.query, texts: &[], count: limit, within: &within };
    let corpus = &*speaker.about(&topic)?;
    for hit in corpus.search_within(&input.query, limit, &within)? {
        if rounded(hit.score) < input.threshold {
            break;
        }
        passages.extend(passage(corpus, &hit, &input.query)?);
    }
    Ok(Passages { passages })
}

/// The works to look in; a name that no work has is an error that names those there are.
fn within(speaker: &Speaker, input: &QueryCorpus) -> Result<Within, ToolError> {
    let works = if input.sources.is_empty() { Vec::new() } else { speaker.works()? };
    let mut sources = Vec::new();
    for name in &input.sources {
        let meant: Vec<_> = works.iter().filter(|work| work.is(name)).collect();
        if meant.is_empty() {
            let known: Vec<_> = works.iter().map(|work| work.title.as_str()).collect();
            let message =
                format!("`sources`: there is no `{name}`; expected one of {}", known.join(", "));
            return Err(ToolError::not_found(message).with_code("UNKNOWN_SOURCE"));
        }
        sources.extend(meant.into_iter().map(|work| work.id.clone()));
    }
    Ok(Within { sources, from_year: input.from_year, to_year: input.to_year })
}

/// A passage cited to the page of the sentence that fits the query best.
fn passage(corpus: &Corpus, hit: &Hit, query: &str) -> Result<Option<Passage>, ToolError> {
    let Some((content, place)) = corpus.passage(hit)? else { return Ok(None) };
    let cited = crate::answer::best_sentence(corpus, hit, query)?.unwrap_or_else(|| place.clone());
    let last = corpus.last_page(hit);
    Ok(Some(Passage {
        content,
        source: place.source.clone(),
        page: cited.page,
        score: rounded(hit.score),
        meta: PassageMeta {
            place: Where {
                page_index: cited.page_index,
                page_label: cited.page_label,
                recognised: cited.recognised,
                location: cited.location,
                ..Where::from(&place)
            },
            page_index_end: last.filter(|last| Some(*last) != place.page_index),
            bm25: hit.bm25,
            cosine: hit.cosine,
            rerank: hit.rerank,
        },
    }))
}

/// Scores with three digits: more would claim a precision nobody measured.
fn rounded(score: f32) -> f64 {
    (f64::from(score) * 1000.0).round() / 1000.0
}

/// Refuses a question that is empty or too long.
pub(crate) fn check_question(name: &str, text: &str, limits: &Limits) -> Result<(), ToolError> {
    if text.trim().is_empty() {
        return Err(ToolError::invalid_input(format!(
            "`{name}` is empty, expected a question or some words"
        )));
    }
    let most = limits.max_question_bytes;
    if text.len() > most {
        let message = format!(
            "`{name}` has {} bytes, at most {most} are read (`max_question_bytes`)",
            text.len()
        );
        return Err(ToolError::new(kernel::ErrorKind::LimitReached, message));
    }
    Ok(())
}
