//! The index of one avatar: documents, passages, sentences, postings and vectors in one file.
//!
//! The file is written whole under another name and renamed, so that a reader sees an old index or
//! a new one and never a part. Texts lie beside it and are read by range.

mod build;
mod embedded;
mod file;
mod lexicon;
mod scan;
mod scores;
mod signs;
mod texts;
mod vectors;

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::extract::{Format, PageMark, SectionMark};
use crate::sources::Origin;
use crate::words::squeezed;

pub(crate) use build::{Builder, Entry};
pub(crate) use embedded::Embedded;
pub use file::FileError;
pub(crate) use file::{read, write, write_quickly, write_whole};
pub(crate) use lexicon::{Lexicon, LexiconBuilder};
pub(crate) use scan::Scan;
pub(crate) use scores::{Scores, Spare};
pub(crate) use signs::Signs;
pub(crate) use texts::{Texts, whole};
pub use vectors::Vectors;

/// A document as the index knows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The work's id in `corpus/sources.json`.
    pub id: String,
    /// The title that citations name.
    pub title: String,
    /// Who wrote it, where its file says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// When it appeared.
    pub year: Option<i32>,
    /// The file it came from, below the folder that was added.
    pub file: String,
    /// Where that file lies, by which it is known when it is added again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// What kind of file that was.
    pub format: Format,
    /// The hash of the file's bytes.
    pub digest: String,
    /// The hash of its text, by which copies under other names are known.
    pub text_digest: String,
    /// The hash of its text letter by letter; empty where an earlier version read it.
    #[serde(default)]
    pub text_hash: String,
    /// The length of its text in bytes.
    pub bytes: usize,
    /// How many words it has.
    pub words: usize,
    /// Its pages.
    pub pages: Vec<PageMark>,
    /// Its sections.
    pub sections: Vec<SectionMark>,
    /// What a person should know of it.
    pub warnings: Vec<String>,
    /// Which reader of several read it: `own` or `pdfium` for a PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// How many of its pages are pictures that nobody read.
    #[serde(default)]
    pub unread: usize,
    /// When it was added.
    pub added_at: String,
}

impl Document {
    /// Whether a text is the one that was read from its file.
    pub(crate) fn is_of(&self, text: &str) -> bool {
        let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex();
        match self.text_hash.as_str() {
            "" => hash(&squeezed(text)).as_str() == self.text_digest,
            known => hash(text).as_str() == known,
        }
    }

    /// The page a byte of the text stands on.
    pub(crate) fn page_at(&self, at: usize) -> Option<&PageMark> {
        let after = self.pages.partition_point(|page| page.start <= at);
        self.pages[..after].last()
    }

    /// The section a byte of the text stands in.
    pub(crate) fn section_at(&self, at: usize) -> Option<&SectionMark> {
        let after = self.sections.partition_point(|section| section.start <= at);
        self.sections[..after].last()
    }

    /// The text of a page.
    pub(crate) fn page_span(&self, number: usize) -> Option<Range<usize>> {
        let start = self.pages.get(number)?.start;
        let end = self.pages.get(number + 1).map_or(self.bytes, |next| next.start);
        Some(start..end)
    }
}

/// A passage: sentences of one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// The document's place in the index.
    pub(crate) document: u32,
    /// Its first sentence's place in the index.
    pub(crate) first: u32,
    /// The place after its last sentence.
    pub(crate) last: u32,
}

/// A sentence: a span of its document's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after it.
    pub(crate) end: u32,
}

impl Span {
    /// The span as a range.
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An open index.
#[derive(Debug)]
pub(crate) struct Index {
    /// What was indexed and how.
    pub(crate) head: Head,
    /// The passages.
    pub(crate) chunks: Vec<Chunk>,
    /// The sentences of all documents.
    pub(crate) sentences: Vec<Span>,
    /// Words and where they occur.
    pub(crate) lexicon: Lexicon,
    /// The passages' vectors, if an encoder made some.
    pub(crate) vectors: Vectors,
    /// The texts.
    pub(crate) texts: Texts,
    /// What stands in the place of vectors and files where the passages were found elsewhere.
    pub(crate) given: Option<Given>,
    /// What the last search wrote its scores on.
    pub(crate) spare: Spare,
    signs: OnceLock<Signs>,
}

/// Passages that were found elsewhere for one question.
#[derive(Debug)]
pub(crate) struct Given {
    /// The cosine of each passage with the question.
    pub(crate) cosines: Vec<f32>,
    /// The texts of the documents by their digests.
    pub(crate) texts: HashMap<String, String>,
}

/// What was indexed and how.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The documents in the order they were added.
    pub(crate) documents: Vec<Document>,
    /// The encoder of the vectors, or `none`.
    pub(crate) encoder: String,
    /// How long passages are, in tokens.
    pub(crate) chunk_size: u32,
    /// How much passages share, in tokens.
    pub(crate) chunk_overlap: u32,
}

impl Index {
    /// An index of nothing.
    pub(crate) fn empty(texts: PathBuf) -> Self {
        Self {
            head: Head::default(),
            chunks: Vec::new(),
            sentences: Vec::new(),
            lexicon: LexiconBuilder::default().done(),
            vectors: Vectors::default(),
            texts: Texts::new(texts),
            given: None,
            spare: Spare::default(),
            signs: OnceLock::new(),
        }
    }

    /// The signs of the vectors, made when they are first needed.
    pub(crate) fn signs(&self) -> &Signs {
        self.signs.get_or_init(|| Signs::of(&self.vectors))
    }

    /// The document of a passage.
    pub(crate) fn document_of(&self, chunk: &Chunk) -> Option<&Document> {
        self.head.documents.get(chunk.document as usize)
    }

    /// The sentences of a passage.
    pub(crate) fn sentences_of(&self, chunk: &Chunk) -> &[Span] {
        self.sentences.get(chunk.first as usize..chunk.last as usize).unwrap_or_default()
    }

    /// Where a passage stands in its document.
    pub(crate) fn span_of(&self, chunk: &Chunk) -> Range<usize> {
        match self.sentences_of(chunk) {
            [first, .., last] => first.start as usize..last.end as usize,
            [only] => only.range(),
            [] => 0..0,
        }
    }

    /// A part of a document's text.
    pub(crate) fn text(
        &self,
        document: &Document,
        range: Range<usize>,
    ) -> Result<String, FileError> {
        if let Some(given) = &self.given {
            let text = given.texts.get(&document.digest).and_then(|text| text.get(range));
            return Ok(text.unwrap_or_default().to_owned());
        }
        self.texts.part(document, range)
    }
}

/// Where a document's text lies.
pub(crate) fn text_file(texts: &Path, digest: &str) -> PathBuf {
    texts.join(format!("{digest}.txt"))
}
