//! Word pieces as BERT's uncased vocabulary numbers them.
//!
//! The encoder inside the binary has that vocabulary without the places that BERT left unused, so
//! no second copy of it is needed.

use super::fixed::{Fixed, each_word};
use super::network::Pieces;

const UNKNOWN: i32 = 100;
const BEGIN: i32 = 101;
const END: i32 = 102;
/// How many places are unused before the first mark, and before the first word.
const UNUSED: (usize, usize) = (99, 994);
/// Where the words begin in the vocabulary without unused places.
const WORDS: usize = 5;

/// A text as runs of at most `window` numbers, each between the marks of beginning and end.
pub(super) fn windows(vocabulary: &Fixed, text: &str, window: usize) -> Vec<Vec<i32>> {
    let numbers = numbers(vocabulary, text);
    let room = window.saturating_sub(2).max(1);
    let marked = |run: &[i32]| [&[BEGIN], run, &[END]].concat();
    if numbers.is_empty() {
        return vec![marked(&[])];
    }
    numbers.chunks(room).map(marked).collect()
}

/// Two texts together, between the marks that part them: the first in each run, cut to what the second
/// leaves and at least half of it, the second in as many runs as it needs.
pub(super) fn pairs(vocabulary: &Fixed, texts: (&str, &str), window: usize) -> Vec<Pieces> {
    let [mut first, second] = [texts.0, texts.1].map(|text| numbers(vocabulary, text));
    let room = window.saturating_sub(3).max(2);
    first.truncate(room - second.len().min(room / 2));
    let runs: Vec<&[i32]> = match second.is_empty() {
        true => vec![&[]],
        false => second.chunks(room - first.len()).collect(),
    };
    let together = |run: &&[i32]| {
        let tokens = [&[BEGIN], &first[..], &[END], run, &[END]].concat();
        let kinds = [vec![0; first.len() + 2], vec![1; run.len() + 1]].concat();
        Pieces { tokens, kinds }
    };
    runs.iter().map(together).collect()
}

fn numbers(vocabulary: &Fixed, text: &str) -> Vec<i32> {
    let mut numbers = Vec::new();
    each_word(text, |word| match vocabulary.pieces_of(word) {
        Some(rows) => numbers.extend(rows.into_iter().map(number)),
        None => numbers.push(UNKNOWN),
    });
    numbers
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

    #[test]
    fn two_texts_are_read_together() {
        let fixed = Fixed::built_in().unwrap();
        let of = |first: &str, second: &str, window| {
            let found = pairs(fixed, (first, second), window);
            let kinds = |it: &Pieces| it.kinds.iter().filter(|kind| **kind == 1).count();
            found.into_iter().map(|it| (kinds(&it), it.tokens)).collect::<Vec<_>>()
        };
        assert_eq!(of("hello", "world", 512), [(2, vec![101, 7592, 102, 2088, 102])]);
        assert_eq!(of("hello", "", 512), [(1, vec![101, 7592, 102, 102])]);
        let long = of("hello hello hello", "world world world", 7);
        assert_eq!(
            long,
            [
                (3, vec![101, 7592, 7592, 102, 2088, 2088, 102]),
                (2, vec![101, 7592, 7592, 102, 2088, 102]),
            ]
        );
        assert!(
            of(&"hello ".repeat(900), &"world ".repeat(900), 512)
                .iter()
                .all(|it| it.1.len() <= 512)
        );
    }
}
