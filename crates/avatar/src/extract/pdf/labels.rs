//! Page labels: what the document declares, else the numbers that stand on its pages.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object};

/// Deeper trees than this are somebody's joke.
const DEEPEST: usize = 16;

/// The document's title, if it has one worth showing.
pub(super) fn title(document: &Document) -> Option<String> {
    let info = document.trailer.get_deref(b"Info", document).ok()?.as_dict().ok()?;
    let title = text(info.get_deref(b"Title", document).ok()?)?;
    let title = title.trim();
    (!title.is_empty() && !title.eq_ignore_ascii_case("untitled")).then(|| title.to_owned())
}

/// The labels the document declares, one for each page.
pub(super) fn of(document: &Document, pages: usize) -> Option<Vec<Option<String>>> {
    let tree = document.catalog().ok()?.get_deref(b"PageLabels", document).ok()?.as_dict().ok()?;
    let mut ranges = Vec::new();
    collect(document, tree, 0, &mut ranges);
    ranges.sort_by_key(|(first, _)| *first);
    if ranges.is_empty() {
        return None;
    }
    let label = |page: usize| {
        let at = ranges.partition_point(|(first, _)| *first <= page).checked_sub(1)?;
        let (first, style) = &ranges[at];
        Some(style.label(page - first))
    };
    Some((0..pages).map(label).collect())
}

/// A number as it stands on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Printed {
    number: u32,
    roman: bool,
    /// Whether the words around it say that it is a page's number.
    sure: bool,
}

impl Printed {
    /// As it is written on the page.
    pub(super) fn written(self) -> String {
        match self.roman {
            true => roman(usize::try_from(self.number).unwrap_or(0)),
            false => self.number.to_string(),
        }
    }

    /// The same number, known to be a page's.
    pub(super) fn surely(self) -> Self {
        Self { sure: true, ..self }
    }

    /// Whether both are written the same.
    pub(super) fn same(self, other: Self) -> bool {
        (self.number, self.roman) == (other.number, other.roman)
    }

    /// Whether this may be the last page where the other is one.
    pub(super) fn reaches(self, other: Self) -> bool {
        self.number >= other.number && (other.roman || !self.roman)
    }
}

/// A page's number in figures or small roman numerals.
pub(super) fn number(word: &str) -> Option<Printed> {
    let figures = (1..=4).contains(&word.len()) && word.bytes().all(|it| it.is_ascii_digit());
    let number = if figures { word.parse().ok()? } else { from_roman(word)? };
    (number > 0).then_some(Printed { number, roman: !figures, sure: false })
}

/// Reads small roman numerals up to some hundreds, if they are written as they should be.
fn from_roman(word: &str) -> Option<u32> {
    let worth = |letter: u8| match letter {
        b'i' => Some(1_u32),
        b'v' => Some(5),
        b'x' => Some(10),
        b'l' => Some(50),
        b'c' => Some(100),
        _ => None,
    };
    let worths: Vec<u32> = word.bytes().take(12).map(worth).collect::<Option<_>>()?;
    let mut number = 0_u32;
    let mut highest = 0_u32;
    for worth in worths.into_iter().rev() {
        number = if worth < highest { number.checked_sub(worth)? } else { number + worth };
        highest = highest.max(worth);
    }
    (number > 0 && roman(usize::try_from(number).ok()?) == word).then_some(number)
}

