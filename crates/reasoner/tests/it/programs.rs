//! Prolog programs as people paste them, through the service.

use reasoner::config::Config;
use serde_json::{Value, json};

use crate::service::{House, house, house_with};

async fn told(house: &House, rules: &str) -> Value {
    house.call("session_create", json!({ "sessionId": "s" })).await;
    house.call("session_assert_rules", json!({ "sessionId": "s", "rules": rules })).await
}

async fn ask(house: &House, goal: &str) -> Value {
    let input = json!({ "sessionId": "s", "naturalLanguageQuestion": format!("?- {goal}.") });
    house.call("session_query", input).await
}

async fn refused(house: &House, goal: &str) -> (String, String) {
    let input = json!({ "sessionId": "s", "naturalLanguageQuestion": format!("?- {goal}.") });
    let error = house.try_call("session_query", input).await.unwrap_err();
    (error.code.to_string(), error.message)
}

#[tokio::test]
async fn directives_do_not_break_a_session() {
    let house = house();
    let text = ":- use_module(library(lists)). :- op(700, xfx, likes). \
                p(1). ann likes bob. :- dynamic q/1. r(X) :- ann likes X. :- write(loaded), nl.";
    let done = told(&house, text).await;
    assert_eq!(done["output"], "loaded\n", "{done}");
    assert_eq!(ask(&house, "p(X)").await["answer"], "X = 1.");
    assert_eq!(ask(&house, "r(X)").await["answer"], "X = bob.");
    assert_eq!(ask(&house, "X likes bob").await["answer"], "X = ann.");
    assert_eq!(ask(&house, "q(_)").await["verdict"], "unknown");
    let more = json!({ "sessionId": "s", "rules": "cid likes ann." });
    house.call("session_assert_rules", more).await;
    assert_eq!(ask(&house, "cid likes ann").await["verdict"], "yes");
}

#[tokio::test]
async fn a_directive_that_fails_or_throws_is_a_warning() {
    let house = house();
    let done =
        told(&house, "p(1). :- p(2). :- nowhere(1). :- initialization(later). later :- write(hi).")
            .await;
    let warnings = done["warnings"].to_string();
    assert!(warnings.contains("p(2)") && warnings.contains("nowhere/1"), "{done}");
    assert_eq!(done["output"], "hi");
    assert_eq!(ask(&house, "p(X)").await["answer"], "X = 1.");
}

