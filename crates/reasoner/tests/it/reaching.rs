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
