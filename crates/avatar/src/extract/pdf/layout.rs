//! Fragments to lines and lines to paragraphs, in the order a reader reads them.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};

use crate::encoder::Fixed;

use super::content::Fragment;
use super::gutters::strips;

/// What may stand at a line's end where a word is parted.
const HYPHENS: [char; 3] = ['-', '\u{ad}', '\u{2010}'];
/// How often columns are looked for within columns.
const DEEPEST: usize = 2;

/// A stretch of text on one base line within one column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    x: f32,
    end: f32,
    y: f32,
    size: f32,
}

impl Line {
    /// Whether another piece stands on the same base line.
    pub(super) fn same_row(&self, other: &Self) -> bool {
        (self.y - other.y).abs() <= 0.4 * self.size.max(other.size)
    }
}

/// The lines of a page in reading order: down the first column, then down the next.
pub(super) fn lines(pieces: Vec<Line>) -> Vec<Line> {
    let gutters = gutters(&pieces.iter().collect::<Vec<_>>(), 0);
    match gutters.is_empty() {
        true => join_rows(pieces),
        false => by_columns(pieces, &gutters),
    }
}

/// Fragments of one base line joined where no more than a few letters' width parts them, and no white strip
/// that goes down the page.
pub(super) fn pieces(mut fragments: Vec<Fragment>) -> Vec<Line> {
    fragments.retain(|it| !it.text.trim().is_empty() && it.x.is_finite() && it.y.is_finite());
    let mut rows: Vec<Vec<Fragment>> = Vec::new();
    fragments.sort_by(|left, right| right.y.total_cmp(&left.y));
    for fragment in fragments {
        let fits = rows.last().and_then(|row| row.first()).is_some_and(|first| {
            (first.y - fragment.y).abs() <= 0.4 * first.size.max(fragment.size)
        });
        match rows.last_mut().filter(|_| fits) {
            Some(row) => row.push(fragment),
            None => rows.push(vec![fragment]),
        }
    }
    let strips = strips(&rows);
    rows.into_iter().flat_map(|row| pieces_of_row(row, &strips)).collect()
}

/// How far text may reach into a strip and still leave it free, in points.
const INTO_STRIP: f32 = 0.75;

fn pieces_of_row(mut row: Vec<Fragment>, strips: &[Range<f32>]) -> Vec<Line> {
    let parted = |end: f32, start: f32| {
        let free = |it: &Range<f32>| it.start + INTO_STRIP >= end && it.end - INTO_STRIP <= start;
        strips.iter().any(free)
    };
    row.sort_by(|left, right| left.x.total_cmp(&right.x));
    let mut found: Vec<Line> = Vec::new();
    for fragment in row {
        let gap = found.last().map_or(f32::MAX, |line| fragment.x - line.end);
        match found.last_mut() {
            Some(line) if gap < 1.2 * fragment.size && !parted(line.end, fragment.x) => {
                let spaced = line.text.ends_with(' ') || fragment.text.starts_with(' ');
                if gap > 0.12 * fragment.size && !spaced {
                    line.text.push(' ');
                }
                line.text.push_str(&fragment.text);
                line.end = line.end.max(fragment.end);
                line.size = line.size.max(fragment.size);
            }
            _ => found.push(Line {
                text: fragment.text,
                x: fragment.x,
                end: fragment.end,
                y: fragment.y,
                size: fragment.size,
            }),
        }
    }
    found
}

