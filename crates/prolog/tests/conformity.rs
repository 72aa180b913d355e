//! Runs every case table in `tests/cases` through the engine and reports each mismatch.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

#[path = "cases/harness.rs"]
mod harness;

use prolog::{Budget, Program};
use std::fmt::Write;
use std::path::{Path, PathBuf};
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

fn cases_of(file: &Path) -> Vec<harness::Case> {
    let text = std::fs::read_to_string(file).expect("a readable case file");
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    harness::parse(&name, &text)
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
        for case in cases_of(&file) {
            assert!(!case.expected.is_empty(), "{} has no outcome", case.place);
            let got = harness::run(&library, &case.program, &case.goal, budget());
            total += 1;
            deliberate += usize::from(!case.deliberate.is_empty());
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

/// The page that lists what differs from SWI-Prolog on purpose, made from the tables.
fn deliberate_differences() -> String {
    let mut page = String::from(
        "# Where we differ from SWI-Prolog 9 on purpose\n\n\
         Made from the case tables by `tests/conformity.rs`, which says how to renew it.\n\n\
         | goal | ours | SWI-Prolog | why |\n|---|---|---|---|\n",
    );
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    for case in case_files().iter().flat_map(|file| cases_of(file)) {
        if case.deliberate.is_empty() {
            continue;
        }
        let _ = writeln!(
            page,
            "| `{}` | `{}` | `{}` | {} |",
            cell(&case.goal),
            cell(&case.expected.join("; ")),
            cell(&case.swi.join("; ")),
            cell(&case.deliberate)
        );
    }
    page
}

#[test]
fn the_page_of_deliberate_differences_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/DELIBERATE.md");
    let wanted = deliberate_differences();
    let page = std::fs::read_to_string(path).unwrap_or_default();
    let renewed = concat!(env!("CARGO_TARGET_TMPDIR"), "/DELIBERATE.md");
    std::fs::write(renewed, &wanted).expect("a place for the new page");
    assert!(page == wanted, "{path} is out of date; copy {renewed} over it");
}
