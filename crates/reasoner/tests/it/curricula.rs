//! Our own curricula: what the grammar reads and the session answers, case by case.

use reasoner::config::Limits;
use reasoner::curriculum::curricula;
use reasoner::evaluate::{Run, evaluate};

#[test]
fn our_curricula_hold_at_least_three_hundred_cases_and_come_out_as_written() {
    let mut runs: Vec<Run> = Vec::new();
    for curriculum in curricula(None) {
        runs.extend(evaluate(&curriculum.unwrap(), &Limits::default()));
    }
    assert!(runs.len() >= 300, "{} cases", runs.len());
    let wrong: Vec<String> = runs
        .iter()
        .filter(|run| !run.right)
        .map(|run| format!("{}: `{}`, not `{}`", run.example, run.found, run.expected))
        .collect();
    println!("{} of {} came out otherwise: {wrong:#?}", wrong.len(), runs.len());
    assert!(wrong.len() * 20 <= runs.len(), "at most one in twenty: {wrong:#?}");
}
