//! Answers, paraphrases and what is missing, put in English whatever the logic looks like.

use serde_json::{Value, json};

use crate::logic::{clauses, told};

/// Whether a text has signs of logic in it rather than words.
fn is_code(text: &str) -> bool {
    ["(", ":-", "~", "_", " => ", "all X", "some X"].iter().any(|sign| text.contains(sign))
}

fn assert_words(value: &Value, where_from: &str) {
    match value {
        Value::String(text) => assert!(!is_code(text), "{where_from}: {text}"),
        Value::Array(items) => items.iter().for_each(|item| assert_words(item, where_from)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}

const THEORIES: &[(&str, &[&str])] = &[
    ("Ann does not like every dog. Rex is a dog.", &["Does Ann like Rex?"]),
    (
        "Whoever has a ticket may board the train. Jim has a ticket. Nobody without a ticket may \
         board the train.",
        &["May Jim board the train?", "May Ann board the train?"],
    ),
    (
        "The patient has a fever. If the patient has a fever and a cough then the patient has the \
         flu.",
        &["Does the patient have the flu?", "Why does the patient have the flu?"],
    ),
    (
        "Bob likes tea more than coffee.",
        &["Does Bob like tea more than coffee?", "Does Bob like coffee more than tea?"],
    ),
    ("The Lions are a team. Every team has a captain.", &["Do the Lions have a captain?"]),
    ("No bicycle has an engine. My vehicle has an engine.", &["Is my vehicle a bicycle?"]),
    (
        "There is a lamp on the table. Some cats are black.",
        &["Is there a lamp on the table?", "Is any cat black?"],
    ),
    ("Tom sold his car to Ann.", &["Did Tom sell his car to Ann?"]),
    ("If someone owns something expensive then they are rich.", &["Is Ann rich?"]),
];

#[tokio::test]
async fn what_is_understood_and_answered_is_put_in_words() {
    for (text, questions) in THEORIES {
        let session = told("").await;
        let input = json!({ "sessionId": "s", "naturalLanguageText": text, "strict": true });
        let taken = session.call("session_assert", input).await.unwrap();
        for sentence in taken["sentences"].as_array().unwrap() {
            assert_words(&sentence["paraphrase"], text);
        }
        for question in *questions {
            let answer = session.ask(question).await;
            assert_words(&answer["answer"], question);
            assert_words(&answer["missing"], question);
        }
    }
}

#[tokio::test]
async fn what_is_said_of_one_unnamed_thing_is_put_as_such() {
    for (text, said) in [
        ("Ann does not like every dog.", "There is a dog. Ann does not like that dog."),
        ("Every human is mortal.", "Every human is mortal."),
        (
            "Nobody likes everybody.",
            "For every X, there is something Y such that X does not like Y.",
        ),
        ("There is a lamp on the table.", "There is a lamp. That lamp is on the table."),
        (
            "Nobody without a ticket may board the train.",
            "For every X, if there is no Y such that Y is a ticket and X has Y then X is not \
             allowed to board the train.",
        ),
    ] {
        let session = told("").await;
        let input = json!({ "sessionId": "s", "naturalLanguageText": text });
        let taken = session.call("session_assert", input).await.unwrap();
        assert_eq!(taken["sentences"][0]["paraphrase"], said);
    }
}

#[tokio::test]
async fn clauses_are_told_and_asked_for_in_words() {
    let told = clauses(
        "-may_enter(jim, the_pool). likes(X, Y) :- parent(X, Y). lent_for(tom, bob, money). \
         rich(X) :- lent_for(X, bob, Y), gold(Y).",
    )
    .await;
    for (question, answer) in [
        ("May Jim enter the pool?", "No. Jim is not allowed to enter the pool."),
        (
            "Does Tom like Ann?",
            "I don't know. It would be so if this held: `parent` holds of Tom and Ann.",
        ),
    ] {
        assert_eq!(told.ask(question).await["answer"], answer);
    }
    let input = json!({ "rules": "-may_enter(jim, the_pool). p(X, Z) :- q(X, Y), r(Y, Z)." });
    let said = told.call("translate_rulesToNl", input).await.unwrap();
    assert_words(&said["explanation"], "rules");
}

#[tokio::test]
async fn what_is_missing_of_one_thing_is_said_together() {
    for (text, question, missing) in [
        (
            "The patient has a fever. If the patient has a fever and a cough then the patient has \
             the flu.",
            "Does the patient have the flu?",
            json!([["The patient has a cough."]]),
        ),
        (
            "Whoever has a ticket may board the train. Jim has a ticket.",
            "May Ann board the train?",
            json!([["Ann has a ticket."]]),
        ),
    ] {
        let answer = told(text).await.ask(question).await;
        assert_eq!(answer["missing"], missing, "{answer}");
    }
}
