//! A page's drawing orders to fragments of text with their places.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{DecompressError, Dictionary, Document, Error, Object, ObjectId, Stream};

use super::fonts::{Font, prepared};
use super::{MOST_FRAGMENTS, STREAM};
use crate::config::{PDF_BYTES, PDF_FRAGMENTS, PDF_ORDERS, PDF_PAGE_MARKS};

/// Letters that take as much room as a fragment.
const LETTERS: usize = 64;
/// How deep forms may stand in forms.
const DEEPEST: usize = 5;
/// Text that was drawn in one go.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fragment {
    /// The left end.
    pub(super) x: f32,
    /// The right end.
    pub(super) end: f32,
    /// The base line, from the bottom of the page.
    pub(super) y: f32,
    /// The size of its letters.
    pub(super) size: f32,
    /// The letters.
    pub(super) text: String,
}

/// A picture that a page draws.
pub(super) struct Image<'a> {
    /// Its dictionary and its bytes.
    pub(super) stream: &'a Stream,
    /// How wide it is drawn.
    pub(super) width: f32,
}

/// What a page draws, in its order.
#[derive(Default)]
pub(super) struct Drawn<'a> {
    /// The text.
    pub(super) fragments: Vec<Fragment>,
    /// The pictures.
    pub(super) images: Vec<Image<'a>>,
    /// Whether its orders unfold to more than any page has, so that they were not followed.
    pub(super) burst: bool,
}

/// What may still be taken from a document; what would take more is no book.
pub(super) struct Left {
    bytes: usize,
    orders: usize,
    fragments: usize,
}

impl Default for Left {
    fn default() -> Self {
        Self { bytes: PDF_BYTES, orders: PDF_ORDERS, fragments: PDF_FRAGMENTS }
    }
}

impl Left {
    fn take_bytes(&mut self, count: usize) {
        match self.bytes.checked_sub(count) {
            Some(left) => self.bytes = left,
            None => kernel::work::exceeded("pdf_bytes", PDF_BYTES),
        }
    }

    fn take_order(&mut self) {
        match self.orders.checked_sub(1) {
            Some(left) => self.orders = left,
            None => kernel::work::exceeded("pdf_orders", PDF_ORDERS),
        }
    }

    fn take_fragments(&mut self, count: usize) {
        match self.fragments.checked_sub(count) {
            Some(left) => self.fragments = left,
            None => kernel::work::exceeded("pdf_fragments", PDF_FRAGMENTS),
        }
    }
}

/// What a page draws.
pub(super) fn read<'a>(document: &'a Document, page: ObjectId, left: &mut Left) -> Drawn<'a> {
    let mut reader = Reader { document, found: Drawn::default(), left };
    let bytes = match document.get_page_content_with_limit(page, STREAM) {
        Ok(bytes) => bytes,
        Err(error) => return Drawn { burst: burst(&error), ..Drawn::default() },
    };
    let resources = resources(document, page);
    let fonts = document.get_page_fonts(page).unwrap_or_default();
    reader.run(&bytes, fonts, &Surroundings { resources, page: Matrix::ONE, depth: 0 });
    let letters = reader.found.fragments.iter().map(|it| it.text.len()).sum::<usize>();
    reader.left.take_fragments(reader.found.fragments.len() + letters / LETTERS);
    reader.found
}

/// Whether something unfolds to more than its limit.
pub(super) fn burst(error: &Error) -> bool {
    matches!(error, Error::Decompress(DecompressError::MemoryLimitExceeded { .. }))
}

fn resources(document: &Document, page: ObjectId) -> Vec<&Dictionary> {
    let Ok((own, inherited)) = document.get_page_resources(page) else { return Vec::new() };
    let inherited = inherited.into_iter().filter_map(|id| document.get_dictionary(id).ok());
    own.into_iter().chain(inherited).collect()
}

#[derive(Clone, Copy)]
struct Matrix([f32; 6]);

impl Matrix {
    const ONE: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// This one applied first, then `after`.
    fn then(self, after: Self) -> Self {
        let (a, b) = (self.0, after.0);
        Self([
            a[0] * b[0] + a[1] * b[2],
            a[0] * b[1] + a[1] * b[3],
            a[2] * b[0] + a[3] * b[2],
            a[2] * b[1] + a[3] * b[3],
            a[4] * b[0] + a[5] * b[2] + b[4],
            a[4] * b[1] + a[5] * b[3] + b[5],
        ])
    }

