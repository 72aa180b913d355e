//! Strategies that ask a model: what goes to it, what comes of its failures, what it costs.

use std::sync::Arc;

use models::{ModelError, Scripted};
use reasoner::config::Config;
use serde_json::{Value, json};

use crate::service::{House, house as bare, house_with};

fn with(model: Scripted) -> (House, Arc<Scripted>) {
    let model = Arc::new(model);
    (house_with(Config::default(), Some(model.clone())), model)
}

fn refused() -> ModelError {
    ModelError::Refused { status: 500, message: "out of order".to_owned() }
}

fn told(session: &str, strategy: &str, text: &str) -> Value {
    json!({ "sessionId": session, "strategyId": strategy, "naturalLanguageText": text })
}

const ODD: &str = "Rex, why, be a dog.";

#[tokio::test]
async fn translation_uses_the_strategy_it_was_asked_for() {
    let (house, model) = with(
        Scripted::new()
            .line("Turn this into clauses", "dog(rex).")
            .line("why, be", "Rex is a dog."),
    );
    let translate =
        |strategy: &str, text: &str| json!({ "strategyId": strategy, "naturalLanguageText": text });
    let direct = house.call("translate_nlToRules", translate("Direct-S1", "Rex is a dog.")).await;
    assert_eq!(direct["rules"], json!(["dog(rex)."]), "{direct}");
    assert_eq!(
        (&direct["cost"]["llm_calls"], &direct["strategyId"]),
        (&json!(1), &json!("Direct-S1"))
    );
    let rewritten = house.call("translate_nlToRules", translate("CNL-LLM-1", ODD)).await;
    assert_eq!(rewritten["rules"], json!(["dog(rex)."]), "{rewritten}");
    assert_eq!(rewritten["sentences"][0]["rewrittenFrom"], ODD);
    assert_eq!(model.heard().len(), 2);
    let without = bare();
    for strategy in ["SIR-R1", "Direct-S1"] {
        let error = without.try_call("translate_nlToRules", translate(strategy, "Rex is a dog."));
        let error = error.await.unwrap_err();
        assert_eq!(error.code, "LLM_REQUEST_FAILED", "{strategy}: {error}");
    }
}

#[tokio::test]
async fn questions_are_put_by_the_strategy_when_they_are_asked_and_when_they_are_explained() {
    let (house, model) = with(Scripted::new().line("The question:\nWho", "barks(Who)"));
    house.session("s", "barks(rex).").await;
    house.call("strategy_setActive", json!({ "strategyId": "SIR-R1" })).await;
    let asked = json!({ "sessionId": "s", "naturalLanguageQuestion": "Who barks?" });
    let explained = house.call("session_explainQuery", asked.clone()).await;
    assert_eq!(explained["debugInfo"]["prologQuery"], "barks(Who)", "{explained}");
    assert_eq!((&explained["cost"]["llm_calls"], model.heard().len()), (&json!(1), 1));
    let answered = house.call("session_query", asked.clone()).await;
    assert_eq!(answered["bindings"], json!([{ "Who": "rex" }]), "{answered}");
    let goal = json!({ "sessionId": "s", "naturalLanguageQuestion": "?- barks(rex)." });
    assert_eq!(house.call("session_query", goal).await["cost"]["llm_calls"], 0);
    let without = bare();
    without.session("s", "barks(rex).").await;
    without.call("strategy_setActive", json!({ "strategyId": "SIR-R1" })).await;
    for tool in ["session_explainQuery", "session_query"] {
        let error = without.try_call(tool, asked.clone()).await.unwrap_err();
        assert_eq!(error.code, "LLM_REQUEST_FAILED", "{tool}: {error}");
    }
}

#[tokio::test]
async fn only_what_the_grammar_rejects_goes_to_the_model() {
    let (house, model) = with(Scripted::new().line("why, be", "Rex is a dog."));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let ambiguous = "Bob is not tall and rich.";
    let read = house.call("session_assert", told("s", "CNL-1", ambiguous)).await;
    assert_eq!(read["sentences"][0]["status"], "ambiguous", "{read}");
    let text = format!("Ann is tall. {ambiguous} Is Ann tall? {ODD}");
    let read = house.call("session_assert", told("s", "CNL-LLM-1", &text)).await;
    assert_eq!(read["sentences"][1]["status"], "ambiguous", "{read}");
    let heard = model.heard();
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert!(heard[0].user.contains("why, be"));
}

