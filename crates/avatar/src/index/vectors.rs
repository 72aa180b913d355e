//! Vectors of passages as bytes: an exact scan needs no approximate index at this scale.

use rten_simd::{Isa, SimdOp};

/// The vectors of all passages, each scaled to unit length and rounded to bytes.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Vectors {
    /// How many numbers a vector has; 0 means that no encoder made any.
    pub(super) dimensions: u32,
    /// All vectors, one after another.
    pub(super) bytes: Vec<i8>,
    /// What one step of each vector is worth.
    pub(super) scales: Vec<f32>,
}

impl Vectors {
    /// Room for vectors of a number of dimensions.
    pub fn new(dimensions: usize) -> Self {
        let dimensions = u32::try_from(dimensions).unwrap_or_default();
        Self { dimensions, bytes: Vec::new(), scales: Vec::new() }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// Adds a vector of unit length.
    pub fn push(&mut self, vector: &[f32]) {
        let (bytes, scale) = rounded(vector);
        self.bytes.extend(bytes);
        self.scales.push(scale);
    }

    /// Adds the vector that stands in a row of others.
    pub(crate) fn copy(&mut self, others: &Self, row: usize) {
        let dimensions = self.dimensions as usize;
        let bytes = others.bytes.get(row * dimensions..(row + 1) * dimensions);
        self.bytes.extend_from_slice(bytes.unwrap_or_default());
        self.scales.extend(others.scales.get(row));
    }

    /// Writes the cosine of `query`, a vector of unit length, with every vector to `scores`.
    pub fn cosines(&self, query: &[f32], scores: &mut [f32]) {
        let dimensions = self.dimensions as usize;
        if dimensions == 0 || query.len() != dimensions {
            return;
        }
        let (query, step) = rounded(query);
        Scan { rows: &self.bytes, scales: &self.scales, query: &query, step, scores }.dispatch();
    }
}

/// A pass over all rows, compiled for each instruction set and run with the best this machine has.
struct Scan<'a> {
    rows: &'a [i8],
    scales: &'a [f32],
    query: &'a [i8],
    step: f32,
    scores: &'a mut [f32],
}

impl SimdOp for Scan<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _: I) {
        let rows = self.rows.chunks_exact(self.query.len()).zip(self.scales);
        for (score, (row, scale)) in self.scores.iter_mut().zip(rows) {
            *score = dot(self.query, row) as f32 * self.step * scale;
        }
    }
}

fn rounded(vector: &[f32]) -> (Vec<i8>, f32) {
    let largest = vector.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
    if largest == 0.0 {
        return (vec![0; vector.len()], 0.0);
    }
    let step = largest / 127.0;
    (vector.iter().map(|value| (value / step).round() as i8).collect(), step)
}

/// Products that the compiler turns into vector instructions.
#[inline(always)]
fn dot(left: &[i8], right: &[i8]) -> i32 {
    left.iter().zip(right).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
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
        vectors.cosines(&[0.8, 0.6], &mut scores);
        for (score, exact) in scores.iter().zip([0.8, 0.96, 0.0]) {
            assert!((score - exact).abs() < 0.01, "{scores:?}");
        }
    }
}