    fn of(operands: &[Object]) -> Option<Self> {
        let mut values = [0.0; 6];
        for (value, operand) in values.iter_mut().zip(operands.get(..6)?) {
            *value = operand.as_float().ok()?;
        }
        Some(Self(values))
    }

    fn moved(x: f32, y: f32) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }
}

#[derive(Clone, Copy)]
struct State {
    page: Matrix,
    text: Matrix,
    line: Matrix,
    font: usize,
    size: f32,
    leading: f32,
    letter_space: f32,
    word_space: f32,
    stretch: f32,
    rise: f32,
}

/// What a stream of orders is drawn with.
struct Surroundings<'a> {
    resources: Vec<&'a Dictionary>,
    page: Matrix,
    depth: usize,
}

struct Reader<'a, 'b> {
    document: &'a Document,
    found: Drawn<'a>,
    left: &'b mut Left,
}

impl<'a> Reader<'a, '_> {
    fn run(
        &mut self,
        bytes: &[u8],
        fonts: BTreeMap<Vec<u8>, &Dictionary>,
        around: &Surroundings<'a>,
    ) {
        self.left.take_bytes(bytes.len());
        // What they are taken apart into needs far more room than they do.
        if marks(bytes) > PDF_PAGE_MARKS {
            self.found.burst = true;
            return;
        }
        let Ok(content) = Content::decode(bytes) else { return };
        let dictionaries = prepared(fonts);
        let fonts: Vec<(&[u8], Font<'_>)> = dictionaries
            .iter()
            .map(|(name, font)| (name.as_slice(), Font::read(self.document, font)))
            .collect();
        let mut state = State {
            page: around.page,
            text: Matrix::ONE,
            line: Matrix::ONE,
            font: usize::MAX,
            size: 1.0,
            leading: 0.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            rise: 0.0,
        };
        let mut kept = Vec::new();
        for Operation { operator, operands } in &content.operations {
            self.left.take_order();
            match operator.as_str() {
                "q" => kept.push(state),
                "Q" => state = kept.pop().unwrap_or(state),
                "cm" => {
                    state.page = Matrix::of(operands).map_or(state.page, |it| it.then(state.page))
                }
                "Do" => self.draw(operands, around, state.page),
                _ => self.text(&mut state, operator, operands, &fonts),
            }
            if self.found.fragments.len() > MOST_FRAGMENTS {
                return;
            }
        }
    }

    fn text(
        &mut self,
        state: &mut State,
        operator: &str,
        operands: &[Object],
        fonts: &[(&[u8], Font<'_>)],
    ) {
        let number = |at: usize| operands.get(at).and_then(|it| it.as_float().ok()).unwrap_or(0.0);
        match operator {
            "BT" => {
                state.text = Matrix::ONE;
                state.line = Matrix::ONE;
            }
            "Tf" => {
                let name = operands.first().and_then(|it| it.as_name().ok()).unwrap_or_default();
                state.font =
                    fonts.iter().position(|(known, _)| *known == name).unwrap_or(usize::MAX);
                state.size = number(1);
            }
            "Tc" => state.letter_space = number(0),
            "Tw" => state.word_space = number(0),
            "Tz" => state.stretch = number(0) / 100.0,
            "TL" => state.leading = number(0),
            "Ts" => state.rise = number(0),
            "Td" => next_line(state, number(0), number(1)),
            "TD" => {
                state.leading = -number(1);
                next_line(state, number(0), number(1));
            }
            "T*" => next_line(state, 0.0, -state.leading),
            "Tm" => {
                state.text = Matrix::of(operands).unwrap_or(state.text);
                state.line = state.text;
            }
            "Tj" => self.show(state, operands, fonts),
            "TJ" => {
                let parts = operands.first().and_then(|it| it.as_array().ok());
                self.show(state, parts.map(Vec::as_slice).unwrap_or_default(), fonts);
            }
            "'" => {
                next_line(state, 0.0, -state.leading);
                self.show(state, operands, fonts);
            }
            "\"" => {
                state.word_space = number(0);
                state.letter_space = number(1);
                next_line(state, 0.0, -state.leading);
                self.show(state, operands.get(2..).unwrap_or_default(), fonts);
            }
            _ => {}
        }
    }

    /// Draws strings with the moves between them; a wide move parts two fragments.
    fn show(&mut self, state: &mut State, parts: &[Object], fonts: &[(&[u8], Font<'_>)]) {
        let Some((_, font)) = fonts.get(state.font) else { return };
        let mut open: Option<Fragment> = None;
        for part in parts {
            if let Ok(shift) = part.as_float() {
                let back = -shift / 1000.0 * state.size * state.stretch;
                state.text = Matrix::moved(back, 0.0).then(state.text);
                if shift.abs() > 120.0 {
                    self.found.fragments.extend(open.take());
                }
                continue;
            }
            let Ok(bytes) = part.as_str() else { continue };
            for glyph in font.glyphs(bytes) {
                let at = Matrix::moved(0.0, state.rise).then(state.text).then(state.page).0;
                let space =
                    state.letter_space + if glyph.is_space { state.word_space } else { 0.0 };
                let width = (glyph.width * state.size + space) * state.stretch;
                state.text = Matrix::moved(width, 0.0).then(state.text);
                let end = state.text.then(state.page).0[4];
                // Text that runs up the page is a mark in the margin.
                if at[1].abs() > at[0].abs() {
                    continue;
                }
                let size = (at[3] * state.size).abs().max(1.0);
                let fragment = open.get_or_insert(Fragment {
                    x: at[4],
                    end,
                    y: at[5],
                    size,
                    text: String::new(),
                });
                fragment.text.push_str(&glyph.text);
                fragment.end = end;
            }
        }
        self.found.fragments.extend(open);
    }

    /// Draws a form, whose text belongs to the page, or notes a picture.
    fn draw(&mut self, operands: &[Object], around: &Surroundings<'a>, page: Matrix) {
        let Some(name) = operands.first().and_then(|it| it.as_name().ok()) else { return };
        let document: &'a Document = self.document;
        let resources = &around.resources;
        let objects = resources
            .iter()
            .copied()
            .filter_map(|it| document.get_dict_in_dict(it, b"XObject").ok());
        let mut streams =
            objects.filter_map(|it| it.get_deref(name, document).ok()?.as_stream().ok());
        let Some(stream) = streams.next() else { return };
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        if kind == b"Image" {
            let width = page.0[0].hypot(page.0[1]);
            self.found.images.push(Image { stream, width });
        }
        if kind != b"Form" || around.depth >= DEEPEST {
            return;
        }
        let Ok(bytes) = stream.get_plain_content_with_limit(STREAM) else { return };
        let own = document.get_dict_in_dict(&stream.dict, b"Resources").ok();
        let inner: Vec<&'a Dictionary> = own.into_iter().chain(resources.iter().copied()).collect();
        let mut fonts = BTreeMap::new();
        for dictionary in inner.iter().rev() {
            let Ok(named) = document.get_dict_in_dict(dictionary, b"Font") else { continue };
            for (name, font) in named {
                if let Some(font) =
                    document.dereference(font).ok().and_then(|(_, it)| it.as_dict().ok())
                {
                    fonts.insert(name.clone(), font);
                }
            }
        }
        let matrix = stream.dict.get_deref(b"Matrix", document).and_then(Object::as_array).ok();
        let matrix = matrix.and_then(|it| Matrix::of(it)).unwrap_or(Matrix::ONE);
        let depth = around.depth + 1;
        let around = Surroundings { resources: inner, page: matrix.then(page), depth };
        self.run(&bytes, fonts, &around);
    }
}

/// At least as many as the words and marks in drawing orders.
fn marks(orders: &[u8]) -> usize {
    let mut apart = true;
    let starts = orders.iter().filter(|byte| {
        let (before, delimits) = (apart, b"[]<>()/{}".contains(byte));
        apart = byte.is_ascii_whitespace() || **byte == 0 || delimits;
        delimits || before && !apart
    });
    starts.count()
}

fn next_line(state: &mut State, x: f32, y: f32) {
    state.line = Matrix::moved(x, y).then(state.line);
    state.text = state.line;
}
