//! Rules that lead from thing to thing, asked at the service's boundary: long chains, and sessions
//! of which more follows than may be kept.

use reasoner::config::{Config, Limits};
use serde_json::{Value, json};

use crate::logic::{Told, numbered};

const REACHES: &str =
    "reaches(X, Y) :- leads_to(X, Y). reaches(X, Z) :- reaches(X, Y), leads_to(Y, Z).";

/// A chain of so many things, in a session that may derive so many facts.
async fn chain(links: usize, derived: usize, rules: &str) -> Told {
    let limits = Limits { derived, ..Limits::default() };
    let told = Told::with(Config { limits, ..Config::default() }, "").await;
    let links: String = (0..links).map(|at| format!("leads_to(p{at}, p{}). ", at + 1)).collect();
    let input = json!({ "sessionId": "s", "rules": format!("{links}{rules}") });
    told.call("session_assert_rules", input).await.unwrap();
    told
}

#[tokio::test]
async fn every_answer_of_a_long_chain_names_what_it_rests_on() {
    let told = chain(60, 400_000, REACHES).await;
    let all = told.ask("reaches(p0, X)").await;
    assert_eq!(all["bindings"].as_array().unwrap().len(), 60);
    assert_eq!(all["evidence"].as_array().unwrap().len(), 62, "60 links and 2 rules");
    let some = told.ask("reaches(p0, X), leads_to(X, p3)").await;
    assert_eq!(some["answer"], "X = p2.");
    assert_eq!(some["evidence"].as_array().unwrap().len(), 5, "{some}");
}

#[tokio::test]
async fn however_a_chain_is_told_the_same_is_reached() {
    let base = "reaches(X, Y) :- leads_to(X, Y).";
    for rule in [
        "reaches(X, Z) :- reaches(X, Y), leads_to(Y, Z).",
        "reaches(X, Z) :- leads_to(X, Y), reaches(Y, Z).",
        "reaches(X, Z) :- reaches(X, Y), reaches(Y, Z).",
    ] {
        let told = chain(30, 400_000, &format!("{base} {rule}")).await;
        for (goal, count) in
            [("reaches(p0, X)", 30), ("reaches(X, p30)", 30), ("reaches(p20, X)", 10)]
        {
            let all = told.ask(goal).await;
            let evidence = all["evidence"].as_array().unwrap();
            assert_eq!(all["bindings"].as_array().unwrap().len(), count, "{rule} {goal}");
            assert_eq!(evidence.len(), count + 2, "{rule} {goal}: {all}");
            assert_eq!(all["decidedBy"], "rules");
        }
        assert_eq!(told.ask("reaches(p30, X)").await["verdict"], "unknown");
        assert_eq!(told.ask("reaches(X, Y), leads_to(Y, p2)").await["decidedBy"], "prolog");
    }
}

#[tokio::test]
async fn proofs_of_many_answers_are_shown_within_one_bound() {
    let told = chain(300, 400_000, REACHES).await;
    let input = json!({
        "sessionId": "s",
        "naturalLanguageQuestion": "reaches(p0, X)",
        "queryOptions": { "trace": true },
    });
    let answer = told.call("session_query", input).await.unwrap();
    let proofs = answer["debugInfo"]["proof"].as_array().unwrap();
    assert_eq!(proofs.len(), 300);
    fn steps(node: &Value) -> usize {
        1 + node["children"].as_array().unwrap().iter().map(steps).sum::<usize>()
    }
    let all: usize = proofs.iter().map(steps).sum();
    assert!((20_000..21_000).contains(&all), "{all}");
    assert_eq!(proofs[299]["cut"], true, "{}", proofs[299]);
}

#[tokio::test]
async fn a_session_of_which_more_follows_than_may_be_kept_is_still_asked() {
    let told = chain(100, 2_000, &format!("{REACHES} warm(p0).")).await;
    let all = told.ask("reaches(p0, X)").await;
    assert_eq!(all["bindings"].as_array().unwrap().len(), 100, "{all}");
    assert_eq!(told.ask("reaches(p3, p90)").await["verdict"], "yes");
    assert_eq!(told.ask("Is P0 warm?").await["verdict"], "yes");
    assert_eq!(told.ask("What is warm?").await["answer"], "P0.");
    for question in ["reaches(p90, p3)", "Is P1 warm?", "reaches(p100, X)"] {
        let open = told.ask(question).await;
        assert_eq!(open["verdict"], "unknown", "{question}: {open}");
        assert!(open["doubts"][0].as_str().unwrap().contains("max_derived"), "{question}: {open}");
    }
    let error = told.try_ask("Is every thing warm?").await.unwrap_err();
    assert_eq!(error.code, "LIMIT_REACHED", "{error:?}");
    let further = json!({ "sessionId": "s", "rules": numbered(3, "warm(q#).") });
    told.call("session_assert_rules", further).await.unwrap();
    assert_eq!(told.ask("Is Q2 warm?").await["verdict"], "yes");
}

