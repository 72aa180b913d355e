//! What the tools take and give at the edges: options, lists, limits, the past, contradictions.

use reasoner::config::Config;
use serde_json::{Value, json};

use crate::service::{House, house, house_with};

async fn refused(house: &House, tool: &str, input: Value) -> String {
    let error = house.try_call(tool, input.clone()).await.unwrap_err();
    assert_eq!(error.kind, kernel::ErrorKind::InvalidInput, "{tool} {input}: {error}");
    error.message
}

#[tokio::test]
async fn options_are_an_object_or_nothing() {
    let house = house();
    house.session("s", "Rex is a dog.").await;
    let asked = |options: Value| {
        json!({
            "sessionId": "s", "naturalLanguageQuestion": "Is Rex a dog?", "queryOptions": options,
        })
    };
    for options in [Value::Null, json!({})] {
        assert_eq!(house.call("session_query", asked(options)).await["verdict"], "yes");
    }
    for options in [json!([]), json!("trace"), json!({ "trase": true }), json!({ "asOf": [] })] {
        let message = refused(&house, "session_query", asked(options.clone())).await;
        for word in ["enum", "variant", "struct", "untagged"] {
            assert!(!message.contains(word), "{options}: {message}");
        }
    }
    let rules = json!({ "sessionId": "s", "rules": 7 });
    let message = refused(&house, "session_assert_rules", rules).await;
    assert!(message.contains("expected a text or a list of texts"), "{message}");
}

#[tokio::test]
async fn each_item_of_a_list_is_a_clause_with_or_without_its_full_stop() {
    let house = house();
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let rules = json!(["p(a)", "p(b).", "q(X) :- p(X) % so it is", "r(1.5)", " "]);
    let told =
        house.call("session_assert_rules", json!({ "sessionId": "s", "rules": rules })).await;
    let added = json!(["p(a).", "p(b).", "q(X) :- p(X).", "r(1.5)."]);
    assert_eq!(told["addedFacts"], added, "{told}");
}

#[tokio::test]
async fn taking_back_is_by_name_or_by_changes_and_a_second_undo_goes_further() {
    let house = house();
    house.session("s", "Ann is tall.").await;
    for name in ["Bob", "Cid"] {
        let text = format!("{name} is tall.");
        house
            .call("session_assert", json!({ "sessionId": "s", "naturalLanguageText": text }))
            .await;
    }
    let retract = |mut input: Value| {
        input["sessionId"] = json!("s");
        house.try_call("session_retract", input)
    };
    for input in [json!({}), json!({ "labels": [1], "undo": 1 }), json!({ "undo": 4 })] {
        let error = retract(input.clone()).await.unwrap_err();
        assert_eq!(error.code, "INVALID_INPUT", "{input}: {error}");
    }
    assert_eq!(retract(json!({ "undo": 1 })).await.unwrap()["removed"], json!(["Cid is tall."]));
    assert_eq!(retract(json!({ "undo": 1 })).await.unwrap()["removed"], json!(["Bob is tall."]));
    let back = retract(json!({ "labels": [1] })).await.unwrap();
    assert_eq!(back["fullKnowledgeBase"], "");
    let again = retract(json!({ "undo": 1 })).await.unwrap();
    assert_eq!(again["restored"], json!(["Ann is tall."]), "{again}");
    assert_eq!(retract(json!({ "undo": 1 })).await.unwrap()["removed"], json!(["Ann is tall."]));
    assert!(retract(json!({ "undo": 1 })).await.is_err());
}

#[tokio::test]
async fn versions_that_are_not_there_yet_cannot_be_compared() {
    let house = house();
    house.session("s", "Ann is tall.").await;
    for input in [json!({ "to": 2 }), json!({ "from": 2, "to": 1 }), json!({ "from": 9 })] {
        let mut input = input;
        input["sessionId"] = json!("s");
        let message = refused(&house, "session_history", input).await;
        assert!(message.contains("the newest version is 1"), "{message}");
    }
}

