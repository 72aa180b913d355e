//! The exact scan over all vectors: blocks of rows, taken in turn by whoever has time.
//!
//! The thread that asks never waits for a helper. What a helper took and has not done when all else is,
//! the asking thread does itself, so a helper that the system holds back costs one block.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use rten_simd::{Isa, SimdOp};

use super::vectors::Vectors;

/// How many places are read in turn: memory is fetched ahead for each of them, which halves the wait.
const STREAMS: usize = 8;
/// How many vectors are worth a helper.
const WORTH_A_HELPER: usize = 20_000;
/// How many rows are taken at a time where helpers take some, and into how many blocks more are cut.
const BLOCK: usize = 4_096;
const BLOCKS: usize = 24;
/// The most helpers there are.
const MOST_HELPERS: usize = 3;

/// A scan that has begun.
pub(crate) struct Scan {
    job: Arc<Job>,
}

/// What is shared with the helpers.
struct Job {
    bytes: Arc<Vec<i8>>,
    scales: Arc<Vec<f32>>,
    query: Vec<i16>,
    step: f32,
    block: usize,
    next: AtomicUsize,
    helped: Mutex<Vec<(usize, Vec<f32>)>>,
}

impl Scan {
    /// Begins to compare a vector of unit length with all others; without `helpers` nothing happens before the
    /// end is asked for.
    pub(super) fn begin(vectors: &Vectors, query: &[f32], helpers: usize) -> Self {
        let (query, step) = super::vectors::rounded(query);
        let count = vectors.count();
        let helpers = helpers.min(count / WORTH_A_HELPER).min(self::helpers().len());
        let job = Arc::new(Job {
            bytes: vectors.bytes.clone(),
            scales: vectors.scales.clone(),
            query: query.into_iter().map(i16::from).collect(),
            step,
            // Longer blocks are read faster; without helpers there is nobody to leave any to.
            block: if helpers == 0 { count.max(1) } else { (count / BLOCKS).max(BLOCK) },
            next: AtomicUsize::new(0),
            helped: Mutex::default(),
        });
        for helper in self::helpers().iter().take(helpers) {
            // A helper that is busy with another question is not waited for.
            if helper.try_send(job.clone()).is_err() {
                break;
            }
        }
        Self { job }
    }

    /// Writes every cosine to `scores`.
    pub(crate) fn finish(self, scores: &mut [f32]) {
        let job = &*self.job;
        let mut blocks: Vec<&mut [f32]> = scores.chunks_mut(job.block).collect();
        let mut open: Vec<bool> = vec![true; blocks.len()];
        while let Some(at) = job.take(blocks.len()) {
            job.compare(at, blocks[at]);
            open[at] = false;
        }
        let helped =
            std::mem::take(&mut *job.helped.lock().unwrap_or_else(PoisonError::into_inner));
        for (at, found) in helped {
            if let Some(block) = blocks.get_mut(at).filter(|block| block.len() == found.len()) {
                block.copy_from_slice(&found);
                open[at] = false;
            }
        }
        for at in (0..blocks.len()).filter(|at| open[*at]) {
            job.compare(at, blocks[at]);
        }
    }
}

impl Job {
    fn take(&self, blocks: usize) -> Option<usize> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < blocks).then_some(at)
    }

    fn help(&self) {
        let blocks = self.scales.len().div_ceil(self.block);
        while let Some(at) = self.take(blocks) {
            let mut found = vec![0.0; self.block.min(self.scales.len() - at * self.block)];
            self.compare(at, &mut found);
            self.helped.lock().unwrap_or_else(PoisonError::into_inner).push((at, found));
        }
    }

    fn compare(&self, block: usize, scores: &mut [f32]) {
        let (size, first) = (self.query.len(), block * self.block);
        let rows = self.bytes.get(first * size..).unwrap_or_default();
        let scales = self.scales.get(first..).unwrap_or_default();
        Pass { rows, scales, query: &self.query, step: self.step, scores }.dispatch();
    }
}