/// Where the columns of a page part, from left to right; none if it has one column.
fn gutters(pieces: &[&Line], depth: usize) -> Vec<f32> {
    let left = pieces.iter().map(|line| line.x).fold(f32::MAX, f32::min);
    let right = pieces.iter().map(|line| line.end).fold(f32::MIN, f32::max);
    if pieces.len() < 6 || right <= left || depth > DEEPEST {
        return Vec::new();
    }
    let between = |steps: RangeInclusive<u32>| gutter(pieces, left..right, steps);
    // Three columns first: between two of them there may be room near the middle.
    let thirds = between(100..=168).zip(between(232..=300));
    let found = match thirds.filter(|(first, last)| filled(pieces, left..right, &[*first, *last])) {
        Some((first, last)) => vec![first, last],
        None => {
            let middle = between(140..=260);
            middle.filter(|at| filled(pieces, left..right, &[*at])).into_iter().collect()
        }
    };
    let mut all = found.clone();
    for column in 0..=found.len() {
        let within: Vec<&Line> =
            pieces.iter().copied().filter(|line| column_of(line, &found) == Some(column)).collect();
        if !found.is_empty() {
            all.extend(gutters(&within, depth + 1));
        }
    }
    all.sort_by(f32::total_cmp);
    all
}

/// The place within some parts of the width, a part being a fourth of a hundredth, that the fewest lines cross, if
/// few do.
fn gutter(pieces: &[&Line], width: Range<f32>, steps: RangeInclusive<u32>) -> Option<f32> {
    let mut best: Option<(usize, f32)> = None;
    for step in steps {
        let at = width.start + (width.end - width.start) * step as f32 / 400.0;
        let crossing = pieces.iter().filter(|line| line.x < at && line.end > at).count();
        let before = pieces.iter().filter(|line| line.end <= at).count();
        let after = pieces.iter().filter(|line| line.x >= at).count();
        let balanced = before.min(after) * 5 >= pieces.len();
        if balanced
            && crossing * 5 <= pieces.len()
            && best.is_none_or(|(least, _)| crossing < least)
        {
            best = Some((crossing, at));
        }
    }
    best.map(|(_, at)| at)
}

/// Whether lines fill the columns that these gutters make. Cells of a table also leave room between
/// them, but seldom fill their width.
fn filled(pieces: &[&Line], width: Range<f32>, gutters: &[f32]) -> bool {
    let inside: Vec<_> = pieces.iter().filter(|it| column_of(it, gutters).is_some()).collect();
    let columns = gutters.len() + 1;
    let fair = (0..columns).all(|column| {
        let count = inside.iter().filter(|it| column_of(it, gutters) == Some(column)).count();
        count * 5 * columns >= inside.len() * 2
    });
    // A row of a column may be in pieces where words happen to stand below each other.
    let rows: HashSet<(i32, usize)> = inside
        .iter()
        .filter_map(|it| Some((it.y.round() as i32, column_of(it, gutters)?)))
        .collect();
    let widths = inside.iter().map(|line| line.end - line.x).sum::<f32>();
    let usual = widths / rows.len().max(1) as f32;
    fair && inside.len() * 5 >= pieces.len() * 4
        && usual > 0.5 * (width.end - width.start) / columns as f32
}

/// The column that a line stands in; none if it reaches over several.
fn column_of(line: &Line, gutters: &[f32]) -> Option<usize> {
    let column = gutters.partition_point(|at| *at <= line.x);
    gutters.get(column).is_none_or(|next| line.end <= *next).then_some(column)
}

/// Lines across columns part the page into bands; each band is read column by column.
fn by_columns(pieces: Vec<Line>, gutters: &[f32]) -> Vec<Line> {
    let mut found = Vec::new();
    let mut columns: Vec<Vec<Line>> = vec![Vec::new(); gutters.len() + 1];
    for line in pieces {
        match column_of(&line, gutters).and_then(|column| columns.get_mut(column)) {
            Some(column) => column.push(line),
            None => {
                columns.iter_mut().for_each(|column| found.append(column));
                found.push(line);
            }
        }
    }
    columns.iter_mut().for_each(|column| found.append(column));
    found
}

