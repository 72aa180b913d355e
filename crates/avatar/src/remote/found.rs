//! Passages that a project found, as a small corpus: what ranks and answers on this machine does so there.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::chunks::Sizes;
use crate::corpus::{Corpus, Elsewhere, Origin};
use crate::encoder::{Encoder, EncoderError, Encoders, NONE};
use crate::extract::{Format, PageMark, SectionMark};
use crate::index::{Builder, Document, Entry, Given};
use crate::library::LibraryError;
use crate::profile::Profile;
use crate::search::Within;
use crate::words;

use super::card::{Card, Work};
use super::client::{Remote, RemoteError};

/// How many passages are fetched at least: ranking them again needs some to choose from.
const LEAST: usize = 40;
/// How many passages are fetched at most.
const MOST: usize = 200;

/// An avatar in a project.
#[derive(Debug, Clone)]
pub struct There {
    remote: Arc<Remote>,
    encoders: Arc<Encoders>,
    card: Card,
}

/// What passages are fetched for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Topic<'a> {
    /// The question.
    pub(crate) question: &'a str,
    /// Texts whose passages are wanted as well.
    pub(crate) texts: &'a [&'a str],
    /// How many passages are wanted in the end.
    pub(crate) count: usize,
    /// Which works are looked in.
    pub(crate) within: &'a Within,
}

/// A passage as both functions give it; what only the hybrid one gives may be missing.
#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    content: String,
    source_title: Option<String>,
    source_page: Option<u32>,
    source_year: Option<i32>,
    similarity: Option<f32>,
    #[serde(default)]
    document_number: Option<usize>,
    #[serde(default)]
    source_id: Option<String>,
    #[serde(default)]
    source_chapter: Option<String>,
    #[serde(default)]
    metadata: Option<Value>,
}

/// What this program writes to a passage's `metadata`: where it stands in its work.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Standing {
    start: usize,
    pages: Vec<PageMark>,
    sections: Vec<SectionMark>,
}

impl There {
    /// The avatar that `card` describes.
    pub(crate) fn new(remote: &Arc<Remote>, encoders: &Arc<Encoders>, card: Card) -> Self {
        Self { remote: remote.clone(), encoders: encoders.clone(), card }
    }

    /// Who speaks.
    pub(crate) fn profile(&self) -> &Profile {
        &self.card.profile
    }

    /// What the row says of it.
    pub(crate) fn card(&self) -> &Card {
        &self.card
    }

    /// Its works that are whole, in their order.
    pub(crate) fn works(&self) -> Result<Vec<Work>, RemoteError> {
        let mut works = self.remote.works(&self.card.profile.id)?;
        works.retain(|work| work.processed == Some(true));
        works.sort_by_key(|work| work.number);
        Ok(works)
    }

    /// How many words and passages it has; where the row does not say, they are counted.
    pub(crate) fn size(&self) -> Result<(usize, usize), RemoteError> {
        #[derive(Deserialize)]
        struct Content {
            content: String,
        }
        if let (Some(words), Some(passages)) = (self.card.words, self.card.passages) {
            return Ok((words, passages));
        }
        let id = &self.card.profile.id;
        let path = format!("avatar_chunks?select=content&avatar_id=eq.{id}&order=id");
        let rows: Vec<Content> = self.remote.rows(&path)?;
        Ok((rows.iter().map(|row| words::count(&row.content)).sum(), rows.len()))
    }

    /// The passages around a topic, as a corpus.
    pub(crate) fn about(&self, topic: &Topic<'_>) -> Result<Corpus, LibraryError> {
        let encoder = self.encoder()?;
        let vector = encoder.as_ref().map(|encoder| encoder.encode(topic.question)).transpose()?;
        let vector = vector.filter(|vector| vector.iter().any(|value| *value != 0.0));
        if let (Some(vector), Some(theirs)) = (&vector, self.card.dimensions)
            && vector.len() != theirs
        {
            let problem = format!(
                "avatar `{}` has vectors of {theirs} numbers, `{}` makes {}",
                self.card.profile.id,
                self.card.encoder,
                vector.len()
            );
            return Err(RemoteError::Dimensions(problem).into());
        }
        let mut seen = HashSet::new();
        let mut rows = Vec::new();
        for text in std::iter::once(&topic.question).chain(topic.texts) {
            let found = self.search(text, vector.as_deref(), topic)?;
            rows.extend(found.into_iter().filter(|row| seen.insert(row.id.clone())));
        }
        let name = encoder.as_ref().map_or(NONE, Encoder::name).to_owned();
        self.corpus(name, rows)
    }

