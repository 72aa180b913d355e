//! Bounded samples of the attacks that `bench/prolog/fuzz` runs at length, and the inputs that
//! have names: budgets to the inference, deep terms, huge atoms, cycles, cancellation.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

#[path = "fuzz/attack.rs"]
mod attack;
#[path = "differential/generate.rs"]
mod generate;
#[path = "differential/random.rs"]
mod random;

use prolog::{Budget, Cancel, Error, Limit, Program, Session, Term};
use std::time::Duration;

fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .expect("the case tables")
        .filter_map(|entry| std::fs::read_to_string(entry.expect("an entry").path()).ok())
        .collect();
    texts.sort();
    texts
}

fn session(program: &str) -> Session {
    let mut session = Session::new(&Program::empty());
    session.consult(program).expect("a program");
    session
}

/// Error kinds that a text of trouble may lead to.
fn is_typed(error: &Error) -> bool {
    matches!(error, Error::Syntax(_) | Error::Thrown(_) | Error::Budget(_))
}

fn first_error(session: &mut Session, goal: &str, budget: Budget) -> Error {
    let mut query = match session.query(goal, budget) {
        Ok(query) => query,
        Err(error) => return error,
    };
    query.find_map(Result::err).expect("an error")
}

#[test]
fn the_reader_survives_any_text() {
    let corpus = corpus();
    for seed in 0..4_000 {
        attack::reader(seed, &corpus);
    }
}

#[test]
fn the_solver_keeps_to_its_budgets() {
    for seed in 0..600 {
        attack::solver(seed);
    }
}

#[test]
fn the_checker_accepts_true_proofs_and_refuses_changed_ones() {
    let mut session = session(attack::FAMILY);
    let proofs = attack::proofs(&mut session);
    assert!(proofs.len() >= 20, "only {} proofs", proofs.len());
    let clauses = session.clauses();
    for proof in &proofs {
        let checked = prolog::check::check(proof, &clauses);
        assert!(checked.is_ok(), "{checked:?} on {proof:?}");
    }
    for seed in 0..5_000 {
        attack::checker(seed, &session, &proofs);
    }
}

#[test]
fn a_budget_of_n_inferences_stops_at_n() {
    let mut session = session("loop :- loop.\ncount(N) :- M is N + 1, count(M).\n");
    for goal in ["loop", "count(0)", "repeat, fail", "between(1, inf, X), X < 0"] {
        for n in [1, 2, 3, 10, 999, 1_000, 1_024, 4_096, 65_537, 1_000_003] {
            let budget = Budget::default().with_inferences(n);
            let mut query = session.query(goal, budget).expect("a goal");
            let error = query.find_map(Result::err);
            assert!(
                matches!(
                    error,
                    Some(Error::Budget(prolog::Exceeded { limit: Limit::Inferences, .. }))
                ),
                "`{goal}` with {n}: {error:?}"
            );
            assert_eq!(query.spent().inferences, n, "`{goal}` with {n}");
        }
    }
}

#[test]
fn a_goal_that_needs_n_inferences_runs_with_n_and_not_with_less() {
    let mut session = session("down(0).\ndown(N) :- N > 0, M is N - 1, down(M).\n");
    let mut query = session.query("down(500)", Budget::default()).expect("a goal");
    assert!(matches!(query.next(), Some(Ok(_))));
    let needed = query.spent().inferences;
    drop(query);
    let enough = Budget::default().with_inferences(needed);
    assert!(matches!(session.query("down(500)", enough).expect("a goal").next(), Some(Ok(_))));
    let short = Budget::default().with_inferences(needed - 1);
    assert!(matches!(
        first_error(&mut session, "down(500)", short),
        Error::Budget(prolog::Exceeded { limit: Limit::Inferences, .. })
    ));
}

