//! Page labels: what the document declares, else the numbers that stand on its pages.

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

/// Labels from the numbers that pages print, where most of them agree on where to begin.
pub(super) fn guessed(printed: &[Option<u32>]) -> Vec<Option<String>> {
    let offset = |(index, number): (usize, &Option<u32>)| {
        number.map(|number| i64::from(number) - i64::try_from(index).unwrap_or(0))
    };
    let mut offsets: Vec<i64> = printed.iter().enumerate().filter_map(offset).collect();
    offsets.sort_unstable();
    let middle = offsets.get(offsets.len() / 2).copied();
    let agreeing = offsets.iter().filter(|offset| Some(**offset) == middle).count();
    let Some(middle) = middle.filter(|_| agreeing >= 3 && agreeing * 2 > printed.len()) else {
        return vec![None; printed.len()];
    };
    let label = |index: usize| {
        let number = i64::try_from(index).unwrap_or(0) + middle;
        (number > 0).then(|| number.to_string())
    };
    (0..printed.len()).map(label).collect()
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

    #[test]
    fn printed_numbers_are_believed_when_most_agree() {
        let printed = [None, Some(1), Some(2), None, Some(4), Some(5)];
        let labels = guessed(&printed);
        assert_eq!(labels[0], None);
        assert_eq!(labels[3].as_deref(), Some("3"));
        assert_eq!(guessed(&[Some(7), None, Some(1990)]), [None, None, None]);
    }
}
