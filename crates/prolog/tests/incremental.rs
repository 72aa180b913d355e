//! Tables that follow changes of facts must always say what a fresh session would say.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

#[path = "differential/random.rs"]
mod random;

use prolog::{Budget, ClauseId, Origin, Program, Session};
use random::Random;

/// Rules over the facts `e/2`, `f/2` and `g/1`, and the goals to ask. All but the last two
/// programs can be followed.
const PROGRAMS: &[(&str, &[&str])] = &[
    (":- table p/2. p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y).", &["p(0, Y)", "p(X, Y)"]),
    (":- table p/2. p(X, Y) :- e(X, Y). p(X, Y) :- e(X, Z), p(Z, Y).", &["p(0, Y)", "p(1, 3)"]),
    (":- table p/2. p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), p(Z, Y).", &["p(X, Y)", "p(2, Y)"]),
    (
        ":- table q/2, r/2. q(X, Y) :- e(X, Y). q(X, Y) :- r(X, Z), e(Z, Y).
         r(X, Y) :- f(X, Y). r(X, Y) :- q(X, Z), f(Z, Y), X \\== Y.",
        &["q(0, Y)", "r(X, Y)"],
    ),
    (
        ":- table p/2. v(X, Y) :- e(X, Y). v(X, Y) :- f(Y, X), g(X). v(9, 9).
         p(X, Y) :- v(X, Y). p(X, Y) :- p(X, Z), ( v(Z, Y) ; e(Y, Z), Y > Z ).",
        &["p(0, Y)", "p(X, 2)"],
    ),
    (
        ":- table d/2. d(X, 0) :- g(X). d(Y, N) :- d(X, M), e(X, Y), M < 4, N is M + 1.",
        &["d(X, N)", "d(3, N)"],
    ),
    (
        ":- table s/2, t/1. s(X, Y) :- s(Y, X). s(X, Y) :- e(X, Y). t(X) :- s(0, X), g(X).
         t(X) :- t(Y), s(Y, X), f(X, _).",
        &["t(X)", "s(X, Y)"],
    ),
    (":- table p/2. p(1, 2). p(X, Y) :- e(X, Y). p(X, Y) :- p(Y, Z), p(Z, X).", &["p(X, Y)"]),
    (":- table w/1. w(X) :- e(X, Y), \\+ w(Y).", &["w(X)"]),
    (
        ":- table p/2. p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), ( g(Z) -> e(Z, Y) ; f(Z, Y) ).",
        &["p(0, Y)"],
    ),
];

fn answers(session: &mut Session, goal: &str) -> Vec<String> {
    let query = session.query(goal, Budget::default()).expect("a goal");
    let mut found: Vec<String> = query
        .map(|answer| {
            let answer = answer.expect("an answer");
            let shown: Vec<String> =
                answer.bindings.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{} {:?}", shown.join(","), answer.truth)
        })
        .collect();
    found.sort();
    found
}

fn fact(random: &mut Random) -> String {
    let (x, y) = (random.below(6), random.below(6));
    match random.pick(&["g", "f", "e", "e", "e"]) {
        "g" => format!("g({x})"),
        name => format!("{name}({x}, {y})"),
    }
}

/// Changes a session and asks it now and then; every time a fresh session must agree.
fn follow(seed: u64) {
    let mut random = Random::new(seed);
    let (rules, goals) = PROGRAMS[seed as usize % PROGRAMS.len()];
    let program = format!(":- dynamic e/2, f/2, g/1. {rules}");
    let mut session = Session::new(&Program::empty());
    session.consult(&program).expect("a program");
    let mut facts: Vec<(ClauseId, String)> = Vec::new();
    for step in 0..40 {
        if facts.is_empty() || random.chance(55) {
            let text = fact(&mut random);
            let id = session.add(&text, Origin::default()).expect("a fact");
            facts.push((id, text));
        } else {
            let at = random.below(facts.len());
            session.remove(facts.remove(at).0).expect("it is there");
        }
        if random.chance(40) {
            continue;
        }
        let mut fresh = Session::new(&Program::empty());
        let all: Vec<String> = facts.iter().map(|(_, text)| format!("{text}. ")).collect();
        fresh.consult(&format!("{program} {}", all.concat())).expect("a program");
        let goal = goals[random.below(goals.len())];
        let (ours, theirs) = (answers(&mut session, goal), answers(&mut fresh, goal));
        assert_eq!(ours, theirs, "seed {seed}, step {step}: {goal} with {all:?}");
    }
}

#[test]
fn tables_that_follow_changes_agree_with_fresh_ones() {
    for seed in 0..400 {
        follow(seed);
    }
}

/// A chain of 300 nodes with a second chain beside it.
fn chains() -> Session {
    let mut text = String::from(
        ":- dynamic e/2. :- table p/2. p(X, Y) :- e(X, Y). p(X, Y) :- p(X, Z), e(Z, Y).",
    );
    for i in 0..300 {
        text.push_str(&format!(" e({i}, {}). e(b{i}, b{}).", i + 1, i + 1));
    }
    let mut session = Session::new(&Program::empty());
    session.consult(&text).expect("a program");
    session
}

fn cost(session: &mut Session, goal: &str) -> (usize, u64) {
    let mut query = session.query(goal, Budget::default()).expect("a goal");
    let count = query.by_ref().count();
    (count, query.spent().inferences)
}

#[test]
fn a_small_change_costs_a_small_part_of_a_new_table() {
    let mut session = chains();
    let (count, whole) = cost(&mut session, "p(0, Y)");
    assert_eq!(count, 300);
    let added = session.add("e(300, 301)", Origin::default()).expect("a fact");
    let (count, more) = cost(&mut session, "p(0, Y)");
    assert_eq!(count, 301);
    session.remove(added).expect("it is there");
    let (count, less) = cost(&mut session, "p(0, Y)");
    assert_eq!(count, 300);
    assert!(more * 2 < whole && less * 2 < whole, "{whole} anew, {more} and {less} followed");
}

#[test]
fn a_change_elsewhere_costs_next_to_nothing() {
    let mut session = chains();
    cost(&mut session, "p(0, Y)");
    session.add("e(b300, b301)", Origin::default()).expect("a fact");
    let (count, spent) = cost(&mut session, "p(0, Y)");
    assert_eq!(count, 300);
    assert!(spent < 100, "{spent} inferences");
}

#[test]
fn a_table_follows_changes_made_by_a_query() {
    let mut session = chains();
    cost(&mut session, "p(0, Y)");
    cost(&mut session, "assertz(e(7, x)), retract(e(9, 10)), p(5, 8)");
    assert_eq!(cost(&mut session, "p(0, Y)").0, 10);
}

#[test]
fn a_limit_reached_on_the_way_leaves_no_wrong_table() {
    let mut session = chains();
    cost(&mut session, "p(0, Y)");
    session.add("e(x, 0)", Origin::default()).expect("a fact");
    session.add("e(300, x)", Origin::default()).expect("a fact");
    for inferences in [1, 5, 20, 100, 400] {
        let budget = Budget::default().with_inferences(inferences);
        let query = session.query("p(0, Y)", budget).expect("a goal");
        assert!(query.last().is_some_and(|answer| answer.is_err()), "{inferences} are too few");
    }
    assert_eq!(cost(&mut session, "p(0, Y)").0, 302);
}
