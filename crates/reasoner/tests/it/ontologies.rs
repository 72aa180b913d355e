//! Ontologies at the boundary: as they were, when they are gone, and whose word they are.

use serde_json::{Value, json};

use crate::service::{House, house};

async fn keep(house: &House, tool: &str, rules: &str) {
    house.call(tool, json!({ "name": "fam", "rules": rules })).await;
}

fn asked(options: &Value) -> Value {
    json!({
        "sessionId": "s", "naturalLanguageQuestion": "Is Ann proud?", "queryOptions": options,
    })
}

async fn named_session(house: &House) {
    let made = json!({ "sessionId": "s", "ontologies": ["fam"] });
    house.call("session_create", made).await;
    let told = json!({ "sessionId": "s", "naturalLanguageText": "Ann is tall." });
    house.call("session_assert", told).await;
}

#[tokio::test]
async fn the_past_rests_on_the_ontologies_it_had() {
    let house = house();
    keep(&house, "ontology_create", "proud(X) :- tall(X).").await;
    named_session(&house).await;
    keep(&house, "ontology_update", "proud(X) :- rich(X).").await;
    let verdict = async |options: Value| {
        house.call("session_query", asked(&options)).await["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict(json!({})).await, "unknown");
    assert_eq!(verdict(json!({ "asOf": 1 })).await, "yes");
    house.call("ontology_delete", json!({ "name": "fam" })).await;
    assert_eq!(verdict(json!({ "asOf": 1 })).await, "yes");
    assert_eq!(verdict(json!({ "asOf": "2020-01-01T00:00:00Z" })).await, "unknown");
}

#[tokio::test]
async fn a_session_says_that_its_ontology_is_deleted() {
    let house = house();
    keep(&house, "ontology_create", "proud(X) :- tall(X).").await;
    named_session(&house).await;
    let shown = house.call("session_get", json!({ "sessionId": "s" })).await;
    assert!(shown["data"].get("missingOntologies").is_none(), "{shown}");
    house.call("ontology_delete", json!({ "name": "fam" })).await;
    let shown = house.call("session_get", json!({ "sessionId": "s" })).await;
    assert_eq!(shown["data"]["missingOntologies"], json!(["fam"]), "{shown}");
    let answer = house.call("session_query", asked(&json!({}))).await;
    assert!(answer["doubts"].to_string().contains("`fam`, which is deleted"), "{answer}");
}

#[tokio::test]
async fn evidence_of_an_ontology_names_its_author_and_time_and_is_not_what_you_said() {
    let house = house();
    keep(&house, "ontology_create", "proud(X) :- tall(X).").await;
    named_session(&house).await;
    let answer = house.call("session_query", asked(&json!({ "trace": true }))).await;
    let evidence = answer["evidence"].as_array().unwrap();
    let rule = evidence.iter().find(|it| it["ontology"] == "fam").unwrap();
    assert_eq!(rule["author"], "ann", "{answer}");
    assert!(rule["at"].is_string(), "{answer}");
    let explanation = answer["explanation"].as_str().unwrap();
    assert!(
        explanation.contains("The ontology `fam` says: \"proud(X) :- tall(X).\""),
        "{explanation}"
    );
}
