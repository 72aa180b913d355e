//! An avatar that is open: its profile, its catalogue and its index, read as one.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::sync::Arc;
use std::time::SystemTime;

use serde::Serialize;

use crate::encoder::{Encoders, NONE};
use crate::index::{Document, FileError, Index};
use crate::library::{Home, LibraryError};
use crate::profile::Profile;
use crate::rerank;
use crate::search::{self, Hit, Query, Within};
use crate::sources::Sources;
use crate::words::squeezed;

/// An open avatar.
#[derive(Debug)]
pub struct Corpus {
    profile: Profile,
    sources: Sources,
    index: Index,
    encoders: Arc<Encoders>,
    stamp: Stamp,
    elsewhere: Option<Elsewhere>,
}

/// What a corpus of passages that were found elsewhere knows of the whole.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    /// Where each passage comes from.
    pub(crate) origins: Vec<Origin>,
    /// How many passages there are in all, if that is known.
    pub(crate) passages: Option<usize>,
}

/// Where a passage that was found elsewhere comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin {
    /// Its work's number in the avatar's list of sources, if that is known.
    pub(crate) number: Option<usize>,
    /// Its first byte in its work's text.
    pub(crate) start: usize,
}

/// What changes when a file of the avatar changes.
type Stamp = [Option<(SystemTime, u64)>; 3];

/// Where a piece of text stands, as citations say it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The work's title.
    pub source: String,
    /// The work's number in the avatar's list of sources, from 1.
    pub source_number: usize,
    /// The work's id.
    pub source_id: String,
    /// When it appeared.
    pub year: Option<i32>,
    /// The printed page where it is a number, else the physical one; none where there are no pages.
    pub page: Option<u32>,
    /// The page counted from 1, blank ones included.
    pub page_index: Option<u32>,
    /// What is printed on the page.
    pub page_label: Option<String>,
    /// Whether the page was read from a picture, so that letters may be wrong.
    pub recognised: bool,
    /// The section, chapter or moment.
    pub location: Option<String>,
    /// The first byte in the document's text.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Place {
    /// The page or the section, for people; empty where there is neither.
    pub(crate) fn locator(&self) -> String {
        match (&self.page_label, self.page, &self.location) {
            (Some(label), _, _) => format!("p. {label}"),
            (None, Some(page), _) => format!("p. {page}"),
            (None, None, Some(location)) => format!("“{location}”"),
            (None, None, None) => String::new(),
        }
    }
}

impl Corpus {
    /// Opens an avatar.
    pub fn open(home: &Home) -> Result<Self, LibraryError> {
        // The stamp is taken first: a change while reading makes the next call read again.
        let stamp = stamp(home);
        Ok(Self {
            profile: home.profile()?,
            sources: home.sources()?,
            index: home.index()?,
            encoders: home.encoders().clone(),
            stamp,
            elsewhere: None,
        })
    }

    /// Passages that were found elsewhere, each a document of its own.
    pub(crate) fn elsewhere(
        profile: Profile,
        index: Index,
        encoders: Arc<Encoders>,
        elsewhere: Elsewhere,
    ) -> Self {
        let sources = Sources::default();
        let stamp = Stamp::default();
        Self { profile, sources, index, encoders, stamp, elsewhere: Some(elsewhere) }
    }

    /// Whether the avatar's files are still those that were read.
    pub(crate) fn is_current(&self, home: &Home) -> bool {
        self.stamp == stamp(home)
    }

    /// Who speaks.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The catalogue.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The documents in the order they were added.
    pub fn documents(&self) -> &[Document] {
        &self.index.head.documents
    }

    /// The encoder that made the vectors, or `none`.
    pub fn encoder(&self) -> &str {
        match self.index.head.encoder.as_str() {
            "" => NONE,
            encoder => encoder,
        }
    }

    /// How many words all documents have.
    pub fn words(&self) -> usize {
        self.documents().iter().map(|document| document.words).sum()
    }