#[tokio::test]
async fn one_end_of_a_long_chain_is_followed_however_the_rules_go_on() {
    let base = "reaches(X, Y) :- leads_to(X, Y).";
    let right = "reaches(X, Z) :- leads_to(X, Y), reaches(Y, Z).";
    let double = "reaches(X, Z) :- reaches(X, Y), reaches(Y, Z).";
    for rules in [
        format!("{base} reaches(X, Z) :- reaches(X, Y), leads_to(Y, Z)."),
        format!("{base} {right}"),
        format!("{double} {base}"),
        format!("{base} {right} {double}"),
    ] {
        let told = chain(500, 2_000, &rules).await;
        for (goal, count) in
            [("reaches(p0, X)", 500), ("reaches(X, p500)", 500), ("reaches(p490, X)", 10)]
        {
            let all = told.ask(goal).await;
            assert_eq!(all["bindings"].as_array().unwrap().len(), count, "{rules} {goal}");
            assert_eq!(all["evidence"].as_array().unwrap().len(), count + 2, "{rules} {goal}");
        }
        let yes = told.ask("reaches(p0, p500)").await;
        assert_eq!(yes["verdict"], "yes", "{rules}");
        assert_eq!(yes["evidence"].as_array().unwrap().len(), 502, "{rules}");
        for goal in ["reaches(p9, p3)", "reaches(p500, X)", "reaches(p500, p0)"] {
            assert_eq!(told.ask(goal).await["verdict"], "unknown", "{rules} {goal}");
        }
    }
}

/// Whether each step of a proof is an instance of a rule: what it rests on ends where the rest begins.
fn steps(node: &Value, found: &mut Vec<String>) {
    let goal = |node: &Value| node["goal"].as_str().unwrap().replace(' ', "");
    let below: Vec<String> = node["children"].as_array().unwrap().iter().map(goal).collect();
    let by = node["origin"]["statement"].as_str().unwrap();
    found.push(format!("{} <- {} by {by}", goal(node), below.join(" ")));
    node["children"].as_array().unwrap().iter().for_each(|child| steps(child, found));
}

#[tokio::test]
async fn the_proof_of_a_chain_uses_the_rules_as_they_were_told() {
    let exit = "reaches(X, Y) :- leads_to(X, Y).";
    let right = "reaches(X, Z) :- leads_to(X, Y), reaches(Y, Z).";
    let left = "reaches(X, Z) :- reaches(X, Y), leads_to(Y, Z).";
    let double = "reaches(X, Z) :- reaches(X, Y), reaches(Y, Z).";
    for (rule, expected) in [
        (right, "reaches(p0,p3) <- leads_to(p0,p1) reaches(p1,p3)"),
        (left, "reaches(p0,p3) <- reaches(p0,p2) leads_to(p2,p3)"),
        (double, "reaches(p0,p3) <- reaches(p0,p2) reaches(p2,p3)"),
    ] {
        let told = chain(3, 4, &format!("{exit} {rule}")).await;
        let input = json!({
            "sessionId": "s",
            "naturalLanguageQuestion": "reaches(p0, p3)",
            "queryOptions": { "trace": true },
        });
        let answer = told.call("session_query", input).await.unwrap();
        let mut found = Vec::new();
        steps(&answer["debugInfo"]["proof"][0], &mut found);
        assert_eq!(found[0], format!("{expected} by {rule}"), "{found:?}");
        let by_exit = found.iter().find(|step| step.ends_with(exit)).unwrap();
        assert!(by_exit.contains(" <- leads_to("), "{found:?}");
    }
}

#[tokio::test]
async fn whose_ancestor_somebody_is_is_asked_in_english_too() {
    let limits = Limits { derived: 300, ..Limits::default() };
    let rules = "If X is a parent of Y then X is an ancestor of Y. If X is an ancestor of Y and Y is \
        an ancestor of Z then X is an ancestor of Z.";
    let people = numbered(40, "Ann# is a parent of Bob#. Bob# is a parent of Ann1#.");
    let told =
        Told::with(Config { limits, ..Config::default() }, &format!("{people} {rules}")).await;
    assert_eq!(told.ask("Is Ann1 an ancestor of Bob11?").await["verdict"], "yes");
    assert_eq!(told.ask("Is Bob11 an ancestor of Ann1?").await["verdict"], "unknown");
    assert_eq!(told.ask("Who is an ancestor of Bob11?").await["answer"], "Ann11, Bob1 and Ann1.");
}