/// The threads that help, as many as the machine has cores beside the one that asks.
fn helpers() -> &'static [SyncSender<Arc<Job>>] {
    static HELPERS: OnceLock<Vec<SyncSender<Arc<Job>>>> = OnceLock::new();
    HELPERS.get_or_init(|| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        (0..MOST_HELPERS.min(cores - 1)).filter_map(|_| helper()).collect()
    })
}

/// A thread that helps for as long as the program runs; none where the system has no more threads.
fn helper() -> Option<SyncSender<Arc<Job>>> {
    let (sender, receiver): (_, Receiver<Arc<Job>>) = sync_channel(1);
    let work = move || receiver.iter().for_each(|job| job.help());
    thread::Builder::new().name("avatar scan".to_owned()).spawn(work).ok()?;
    Some(sender)
}

/// A pass over some rows, compiled for each instruction set and run with the best this machine has.
struct Pass<'a> {
    rows: &'a [i8],
    scales: &'a [f32],
    query: &'a [i16],
    step: f32,
    scores: &'a mut [f32],
}

impl SimdOp for Pass<'_> {
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

/// Products that the compiler turns into vector instructions.
#[inline(always)]
pub(super) fn dot(query: &[i16], row: &[i8]) -> i32 {
    let products = query.iter().zip(row);
    products.map(|(query, row)| i32::from(*query) * i32::from(i16::from(*row))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(count: usize) -> Vectors {
        let mut vectors = Vectors::new(2);
        let row = |at: usize| (at as f32).sin_cos();
        (0..count).for_each(|at| vectors.push(&[row(at).0, row(at).1]));
        vectors
    }

    fn scanned(vectors: &Vectors, helpers: usize) -> Vec<f32> {
        let mut scores = vec![-9.0; vectors.count()];
        Scan::begin(vectors, &[0.6, 0.8], helpers).finish(&mut scores);
        scores
    }

    #[test]
    fn helpers_change_nothing_but_the_time() {
        let vectors = vectors(2 * WORTH_A_HELPER + 5);
        let alone = scanned(&vectors, 0);
        for _ in 0..20 {
            assert_eq!(scanned(&vectors, 3), alone);
        }
        let together: Vec<Vec<f32>> = thread::scope(|scope| {
            let asking: Vec<_> = (0..4).map(|_| scope.spawn(|| scanned(&vectors, 3))).collect();
            asking.into_iter().map(|it| it.join().unwrap()).collect()
        });
        assert!(together.iter().all(|scores| *scores == alone));
    }

    #[test]
    fn what_a_helper_took_and_never_did_is_done_all_the_same() {
        let vectors = vectors(3 * BLOCK + 7);
        let alone = scanned(&vectors, 0);
        let begin = || {
            let mut scan = Scan::begin(&vectors, &[0.6, 0.8], 0);
            Arc::get_mut(&mut scan.job).unwrap().block = BLOCK;
            scan
        };
        let scan = begin();
        assert_eq!(scan.job.take(4), Some(0));
        let mut scores = vec![-9.0; vectors.count()];
        scan.finish(&mut scores);
        assert_eq!(scores, alone);
        let scan = begin();
        scan.job.help();
        let mut scores = vec![-9.0; vectors.count()];
        scan.finish(&mut scores);
        assert_eq!(scores, alone, "all of it by a helper");
    }

    #[test]
    fn every_row_gets_its_own_score_however_many_there_are() {
        for count in [0_u8, 1, 7, 8, 9, 17, 100] {
            let mut vectors = Vectors::new(2);
            let row = |at: u8| (f32::from(at) / 100.0).sin_cos();
            (0..count).for_each(|at| vectors.push(&[row(at).0, row(at).1]));
            let mut scores = vec![-1.0; usize::from(count)];
            Scan::begin(&vectors, &[1.0, 0.0], 0).finish(&mut scores);
            for (at, score) in (0..count).zip(&scores) {
                assert!((score - row(at).0).abs() < 0.01, "{at} of {count}: {score}");
            }
        }
    }
}
