//! Documents to an index: sentences, passages, postings and vectors in one pass.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use super::{Chunk, Document, Embedded, FileError, Head, Index, LexiconBuilder, Span, Vectors};
use crate::chunks::{self, Sizes};
use crate::encoder::{Encoder, NONE};
use crate::library::LibraryError;
use crate::sentences::sentences;
use crate::words::{self, Terms, is_stop_word};

/// A document with its text, as the builder takes it.
pub(crate) struct Entry<'a> {
    /// What is known of it.
    pub(crate) document: Document,
    /// Its text.
    pub(crate) text: &'a str,
}

/// Builds the index of documents that come one by one, so that one text is held at a time.
pub(crate) struct Builder<'a> {
    sizes: Sizes,
    encoder: Option<&'a Encoder>,
    kept: Option<Embedded<'a>>,
    known: Known,
    terms: Numbered,
    lexicon: LexiconBuilder,
    index: Index,
}

impl<'a> Builder<'a> {
    /// An empty index whose texts lie in `texts`.
    pub(crate) fn new(texts: &Path, sizes: Sizes, encoder: Option<&'a Encoder>) -> Self {
        let mut index = Index::empty(texts.to_owned());
        index.head = Head {
            documents: Vec::new(),
            encoder: encoder.map_or(NONE, Encoder::name).to_owned(),
            chunk_size: sizes.size,
            chunk_overlap: sizes.overlap,
        };
        index.vectors = encoder.map_or_else(Vectors::default, |it| Vectors::new(it.dimensions()));
        let known = Known::default();
        let lexicon = LexiconBuilder::default();
        Self { sizes, encoder, kept: None, known, terms: Numbered::new(), lexicon, index }
    }

    /// Lets documents that did not change keep the vectors they have in an older index.
    #[must_use]
    pub(crate) fn knowing(mut self, older: Index) -> Self {
        let same = older.head.encoder == self.index.head.encoder
            && older.head.chunk_size == self.sizes.size
            && older.head.chunk_overlap == self.sizes.overlap;
        if same {
            self.known = Known::of(older);
        }
        self
    }

    /// Keeps the vectors of a slow encoder at `path` until the index is written.
    pub(crate) fn keeping(mut self, path: &Path) -> Result<Self, FileError> {
        let slow = self.encoder.filter(|encoder| encoder.is_slow());
        self.kept = slow.map(|encoder| Embedded::open(path, encoder)).transpose()?;
        Ok(self)
    }

    /// Adds a document and tells how many of its passages are done.
    pub(crate) fn add(
        &mut self,
        entry: Entry<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<(), LibraryError> {
        let Entry { document, text } = entry;
        let spans = sentences(text);
        let number = small(self.index.head.documents.len());
        let base = self.index.sentences.len();
        let passages = chunks::passages(text, &spans, self.sizes);
        let count = passages.len();
        let mut known = self.known.vectors_of(&document, count);
        for (done, range) in passages.into_iter().enumerate() {
            tell(done, count);
            let around = spans[range.start].start..spans[range.end - 1].end;
            self.count_words(&document, text, around.clone());
            self.embed(&document, &text[around], known.next())?;
            let (first, last) = (small(base + range.start), small(base + range.end));
            self.index.chunks.push(Chunk { document: number, first, last });
        }
        self.index.sentences.extend(
            spans.iter().map(|span| Span { start: small(span.start), end: small(span.end) }),
        );
        self.index.head.documents.push(document);
        Ok(())
    }

    /// The finished index, and what was kept until it is written.
    pub(crate) fn done(mut self) -> Result<(Index, Option<Embedded<'a>>), LibraryError> {
        if let Some(kept) = &mut self.kept {
            kept.settle(&mut self.index.vectors)?;
        }
        self.index.lexicon = self.lexicon.done();
        Ok((self.index, self.kept))
    }

    fn count_words(&mut self, document: &Document, text: &str, span: Range<usize>) {
        let heading = document.section_at(span.start).map_or("", |section| section.title.as_str());
        let passage = &text[span];
        for part in [passage, document.title.as_str(), heading] {
            words::each(part, |word| {
                if let Some(number) = self.terms.number(word, &mut self.lexicon) {
                    self.lexicon.count(number);
                }
            });
        }
        self.lexicon.end_passage();
    }

    /// Gives a passage its vector: the one it has in a row of an older index, or a new one.
    fn embed(
        &mut self,
        document: &Document,
        passage: &str,
        known: Option<usize>,
    ) -> Result<(), LibraryError> {
        let Some(encoder) = self.encoder else { return Ok(()) };
        let vectors = &mut self.index.vectors;
        let text = || format!("{}. {passage}", document.title);
        match (&mut self.kept, known) {
            (Some(kept), known) => {
                let text = text();
                if let Some(row) = known {
                    kept.know(&text, &self.known.vectors, row);
                }
                kept.embed(text, vectors)?;
            }
            (None, Some(row)) => vectors.copy(&self.known.vectors, row),
            (None, None) => vectors.push(&encoder.encode(&text())?),
        }
        Ok(())
    }
}

/// Folded words and the numbers of their terms, so that each word is stemmed once.
struct Numbered {
    terms: Terms,
    known: HashMap<String, Option<u32>>,
}

impl Numbered {
    fn new() -> Self {
        Self { terms: Terms::new(), known: HashMap::new() }
    }

    /// The number of a word's term, if it says anything about a topic.
    fn number(&mut self, folded: &str, lexicon: &mut LexiconBuilder) -> Option<u32> {
        if let Some(known) = self.known.get(folded) {
            return *known;
        }
        let number = (!is_stop_word(folded)).then(|| lexicon.number(self.terms.of(folded)));
        self.known.insert(folded.to_owned(), number);
        number
    }
}

/// The vectors of an older index by the documents they belong to.
#[derive(Default)]
struct Known {
    vectors: Vectors,
    rows: HashMap<(String, String), Range<usize>>,
}

impl Known {
    fn of(index: Index) -> Self {
        let mut rows: HashMap<(String, String), Range<usize>> = HashMap::new();
        for (row, chunk) in index.chunks.iter().enumerate() {
            if let Some(document) = index.document_of(chunk) {
                let key = (document.digest.clone(), document.title.clone());
                rows.entry(key).or_insert(row..row).end = row + 1;
            }
        }
        Self { vectors: index.vectors, rows }
    }

    /// The rows of a document's passages, if it had as many.
    fn vectors_of(&self, document: &Document, passages: usize) -> Range<usize> {
        let key = (document.digest.clone(), document.title.clone());
        let rows = self.rows.get(&key).filter(|rows| rows.len() == passages);
        rows.filter(|_| !self.vectors.is_empty()).cloned().unwrap_or(0..0)
    }
}

/// Offsets fit 32 bits because a text is limited to less than that.
fn small(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
