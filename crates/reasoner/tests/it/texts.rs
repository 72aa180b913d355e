//! Texts as people write them, told at the service's boundary: without capitals, as lists, with
//! abbreviations and names of other scripts.

use serde_json::{Value, json};

use crate::logic::told;

/// What each sentence of a text became.
async fn statuses(text: &str) -> Vec<(String, String)> {
    let told = told("").await;
    let input = json!({ "sessionId": "s", "naturalLanguageText": text });
    let outcome = told.call("session_assert", input).await.unwrap();
    let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let sentences = outcome["sentences"].as_array().unwrap().iter();
    sentences.map(|one| (text_of(&one["text"]), text_of(&one["status"]))).collect()
}

#[tokio::test]
async fn a_text_falls_into_the_sentences_its_writer_meant() {
    for (text, sentences) in [
        (
            "socrates is a man. every man is mortal.",
            vec!["socrates is a man.", "every man is mortal."],
        ),
        ("Roe v. Wade is a case. It is old.", vec!["Roe v. Wade is a case.", "It is old."]),
        ("- Ann is tall.\n- Bob is tall", vec!["Ann is tall.", "Bob is tall"]),
        ("* Ann is tall\n* Bob is tall", vec!["Ann is tall", "Bob is tall"]),
        ("1. Ann is tall.\n2. Bob is tall.", vec!["Ann is tall.", "Bob is tall."]),
        ("Сократ is a man. Зевс is a god.", vec!["Сократ is a man.", "Зевс is a god."]),
    ] {
        let found = statuses(text).await;
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, sentences);
        // Who writes a name without its capital is told so; it is not guessed.
        let guessed = |text: &str| text.starts_with("socrates");
        assert!(
            found.iter().all(|(text, status)| (status == "parsed") != guessed(text)),
            "{found:?}"
        );
    }
}

#[tokio::test]
async fn a_list_without_capitals_is_answered_from() {
    let list = "- every man is mortal\n- the king is a man\n- Зевс is a man";
    let told = told(list).await;
    assert_eq!(told.ask("is the king mortal?").await["verdict"], "yes");
    assert_eq!(told.ask("Is Зевс mortal?").await["verdict"], "yes");
}
