//! Vectors of passages as bytes, exact enough to be compared as they are.

use std::sync::Arc;

use super::scan::{Scan, dot};

/// The vectors of all passages, each scaled to unit length and rounded to bytes.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Vectors {
    /// How many numbers a vector has; 0 means that no encoder made any.
    pub(super) dimensions: u32,
    /// All vectors, one after another.
    pub(super) bytes: Arc<Vec<i8>>,
    /// What one step of each vector is worth.
    pub(super) scales: Arc<Vec<f32>>,
}

impl Vectors {
    /// Room for vectors of a number of dimensions.
    pub fn new(dimensions: usize) -> Self {
        let dimensions = u32::try_from(dimensions).unwrap_or_default();
        Self { dimensions, ..Self::default() }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.scales.len()
    }

    /// How many numbers a vector has.
    pub(crate) fn dimensions(&self) -> u32 {
        self.dimensions
    }

    /// A row as numbers; none where there are no vectors.
    pub(crate) fn numbers(&self, row: usize) -> Vec<f32> {
        let dimensions = self.dimensions as usize;
        let bytes = self.bytes.get(row * dimensions..(row + 1) * dimensions).unwrap_or_default();
        let scale = self.scales.get(row).copied().unwrap_or_default();
        bytes.iter().map(|byte| f32::from(*byte) * scale).collect()
    }

    /// A row as bytes.
    pub(super) fn record(&self, row: usize) -> Vec<u8> {
        let dimensions = self.dimensions as usize;
        let bytes = self.bytes.get(row * dimensions..(row + 1) * dimensions).unwrap_or_default();
        let scale = self.scales.get(row).copied().unwrap_or_default().to_le_bytes();
        scale.into_iter().chain(bytes.iter().map(|byte| byte.cast_unsigned())).collect()
    }

    /// Adds a row that was bytes; one of another length is not added.
    pub(super) fn push_record(&mut self, record: &[u8]) {
        if let Some((scale, bytes)) = record.split_first_chunk()
            && bytes.len() == self.dimensions as usize
        {
            Arc::make_mut(&mut self.scales).push(f32::from_le_bytes(*scale));
            Arc::make_mut(&mut self.bytes).extend(bytes.iter().map(|byte| byte.cast_signed()));
        }
    }

    /// Adds a vector of unit length.
    pub fn push(&mut self, vector: &[f32]) {
        let (bytes, scale) = rounded(vector);
        Arc::make_mut(&mut self.bytes).extend(bytes);
        Arc::make_mut(&mut self.scales).push(scale);
    }

    /// Adds the vector that stands in a row of others.
    pub(crate) fn copy(&mut self, others: &Self, row: usize) {
        let dimensions = self.dimensions as usize;
        let bytes = others.bytes.get(row * dimensions..(row + 1) * dimensions);
        Arc::make_mut(&mut self.bytes).extend_from_slice(bytes.unwrap_or_default());
        Arc::make_mut(&mut self.scales).extend(others.scales.get(row));
    }

    /// Writes the cosines of some rows alone.
    pub(crate) fn cosines_of(&self, rows: &[usize], query: &[f32], scores: &mut [f32]) {
        let dimensions = self.dimensions as usize;
        let (query, step) = rounded(query);
        let query: Vec<i16> = query.into_iter().map(i16::from).collect();
        for row in rows {
            let bytes = self.bytes.get(row * dimensions..(row + 1) * dimensions);
            if let (Some(bytes), Some(scale), Some(score)) =
                (bytes, self.scales.get(*row), scores.get_mut(*row))
            {
                *score = dot(&query, bytes) as f32 * step * scale;
            }
        }
    }

    /// Writes the cosine of `query`, a vector of unit length, with every vector to `scores`; as many as
    /// `helpers` other threads take part where they are free and it is worth it.
    pub fn cosines(&self, query: &[f32], scores: &mut [f32], helpers: usize) {
        if let Some(scan) = self.scan(query, helpers) {
            scan.finish(scores);
        }
    }

    /// Begins to compare `query` with every vector; nothing where they cannot be compared.
    pub(crate) fn scan(&self, query: &[f32], helpers: usize) -> Option<Scan> {
        let dimensions = self.dimensions as usize;
        let fits = dimensions > 0 && query.len() == dimensions;
        fits.then(|| Scan::begin(self, query, helpers))
    }
}

/// A vector as bytes, and what one step of them is worth.
pub(super) fn rounded(vector: &[f32]) -> (Vec<i8>, f32) {
    let largest = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    if largest == 0.0 {
        return (vec![0; vector.len()], 0.0);
    }
    let step = largest / 127.0;
    (vector.iter().map(|value| (value / step).round() as i8).collect(), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_of_rounded_vectors_stay_close() {
        let mut vectors = Vectors::new(2);
        vectors.push(&[1.0, 0.0]);
        vectors.push(&[0.6, 0.8]);
        vectors.push(&[0.0, 0.0]);
        let mut scores = [0.0; 3];
        vectors.cosines(&[0.8, 0.6], &mut scores, 0);
        for (score, exact) in scores.iter().zip([0.8, 0.96, 0.0]) {
            assert!((score - exact).abs() < 0.01, "{scores:?}");
        }
    }

    #[test]
    fn some_rows_alone_get_what_they_get_among_all() {
        let mut vectors = Vectors::new(2);
        let row = |at: usize| (at as f32).sin_cos();
        (0..100).for_each(|at| vectors.push(&[row(at).0, row(at).1]));
        let (mut all, mut some) = (vec![0.0; 100], vec![0.0; 100]);
        vectors.cosines(&[0.6, 0.8], &mut all, 0);
        vectors.cosines_of(&[0, 7, 99, 100], &[0.6, 0.8], &mut some);
        let compared = |at: usize| if [0, 7, 99].contains(&at) { all[at] } else { 0.0 };
        assert!((0..100).all(|at| some[at] == compared(at)));
        vectors.cosines(&[1.0], &mut all, 0);
        assert!(vectors.scan(&[], 0).is_none(), "another encoder's vector");
    }
}
