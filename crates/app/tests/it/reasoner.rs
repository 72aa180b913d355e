//! The reasoner through the real program: what it is told, what it answers, what it keeps.

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;

fn open(home: &Home) -> Conversation {
    let mut client = Conversation::start(home, &["serve", "--stdio", "--service", "reasoner"]);
    client.open("2025-11-25");
    client
}

fn call(client: &mut Conversation, tool: &str, arguments: &Value) -> Value {
    let answer = client.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
    answer["result"]["structuredContent"].clone()
}

fn statements(answer: &Value) -> Vec<&str> {
    answer["evidence"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["statement"].as_str().unwrap())
        .collect()
}

#[test]
fn socrates_is_mortal_by_two_sentences_and_of_zeus_something_is_missing() {
    let home = Home::new();
    let mut client = open(&home);
    let made = call(&mut client, "session_create", &json!({ "sessionId": "greece" }));
    assert_eq!(made["data"]["id"], "greece");
    assert_eq!((&made["data"]["facts"], &made["data"]["lexiconSummary"]), (&json!(""), &json!("")));
    let told = call(
        &mut client,
        "session_assert",
        &json!({
            "sessionId": "greece",
            "naturalLanguageText": "Every human is mortal. Socrates is a human.",
        }),
    );
    assert_eq!(told["success"], true, "{told}");
    assert_eq!(told["addedFacts"], json!(["mortal(X) :- human(X).", "human(socrates)."]));
    assert_eq!(told["fullKnowledgeBase"], "mortal(X) :- human(X).\nhuman(socrates).");
    assert_eq!(told["sentences"][0]["paraphrase"], "Every human is mortal.");
    let ask = |client: &mut Conversation, question: &str| {
        let arguments = json!({ "sessionId": "greece", "naturalLanguageQuestion": question });
        call(client, "session_query", &arguments)
    };
    let socrates = ask(&mut client, "Is Socrates mortal?");
    assert_eq!(socrates["verdict"], "yes", "{socrates}");
    assert_eq!(socrates["answer"], "Yes. Socrates is mortal.");
    assert_eq!(statements(&socrates), ["Every human is mortal.", "Socrates is a human."]);
    let zeus = ask(&mut client, "Is Zeus mortal?");
    assert_eq!(zeus["verdict"], "unknown");
    assert_eq!(zeus["missing"], json!([["Zeus is human."]]));
    assert_eq!(client.end(), 0);

    let mut again = open(&home);
    assert_eq!(ask(&mut again, "Is Socrates mortal?")["verdict"], "yes");
    let taken = json!({ "name": "session_create", "arguments": { "sessionId": "greece" } });
    let answer = again.request("tools/call", &taken);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(answer.to_string().contains("SESSION_EXISTS"), "{answer}");
}
