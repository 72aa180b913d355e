//! What one search writes down for every passage, kept for the next: fresh memory for a hundred
//! thousand passages costs more than counting their words.

use std::sync::{Mutex, PoisonError};

/// The scores of every passage.
#[derive(Debug, Default)]
pub(crate) struct Scores {
    /// By words.
    pub(crate) bm25: Vec<f32>,
    /// By meaning.
    pub(crate) cosines: Vec<f32>,
    /// By both.
    pub(crate) fused: Vec<f32>,
}

/// Scores that nobody uses at the moment; searches at the same time make their own.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Option<Scores>>);

impl Spare {
    /// Scores of zero for a number of passages.
    pub(crate) fn take(&self, passages: usize) -> Scores {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut scores = spare.unwrap_or_default();
        scores.fused.clear();
        for zeroed in [&mut scores.bm25, &mut scores.cosines] {
            zeroed.clear();
            zeroed.resize(passages, 0.0);
        }
        scores
    }

    /// Keeps scores for the next search.
    pub(crate) fn keep(&self, scores: Scores) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(scores);
    }
}
