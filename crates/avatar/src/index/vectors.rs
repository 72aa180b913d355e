//! Vectors of passages as bytes: an exact scan needs no approximate index at this scale.

use std::thread;

use rten_simd::{Isa, SimdOp};

/// How many places are read in turn: memory is fetched ahead for each of them, which halves the wait.
const STREAMS: usize = 8;

/// How many vectors a thread must have to scan for its start to pay.
const WORTH_A_THREAD: usize = 20_000;

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
            self.scales.push(f32::from_le_bytes(*scale));
            self.bytes.extend(bytes.iter().map(|byte| byte.cast_signed()));
        }
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

    /// Writes the cosine of `query`, a vector of unit length, with every vector to `scores`, on as many
    /// threads as are worth starting and at most `threads`.
    pub fn cosines(&self, query: &[f32], scores: &mut [f32], threads: usize) {
        let dimensions = self.dimensions as usize;
        if dimensions == 0 || query.len() != dimensions {
            return;
        }
        let (query, step) = rounded(query);
        let query: Vec<i16> = query.into_iter().map(i16::from).collect();
        let share = self.count().div_ceil(threads.max(1)).max(WORTH_A_THREAD);
        let parts = self.bytes.chunks(share * dimensions).zip(self.scales.chunks(share));
        let parts = parts.zip(scores.chunks_mut(share));
        let mut scans: Vec<Scan<'_>> = parts
            .map(|((rows, scales), scores)| Scan { rows, scales, query: &query, step, scores })
            .collect();
        let own = scans.pop();
        thread::scope(|scope| {
            for scan in scans {
                scope.spawn(|| scan.dispatch());
            }
            if let Some(own) = own {
                own.dispatch();
            }
        });
    }
}

/// A pass over all rows, compiled for each instruction set and run with the best this machine has.
struct Scan<'a> {
    rows: &'a [i8],
    scales: &'a [f32],
    query: &'a [i16],
    step: f32,
    scores: &'a mut [f32],
}

impl SimdOp for Scan<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, _: I) {
        let (size, count) = (self.query.len(), self.scores.len().min(self.scales.len()));
        let part = count.div_ceil(STREAMS).max(1);
        for first in 0..part {
            for row in (first..count).step_by(part) {
                let sum = dot(self.query, &self.rows[row * size..(row + 1) * size]);
                self.scores[row] = sum as f32 * self.step * self.scales[row];
            }
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
fn dot(query: &[i16], row: &[i8]) -> i32 {
    let products = query.iter().zip(row);
    products.map(|(query, row)| i32::from(*query) * i32::from(i16::from(*row))).sum()
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
        vectors.cosines(&[0.8, 0.6], &mut scores, 1);
        for (score, exact) in scores.iter().zip([0.8, 0.96, 0.0]) {
            assert!((score - exact).abs() < 0.01, "{scores:?}");
        }
    }

    #[test]
    fn threads_share_the_rows() {
        let mut vectors = Vectors::new(2);
        let row = |at: usize| (at as f32).sin_cos();
        let count = 2 * WORTH_A_THREAD + 5;
        (0..count).for_each(|at| vectors.push(&[row(at).0, row(at).1]));
        let mut alone = vec![0.0; count];
        vectors.cosines(&[0.6, 0.8], &mut alone, 1);
        for threads in [0, 2, 3, 64] {
            let mut together = vec![0.0; count];
            vectors.cosines(&[0.6, 0.8], &mut together, threads);
            assert_eq!(together, alone, "{threads}");
        }
        let mut some = vec![0.0; count];
        vectors.cosines_of(&[0, 7, count - 1, count], &[0.6, 0.8], &mut some);
        let compared = |at: usize| if [0, 7, count - 1].contains(&at) { alone[at] } else { 0.0 };
        assert!((0..count).all(|at| some[at] == compared(at)));
    }

    #[test]
    fn every_row_gets_its_own_score_however_many_there_are() {
        for count in [0_u8, 1, 7, 8, 9, 17, 100] {
            let mut vectors = Vectors::new(2);
            let row = |at: u8| (f32::from(at) / 100.0).sin_cos();
            (0..count).for_each(|at| vectors.push(&[row(at).0, row(at).1]));
            let mut scores = vec![-1.0; usize::from(count)];
            vectors.cosines(&[1.0, 0.0], &mut scores, 1);
            for (at, score) in (0..count).zip(&scores) {
                assert!((score - row(at).0).abs() < 0.01, "{at} of {count}: {score}");
            }
        }
    }
}
