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
    let outcome = compare::batch(0..400);
    println!("{}", outcome.summary());
    assert!(outcome.differences.is_empty(), "{}", outcome.differences.join("\n"));
    assert!(outcome.unsettled * 20 < outcome.goals, "{}", outcome.summary());
}