#[test]
fn every_other_limit_is_named_when_it_is_reached() {
    let mut session = session(
        "deep(N) :- M is N + 1, deep(M), true.\ngrow(L) :- grow([x|L]).\n\
         say :- write(abcdefghij), say.\nspin :- spin.\n",
    );
    let cases: [(&str, Budget, Limit); 5] = [
        ("deep(0)", Budget { depth: 1_000, ..Budget::default() }, Limit::Depth),
        ("grow([])", Budget { cells: 100_000, ..Budget::default() }, Limit::Cells),
        ("say", Budget { output: 1_000, ..Budget::default() }, Limit::Output),
        ("repeat", Budget { answers: 7, ..Budget::default() }, Limit::Answers),
        (
            "spin",
            Budget { wall: Some(Duration::from_millis(30)), ..Budget::unlimited() },
            Limit::Wall,
        ),
    ];
    for (goal, budget, limit) in cases {
        let error = first_error(&mut session, goal, budget);
        assert!(matches!(&error, Error::Budget(e) if e.limit == limit), "`{goal}`: {error:?}");
        attack::usable(&mut session, 0);
    }
}

#[test]
fn a_limit_cannot_be_caught_by_the_program() {
    let mut session = session("loop :- catch(spin, _, true), loop.\nspin :- spin.\n");
    let error = first_error(&mut session, "loop", Budget::default().with_inferences(10_000));
    assert!(
        matches!(error, Error::Budget(prolog::Exceeded { limit: Limit::Inferences, .. })),
        "{error:?}"
    );
}

#[test]
fn a_cancelled_query_stops() {
    let mut session = session("spin :- spin.\n");
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.cancel();
    });
    let budget = Budget { cancel: Some(cancel), ..Budget::unlimited() };
    let error = first_error(&mut session, "spin", budget);
    stopper.join().expect("the stopping thread");
    assert!(
        matches!(error, Error::Budget(prolog::Exceeded { limit: Limit::Cancelled, .. })),
        "{error:?}"
    );
    attack::usable(&mut session, 0);
}

#[test]
fn a_million_nested_parentheses_are_read_or_refused() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("- ", ""), ("\\+ ", "")]
    {
        let text = format!("{}a{}", open.repeat(1_000_000), close.repeat(1_000_000));
        match Term::parse(&text) {
            Ok(term) => {
                assert!(!term.to_string().is_empty());
                let copy = term.clone();
                assert!(copy == term);
            }
            Err(error) => assert!(is_typed(&error), "{error:?}"),
        }
        let mut session = session("");
        drop(session.consult(&format!("p({text}).\n")));
        drop(session.query(&format!("X = {text}"), Budget::default()).map(|mut q| q.next()));
        attack::usable(&mut session, 0);
    }
}

#[test]
fn deep_terms_made_at_run_time_do_not_touch_the_host_stack() {
    let mut session = session(
        "nest(0, a) :- !.\nnest(N, f(T)) :- M is N - 1, nest(M, T).\n\
         left(0, a) :- !.\nleft(N, T + 1) :- M is N - 1, left(M, T).\n",
    );
    for goal in [
        "nest(1000000, T), copy_term(T, U), T == U, ground(T), term_variables(T, [])",
        "nest(1000000, T), nest(1000000, U), T = U, compare(=, T, U)",
        "nest(300000, T), assertz(kept(T)), kept(U), T == U, retract(kept(_))",
        "nest(300000, T), findall(T, true, [U]), T == U",
        "nest(100000, T), term_to_atom(T, A), term_to_atom(U, A), T == U",
        "left(300000, T), X is T - T",
        "nest(300000, T), catch(throw(T), U, true), T == U",
        "nest(300000, T), numbervars(T, 0, 0), T = T, unify_with_occurs_check(T, T)",
        "numlist(1, 300000, L), msort(L, M), length(M, 300000), atomic_list_concat(L, ',', A)",
    ] {
        let mut query = session.query(goal, Budget::default()).expect("a goal");
        let first = query.next();
        match &first {
            Some(Err(error)) => {
                let plain = is_typed(error) && !matches!(error, Error::Syntax(_));
                assert!(plain, "`{goal}`: {error:?}");
            }
            other => {
                let arithmetic = goal.contains("is T");
                assert!(arithmetic || matches!(other, Some(Ok(_))), "`{goal}` has no answer");
            }
        }
        drop(query);
        attack::usable(&mut session, 0);
    }
}