#[tokio::test]
async fn a_list_that_is_cut_is_cut_everywhere_and_says_so() {
    let mut config = Config::default();
    config.limits.answers = 3;
    let house = house_with(config, None);
    let names = ["Ann", "Bob", "Cid", "Dan", "Eve"];
    let text: Vec<String> = names.iter().map(|name| format!("{name} is tall.")).collect();
    house.session("s", &text.join(" ")).await;
    for question in ["Who is tall?", "?- tall(X)."] {
        let found = house.ask("s", question).await;
        assert_eq!(found["truncated"], true, "{found}");
        assert_eq!(found["bindings"].as_array().unwrap().len(), 3, "{found}");
        assert_eq!(found["evidence"].as_array().unwrap().len(), 3, "{found}");
        let answer = found["answer"].as_str().unwrap();
        let said = names.iter().filter(|name| answer.to_lowercase().contains(&name.to_lowercase()));
        assert_eq!(said.count(), 3, "{answer}");
        assert!(answer.contains("reasoner.max_answers"), "{answer}");
    }
    let count = house.ask("s", "How many people are tall?").await;
    assert!(count["count"].is_null() || count["count"] == 5, "{count}");
    let whole = house.ask("s", "Is Ann tall?").await;
    assert!(whole.get("truncated").is_none(), "{whole}");
}

#[tokio::test]
async fn clauses_for_one_question_keep_to_the_limit_on_texts() {
    let mut config = Config::default();
    config.limits.text_bytes = 100;
    let house = house_with(config, None);
    house.session("s", "Rex is a dog.").await;
    let asked = json!({
        "sessionId": "s", "naturalLanguageQuestion": "Is Rex a dog?",
        "queryOptions": { "dynamicOntology": "p(a). ".repeat(20) },
    });
    let error = house.try_call("session_query", asked).await.unwrap_err();
    assert!(error.message.contains("reasoner.max_text_bytes"), "{error}");
}

#[tokio::test]
async fn only_the_sentence_that_contradicts_is_left_out_unless_all_are_wanted() {
    let house = house();
    house.session("s", "Every human is mortal. Socrates is a human.").await;
    let tell = |text: &str, strict: bool| {
        json!({
            "sessionId": "s", "naturalLanguageText": text, "onContradiction": "reject",
            "strict": strict,
        })
    };
    let text = "Plato is a human. Socrates is not mortal. Plato is wise.";
    let strict = house.try_call("session_assert", tell(text, true)).await.unwrap_err();
    assert_eq!(strict.code, "CONTRADICTION");
    let clashes = strict.data.unwrap()["contradictions"].clone();
    assert_eq!(clashes[0]["proofs"].as_array().unwrap().len(), 2, "{clashes}");
    assert_eq!(house.verdict("s", "Is Plato a human?").await, "unknown");
    let told = house.call("session_assert", tell(text, false)).await;
    assert_eq!(told["addedFacts"], json!(["human(plato).", "wise(plato)."]), "{told}");
    let statuses: Vec<&Value> =
        told["sentences"].as_array().unwrap().iter().map(|it| &it["status"]).collect();
    assert_eq!(statuses, ["parsed", "contradicting", "parsed"], "{told}");
    assert_eq!(told["contradictions"][0]["proofs"].as_array().unwrap().len(), 2, "{told}");
    assert_eq!(house.verdict("s", "Is Socrates mortal?").await, "yes");
    let alone = house.try_call("session_assert", tell("Socrates is not mortal.", false)).await;
    let alone = alone.unwrap_err();
    assert_eq!(alone.code, "CONTRADICTION");
}

#[tokio::test]
async fn all_or_nothing_takes_in_nothing_that_goes_against_itself() {
    let house = house();
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let tell = |policy: Option<&str>| {
        json!({
            "sessionId": "s", "naturalLanguageText": "Bob is a cat. Bob is not a cat.",
            "strict": true, "onContradiction": policy,
        })
    };
    let refused = house.try_call("session_assert", tell(None)).await.unwrap_err();
    assert_eq!(refused.code, "CONTRADICTION");
    let about = house.ask("s", "Is Bob a cat?").await;
    assert_eq!((&about["verdict"], &about["conflict"]), (&json!("unknown"), &Value::Null));
    let warned = house.call("session_assert", tell(Some("warn"))).await;
    assert_eq!(warned["addedFacts"].as_array().unwrap().len(), 2, "{warned}");
}

#[tokio::test]
async fn a_whole_knowledge_base_and_an_import_say_what_does_not_go_together() {
    let house = house();
    house.session("s", "Rex is a dog.").await;
    let text = "functional(capital_of). capital_of(france, paris). capital_of(france, lyon).";
    let replaced = json!({ "sessionId": "s", "kbContent": text });
    let replaced = house.call("session_set_kb", replaced).await;
    assert_eq!(replaced["contradictions"].as_array().unwrap().len(), 1, "{replaced}");
    house.session("t", "Rex is a dog.").await;
    let taken = json!({ "sessionId": "t", "data": "exclusive([cat, dog]). cat(rex)." });
    let taken = house.call("symbolic_import", taken).await;
    assert!(!taken["contradictions"].as_array().unwrap().is_empty(), "{taken}");
}