/// The number of each page, from the numbers that stand on it: those that count along with other
/// pages, and on pages without one what the pages before and after agree on.
pub(super) fn agreed(printed: &[Vec<Printed>]) -> Vec<Option<Printed>> {
    let mut counts: BTreeMap<(bool, i64), Vec<(usize, bool)>> = BTreeMap::new();
    for (page, numbers) in printed.iter().enumerate() {
        for it in numbers {
            let offset = i64::from(it.number) - i64::try_from(page).unwrap_or(0);
            let pages = counts.entry((it.roman, offset)).or_default();
            match pages.last_mut().filter(|(last, _)| *last == page) {
                Some((_, sure)) => *sure |= it.sure,
                None => pages.push((page, it.sure)),
            }
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    // The sort is stable: of two that are as long, figures come before numerals.
    counts.sort_by_key(|(_, pages)| Reverse(pages.len()));
    let mut found = vec![None; printed.len()];
    for ((roman, offset), mut pages) in counts {
        pages.retain(|(page, _)| found[*page].is_none());
        let sure = roman || pages.iter().any(|(_, sure)| *sure);
        if pages.len() < if sure { 2 } else { 3 } {
            continue;
        }
        let ends = pages.first().zip(pages.last()).map(|(first, last)| (first.0, last.0));
        let Some((first, last)) = ends else { continue };
        if found[first..=last].iter().any(Option::is_some) {
            continue;
        }
        for (page, number) in found.iter_mut().enumerate().take(last + 1).skip(first) {
            let value = i64::try_from(page).unwrap_or(0) + offset;
            *number = u32::try_from(value).ok().map(|number| Printed { number, roman, sure });
        }
    }
    found
}

struct Style {
    kind: Option<u8>,
    prefix: String,
    first: usize,
}

impl Style {
    fn label(&self, offset: usize) -> String {
        let number = self.first + offset;
        let written = match self.kind {
            Some(b'D') => number.to_string(),
            Some(b'r') => roman(number),
            Some(b'R') => roman(number).to_uppercase(),
            Some(b'a') => letters(number),
            Some(b'A') => letters(number).to_uppercase(),
            _ => String::new(),
        };
        format!("{}{written}", self.prefix)
    }
}

fn collect(document: &Document, node: &Dictionary, depth: usize, found: &mut Vec<(usize, Style)>) {
    if depth > DEEPEST {
        return;
    }
    if let Ok(numbers) = node.get_deref(b"Nums", document).and_then(Object::as_array) {
        for pair in numbers.chunks_exact(2) {
            let first = pair[0].as_i64().ok().and_then(|first| usize::try_from(first).ok());
            let style = document.dereference(&pair[1]).ok().and_then(|(_, it)| it.as_dict().ok());
            if let (Some(first), Some(style)) = (first, style) {
                found.push((first, read(document, style)));
            }
        }
    }
    if let Ok(kids) = node.get_deref(b"Kids", document).and_then(Object::as_array) {
        for kid in kids {
            if let Some(kid) = document.dereference(kid).ok().and_then(|(_, it)| it.as_dict().ok())
            {
                collect(document, kid, depth + 1, found);
            }
        }
    }
}

fn read(document: &Document, style: &Dictionary) -> Style {
    let get = |key: &[u8]| style.get_deref(key, document).ok();
    Style {
        kind: get(b"S").and_then(|it| it.as_name().ok()).and_then(|name| name.first().copied()),
        prefix: get(b"P").and_then(text).unwrap_or_default(),
        first: get(b"St")
            .and_then(|it| it.as_i64().ok())
            .and_then(|it| usize::try_from(it).ok())
            .unwrap_or(1),
    }
}

fn text(object: &Object) -> Option<String> {
    let bytes = object.as_str().ok()?;
    if let [0xfe, 0xff, rest @ ..] = bytes {
        let units = rest.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        return Some(char::decode_utf16(units).flatten().collect());
    }
    Some(
        String::from_utf8(bytes.to_vec())
            .unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect()),
    )
}

fn roman(mut number: usize) -> String {
    const STEPS: [(usize, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut written = String::new();
    // A label of thousands of letters helps nobody.
    number = number.min(9_999);
    for (worth, letters) in STEPS {
        while number >= worth {
            written.push_str(letters);
            number -= worth;
        }
    }
    written
}

fn letters(number: usize) -> String {
    let Some(at) = number.checked_sub(1) else { return String::new() };
    let letter = char::from(b'a' + u8::try_from(at % 26).unwrap_or(0));
    std::iter::repeat_n(letter, (at / 26 + 1).min(32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_written_in_every_style() {
        assert_eq!([roman(4), roman(19), letters(1), letters(28)], ["iv", "xix", "a", "bb"]);
        let style = Style { kind: Some(b'D'), prefix: "A-".to_owned(), first: 7 };
        assert_eq!(style.label(2), "A-9");
    }

    fn check(pages: &[&str], labels: &[&str]) {
        let printed: Vec<Vec<_>> =
            pages.iter().map(|words| words.split(' ').filter_map(number).collect()).collect();
        let written = |it: Option<Printed>| it.map(Printed::written).unwrap_or_default();
        let found: Vec<_> = agreed(&printed).into_iter().map(written).collect();
        assert_eq!(found, labels);
    }

    #[test]
    fn printed_numbers_are_believed_when_they_count_along() {
        check(&["", "1", "2", "", "4", "5", ""], &["", "1", "2", "3", "4", "5", ""]);
        check(&["7", "", "1990"], &["", "", ""]);
        check(&["12 1", "12 2", "12 3"], &["1", "2", "3"]);
    }

    #[test]
    fn front_matter_keeps_its_numerals_and_nothing_is_invented() {
        check(
            &["", "ii", "iii", "", "101", "", "103", "104", "9"],
            &["", "ii", "iii", "", "101", "102", "103", "104", ""],
        );
        check(&["1", "2", "3", "1", "2", "3"], &["1", "2", "3", "1", "2", "3"]);
        assert_eq!(
            ["xix", "iv", "ill", "iiii", "vx"].map(from_roman),
            [Some(19), Some(4), None, None, None]
        );
    }
}