#[test]
fn huge_atoms_and_numbers_are_bounded() {
    let mut session = session(
        "twice(0, A, A) :- !.\ntwice(N, A, B) :- atom_concat(A, A, C), M is N - 1, twice(M, C, B).\n",
    );
    let budget = Budget { cells: 8 << 20, inferences: 1_000_000, ..Budget::default() };
    for goal in [
        "twice(40, abc, A)",
        "X is 7 ** 7 ** 7 ** 7",
        "X is 7 ^ (7 ^ 20)",
        "X is 1 << 1000000000000",
        "length(L, 100000000)",
        "numlist(1, 100000000, L)",
        "findall(X, between(1, inf, X), L)",
        "atom_length(abc, 99999999999999999999999)",
        "functor(T, f, 1000000000)",
        "format(\"~1000000000c\", [120])",
        "format(\"~1000000000n\", [])",
        "format(\"~1000000000d\", [1])",
        "format(\"~1000000000f\", [1.5])",
        "format(\"~1000000000e\", [1.5])",
        "format(\"~*c\", [1000000000, 120])",
        "format(\"~t~w~1000000000|\", [a])",
        "tab(1000000000)",
        "length(L, L2), L2 > 100000000",
    ] {
        match session.query(goal, budget.clone()) {
            Ok(mut query) => {
                drop(query.next());
            }
            Err(error) => assert!(is_typed(&error), "{error:?}"),
        }
        attack::usable(&mut session, 0);
    }
}

#[test]
fn cyclic_unification_ends() {
    let mut session = session("p(X, f(X)).\n");
    for goal in [
        "X = f(X)",
        "X = f(X), Y = f(Y), X = Y",
        "X = f(X, Y), Y = g(X), X = f(Z, Z)",
        "p(A, A), copy_term(A, B)",
        "X = [a|X], length(X, N)",
        "X = f(X), write(X)",
        "X = f(X), assertz(q(X))",
        "X = f(X), Y = f(Y), X == Y",
        "X = f(X), atom_length(X, L)",
        "X = f(X), ground(X)",
        "X = f(X), findall(X, true, L)",
        "X = f(X), throw(X)",
        "X = X + 1, Y is X",
        "X = [a|X], sort(X, Y)",
        "X = f(X), Y = f(Y), sort([X, Y], Z)",
        "X = f(X, X), term_variables(X, Y)",
        "X = f(X, Y, Z), numbervars(X, 0, E)",
        "X = f(X), format(\"~w\", [X])",
        "X = [0'a|X], atom_codes(Y, X)",
        "X = f(X), nb_setval(k, X)",
        "X = f(X), term_to_atom(X, A)",
        "X = (a, X), call(X)",
        "X = f(X), unify_with_occurs_check(X, X), X = f(f(Y))",
    ] {
        match session.query(goal, Budget::default()) {
            Ok(mut query) => {
                if let Some(Err(error)) = query.next() {
                    assert!(is_typed(&error), "`{goal}`: {error:?}");
                }
            }
            Err(error) => assert!(is_typed(&error), "`{goal}`: {error:?}"),
        }
        attack::usable(&mut session, 0);
    }
}

#[test]
fn a_program_may_change_itself_while_it_runs() {
    let mut session = session(
        ":- dynamic p/1.\np(1). p(2). p(3).\n\
         eat :- p(X), retract(p(X)), Y is X + 10, assertz(p(Y)), fail.\neat.\n\
         self :- retract((self :- _)), fail.\n:- dynamic grow/0.\ngrow :- asserta(grow), fail.\ngrow.\n",
    );
    let answers: Vec<String> = session
        .query("eat, findall(X, p(X), L)", Budget::default())
        .expect("a goal")
        .map(|answer| answer.expect("an answer").bindings[1].1.to_string())
        .collect();
    assert_eq!(answers, ["[11,12,13]"]);
    for goal in
        ["self", "grow", "abolish(p/1)", "p(X), abolish(p/1)", "p(X), retractall(p(_)), p(Y)"]
    {
        drop(session.query(goal, Budget::default()).map(|query| query.take(5).count()));
        attack::usable(&mut session, 0);
    }
}
