//! Random programs must behave as they do in SWI-Prolog: a sample of the campaign that
//! `bench/prolog/differential` runs at length. Needs `swipl`.

#[path = "differential/compare.rs"]
mod compare;
#[path = "differential/generate.rs"]
mod generate;
#[path = "cases/harness.rs"]
mod harness;
#[path = "differential/random.rs"]
mod random;

#[test]
fn generated_programs_behave_as_in_swi() {
    let mut outcome = compare::batch(0..200);
    outcome.add(compare::batch(200..400));
    println!("{}", outcome.summary());
    assert!(outcome.differences.is_empty(), "{}", outcome.differences.join("\n"));
    assert!(outcome.unsettled * 20 < outcome.goals, "{}", outcome.summary());
}

#[test]
fn the_tables_agree_with_swi_except_where_they_say_so() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let files: Vec<std::path::PathBuf> = std::fs::read_dir(folder)
        .expect("the case tables")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "cases"))
        .collect();
    // A process each: SWI-Prolog does not survive the removal of many tabled predicates.
    for file in files {
        let output = compare::swipl("check", std::slice::from_ref(&file));
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(report.trim_end() == "0 differences", "{}: {report}", file.display());
    }
}
