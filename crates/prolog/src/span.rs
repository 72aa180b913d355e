//! Where a term stands in the text it was read from, and terms that know it.

use crate::reader::Reader;
use crate::term::Term;
use std::sync::Arc;

/// A range of bytes in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
}

impl Span {
    /// Line and column, from 1, of the start; a column is a character.
    #[must_use]
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        let before = &text[..text.floor_char_boundary(self.start)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    }

    /// The text it covers.
    #[must_use]
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A term read from a text, with the place of every part. A place covers the parentheses around
/// a term; the rest of a list starts at its first item.
#[derive(Debug, Clone)]
pub struct Located {
    pub(crate) term: Term,
    /// One for each node of the term's arena.
    pub(crate) spans: Arc<[Span]>,
}

impl Located {
    /// Reads one term, as [`Term::parse`] does.
    ///
    /// # Errors
    /// [`crate::Error::Syntax`] if the text is not exactly one term.
    pub fn parse(text: &str) -> Result<Self, crate::Error> {
        Term::read(text, |text| Reader::with_places(text))
    }

    /// The term itself.
    #[must_use]
    pub fn term(&self) -> &Term {
        &self.term
    }

    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        self.spans.get(self.term.root as usize).copied().unwrap_or_default()
    }

    /// Argument `index`, from 0, with its place.
    #[must_use]
    pub fn arg(&self, index: usize) -> Option<Self> {
        Some(Self { term: self.term.arg(index)?, spans: self.spans.clone() })
    }
}
