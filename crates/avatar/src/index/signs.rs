//! The signs of vectors: a first look at a very large corpus that reads an eighth of its bytes.
//!
//! Vectors that point the same way have the same signs in most places, so those that differ least
//! are worth an exact comparison; how many are compared is the caller's choice.

use rten_simd::{Isa, SimdOp};

use super::Vectors;

/// One bit for each number of each vector.
#[derive(Debug)]
pub(crate) struct Signs {
    words: Vec<u64>,
    per_row: usize,
}

impl Signs {
    /// The signs of all vectors.
    pub(crate) fn of(vectors: &Vectors) -> Self {
        let dimensions = (vectors.dimensions as usize).max(1);
        let rows = vectors.bytes.chunks_exact(dimensions);
        let negative = |value: &i8| *value < 0;
        let words = rows.flat_map(|row| packed(row.iter().map(negative)));
        Self { words: words.collect(), per_row: dimensions.div_ceil(64) }
    }

    /// The rows whose signs differ least from those of `query`, at least `count` where there are so many.
    pub(crate) fn nearest(&self, query: &[f32], count: usize) -> Vec<usize> {
        let query = packed(query.iter().map(|value| *value < 0.0));
        if query.len() != self.per_row {
            return Vec::new();
        }
        let mut distances = vec![0; self.words.len() / self.per_row];
        Differences { words: &self.words, query: &query, distances: &mut distances }.dispatch();
        let mut rows_at = vec![0; 64 * self.per_row + 1];
        distances.iter().for_each(|distance| rows_at[usize::from(*distance)] += 1);
        let mut held = 0;
        let enough = rows_at.iter().position(|rows| {
            held += rows;
            held >= count
        });
        let most = enough.unwrap_or(rows_at.len());
        let near = |(_, distance): &(usize, &u16)| usize::from(**distance) <= most;
        distances.iter().enumerate().filter(near).map(|(row, _)| row).collect()
    }
}

fn packed(bits: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (at, bit) in bits.enumerate() {
        if at % 64 == 0 {
            words.push(0);
        }
        if let Some(word) = words.last_mut() {
            *word |= u64::from(bit) << (at % 64);
        }
    }
    words
}

/// How many signs of each row differ from the query's.
struct Differences<'a> {
    words: &'a [u64],
    query: &'a [u64],
    distances: &'a mut [u16],
}

impl SimdOp for Differences<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _: I) {
        let rows = self.words.chunks_exact(self.query.len());
        for (distance, row) in self.distances.iter_mut().zip(rows) {
            let differing = row.iter().zip(self.query).map(|(row, query)| row ^ query);
            *distance = differing.map(|bits| bits.count_ones() as u16).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vector_itself_is_among_the_nearest() {
        let mut seed = 1_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        };
        let rows: Vec<Vec<f32>> = (0..300).map(|_| (0..100).map(|_| number()).collect()).collect();
        let mut vectors = Vectors::new(100);
        rows.iter().for_each(|row| vectors.push(row));
        let signs = Signs::of(&vectors);
        for (at, row) in rows.iter().enumerate() {
            let near = signs.nearest(row, 5);
            assert!(near.contains(&at) && near.len() >= 5 && near.len() < 100, "{at}: {near:?}");
        }
        assert_eq!(signs.nearest(&rows[0], 1_000).len(), 300);
        assert!(signs.nearest(&[1.0], 5).is_empty());
        assert!(Signs::of(&Vectors::default()).nearest(&[], 5).is_empty());
    }
}
