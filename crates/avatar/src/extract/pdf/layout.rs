//! Fragments to lines and lines to paragraphs, in the order a reader reads them.

use super::content::Fragment;

/// A stretch of text on one base line within one column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    x: f32,
    end: f32,
    y: f32,
    size: f32,
}

/// The lines of a page in reading order: down the left column, then down the right.
pub(super) fn lines(fragments: Vec<Fragment>) -> Vec<Line> {
    let pieces = pieces(fragments);
    match gutter(&pieces) {
        Some(gutter) => by_columns(pieces, gutter),
        None => join_rows(pieces),
    }
}

/// Fragments of one base line joined where no more than a few letters' width parts them.
fn pieces(mut fragments: Vec<Fragment>) -> Vec<Line> {
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
    rows.into_iter().flat_map(pieces_of_row).collect()
}

fn pieces_of_row(mut row: Vec<Fragment>) -> Vec<Line> {
    row.sort_by(|left, right| left.x.total_cmp(&right.x));
    let mut found: Vec<Line> = Vec::new();
    for fragment in row {
        let gap = found.last().map_or(f32::MAX, |line| fragment.x - line.end);
        match found.last_mut() {
            Some(line) if gap < 1.2 * fragment.size => {
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

/// Where two columns part, if most of the page is set in two.
fn gutter(pieces: &[Line]) -> Option<f32> {
    let left = pieces.iter().map(|line| line.x).fold(f32::MAX, f32::min);
    let right = pieces.iter().map(|line| line.end).fold(f32::MIN, f32::max);
    if pieces.len() < 6 || right <= left {
        return None;
    }
    let mut best: Option<(usize, f32)> = None;
    for step in 35..=65 {
        let at = left + (right - left) * step as f32 / 100.0;
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
    // Cells of a table also leave room between them; a column's lines fill their width.
    best.map(|(_, at)| at).filter(|at| {
        let inside = |line: &&Line| line.end <= *at || line.x >= *at;
        let widths = pieces.iter().filter(inside).map(|line| line.end - line.x).sum::<f32>();
        let count = pieces.iter().filter(inside).count().max(1);
        widths / count as f32 > 0.25 * (right - left)
    })
}

/// Lines across both columns part the page into bands; each band is read column by column.
fn by_columns(pieces: Vec<Line>, gutter: f32) -> Vec<Line> {
    let (mut found, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
    for line in pieces {
        if line.end <= gutter {
            left.push(line);
        } else if line.x >= gutter {
            right.push(line);
        } else {
            found.append(&mut left);
            found.append(&mut right);
            found.push(line);
        }
    }
    found.append(&mut left);
    found.append(&mut right);
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
        } else if text.ends_with('-') && continues(&text, &line.text) {
            text.pop();
        } else if before.is_some() {
            text.push('\n');
        }
        text.push_str(line.text.trim());
    }
    text
}

/// Whether a hyphen at the end of a line parts a word that the next line ends.
fn continues(text: &str, next: &str) -> bool {
    let letter = text.chars().rev().nth(1).is_some_and(char::is_alphabetic);
    letter && next.trim_start().starts_with(char::is_lowercase)
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
        let text = paragraphs(&lines(fragments));
        let at = |words: &str| text.find(words).unwrap();
        assert!(at("heading") < at("left line number 0"));
        assert!(at("left line number 7") < at("right line number 0"), "{text}");
    }

    #[test]
    fn words_parted_at_a_lines_end_are_joined() {
        let found = lines(vec![
            fragment(50.0, 700.0, "the self-gov-"),
            fragment(50.0, 688.0, "erning people of North-"),
            fragment(50.0, 676.0, "America"),
        ]);
        assert_eq!(paragraphs(&found), "the self-governing people of North-\nAmerica");
    }
}
