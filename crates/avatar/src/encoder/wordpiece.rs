//! Word pieces as BERT's uncased vocabulary numbers them.
//!
//! The encoder inside the binary has that vocabulary without the places that BERT left unused, so
//! no second copy of it is needed.

use super::fixed::{Fixed, each_word};

const UNKNOWN: i32 = 100;
const BEGIN: i32 = 101;
const END: i32 = 102;
/// How many places are unused before the first mark, and before the first word.
const UNUSED: (usize, usize) = (99, 994);
/// Where the words begin in the vocabulary without unused places.
const WORDS: usize = 5;

/// A text as runs of at most `window` numbers, each between the marks of beginning and end.
pub(super) fn windows(vocabulary: &Fixed, text: &str, window: usize) -> Vec<Vec<i32>> {
    let mut numbers = Vec::new();
    each_word(text, |word| match vocabulary.pieces_of(word) {
        Some(rows) => numbers.extend(rows.into_iter().map(number)),
        None => numbers.push(UNKNOWN),
    });
    let room = window.saturating_sub(2).max(1);
    let marked = |run: &[i32]| [&[BEGIN], run, &[END]].concat();
    if numbers.is_empty() {
        return vec![marked(&[])];
    }
    numbers.chunks(room).map(marked).collect()
}

/// The number of a piece by its place among those that are used.
fn number(row: usize) -> i32 {
    let unused = if row < WORDS { UNUSED.0 } else { UNUSED.1 };
    i32::try_from(if row == 0 { 0 } else { row + unused }).unwrap_or(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_the_numbers_that_bert_has_for_them() {
        let fixed = Fixed::built_in().unwrap();
        let of = |text: &str| windows(fixed, text, 512);
        assert_eq!(of("Hello, world!"), [[101, 7592, 1010, 2088, 999, 102]]);
        assert_eq!(of("CAFÉ unaffable"), [[101, 7668, 14477, 20961, 3468, 102]]);
        assert_eq!(of(""), [[101, 102]]);
        assert_eq!(of(&"x".repeat(101)), [[101, 100, 102]]);
        let cut = windows(fixed, "hello hello hello", 4);
        assert_eq!(cut, [vec![101, 7592, 7592, 102], vec![101, 7592, 102]]);
    }
}
