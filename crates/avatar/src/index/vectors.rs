//! Vectors of passages as bytes: an exact scan needs no approximate index at this scale.

/// The vectors of all passages, each scaled to unit length and rounded to bytes.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Vectors {
    /// How many numbers a vector has; 0 means that no encoder made any.
    pub(super) dimensions: u32,
    /// All vectors, one after another.
    pub(super) bytes: Vec<i8>,
    /// What one step of each vector is worth.
    pub(super) scales: Vec<f32>,
}

impl Vectors {
    /// Room for vectors of a number of dimensions.
    pub(crate) fn new(dimensions: usize) -> Self {
        let dimensions = u32::try_from(dimensions).unwrap_or_default();
        Self { dimensions, bytes: Vec::new(), scales: Vec::new() }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.scales.is_empty()
    }

    /// Adds a vector of unit length.
    pub(crate) fn push(&mut self, vector: &[f32]) {
        let (bytes, scale) = rounded(vector);
        self.bytes.extend(bytes);
        self.scales.push(scale);
    }

    /// Writes the cosine of `query`, a vector of unit length, with every vector to `scores`.
    pub(crate) fn cosines(&self, query: &[f32], scores: &mut [f32]) {
        let dimensions = self.dimensions as usize;
        if dimensions == 0 || query.len() != dimensions {
            return;
        }
        let (query, step) = rounded(query);
        let rows = self.bytes.chunks_exact(dimensions).zip(&self.scales);
        for (score, (row, scale)) in scores.iter_mut().zip(rows) {
            *score = dot(&query, row) as f32 * step * scale;
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

/// Sixteen-bit products in lanes that the compiler turns into vector instructions.
fn dot(left: &[i8], right: &[i8]) -> i32 {
    let mut sum = 0;
    for (left, right) in left.chunks(64).zip(right.chunks(64)) {
        let pairs = left.iter().zip(right);
        sum +=
            pairs.map(|(left, right)| i32::from(i16::from(*left) * i16::from(*right))).sum::<i32>();
    }
    sum
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