#[tokio::test]
async fn recursion_over_lists_and_counters_runs_plain() {
    let house = house();
    told(
        &house,
        "len([], 0). len([_|T], N) :- len(T, M), N is M + 1. \
         app([], L, L). app([H|T], L, [H|R]) :- app(T, L, R). \
         rev([], []). rev([H|T], R) :- rev(T, S), app(S, [H], R). \
         count(N, N) :- !. count(I, N) :- J is I + 1, count(J, N). \
         loop(N, N). loop(I, N) :- I < N, J is I + 1, loop(J, N). \
         edge(a, b). edge(b, a). path(X, Y) :- edge(X, Y). path(X, Y) :- path(X, Z), edge(Z, Y).",
    )
    .await;
    assert_eq!(ask(&house, "numlist(1, 1000, _L), len(_L, N)").await["answer"], "N = 1000.");
    assert_eq!(ask(&house, "numlist(1, 400, _L), rev(_L, [X|_])").await["answer"], "X = 400.");
    assert_eq!(ask(&house, "count(0, 300000)").await["verdict"], "yes");
    let counted = ask(&house, "loop(0, 300000)").await;
    let spent = counted["debugInfo"]["spent"]["inferences"].as_u64().unwrap();
    assert!(spent < 700_000, "{counted}");
    // What would turn in a circle ends.
    assert_eq!(ask(&house, "path(a, X)").await["bindings"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn an_unknown_predicate_is_said_with_the_nearest_name() {
    let house = house();
    told(&house, "parent(ann, bob). anc(X, Y) :- parnet(X, Y). p(X) :- nowhere(X).").await;
    let (code, message) = refused(&house, "anc(ann, X)").await;
    assert_eq!(code, "UNKNOWN_PREDICATE");
    assert!(message.contains("parnet/2") && message.contains("parent/2"), "{message}");
    assert_eq!(refused(&house, "\\+ p(2)").await.0, "UNKNOWN_PREDICATE");
    assert!(refused(&house, "parent(ann)").await.1.contains("parent/2"));
}

#[tokio::test]
async fn what_a_goal_writes_comes_with_its_answer() {
    let house = house();
    told(&house, "greet(X) :- format(\"hello ~w~n\", [X]).").await;
    let greeted = ask(&house, "greet(bob)").await;
    assert_eq!((&greeted["verdict"], &greeted["output"]), (&json!("yes"), &json!("hello bob\n")));
}

#[tokio::test]
async fn limits_have_a_key_and_name_the_predicate_and_what_grew() {
    let mut config = Config::default();
    (config.limits.cells, config.limits.depth, config.limits.output_bytes) = (200_000, 5_000, 100);
    let house = house_with(config, None);
    told(
        &house,
        "grow(L) :- grow([x|L]). deep(N) :- M is N + 1, deep(M), true. say :- write(abcdef), say.",
    )
    .await;
    let (code, message) = refused(&house, "grow([])").await;
    assert_eq!(code, "LIMIT_REACHED");
    let has = |message: &str, parts: &[&str]| parts.iter().all(|part| message.contains(part));
    assert!(has(&message, &["reasoner.max_cells", "grow/1", "terms"]), "{message}");
    let (_, message) = refused(&house, "deep(0)").await;
    assert!(has(&message, &["reasoner.max_depth", "deep/1", "calls"]), "{message}");
    let (_, message) = refused(&house, "say").await;
    assert!(has(&message, &["reasoner.max_output_bytes"]), "{message}");
}

#[tokio::test]
async fn without_validation_what_cannot_be_read_is_kept_and_said() {
    let house = house();
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let rules = json!({ "sessionId": "s", "rules": "p(a). q(b. r(c).", "validate": false });
    let done = house.call("session_assert_rules", rules).await;
    assert!(done["fullKnowledgeBase"].as_str().unwrap().contains("q(b"), "{done}");
    let answer = ask(&house, "p(X)").await;
    assert_eq!(answer["answer"], "X = a.");
    assert!(answer["doubts"].to_string().contains("q(b"), "{answer}");
    let strict = json!({ "sessionId": "s", "rules": "q(b." });
    assert!(house.try_call("session_assert_rules", strict).await.is_err());
}

#[tokio::test]
async fn a_goal_over_a_program_in_one_call() {
    let house = house();
    let program = ":- use_module(library(clpfd)). :- write(start), nl. \
                   pair(X, Y) :- [X, Y] ins 1..3, X #< Y.";
    let ran = house.call("prolog_run", json!({ "program": program, "goal": "pair(X, Y)" })).await;
    assert_eq!(ran["output"], "start\n", "{ran}");
    let constraints = ran["answers"][0]["constraints"].to_string();
    assert!(constraints.contains("X in 1..2") && constraints.contains("Y in 2..3"), "{ran}");
    let labelled =
        json!({ "program": program, "goal": "pair(X, Y), label([X, Y])", "maxAnswers": 2 });
    let ran = house.call("prolog_run", labelled).await;
    assert_eq!(ran["answers"][1]["bindings"], json!({ "X": "1", "Y": "3" }), "{ran}");
    assert_eq!(ran["more"], true);
    let thrown = house.call("prolog_run", json!({ "goal": "member(X, [1]), Y is X / 0" })).await;
    assert!(thrown["error"].as_str().unwrap().contains("zero_divisor"), "{thrown}");
}
