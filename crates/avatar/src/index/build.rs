//! Documents to an index: sentences, passages, postings and vectors in one pass.

use std::ops::Range;
use std::path::Path;

use super::{Chunk, Document, Head, Index, LexiconBuilder, Span, Vectors};
use crate::chunks::{self, Sizes};
use crate::encoder::Encoder;
use crate::sentences::sentences;
use crate::words::{Terms, is_stop_word, words};

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
    terms: Terms,
    lexicon: LexiconBuilder,
    index: Index,
}

impl<'a> Builder<'a> {
    /// An empty index whose texts lie in `texts`.
    pub(crate) fn new(texts: &Path, sizes: Sizes, encoder: Option<&'a Encoder>) -> Self {
        let mut index = Index::empty(texts.to_owned());
        index.head = Head {
            documents: Vec::new(),
            encoder: encoder.map_or("none", Encoder::name).to_owned(),
            chunk_size: sizes.size,
            chunk_overlap: sizes.overlap,
        };
        index.vectors = encoder.map_or_else(Vectors::default, |it| Vectors::new(it.dimensions()));
        Self { sizes, encoder, terms: Terms::new(), lexicon: LexiconBuilder::default(), index }
    }

    /// Adds a document.
    pub(crate) fn add(&mut self, entry: Entry<'_>) {
        let Entry { document, text } = entry;
        let spans = sentences(text);
        let number = small(self.index.head.documents.len());
        let base = self.index.sentences.len();
        for range in chunks::passages(text, &spans, self.sizes) {
            let around = spans[range.start].start..spans[range.end - 1].end;
            self.add_passage(&document, text, around);
            let (first, last) = (small(base + range.start), small(base + range.end));
            self.index.chunks.push(Chunk { document: number, first, last });
        }
        self.index.sentences.extend(
            spans.iter().map(|span| Span { start: small(span.start), end: small(span.end) }),
        );
        self.index.head.documents.push(document);
    }

    /// The finished index.
    pub(crate) fn done(mut self) -> Index {
        self.index.lexicon = self.lexicon.done();
        self.index
    }

    fn add_passage(&mut self, document: &Document, text: &str, span: Range<usize>) {
        let heading = document.section_at(span.start).map_or("", |section| section.title.as_str());
        let passage = &text[span];
        for part in [passage, document.title.as_str(), heading] {
            for word in words(part) {
                if !is_stop_word(&word.folded) {
                    self.lexicon.count(self.terms.of(&word.folded));
                }
            }
        }
        self.lexicon.end_passage();
        if let Some(encoder) = self.encoder {
            self.index.vectors.push(&encoder.encode(&format!("{}. {passage}", document.title)));
        }
    }
}

/// Offsets fit 32 bits because a text is limited to less than that.
fn small(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}
