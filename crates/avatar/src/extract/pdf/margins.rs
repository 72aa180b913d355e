//! What stands in the margins of pages: running heads and printed numbers.
//!
//! Whether a line belongs there is told by what other pages have in the same place, before anything is
//! known of columns: a number in a corner belongs to none of them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::PageText;
use super::labels::{self, Printed};
use super::layout::Line;

/// How many pages must share a line at their edge for it to be a running head.
const RUNNING: usize = 3;
/// The longest running head.
const LONGEST: usize = 120;
/// The most words that say which page it is: `Page 3 of 9`.
const WORDS: usize = 4;

/// Takes running heads and page numbers away, and gives the label that each page prints.
pub(super) fn clear(pages: &mut [PageText]) -> Vec<Option<String>> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        for pattern in patterns(&page.pieces) {
            *seen.entry(pattern).or_default() += 1;
        }
    }
    let runs = |text: &str| {
        let pattern = pattern(text);
        let known = seen.get(&pattern).is_some_and(|count| *count >= RUNNING);
        !pattern.is_empty() && known && text.len() <= LONGEST
    };
    let printed: Vec<Vec<Printed>> =
        pages.iter().map(|page| numbers(&page.pieces, &runs)).collect();
    let agreed = labels::agreed(&printed);
    for (page, number) in pages.iter_mut().zip(&agreed) {
        let gone = furniture(&page.pieces, *number, &runs);
        for at in gone.into_iter().rev() {
            page.pieces.remove(at);
        }
    }
    agreed.into_iter().map(|number| number.map(Printed::written)).collect()
}

/// Pieces on one base line at the top or the bottom of a page.
struct Row {
    pieces: Range<usize>,
    /// Whether nothing stands beyond it.
    outer: bool,
}

/// The two rows nearest to each edge.
fn edges(pieces: &[Line]) -> Vec<Row> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match rows.last_mut() {
            Some(row) if pieces[row.start].same_row(piece) => row.end = at + 1,
            _ => rows.push(at..at + 1),
        }
    }
    let count = rows.len();
    let near = |at: &usize| *at < 2 || *at + 2 >= count;
    let row = |(at, pieces)| Row { pieces, outer: at == 0 || at + 1 == count };
    rows.into_iter().enumerate().filter(|(at, _)| near(at)).map(row).collect()
}

fn joined(pieces: &[Line]) -> String {
    let texts: Vec<_> = pieces.iter().map(|piece| piece.text.trim()).collect();
    texts.join(" ")
}

/// What a page has at its edges, each once, as patterns.
fn patterns(pieces: &[Line]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for row in edges(pieces).into_iter().filter(|row| row.outer) {
        let row = &pieces[row.pieces];
        found.insert(pattern(&joined(row)));
        found.extend(row.iter().map(|piece| pattern(&piece.text)));
    }
    found
}

