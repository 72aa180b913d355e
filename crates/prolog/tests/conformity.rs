//! Runs every case table in `tests/cases` through the engine and reports each mismatch.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

#[path = "cases/harness.rs"]
mod harness;

use prolog::{Budget, Program};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

fn case_files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of the case tables")
        .map(|entry| entry.expect("a folder entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cases"))
        .collect();
    files.sort();
    files
}

fn budget() -> Budget {
    Budget { inferences: 20_000_000, wall: Some(Duration::from_secs(20)), ..Budget::default() }
}

#[test]
fn every_case_has_its_outcome() {
    let library = Program::empty();
    let mut report = String::new();
    let (mut total, mut wrong, mut deliberate) = (0, 0, 0);
    for file in case_files() {
        let text = std::fs::read_to_string(&file).expect("a readable case file");
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for case in harness::parse(&name, &text) {
            assert!(!case.expected.is_empty(), "{} has no outcome", case.place);
            let got = harness::run(&library, &case.program, &case.goal, budget());
            total += 1;
            deliberate += usize::from(case.deliberate);
            if got != case.expected {
                wrong += 1;
                let _ = writeln!(
                    report,
                    "{}: ? {}\n  expected {:?}\n  got      {:?}",
                    case.place, case.goal, case.expected, got
                );
            }
        }
    }
    println!("{total} cases, {} pass, {wrong} mismatch, {deliberate} deliberate", total - wrong);
    assert!(wrong == 0, "{report}{total} cases, {wrong} mismatch");
    assert!(total >= 1_200, "only {total} cases were found");
}
