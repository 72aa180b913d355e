//! The demonstration as a new user meets it: made by one command, tried, started again, removed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{Home, Running};

/// Nothing here takes this long; a test that waits longer has found a defect.
const PATIENCE: Duration = Duration::from_secs(120);
const FOLDER: &str = ".local/share/ensemble-demo";

struct Demo {
    _running: Running,
    said: Vec<String>,
}

fn start(home: &Home) -> Demo {
    let (running, stdout) = home.start(&["serve", "--demo", "--http", "127.0.0.1:0"]);
    let mut said = Vec::new();
    for line in BufReader::new(stdout).lines() {
        said.push(line.unwrap());
        if said.last().unwrap().contains("demo clean") {
            break;
        }
    }
    assert!(said.last().is_some_and(|line| line.contains("demo clean")), "{said:?}");
    Demo { _running: running, said }
}

fn call(home: &Home, tool: &str, input: &Value) -> Value {
    let input = input.to_string();
    let data = home.path(FOLDER);
    home.json(&["--data", data.to_str().unwrap(), "call", tool, &input])["output"].clone()
}

fn waiting(home: &Home) -> Value {
    let begun = Instant::now();
    loop {
        let asked = call(home, "list_pending_approvals", &json!({}))["pending"].clone();
        if asked.as_array().is_some_and(|pending| !pending.is_empty()) {
            return asked[0].clone();
        }
        assert!(begun.elapsed() < PATIENCE, "no approval: {}", call(home, "list_jobs", &json!({})));
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn events(home: &Home, actor: &str) -> Vec<Value> {
    let folder = home.path(FOLDER);
    let folder = folder.to_str().unwrap();
    let shown = home.json(&["--data", folder, "theater", "events", actor, "-n", "1000"]);
    shown["events"].as_array().unwrap().clone()
}

#[test]
fn one_command_gives_something_to_try_in_each_service_and_another_takes_it_away() {
    let home = Home::new();
    let demo = start(&home);
    let printed = demo.said.join("\n");
    assert!(!printed.contains("#token="), "what goes to a file holds no secret: {printed}");
    for page in ["Approvals", "Actors", "Reasoning", "Avatars"] {
        let lines = demo.said.iter().filter(|line| line.trim_start().starts_with(page)).count();
        assert_eq!(lines, 1, "{printed}");
    }

    let asked = waiting(&home);
    let shown = asked["command"].as_str().unwrap();
    assert!(shown.contains("create refs/heads/winter-tea "), "{shown}");
    let remote = home.path(FOLDER).join("remotes/tea-shop.git/refs/heads/winter-tea");
    assert!(!remote.exists());
    call(&home, "approve_job", &json!({ "job_id": asked["job_id"] }));
    let begun = Instant::now();
    while call(&home, "get_job", &json!({ "job_id": asked["job_id"] }))["job"]["status"] != "done" {
        assert!(begun.elapsed() < PATIENCE, "the push does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(remote.exists());
    let next = call(&home, "list_project_tasks", &json!({ "project_id": "tea-shop" }));
    assert_eq!(next["tasks"].as_array().unwrap().len(), 3);

    let awake = |who: &str| {
        let question = format!("Is {who} awake?");
        let input = json!({ "sessionId": "tea-house", "naturalLanguageQuestion": question });
        call(&home, "session_query", &input)
    };
    assert_eq!(awake("Ada")["verdict"], "yes");
    assert_eq!(awake("Ben")["missing"], json!([["Ben drinks Sencha."]]));

    let question = "How do I approve a push?";
    let input = json!({ "avatar": "ensemble-guide", "question": question });
    let answer = call(&home, "generate_response", &input);
    assert!(!answer["citations"].as_array().unwrap().is_empty(), "{answer}");

    actors_talk(&home);
    drop(demo);

    let again = start(&home);
    assert_eq!(awake("Ada")["verdict"], "yes", "a second start finds what the first one made");
    let busy = home.run(&["demo", "clean"]);
    assert_eq!(busy.code, 10, "{}", busy.stderr);
    drop(again);
    let cleaned = home.json(&["demo", "clean"]);
    assert_eq!(cleaned["canceled_jobs"], 0);
    assert!(!home.path(FOLDER).exists());
    assert_eq!(home.run(&["demo", "clean"]).code, 7, "nothing is left to remove");
}

/// A request to the waiter is answered by the till, and the till's event names the waiter's.
fn actors_talk(home: &Home) {
    let folder = home.path(FOLDER);
    let folder = folder.to_str().unwrap();
    let listed = home.json(&["--data", folder, "theater", "ps"]);
    let id = |name: &str| {
        let actors = listed["actors"].as_array().unwrap();
        let found = actors.iter().find(|actor| actor["name"] == name);
        found.unwrap_or_else(|| panic!("{name} in {listed}"))["id"].as_str().unwrap().to_owned()
    };
    let asked = json!({ "actor_id": id("waiter"), "data": "NQ==" });
    let answer = call(home, "request_message", &asked);
    assert!(answer["data"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
    let waiter = events(home, &id("waiter"));
    let asks = |event: &&Value| event["type"].as_str().unwrap().ends_with("host/request");
    let asked: Vec<&Value> = waiter.iter().filter(asks).map(|event| &event["event_id"]).collect();
    let till = events(home, &id("till"));
    let caused = till.iter().any(|event| asked.contains(&&event["parent_id"]));
    assert!(caused, "no event of the till names one of the waiter: {till:?}");
}

#[test]
fn a_folder_with_other_things_in_it_is_left_alone() {
    let home = Home::new();
    home.write("mine/notes.txt", "mine");
    let refused = home.run(&["--data", "mine", "serve", "--demo"]);
    assert_eq!(refused.code, 7, "{}", refused.stderr);
    assert!(refused.stderr.contains("is not empty"), "{}", refused.stderr);
    assert_eq!(fs::read_dir(home.path("mine")).unwrap().count(), 1);
    let kept = home.run(&["--data", "mine", "demo", "clean"]);
    assert_eq!(kept.code, 7, "{}", kept.stderr);
    assert_eq!(home.read("mine/notes.txt"), "mine");
    home.write("half/demo.json", r#"{"version":"0","made_at":"","filled":false}"#);
    let halfway = home.run(&["--data", "half", "serve", "--demo"]);
    assert_eq!(halfway.code, 7, "{}", halfway.stderr);
    assert!(halfway.stderr.contains("half made"), "{}", halfway.stderr);
}

#[test]
fn commands_find_the_demonstration_where_it_is_all_that_runs() {
    let home = Home::new();
    let demo = start(&home);
    let printed = home.json(&["console"]);
    assert!(printed["url"].as_str().unwrap().contains("#token="), "{printed}");
    let status = home.json(&["status"]);
    let folder = home.path(FOLDER);
    let socket = status["listeners"]["unix"].as_str().unwrap();
    assert!(socket.starts_with(folder.to_str().unwrap()), "{status}");
    let session = home.json(&["call", "session_get", r#"{"sessionId":"tea-house"}"#]);
    assert!(session.to_string().contains("sencha"), "{session}");
    assert!(!home.path(".local/share/ensemble").exists(), "nothing was made beside it");
    drop(demo);
    let refused = home.run(&["--data", "elsewhere", "console"]);
    let told = &refused.stderr;
    assert!(told.contains("ensemble --data elsewhere serve"), "the hint keeps the folder: {told}");
}