    /// How many passages all documents make.
    pub fn passages(&self) -> usize {
        let elsewhere = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.passages);
        elsewhere.unwrap_or(self.index.chunks.len())
    }

    /// The best passages for a query, best first.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Hit>, LibraryError> {
        Ok(self.find(&self.query(query)?, limit))
    }

    /// The best passages for a query that was read before.
    pub fn find(&self, query: &Query, limit: usize) -> Vec<Hit> {
        search::search(&self.index, query, limit)
    }

    /// The best passages of some works for a query, best first.
    pub fn search_within(
        &self,
        query: &str,
        limit: usize,
        within: &Within,
    ) -> Result<Vec<Hit>, LibraryError> {
        let allowed: Vec<bool> = self.documents().iter().map(|it| within.has(it)).collect();
        let allowed = |document: u32| allowed.get(document as usize).copied().unwrap_or(false);
        let wide = rerank::wide(self, limit);
        let hits = search::search_where(&self.index, &self.query(query)?, wide, &allowed);
        rerank::reranked(self, query, hits, limit)
    }

    /// A question as the index understands it.
    pub fn query(&self, text: &str) -> Result<Query, LibraryError> {
        Ok(Query::read(&self.index, &self.encoders, text)?)
    }

    /// The last page that a passage reaches, counted from 1.
    pub(crate) fn last_page(&self, hit: &Hit) -> Option<u32> {
        let chunk = self.index.chunks.get(hit.chunk)?;
        let last = self.index.span_of(chunk).end.saturating_sub(1);
        self.index.document_of(chunk)?.page_at(last).map(|page| page.index)
    }

    /// A passage's text and where it stands.
    pub fn passage(&self, hit: &Hit) -> Result<Option<(String, Place)>, FileError> {
        let Some(chunk) = self.index.chunks.get(hit.chunk) else { return Ok(None) };
        let Some(document) = self.index.document_of(chunk) else { return Ok(None) };
        let span = self.index.span_of(chunk);
        let text = self.index.text(document, span.clone())?;
        Ok(Some((text, self.place(chunk.document, span))))
    }

    /// The text of a page, by its place in the document's list of pages.
    pub(crate) fn page_text(
        &self,
        document: &Document,
        number: usize,
    ) -> Result<Option<String>, FileError> {
        document.page_span(number).map(|span| self.index.text(document, span)).transpose()
    }

    /// A document's whole text.
    pub fn text(&self, document: &Document) -> Result<String, FileError> {
        self.index.text(document, 0..document.bytes)
    }

    pub(crate) fn encoders(&self) -> &Encoders {
        &self.encoders
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Where a span of a document stands.
    pub(crate) fn place(&self, document: u32, span: Range<usize>) -> Place {
        let number = document as usize;
        let known = self.documents().get(number);
        let page = known.and_then(|known| known.page_at(span.start));
        let label = page.and_then(|page| page.label.clone());
        let printed = label.as_ref().and_then(|label| label.parse().ok());
        let elsewhere = self.elsewhere.as_ref();
        let origin = elsewhere.and_then(|elsewhere| elsewhere.origins.get(number));
        let before = origin.map_or(0, |origin| origin.start);
        Place {
            source: known.map(|known| known.title.clone()).unwrap_or_default(),
            source_number: origin.and_then(|origin| origin.number).unwrap_or(number + 1),
            source_id: known.map(|known| known.id.clone()).unwrap_or_default(),
            year: known.and_then(|known| known.year),
            page: printed.or_else(|| page.map(|page| page.index)),
            page_index: page.map(|page| page.index),
            page_label: label,
            recognised: page.is_some_and(|page| page.recognised),
            location: known
                .and_then(|known| known.section_at(span.start))
                .map(|it| it.title.clone()),
            start: before + span.start,
            end: before + span.end,
        }
    }

    /// The passages that hold some of the given texts; a text the corpus does not have holds none.
    pub(crate) fn chunks_with(&self, texts: &[&str]) -> Result<HashSet<usize>, LibraryError> {
        let mut found = HashSet::new();
        for text in texts {
            let wanted = squeezed(text);
            if wanted.is_empty() {
                continue;
            }
            for hit in self.search(text, 20)? {
                let Some((passage, _)) = self.passage(&hit)? else { continue };
                let passage = squeezed(&passage);
                if passage.contains(&wanted) || wanted.contains(&passage) {
                    found.insert(hit.chunk);
                }
            }
        }
        Ok(found)
    }
}

fn stamp(home: &Home) -> Stamp {
    let of = |path| {
        let about = fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    };
    [of(home.config_file()), of(home.index_file()), of(home.sources_file())]
}
