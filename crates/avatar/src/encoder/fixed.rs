//! The encoder inside the binary: a vector per word piece, averaged over a text.
//!
//! Its vectors come from potion-base-8M (MinishLab, MIT), which learned them from bge-base-en-v1.5
//! (BAAI, MIT); `encoder/make` in this crate's folder makes the file.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::fold_into;

static FILE: &[u8] = include_bytes!("../../encoder/static-en.bin");
const MAGIC: &[u8] = b"ENSSTAT1";
const LONGEST_WORD: usize = 100;
/// Where the vocabulary's words begin, after its marks and single letters.
const COMMONEST: usize = 1_000;

/// Texts to vectors of unit length.
#[derive(Debug)]
pub(crate) struct Fixed {
    pieces: HashMap<&'static str, usize>,
    scales: Vec<f32>,
    rows: &'static [u8],
    dimensions: usize,
}

impl Fixed {
    /// The encoder of this binary, read once.
    pub(crate) fn built_in() -> Option<&'static Self> {
        static ENCODER: LazyLock<Option<Fixed>> = LazyLock::new(|| Fixed::parse(FILE));
        ENCODER.as_ref()
    }

    /// How many numbers a vector has.
    pub(crate) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// How rare a word is in English, by its place in a vocabulary that is sorted by use.
    pub(crate) fn rarity(&self, folded: &str) -> f32 {
        let place = self.pieces.get(folded).copied().unwrap_or(self.scales.len());
        let beyond = place.saturating_sub(COMMONEST) as f32;
        0.3 + (1.0 + beyond / 150.0).ln()
    }

    /// Whether a folded word is one of the vocabulary's, whole.
    pub(crate) fn is_word(&self, folded: &str) -> bool {
        folded.len() > 1 && self.pieces.contains_key(folded)
    }

    /// The vector of a text; of a text without known words, zero.
    pub(crate) fn encode(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions];
        each_word(text, |word| self.add_word(word, &mut sum));
        let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length > 0.0 {
            sum.iter_mut().for_each(|value| *value /= length);
        }
        sum
    }

    fn parse(file: &'static [u8]) -> Option<Self> {
        let (head, rest) = file.strip_prefix(MAGIC)?.split_at_checked(12)?;
        let number = |at: usize| {
            let bytes = head.get(at..at + 4)?.try_into().ok()?;
            usize::try_from(u32::from_le_bytes(bytes)).ok()
        };
        let (count, dimensions, length) = (number(0)?, number(4)?, number(8)?);
        let (words, rest) = rest.split_at_checked(length)?;
        let (scales, rows) = rest.split_at_checked(count * 4)?;
        let pieces = std::str::from_utf8(words).ok()?.split('\n');
        let scales = scales.chunks_exact(4);
        let scales = scales.map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect();
        (rows.len() == count * dimensions).then(|| Self {
            pieces: pieces.enumerate().map(|(row, piece)| (piece, row)).collect(),
            scales,
            rows,
            dimensions,
        })
    }

    /// Adds the vectors of a word's longest known pieces; an unknown word adds nothing.
    fn add_word(&self, word: &str, sum: &mut [f32]) {
        for row in self.pieces_of(word).unwrap_or_default() {
            let values = &self.rows[row * self.dimensions..(row + 1) * self.dimensions];
            let scale = self.scales[row];
            for (sum, value) in sum.iter_mut().zip(values) {
                *sum += f32::from(value.cast_signed()) * scale;
            }
        }
    }

    /// The longest known pieces of a word from left to right, as places in the vocabulary; none of a
    /// word that has an unknown piece.
    pub(super) fn pieces_of(&self, word: &str) -> Option<Vec<usize>> {
        if word.len() > LONGEST_WORD {
            return None;
        }
        let mut rows = Vec::new();
        let mut at = 0;
        let mut piece = String::new();
        while at < word.len() {
            let letters = word[at..].char_indices();
            let ends: Vec<usize> =
                letters.map(|(offset, letter)| at + offset + letter.len_utf8()).collect();
            let (row, end) = ends.iter().rev().find_map(|end| {
                piece.clear();
                piece.push_str(if at > 0 { "##" } else { "" });
                piece.push_str(&word[at..*end]);
                self.pieces.get(piece.as_str()).map(|row| (*row, *end))
            })?;
            rows.push(row);
            at = end;
        }
        Some(rows)
    }
}

/// The cosine of two vectors of unit length.
pub(crate) fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

/// Words as the vocabulary was made: folded, every mark a word of its own.
pub(super) fn each_word(text: &str, mut use_word: impl FnMut(&str)) {
    let mut word = String::new();
    for letter in text.chars() {
        let single = !letter.is_alphanumeric();
        if single && !word.is_empty() {
            use_word(&word);
            word.clear();
        }
        if !single {
            fold_into(letter, &mut word);
        } else if !letter.is_whitespace() && !letter.is_control() {
            let mut mark = [0; 4];
            use_word(letter.encode_utf8(&mut mark));
        }
    }
    if !word.is_empty() {
        use_word(&word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_one_meaning_are_nearer_than_others() {
        let encoder = Fixed::built_in().unwrap();
        let of = |text: &str| encoder.encode(text);
        let near = cosine(&of("The physician treats the sick."), &of("A doctor cures illness"));
        let far = cosine(&of("The physician treats the sick."), &of("The price of corn fell"));
        assert!(near > far + 0.2, "{near} {far}");
        assert!((cosine(&of("commons"), &of("commons")) - 1.0).abs() < 1e-3);
        assert!(of("").iter().all(|value| *value == 0.0));
    }
}