/// Pieces of one base line as one line again: the page has one column.
fn join_rows(pieces: Vec<Line>) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    for piece in pieces {
        match found.last_mut() {
            Some(line)
                if (line.y - piece.y).abs() <= 0.4 * line.size.max(piece.size)
                    && piece.x >= line.end =>
            {
                line.text.push(' ');
                line.text.push_str(&piece.text);
                line.end = piece.end;
            }
            _ => found.push(piece),
        }
    }
    found
}

/// The lines of a text without places; an empty line between two parts paragraphs.
pub(super) fn typed(text: &str) -> Vec<Line> {
    let mut y = 0.0;
    let mut found = Vec::new();
    for line in text.lines() {
        y -= 10.0;
        if !line.trim().is_empty() {
            let text = line.trim().to_owned();
            found.push(Line { end: text.len() as f32, text, x: 0.0, y, size: 10.0 });
        }
    }
    found
}

/// Paragraphs parted by empty lines; words that a line's end parted are whole again.
pub(super) fn paragraphs(lines: &[Line]) -> String {
    let mut text = String::new();
    let usual = usual_step(lines);
    for (at, line) in lines.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &lines[at]);
        if before.is_some_and(|before| parts(before, line, usual)) {
            text.push_str("\n\n");
        } else if text.ends_with(HYPHENS) && continues(&text, &line.text) {
            if !is_of_the_word(&text, &line.text) {
                text.pop();
            }
        } else if before.is_some() {
            text.push('\n');
        }
        text.push_str(line.text.trim());
    }
    text
}

/// Whether a hyphen at the end of a line parts a word that the next line ends.
pub(super) fn continues(text: &str, next: &str) -> bool {
    let letter = text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    letter && next.trim_start().starts_with(char::is_lowercase)
}

/// Whether a hyphen at the end of a line belongs to the word: the two parts are words, and no word together.
pub(super) fn is_of_the_word(text: &str, next: &str) -> bool {
    let before = text.trim_end_matches(HYPHENS);
    if text.ends_with('\u{ad}') {
        return false;
    }
    let start = before.rfind(|letter: char| !letter.is_alphabetic()).map_or(0, |at| at + 1);
    let first = before.get(start..).unwrap_or_default().to_lowercase();
    let next = next.trim_start();
    let end = next.find(|letter: char| !letter.is_alphabetic()).unwrap_or(next.len());
    let second = next[..end].to_lowercase();
    let is_word = |word: &str| Fixed::built_in().is_some_and(|it| it.is_word(word));
    !is_word(&format!("{first}{second}")) && is_word(&first) && is_word(&second)
}

fn usual_step(lines: &[Line]) -> f32 {
    let mut steps: Vec<f32> =
        lines.windows(2).map(|pair| pair[0].y - pair[1].y).filter(|step| *step > 0.5).collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(12.0)
}

