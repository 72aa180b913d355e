//! What is right rather than fast: the case tables, and samples of the campaigns that
//! `bench/prolog/differential` and `bench/prolog/fuzz` run at length.

use crate::{attack, compare, harness};
use prolog::{Budget, Program, Session};
use std::time::Duration;

/// Programs and seeds of a sample.
const SAMPLE: u64 = 400;

/// Runs the tables and the samples and prints their counts.
#[expect(clippy::print_stdout, reason = "a command's report")]
pub(crate) fn print() {
    println!("Conformity, outcomes checked against ISO and SWI-Prolog 9:\n");
    println!("| table | cases | as expected | deliberately not SWI's |");
    println!("|---|---|---|---|");
    let mut sums = [0; 3];
    for (name, counts) in tables() {
        println!("| {name} | {} | {} | {} |", counts[0], counts[1], counts[2]);
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    println!("| **all** (wanted: 1200) | {} | {} | {} |", sums[0], sums[1], sums[2]);
    let mut sample = compare::batch(5_000_000..5_000_000 + SAMPLE / 2);
    sample.add(compare::batch(5_000_000 + SAMPLE / 2..5_000_000 + SAMPLE));
    println!("\nRandom programs beside SWI-Prolog, a sample: {}", sample.summary());
    for difference in &sample.differences {
        println!("{difference}");
    }
    println!("All 100,000 (wanted: 0 different): bench/prolog/differential");
    let seeds = fuzz();
    println!(
        "Fuzzing, a sample: {seeds} seeds each for reader, solver and proof checker, no panic"
    );
    println!("An hour each: bench/prolog/fuzz\n");
}

/// Cases, cases as expected and deliberate differences of every table.
fn tables() -> Vec<(String, [usize; 3])> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut found = Vec::new();
    let library = Program::empty();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    {
        let Some(name) =
            path.file_stem().filter(|_| path.extension().is_some_and(|e| e == "cases"))
        else {
            continue;
        };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let mut counts = [0; 3];
        for case in harness::parse(&name.to_string_lossy(), &text) {
            let wall = Some(Duration::from_secs(60));
            let budget = Budget { inferences: 20_000_000, wall, ..Budget::default() };
            let got = harness::run(&library, &case.program, &case.goal, budget);
            counts[0] += 1;
            counts[1] += usize::from(got == case.expected);
            counts[2] += usize::from(!case.deliberate.is_empty());
        }
        found.push((name.to_string_lossy().into_owned(), counts));
    }
    found.sort();
    found
}

fn fuzz() -> u64 {
    let corpus = [include_str!("../../tests/cases/oracle.pl").to_owned()];
    let mut session = Session::new(&Program::empty());
    if session.consult(attack::FAMILY).is_err() {
        return 0;
    }
    let proofs = attack::proofs(&mut session);
    for seed in 0..SAMPLE {
        attack::reader(seed, &corpus);
        attack::solver(seed);
        attack::checker(seed, &session, &proofs);
    }
    SAMPLE
}
