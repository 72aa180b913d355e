//! A million vectors scanned by one thread.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use avatar::Vectors;

use crate::Failed;
use crate::setup::Setup;

const COUNT: usize = 1_000_000;
const DIMENSIONS: usize = 384;
const RUNS: usize = 15;

/// The table; `bench/avatar/peers` measures the same with other programs.
pub(crate) fn table(_: &Setup, _: &Path) -> Result<String, Failed> {
    let mut vectors = Vectors::new(DIMENSIONS);
    let mut seed = 1_u64;
    let mut vector = || -> Vec<f32> {
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        };
        (0..DIMENSIONS).map(|_| number()).collect()
    };
    for _ in 0..COUNT {
        vectors.push(&vector());
    }
    let query = vector();
    let mut scores = vec![0.0; COUNT];
    let mut spent: Vec<f64> = Vec::new();
    for _ in 0..RUNS {
        let started = Instant::now();
        vectors.cosines(&query, &mut scores, 0);
        let mut order: Vec<usize> = (0..COUNT).collect();
        order.select_nth_unstable_by(10, |left, right| scores[*right].total_cmp(&scores[*left]));
        spent.push(started.elapsed().as_secs_f64() * 1e3);
        std::hint::black_box(order);
    }
    spent.sort_by(f64::total_cmp);
    let mut text = String::from("scan\n");
    writeln!(
        text,
        "  ensemble, a million vectors of {DIMENSIONS} bytes, best 10: least {:.1} ms, median {:.1} ms",
        spent[0],
        spent[RUNS / 2]
    )?;
    Ok(text)
}