/// Whether a new paragraph begins: more room than usual, another size, or an indent.
fn parts(before: &Line, line: &Line, usual: f32) -> bool {
    let step = before.y - line.y;
    if step < 0.0 {
        // The top of the next column goes on with the sentence.
        return false;
    }
    let size = before.size.max(line.size);
    let other_size = (before.size - line.size).abs() > 0.15 * size;
    let indented = line.x - before.x > 0.8 * line.size && line.x - before.x < 4.0 * line.size;
    let ended = before.text.trim_end().ends_with(['.', '!', '?', ':', '”', '"', ')']);
    step > 1.45 * usual || other_size && ended || indented && ended
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragment(x: f32, y: f32, text: &str) -> Fragment {
        Fragment { x, end: x + text.len() as f32 * 5.0, y, size: 10.0, text: text.to_owned() }
    }

    #[test]
    fn two_columns_are_read_one_after_the_other() {
        let mut fragments =
            vec![fragment(100.0, 700.0, "A heading over both of the columns of this page")];
        for row in 0..8 {
            let y = 680.0 - row as f32 * 12.0;
            fragments.push(fragment(50.0, y, &format!("left line number {row} of text")));
            fragments.push(fragment(300.0, y, &format!("right line number {row} of text")));
        }
        let text = paragraphs(&lines(pieces(fragments)));
        let at = |words: &str| text.find(words).unwrap();
        assert!(at("heading") < at("left line number 0"));
        assert!(at("left line number 7") < at("right line number 0"), "{text}");
    }

    /// Lines of words set to a width, as a typesetter fills them.
    fn set(place: (f32, f32), words: &[String], width: f32) -> Vec<Fragment> {
        let (mut found, mut line, mut y) = (Vec::new(), Vec::<&String>::new(), place.1);
        for word in words {
            let letters: usize = line.iter().map(|it| it.len()).sum();
            if (letters + word.len()) as f32 * 5.0 + line.len() as f32 * 3.0 <= width {
                line.push(word);
                continue;
            }
            let space = (width - letters as f32 * 5.0) / (line.len() - 1) as f32;
            let mut x = place.0;
            for word in line {
                found.push(fragment(x, y, word));
                x += word.len() as f32 * 5.0 + space;
            }
            y -= 12.0;
            line = vec![word];
        }
        found
    }

    #[test]
    fn columns_are_told_apart_at_any_gutter() {
        let text = "the old mill of karsin stood by the river for two hundred years and its wheel turned day and night \
until the great flood of autumn took the dam away with the bridge and half of the orchard behind the house where my aunt \
had kept her bees since she was young and the parson came on sundays to buy a jar of dark honey from her for his tea";
        let left: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let right: Vec<String> = text.split(' ').rev().map(str::to_uppercase).collect();
        for gutter in [5.0, 6.0, 8.0, 10.0, 12.0, 14.0, 18.0, 24.0] {
            let mut fragments = set((50.0, 680.0), &left, 180.0);
            fragments.extend(set((230.0 + gutter, 680.0), &right, 180.0));
            let text = paragraphs(&lines(pieces(fragments)));
            let small = |text: &str| text.contains(char::is_lowercase);
            let end = text.rfind(char::is_lowercase).unwrap();
            assert!(!small(&text[end + 1..]), "{gutter}: {text}");
            assert!(!text[..end].contains(char::is_uppercase), "{gutter}: {text}");
        }
    }

    #[test]
    fn three_and_four_columns_are_read_one_after_the_other() {
        for columns in [3, 4] {
            let mut fragments = Vec::new();
            for row in 0..8 {
                for column in 0..columns {
                    let text = format!("column {column} line {row} of some text");
                    let place = (50.0 + column as f32 * 160.0, 680.0 - row as f32 * 12.0);
                    fragments.push(fragment(place.0, place.1, &text));
                }
            }
            let text = paragraphs(&lines(pieces(fragments)));
            let order: Vec<_> = text.lines().map(|line| line[7..15].to_owned()).collect();
            let expected: Vec<_> = (0..columns)
                .flat_map(|column| (0..8).map(move |row| format!("{column} line {row}")))
                .collect();
            assert_eq!(order, expected);
        }
    }

    #[test]
    fn a_hyphen_of_the_word_stays_at_a_lines_end() {
        for (first, second, whole) in [
            ("her self-", "control failed", "her self-control failed"),
            ("a well-", "known man", "a well-known man"),
            ("the govern-", "ment of men", "the government of men"),
            ("a soft\u{ad}", "ware house", "a software house"),
        ] {
            let found =
                lines(pieces(vec![fragment(50.0, 700.0, first), fragment(50.0, 688.0, second)]));
            assert_eq!(paragraphs(&found), whole);
        }
    }

    #[test]
    fn words_parted_at_a_lines_end_are_joined() {
        let found = lines(pieces(vec![
            fragment(50.0, 700.0, "the self-gov-"),
            fragment(50.0, 688.0, "erning people of North-"),
            fragment(50.0, 676.0, "America"),
        ]));
        assert_eq!(paragraphs(&found), "the self-governing people of North-\nAmerica");
    }
}
