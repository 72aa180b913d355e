//! A page's fonts: which letters a code means and how wide it is.

use std::collections::{BTreeMap, HashMap};

use super::metrics;
use lopdf::{Dictionary, Document, Encoding, Object};

const CMAP: usize = 8 * 1024 * 1024;
const USUAL_WIDTH: f32 = 0.5;

/// A font ready to read text with.
pub(super) struct Font<'a> {
    encoding: Option<Encoding<'a>>,
    widths: HashMap<u32, f32>,
    default_width: f32,
    name: String,
    wide: bool,
}

/// A letter, or several that one glyph shows, with its width in parts of the font's size.
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) width: f32,
    pub(super) is_space: bool,
}

/// Font dictionaries as they should be read: what a font says of Unicode goes before its encoding.
pub(super) fn prepared(fonts: BTreeMap<Vec<u8>, &Dictionary>) -> Vec<(Vec<u8>, Dictionary)> {
    let prepare = |(name, font): (Vec<u8>, &Dictionary)| {
        let mut font = font.clone();
        if font.has(b"ToUnicode") {
            font.remove(b"Encoding");
        }
        font.set("Type", Object::Name(b"Font".to_vec()));
        (name, font)
    };
    fonts.into_iter().map(prepare).collect()
}

impl<'a> Font<'a> {
    /// Reads a prepared font.
    pub(super) fn read(document: &'a Document, font: &'a Dictionary) -> Self {
        let wide =
            font.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Type0");
        let (widths, default_width) =
            if wide { wide_widths(document, font) } else { simple_widths(document, font) };
        let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or_default();
        Self {
            name: String::from_utf8_lossy(name).into_owned(),
            encoding: font.get_font_encoding_with_limit(document, CMAP).ok(),
            widths,
            default_width,
            wide,
        }
    }

    /// The glyphs of a string.
    pub(super) fn glyphs(&self, bytes: &[u8]) -> Vec<Glyph> {
        let step = if self.wide { 2 } else { 1 };
        bytes.chunks(step).map(|code| self.glyph(code)).collect()
    }

    fn glyph(&self, code: &[u8]) -> Glyph {
        let number = code.iter().fold(0, |sum, byte| sum * 256 + u32::from(*byte));
        let text =
            self.encoding.as_ref().and_then(|it| it.bytes_to_string(code).ok()).unwrap_or_default();
        let known =
            self.widths.get(&number).copied().or_else(|| metrics::width(&self.name, number));
        let width = known.unwrap_or(self.default_width);
        let text: String = text.chars().filter(|letter| *letter != '\0').map(spelled).collect();
        Glyph { is_space: code == [32] || text == " " || text == "\u{a0}", text, width }
    }
}

/// Ligatures as the letters they stand for.
fn spelled(letter: char) -> String {
    let letters = match letter {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fffd}' => "",
        other => return other.to_string(),
    };
    letters.to_owned()
}

fn simple_widths(document: &Document, font: &Dictionary) -> (HashMap<u32, f32>, f32) {
    let first = font.get_deref(b"FirstChar", document).and_then(Object::as_i64).unwrap_or(0);
    let first = u32::try_from(first).unwrap_or(0);
    let widths = font.get_deref(b"Widths", document).and_then(Object::as_array);
    let widths = widths.map(Vec::as_slice).unwrap_or_default().iter();
    let number = |it: &Object| document.dereference(it).ok().and_then(|(_, it)| it.as_float().ok());
    let found = (first..).zip(widths).filter_map(|(code, it)| Some((code, number(it)? / 1000.0)));
    // Type 3 fonts measure in a space of their own; their widths would mislead.
    let found: HashMap<u32, f32> = found.filter(|(_, width)| (0.0..=3.0).contains(width)).collect();
    (found, USUAL_WIDTH)
}

fn wide_widths(document: &Document, font: &Dictionary) -> (HashMap<u32, f32>, f32) {
    let inner = font.get_deref(b"DescendantFonts", document).and_then(Object::as_array).ok();
    let inner = inner.and_then(|fonts| document.dereference(fonts.first()?).ok()?.1.as_dict().ok());
    let Some(inner) = inner else { return (HashMap::new(), 1.0) };
    let usual =
        inner.get_deref(b"DW", document).and_then(Object::as_float).unwrap_or(1000.0) / 1000.0;
    let mut found = HashMap::new();
    let list = inner
        .get_deref(b"W", document)
        .and_then(Object::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let resolved: Vec<&Object> =
        list.iter().filter_map(|it| document.dereference(it).ok().map(|(_, it)| it)).collect();
    let code = |it: &Object| it.as_float().ok().map(|code| code.max(0.0) as u32);
    let mut at = 0;
    while at + 1 < resolved.len() {
        let Some(first) = code(resolved[at]) else { break };
        if let Ok(each) = resolved[at + 1].as_array() {
            let each = (first..)
                .zip(each)
                .filter_map(|(code, it)| Some((code, it.as_float().ok()? / 1000.0)));
            found.extend(each);
            at += 2;
        } else {
            let (Some(last), Some(Ok(width))) =
                (code(resolved[at + 1]), resolved.get(at + 2).map(|it| it.as_float()))
            else {
                break;
            };
            found.extend((first..=last.min(first + 65_535)).map(|code| (code, width / 1000.0)));
            at += 3;
        }
    }
    (found, usual)
}
