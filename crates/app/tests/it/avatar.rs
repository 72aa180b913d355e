//! Avatars through the real programs: made and filled by commands, asked over MCP.

use std::fs;

use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;

const COMMONS: &str = "Common-pool resources are shared by many people. A pasture that everyone may use \
is overgrazed unless its users agree on rules.\x0cIn Törbel, a Swiss village, the herders wrote such \
rules down in 1483. No citizen could send more cows to the alp than he could feed during the winter.\
\x0c\x0cFines for breaking the rule were collected by the village's own officials.";

const LETTERS: &str = "# Letters\n\n## To a student\n\nDr. Moss asked me how fishers in Alanya share \
their grounds. They draw lots each September, and every boat moves one site east each day.\n";

fn home_with_avatar() -> Home {
    let home = Home::new();
    home.write("commons.txt", COMMONS);
    home.write("letters.md", LETTERS);
    let made =
        home.json(&["avatar", "create", "elinor", "--name", "Elinor", "--death-year", "2012"]);
    assert_eq!(made["id"], "elinor");
    let added = home.json(&["avatar", "add", "elinor", "commons.txt", "letters.md"]);
    assert_eq!(added["documents"], 2);
    home
}

fn server(home: &Home, id: &str) -> Conversation {
    let program = env!("CARGO_BIN_EXE_avatar-mcp-server");
    Conversation::with(home.command_of(program, &["--avatar", id]))
}

fn call(client: &mut Conversation, tool: &str, arguments: &Value) -> Value {
    let answer = client.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["structuredContent"].clone()
}

fn refused(client: &mut Conversation, tool: &str, arguments: &Value) -> String {
    let answer = client.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"].to_string()
}

