//! Works that come while the command watches, and queries that look in some works only.

use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;

#[test]
fn a_watched_folder_is_added_as_it_fills() {
    let home = Home::new();
    home.write("letters/first.txt", "The ferry crossed the river twice a day in those years.");
    home.json(&["avatar", "create", "captain"]);
    let (running, output) = home.start(&["avatar", "add", "captain", "letters", "--watch"]);
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    let mut until = |word: &str| lines.find(|line| line.contains(word)).expect("the watch ended");
    assert!(until("now has").contains("1 documents"));
    home.write("letters/second.txt", "A lighthouse was built on the northern rock by the guild.");
    assert!(until("added").contains("second"));
    assert!(until("now has").contains("2 documents"));
    home.write("letters/first.txt", "The ferry crossed the river four times a day in later years.");
    assert!(until("replaced").contains("first"));
    drop(running);
    let asked =
        home.json(&["avatar", "ask", "captain", "How often did the ferry cross the river?"]);
    assert!(asked["response"].as_str().unwrap().contains("four times a day"), "{asked}");
}

fn found(client: &mut Conversation, arguments: &Value) -> Value {
    let call = json!({ "name": "query_corpus", "arguments": arguments });
    client.request("tools/call", &call)["result"].clone()
}

#[test]
fn a_query_may_look_in_some_works_only() {
    let home = Home::new();
    home.write("early.txt", "The harbour tax was a penny for each barrel of herring.");
    home.write("late.txt", "The harbour tax rose to a shilling for each barrel of herring.");
    home.json(&["avatar", "create", "harbour"]);
    let catalogue = json!({ "sources": [
        { "id": "early", "title": "Early letters", "year": 1701 },
        { "id": "late", "title": "Late letters", "year": 1790 },
    ] });
    let folder = ".local/share/ensemble/avatars/harbour/corpus/sources.json";
    home.write(folder, &catalogue.to_string());
    home.json(&["avatar", "add", "harbour", "early.txt", "late.txt"]);
    let mut client = Conversation::start(&home, &["serve", "--stdio", "--service", "avatar"]);
    client.open("2025-06-18");
    let mut titles = |more: Value| -> Vec<String> {
        let mut arguments =
            json!({ "query": "harbour tax for a barrel of herring", "threshold": 0 });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let found = found(&mut client, &arguments);
        let passages = found["structuredContent"]["passages"].as_array().cloned();
        let passages = passages.unwrap_or_else(|| panic!("{found}"));
        passages.iter().map(|passage| passage["source"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(titles(json!({})).len(), 2);
    assert_eq!(titles(json!({ "sources": ["late letters"] })), ["Late letters"]);
    assert_eq!(titles(json!({ "sources": ["early"] })), ["Early letters"]);
    assert_eq!(titles(json!({ "from_year": 1750 })), ["Late letters"]);
    assert_eq!(titles(json!({ "to_year": 1750 })), ["Early letters"]);
    assert_eq!(titles(json!({ "from_year": 1702, "to_year": 1789 })), Vec::<String>::new());
    let unknown = found(&mut client, &json!({ "query": "tax", "sources": ["Diary"] }));
    assert!(unknown.to_string().contains("Early letters, Late letters"), "{unknown}");
}

#[test]
fn a_command_that_did_nothing_fails_and_says_so() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    fs::create_dir(home.path("empty")).unwrap();
    home.json(&["avatar", "create", "parish"]);
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let cases: [(&[&str], &str); 4] = [
        (&["avatar", "add", "parish", "empty"], "no file to add"),
        (&["avatar", "remove", "parish", "nope"], "has no work `nope`"),
        (&["avatar", "rebuild", "parish", "--encoder", "bogus"], "`static-en-1`"),
        (&["avatar", "create", "ensemble-guide"], "cannot be changed"),
    ];
    for (arguments, word) in cases {
        let ran = home.run(arguments);
        assert_eq!(ran.code, 1, "{arguments:?}: {}", ran.stdout);
        assert!(ran.stderr.contains(word), "{arguments:?}: {}", ran.stderr);
    }
}