/// A line with its numbers taken out: a running head differs from page to page in those alone.
fn pattern(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let last = words.len().saturating_sub(1);
    let numeral = |at: usize, word: &str| (at == 0 || at == last) && labels::number(word).is_some();
    let kept = words.iter().enumerate().filter(|(at, word)| !numeral(*at, word));
    let kept = kept.map(|(_, word)| word.replace(|letter: char| letter.is_ascii_digit(), ""));
    kept.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The numbers that may be the page's.
fn numbers(pieces: &[Line], runs: &dyn Fn(&str) -> bool) -> Vec<Printed> {
    let mut found = Vec::new();
    for row in edges(pieces) {
        let inner = !row.outer;
        let row = &pieces[row.pieces];
        if inner && row.len() > 1 {
            continue;
        }
        found.extend(row.iter().filter_map(|piece| bare(&piece.text)));
        if inner {
            continue;
        }
        let whole = joined(row);
        let heads = row.iter().map(|piece| piece.text.as_str()).chain([whole.as_str()]);
        found.extend(heads.filter(|head| runs(head)).flat_map(at_ends));
    }
    found
}

/// The numbers with which a running head begins or ends.
fn at_ends(text: &str) -> Vec<Printed> {
    let words: Vec<_> = text.split_whitespace().collect();
    let most = WORDS.min(words.len());
    let first = (1..=most).rev().find_map(|count| bare(&words[..count].join(" ")));
    let last = (1..=most).rev().find_map(|count| bare(&words[words.len() - count..].join(" ")));
    first.into_iter().chain(last).collect()
}

/// Which pieces are no part of the text.
fn furniture(
    pieces: &[Line],
    number: Option<Printed>,
    runs: &dyn Fn(&str) -> bool,
) -> BTreeSet<usize> {
    let is_number = |piece: &Line| bare(&piece.text).is_some();
    let is_the_number = |piece: &Line| {
        number.is_some_and(|number| bare(&piece.text).is_some_and(|it| it.same(number)))
    };
    let mut gone = BTreeSet::new();
    for row in edges(pieces) {
        let line = &pieces[row.pieces.clone()];
        let numbers = line.iter().filter(|piece| is_number(piece)).count();
        let known = line.iter().all(|piece| is_number(piece) || runs(&piece.text));
        if row.outer && (runs(&joined(line)) || known && numbers <= 1) {
            gone.extend(row.pieces);
            continue;
        }
        let (first, last) = (row.pieces.start, row.pieces.end - 1);
        let ends = [first, last].into_iter().filter(|_| row.outer || first == last);
        gone.extend(ends.filter(|at| is_the_number(&pieces[*at])));
    }
    gone
}

/// The number of a line that says nothing else: `12`, `- xii -`, `p. 12`, `Page 12 of 200`.
fn bare(text: &str) -> Option<Printed> {
    let plain =
        text.trim_matches(|letter: char| letter.is_whitespace() || "-–—[]|·•~*".contains(letter));
    let lower = plain.to_lowercase();
    let named = ["page ", "pg. ", "pg ", "p. ", "p ", "seite ", "pagina ", "página ", "pag. "];
    let named = named.iter().find_map(|name| lower.strip_prefix(name));
    let rest = named.unwrap_or(if plain.chars().any(char::is_uppercase) { plain } else { &lower });
    let of = [" of ", "/", " von ", " de ", " sur ", " di "];
    let (first, total) = match of.iter().find_map(|of| rest.split_once(of)) {
        Some((first, total)) => (first.trim(), Some(total.trim())),
        None => (rest.trim(), None),
    };
    let printed = labels::number(first)?;
    let total = match total {
        Some(total) => Some(labels::number(total).filter(|total| total.reaches(printed))?),
        None => None,
    };
    let decorated = named.is_some() || total.is_some() || plain.len() < text.trim().len();
    Some(if decorated { printed.surely() } else { printed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_only_which_page_it_is_are_known() {
        let read = |text: &str| bare(text).map(Printed::written);
        for (text, label) in [
            ("12", "12"),
            ("- 12 -", "12"),
            ("[xii]", "xii"),
            ("Page 35 of 200", "35"),
            ("Page iii of 200", "iii"),
            ("p. 7", "7"),
            ("8/20", "8"),
            ("iv", "iv"),
        ] {
            assert_eq!(read(text).as_deref(), Some(label), "{text}");
        }
        for text in ["ill", "civil", "42.", "Page", "12 men", "20/8", "I", "", "12345"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn heads_are_alike_but_for_their_numbers() {
        assert_eq!(pattern("12 THE WEALTH"), pattern("THE WEALTH 113"));
        assert_eq!(pattern("xii Preface"), pattern("Preface xiii"));
        let ends: Vec<_> =
            at_ends("Report of 2024 Page 3 of 9").into_iter().map(Printed::written).collect();
        assert_eq!(ends, ["3"]);
    }
}