    /// The encoder of the question; none where nobody here knows the one of the passages.
    fn encoder(&self) -> Result<Option<Encoder>, EncoderError> {
        let name = match self.card.encoder.as_str() {
            "" => NONE,
            name => name,
        };
        match self.encoders.named(name) {
            Err(EncoderError::Unknown(_)) => Ok(None),
            found => found,
        }
    }

    /// The passages by meaning and words, or by meaning alone where the project has only that.
    fn search(
        &self,
        text: &str,
        vector: Option<&[f32]>,
        topic: &Topic<'_>,
    ) -> Result<Vec<Row>, RemoteError> {
        let id = &self.card.profile.id;
        let count = (topic.count * 4).clamp(LEAST, MOST);
        let vector = vector.map(written);
        let within = topic.within;
        let sources = (!within.sources.is_empty()).then_some(&within.sources);
        let hybrid = self.remote.call(
            "search_avatar_chunks_hybrid",
            &json!({
                "p_avatar_id": id,
                "p_query_text": text,
                "p_query_embedding": vector,
                "p_match_count": count,
                "p_match_threshold": -1,
                "p_sources": sources,
                "p_from_year": within.from_year,
                "p_to_year": within.to_year,
            }),
        );
        let found = match (hybrid, vector) {
            (Err(RemoteError::Schema { .. }), None) => {
                let (avatar, encoder) = (id.clone(), self.card.encoder.clone());
                return Err(RemoteError::Encoder { avatar, encoder });
            }
            (Err(RemoteError::Schema { .. }), Some(vector)) => self.remote.call(
                "search_avatar_chunks",
                &json!({
                    "p_avatar_id": id,
                    "p_query_embedding": vector,
                    "p_match_count": count,
                    "p_match_threshold": -1,
                }),
            )?,
            (found, _) => found?,
        };
        serde_json::from_value(found).map_err(|error| self.remote.malformed(&error))
    }

    /// Each passage becomes a document of its own with the marks it came with.
    fn corpus(&self, encoder: String, rows: Vec<Row>) -> Result<Corpus, LibraryError> {
        let whole = Sizes { size: u32::MAX, overlap: 0 };
        let mut builder = Builder::new(Path::new(""), whole, None);
        let mut texts = HashMap::new();
        let mut origins = Vec::new();
        let mut similarities = Vec::new();
        for row in rows {
            let standing = row.metadata.clone().map(serde_json::from_value).transpose();
            let standing: Standing = standing.ok().flatten().unwrap_or_default();
            origins.push(Origin { number: row.document_number, start: standing.start });
            similarities.push(row.similarity.filter(|it| it.is_finite()).unwrap_or_default());
            let text = row.content.clone();
            let document = document(row, standing);
            let digest = document.digest.clone();
            builder.add(Entry { document, text: &text }, &mut |_, _| {})?;
            texts.insert(digest, text);
        }
        let (mut index, _) = builder.done()?;
        let similarity = |document: u32| similarities.get(document as usize).copied();
        let cosines =
            index.chunks.iter().map(|chunk| similarity(chunk.document).unwrap_or_default());
        index.given = Some(Given { cosines: cosines.collect(), texts });
        index.head.encoder = encoder;
        let elsewhere = Elsewhere { origins, passages: self.card.passages };
        Ok(Corpus::elsewhere(self.card.profile.clone(), index, self.encoders.clone(), elsewhere))
    }
}

fn document(row: Row, standing: Standing) -> Document {
    let page = |index| PageMark { index, label: None, start: 0, recognised: false };
    let section = |title| SectionMark { title, start: 0 };
    let or_else = |marks: Vec<PageMark>| match marks.is_empty() {
        true => row.source_page.map(page).into_iter().collect(),
        false => marks,
    };
    let title = row.source_title.unwrap_or_default();
    Document {
        id: row.source_id.unwrap_or_else(|| title.clone()),
        title,
        authors: Vec::new(),
        year: row.source_year,
        file: String::new(),
        origin: None,
        format: Format::Text,
        digest: row.id,
        text_digest: String::new(),
        text_hash: String::new(),
        bytes: row.content.len(),
        words: words::count(&row.content),
        pages: or_else(standing.pages),
        sections: match standing.sections.is_empty() {
            true => row.source_chapter.map(section).into_iter().collect(),
            false => standing.sections,
        },
        warnings: Vec::new(),
        unread: 0,
        reader: None,
        added_at: String::new(),
    }
}

/// A vector as the extension reads it.
pub(super) fn written(vector: &[f32]) -> String {
    let numbers: Vec<String> = vector.iter().map(|value| format!("{value:.5}")).collect();
    format!("[{}]", numbers.join(","))
}