#[tokio::test]
async fn a_model_that_fails_takes_nothing_along_that_the_grammar_reads() {
    let (house, model) =
        with(Scripted::new().failing("why, be", refused()).failing("cat", refused()));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let text = format!("Every dog barks. {ODD} Them cat things be a-meowing, like. Ann is tall.");
    let read = house.call("session_assert", told("s", "CNL-LLM-1", &text)).await;
    assert_eq!(read["addedFacts"], json!(["barks(X) :- dog(X).", "tall(ann)."]), "{read}");
    for number in [1, 2] {
        let why = read["sentences"][number]["modelError"].as_str().unwrap();
        assert!(why.contains("out of order"), "{why}");
    }
    assert_eq!(model.heard().len(), 1, "a model that is out of order is not asked again");
    let strict = json!({
        "sessionId": "s", "strategyId": "CNL-LLM-1", "naturalLanguageText": text, "strict": true,
    });
    for input in [strict, told("s", "CNL-LLM-1", ODD)] {
        let error = house.try_call("session_assert", input).await.unwrap_err();
        assert_eq!(error.code, "LLM_REQUEST_FAILED");
        assert_eq!(error.data.unwrap()["cost"]["llm_calls"], 1);
    }
    let without = bare();
    without.call("session_create", json!({ "sessionId": "s" })).await;
    let read = without.call("session_assert", told("s", "CNL-LLM-1", &text)).await;
    let why = read["sentences"][1]["modelError"].as_str().unwrap();
    assert!(why.contains("needs a model"), "{why}");
}

#[tokio::test]
async fn evidence_is_in_the_words_of_whoever_told_it() {
    let (house, _) = with(
        Scripted::new()
            .line("Turn this into clauses", "cat(tom).")
            .line("why, be", "Rex is a dog."),
    );
    house.call("session_create", json!({ "sessionId": "s" })).await;
    house.call("session_assert", told("s", "CNL-LLM-1", ODD)).await;
    house.call("session_assert", told("s", "Direct-S1", "Tom purrs.")).await;
    let trace = |question: &str| {
        json!({
            "sessionId": "s", "naturalLanguageQuestion": question, "queryOptions": { "trace": true },
        })
    };
    let dog = house.call("session_query", trace("Is Rex a dog?")).await;
    let evidence = json!([dog["evidence"][0]["statement"], dog["evidence"][0]["rewrittenAs"]]);
    assert_eq!(evidence, json!([ODD, "Rex is a dog."]), "{dog}");
    assert!(dog["explanation"].as_str().unwrap().contains("why, be"), "{dog}");
    let cat = house.call("session_query", trace("?- cat(tom).")).await;
    assert_eq!(cat["evidence"][0]["statement"], "Tom purrs.", "{cat}");
    let shown = house.call("session_get", json!({ "sessionId": "s" })).await;
    let first = &shown["data"]["statements"][0];
    assert_eq!((&first["text"], &first["rewrittenFrom"]), (&json!("Rex is a dog."), &json!(ODD)));
    house.call("session_fork", json!({ "sessionId": "s", "newSessionId": "f" })).await;
    assert_eq!(house.ask("f", "Is Rex a dog?").await["evidence"][0]["statement"], ODD);
    let gone = house.call("session_retract", json!({ "sessionId": "s", "text": ODD })).await;
    assert_eq!(gone["removed"], json!(["Rex is a dog."]), "{gone}");
}

#[tokio::test]
async fn what_a_model_took_is_told_with_errors_and_counted_for_the_leaderboard() {
    let (house, _) = with(Scripted::new().line("Turn this into clauses", "dog(rex"));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let error = house.try_call("session_assert", told("s", "Direct-S1", "Rex is a dog.")).await;
    let cost = error.unwrap_err().data.unwrap()["cost"].clone();
    assert_eq!(cost["llm_calls"], 2, "{cost}");
    assert!(cost["cost_usd"].as_f64().unwrap() > 0.0, "{cost}");
    let board = house.call("analysis_get_strategy_leaderboard", json!({})).await;
    let row = &board["data"][0];
    assert_eq!((&row["uses"], &row["understood"]), (&json!(1), &json!(0)), "{board}");
    assert_eq!(row["avgCost"], cost["cost_usd"], "{board}");
}

#[tokio::test]
async fn an_answer_of_a_model_has_a_limit_with_a_name() {
    let mut config = Config::default();
    config.limits.text_bytes = 500;
    let model = Scripted::new().line("Turn this into clauses", &"dog(rex). ".repeat(100));
    let house = house_with(config, Some(Arc::new(model)));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let error = house.try_call("session_assert", told("s", "Direct-S1", "Rex is a dog.")).await;
    let error = error.unwrap_err();
    assert_eq!(error.code, "LIMIT_REACHED");
    assert!(error.message.contains("reasoner.max_text_bytes"), "{error}");
    assert_eq!(error.data.unwrap()["cost"]["llm_calls"], 1);
}
