//! White strips down a page: where no line of text goes, over nearly its whole height.
//!
//! Room between words does not line up from row to row; the room between columns does, however narrow it is.

use std::ops::Range;

use super::content::Fragment;

/// How wide a strip is looked at, in points.
const STEP: f32 = 0.5;
/// The most steps over the width of a page; a wider page has wider steps.
const MOST_STEPS: f32 = 4_096.0;
/// The least rows of a page that may have columns.
const LEAST_ROWS: usize = 6;
/// The part of the rows that may go across a strip: headings, pictures' captions.
const CROSSING: f32 = 0.2;
/// The least width of a strip, as a part of the usual size of letters.
const LEAST_WIDTH: f32 = 0.4;
/// The part of the rows that must have text on each side of a strip.
const BESIDE: f32 = 0.3;

/// The strips of a page, from left to right, by the rows of its fragments.
pub(super) fn strips(rows: &[Vec<Fragment>]) -> Vec<Range<f32>> {
    let all = || rows.iter().flatten();
    let left = all().map(|it| it.x).fold(f32::MAX, f32::min);
    let right = all().map(|it| it.end).fold(f32::MIN, f32::max);
    if rows.len() < LEAST_ROWS || right - left < STEP {
        return Vec::new();
    }
    let step = STEP.max((right - left) / MOST_STEPS);
    let crossing = crossing(rows, left..right, step);
    let most = (CROSSING * rows.len() as f32) as usize;
    let size = usual_size(rows);
    let mut found = Vec::new();
    let mut at = 0;
    while at < crossing.len() {
        let length = crossing[at..].iter().take_while(|count| **count <= most).count();
        if length > 0 {
            let core = core(&crossing[at..at + length]);
            let strip =
                left + (at + core.start) as f32 * step..left + (at + core.end) as f32 * step;
            if strip.end - strip.start >= LEAST_WIDTH * size && is_between(rows, &strip) {
                found.push(strip);
            }
        }
        at += length.max(1);
    }
    found
}

/// How many rows have text at each step of the width.
fn crossing(rows: &[Vec<Fragment>], width: Range<f32>, step: f32) -> Vec<usize> {
    let steps = ((width.end - width.start) / step).ceil() as usize;
    let mut crossing = vec![0; steps];
    for row in rows {
        let mut covered = vec![false; steps];
        for fragment in row {
            let [from, to] =
                [fragment.x, fragment.end].map(|x| ((x - width.start) / step).max(0.0) as usize);
            let to = to.min(steps);
            covered[from.min(to)..to].fill(true);
        }
        crossing
            .iter_mut()
            .zip(covered)
            .for_each(|(count, covered)| *count += usize::from(covered));
    }
    crossing
}

/// The longest part of a strip that the fewest rows cross.
fn core(strip: &[usize]) -> Range<usize> {
    let least = strip.iter().min().copied().unwrap_or_default();
    let (mut best, mut start) = (0..0, 0);
    for (at, count) in strip.iter().enumerate() {
        if *count > least {
            start = at + 1;
        } else if at + 1 - start > best.len() {
            best = start..at + 1;
        }
    }
    best
}

/// Whether enough rows have text on each side.
fn is_between(rows: &[Vec<Fragment>], strip: &Range<f32>) -> bool {
    let least = BESIDE * rows.len() as f32;
    let before = rows.iter().filter(|row| row.iter().any(|it| it.end <= strip.start + STEP));
    let after = rows.iter().filter(|row| row.iter().any(|it| it.x >= strip.end - STEP));
    before.count() as f32 >= least && after.count() as f32 >= least
}

fn usual_size(rows: &[Vec<Fragment>]) -> f32 {
    let mut sizes: Vec<f32> = rows.iter().flatten().map(|it| it.size).collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(10.0)
}
