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

#[test]
fn a_curriculum_is_run_by_the_command_and_shows_on_the_leaderboard() {
    let home = Home::new();
    let told = "# Dogs\n\nEvery dog barks. Rex is a dog.\n? Does Rex bark? ->";
    home.write("right.txt", &format!("{told} yes\n? Is Rex a cat? -> unknown\n"));
    home.write("wrong.txt", &format!("{told} no\n"));
    let right = home.json(&["reasoner", "eval", "right.txt"]);
    let tally = &right["curricula"][0];
    assert_eq!((&tally["curriculum"], &tally["cases"]), (&json!("right"), &json!(2)), "{right}");
    assert_eq!((&tally["right"], &right["wrong"]), (&json!(2), &json!([])));
    let wrong = home.run(&["reasoner", "eval", "wrong.txt"]);
    assert_eq!(wrong.code, 1, "{}{}", wrong.stdout, wrong.stderr);
    assert!(wrong.stdout.contains("came to `yes`, expected `no`"), "{}", wrong.stdout);
    let shipped = home.run(&["reasoner", "eval", "defaults"]);
    assert!(shipped.stdout.contains("defaults"), "{}{}", shipped.stdout, shipped.stderr);
    assert_eq!(home.run(&["reasoner", "eval", "no-such"]).code, 2);
    let mut client = open(&home);
    let board = call(&mut client, "analysis_get_strategy_leaderboard", &json!({}));
    let row = &board["data"][0];
    assert_eq!(row["strategyId"], "CNL-1", "{board}");
    assert!(row["evaluations"].as_u64().unwrap() > 3, "{board}");
    assert!(row["accuracy"].as_f64().unwrap() < 1.0, "{board}");
}