/// The grounding rules of the spec, each as the row of a rule that a real server was seen to keep.
pub(crate) fn grounding_rows() -> Vec<String> {
    let home = home_with_avatar();
    let mut client = server(&home, "elinor");
    client.open("2025-06-18");
    let mut ask =
        |question: &str| call(&mut client, "generate_response", &json!({ "question": question }));
    let answered = ask("Who collected fines for breaking the rule?");
    let said = answered["response"].as_str().unwrap();
    let quotes: Vec<_> = answered["citations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["quote"].as_str().unwrap())
        .collect();
    let quoted = said.split('“').skip(1).map(|part| part.split('”').next().unwrap());
    let kept = [
        (
            "citation-required",
            !quotes.is_empty() && quoted.clone().all(|claim| quotes.contains(&claim)),
        ),
        ("no-hallucination", quotes.iter().all(|quote| COMMONS.contains(quote))),
        (
            "acknowledge-limits",
            ask("What is the capital of Mongolia?")["_meta"]["refusal"] == "not_covered",
        ),
        (
            "time-bound",
            ask("Which fines were collected in 2020?")["_meta"]["refusal"] == "after_its_time",
        ),
    ];
    kept.iter()
        .filter(|(_, kept)| *kept)
        .map(|(rule, _)| format!("avatar grounding {rule}"))
        .collect()
}

#[test]
fn an_avatars_server_answers_with_the_page_or_refuses() {
    let home = home_with_avatar();
    let mut client = server(&home, "elinor");
    let opened = client.open("2025-06-18");
    assert_eq!(opened["result"]["serverInfo"]["name"], "avatar-elinor");
    let tools = client.request("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["query_corpus", "generate_response", "get_avatar_info"]);
    assert!(tools.iter().all(|tool| tool["inputSchema"]["properties"].get("avatar").is_none()));

    let info = call(&mut client, "get_avatar_info", &json!({}));
    assert_eq!((&info["id"], &info["document_count"]), (&json!("elinor"), &json!(2)));
    assert_eq!(info["corpus_size"], 92);

    let answer = call(
        &mut client,
        "generate_response",
        &json!({ "question": "How many cows could a citizen of Törbel send to the alp?" }),
    );
    let citation = &answer["citations"][0];
    let quote = "No citizen could send more cows to the alp than he could feed during the winter.";
    assert_eq!((&citation["source"], &citation["page"]), (&json!("commons"), &json!(2)));
    assert_eq!(citation["quote"], quote);
    assert!(answer["response"].as_str().unwrap().contains(quote));
    let after_blank = call(
        &mut client,
        "generate_response",
        &json!({ "question": "Who collected fines for breaking the rule?" }),
    );
    assert_eq!(after_blank["citations"][0]["page"], 4, "the blank page counts: {after_blank}");

    for question in ["What is the capital of Mongolia?", "How does photosynthesis work in plants?"]
    {
        let answer = call(&mut client, "generate_response", &json!({ "question": question }));
        assert_eq!(
            (&answer["citations"], &answer["confidence"]),
            (&json!([]), &json!("low")),
            "{answer}"
        );
        assert!(answer["response"].as_str().unwrap().contains("do not answer"), "{answer}");
    }
    let later = call(
        &mut client,
        "generate_response",
        &json!({ "question": "How did herders of the Swiss village write rules in 2020?" }),
    );
    assert_eq!(later["_meta"]["refusal"], "after_its_time");
    assert!(later["response"].as_str().unwrap().contains("end in 2012"), "{later}");
    assert_eq!(client.end(), 0);
}

#[test]
fn passages_carry_their_place_and_pass_the_threshold() {
    let home = home_with_avatar();
    let mut client = server(&home, "elinor");
    client.open("2025-06-18");
    let found =
        call(&mut client, "query_corpus", &json!({ "query": "fishers of Alanya draw lots" }));
    let passage = &found["passages"][0];
    assert_eq!((&passage["source"], &passage["page"]), (&json!("Letters"), &Value::Null));
    assert_eq!(passage["_meta"]["location"], "Letters › To a student");
    assert!(passage["score"].as_f64().unwrap() >= 0.7);
    let nothing =
        call(&mut client, "query_corpus", &json!({ "query": "quantum chromodynamics of gluons" }));
    assert_eq!(nothing["passages"], json!([]));
    let everything = call(
        &mut client,
        "query_corpus",
        &json!({ "query": "village", "limit": 50, "threshold": 0 }),
    );
    assert!(everything["passages"].as_array().unwrap().len() >= 2);
    for (arguments, word) in [
        (json!({ "query": " " }), "empty"),
        (json!({ "query": "x", "limit": 0 }), "expected 1 to 50"),
        (json!({ "query": "x", "threshold": 7 }), "expected 0 to 1"),
        (json!({ "limit": 5 }), "query"),
        (json!({ "query": "x", "treshold": 0.5 }), "threshold"),
    ] {
        let error = refused(&mut client, "query_corpus", &arguments);
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn a_callers_passages_count_only_where_the_corpus_has_them() {
    let home = home_with_avatar();
    let mut client = server(&home, "elinor");
    client.open("2025-06-18");
    let question = "How do the fishers in Alanya share their grounds?";
    let foreign = json!([{ "content": "The fishers in Alanya share their grounds by auction.", "source": "Letters" }]);
    let answer = call(
        &mut client,
        "generate_response",
        &json!({ "question": question, "passages": foreign }),
    );
    assert_eq!(answer["citations"], json!([]), "{answer}");
    assert_eq!(answer["_meta"]["passages_not_in_corpus"], 1);
    let own = json!(["Dr. Moss asked me how fishers in Alanya share their grounds."]);
    let answer =
        call(&mut client, "generate_response", &json!({ "question": question, "passages": own }));
    assert_eq!(answer["citations"][0]["source"], "Letters", "{answer}");
    let context = json!([{ "role": "user", "content": question }, { "role": "assistant", "content": "By lot." }]);
    let follow_up = call(
        &mut client,
        "generate_response",
        &json!({ "question": "When do they draw them?", "context": context }),
    );
    assert_eq!(follow_up["citations"][0]["source"], "Letters", "{follow_up}");
}

#[test]
fn every_avatar_is_reached_through_the_house_and_its_files() {
    let home = home_with_avatar();
    home.json(&["avatar", "create", "adam"]);
    let mut client = Conversation::start(&home, &["serve", "--stdio"]);
    client.open("2025-06-18");
    let info = call(&mut client, "get_avatar_info", &json!({ "avatar": "elinor" }));
    assert_eq!(info["name"], "Elinor");
    assert!(refused(&mut client, "get_avatar_info", &json!({})).contains("elinor"));
    assert!(
        refused(&mut client, "query_corpus", &json!({ "avatar": "nobody", "query": "x" }))
            .contains("there is no avatar")
    );
    let empty = call(
        &mut client,
        "generate_response",
        &json!({ "avatar": "adam", "question": "What is a price?" }),
    );
    assert_eq!(empty["_meta"]["refusal"], "empty_corpus");

    // A file added while the server runs is answered from at once.
    home.write(
        "wealth.html",
        "<h1>Prices</h1><p>The real price of every thing is the toil of acquiring it.</p>",
    );
    home.json(&["avatar", "add", "adam", "wealth.html"]);
    let found =
        call(&mut client, "query_corpus", &json!({ "avatar": "adam", "query": "real price toil" }));
    assert_eq!(found["passages"][0]["source"], "wealth");

    let mut read = |uri: &str| client.request("resources/read", &json!({ "uri": uri }));
    let page = read("avatar://elinor/source/1/page/2");
    assert!(page["result"]["contents"][0]["text"].as_str().unwrap().starts_with("In Törbel"));
    assert!(read("avatar://elinor/sources").to_string().contains("letters.md"));
    assert!(read("avatar://elinor").to_string().contains("corpus_size"));
    assert!(read("avatar://elinor/source/9/page/1")["error"].is_object());
    let prompt = client.request("prompts/get", &json!({ "name": "interview_avatar", "arguments": { "topic": "cows", "avatar": "elinor" } }));
    assert!(prompt.to_string().contains("Elinor"), "{prompt}");
}

#[test]
fn adding_is_repeatable_and_bad_files_are_named_without_harm() {
    let home = home_with_avatar();
    let index = home.path(".local/share/ensemble/avatars/elinor/index/corpus.index");
    let before = fs::read(&index).unwrap();
    let again = home.json(&["avatar", "add", "elinor", "commons.txt", "letters.md"]);
    assert_eq!(again["unchanged"].as_array().unwrap().len(), 2);
    home.write("copy.txt", &format!("\n\n{COMMONS}\n"));
    home.write("empty.txt", " \n ");
    fs::write(home.path("binary.txt"), [0x7f, b'E', b'L', b'F', 0, 1, 2]).unwrap();
    home.write("sheet.xlsx", "x");
    let files = ["copy.txt", "empty.txt", "binary.txt", "sheet.xlsx", "missing.txt"];
    let arguments: Vec<_> =
        ["avatar", "add", "elinor"].into_iter().chain(files).chain(["--json"]).collect();
    let ran = home.run(&arguments);
    assert_eq!(ran.code, 1);
    let refused = &ran.envelope()["data"]["refused"];
    for (at, word) in
        ["same as that of `commons.txt`", "no text", "byte 4", "not a format", "No such file"]
            .iter()
            .enumerate()
    {
        assert!(refused[at]["problem"].as_str().unwrap().contains(word), "{refused}");
    }
    assert_eq!(fs::read(&index).unwrap(), before, "nothing changed");
    home.write("letters.md", &LETTERS.replace("September", "October"));
    assert_eq!(
        home.json(&["avatar", "add", "elinor", "letters.md"])["replaced"][0]["title"],
        "Letters"
    );
    home.json(&["avatar", "remove", "elinor", "letters"]);
    assert_eq!(home.json(&["avatar", "list", "elinor"])["items"].as_array().unwrap().len(), 1);

    let config = ".local/share/ensemble/avatars/elinor/config.json";
    home.write(config, &home.read(config).replace("\"tone\"", "\"mood\""));
    let broken = home.run(&["avatar", "ask", "elinor", "cows"]);
    assert_eq!(broken.code, 6);
    assert!(broken.stderr.contains("`systemPrompt.tone`: is missing"), "{}", broken.stderr);
    assert!(home.run(&["avatar", "create", "Bad Id"]).stderr.contains("lower-case"));
    assert!(
        home.run(&["avatar", "add", "nobody", "commons.txt"]).stderr.contains("there is no avatar")
    );
}

#[test]
fn the_guide_answers_from_the_handbook_on_a_fresh_machine() {
    let home = Home::new();
    let asked = home.json(&["avatar", "ask", "ensemble-guide", "How do I approve a push?"]);
    let cited = &asked["citations"][0];
    assert_eq!(cited["location"], "Approvals › Approving a push", "{asked}");
    assert!(
        home.json(&["avatar", "ask", "ensemble-guide", "How do I check the journal?"])["response"]
            .as_str()
            .unwrap()
            .contains("ensemble audit verify")
    );
    let unknown =
        home.json(&["avatar", "ask", "ensemble-guide", "Who won the football championship?"]);
    assert_eq!(unknown["refusal"], "not_covered");
    assert!(home.run(&["avatar", "list"]).stdout.contains("ensemble-guide"));
}
