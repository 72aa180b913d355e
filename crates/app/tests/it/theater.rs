//! The theater through the real program: as a person at the command line, as an MCP client, and
//! after it was killed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::Home;
use crate::serving::serve;

/// Builds the counter of the product in `home`, where the theater finds it.
fn with_counter(home: &Home) -> String {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../actors/counter");
    for file in ["counter.wat", "world.wit", "manifest.toml"] {
        home.write(&format!("counter/{file}"), &fs::read_to_string(sources.join(file)).unwrap());
    }
    home.json(&["theater", "build", "counter"]);
    let actors = home.path("data/theater/actors");
    fs::create_dir_all(&actors).unwrap();
    fs::copy(home.path("counter/counter.wasm"), actors.join("counter.wasm")).unwrap();
    home.read("counter/manifest.toml")
}

fn base64(text: &str) -> String {
    STANDARD.encode(text)
}

/// The answer of a tool that must succeed.
fn call(client: &mut Conversation, tool: &str, input: &Value) -> Value {
    let answer = client.request("tools/call", &json!({ "name": tool, "arguments": input }));
    assert_ne!(answer["result"]["isError"], true, "{tool} {input}: {answer}");
    answer["result"]["structuredContent"].clone()
}

fn read(client: &mut Conversation, uri: &str) -> Value {
    let answer = client.request("resources/read", &json!({ "uri": uri }));
    let text = answer["result"]["contents"][0]["text"].as_str();
    serde_json::from_str(text.unwrap_or_else(|| panic!("{uri}: {answer}"))).unwrap()
}

const STDIO: [&str; 6] = ["serve", "--stdio", "--service", "theater", "--data", "data"];

#[test]
fn a_request_does_not_overtake_the_message_that_was_sent_before_it() {
    let home = Home::new();
    let manifest = with_counter(&home);
    let mut client = Conversation::start(&home, &STDIO);
    client.open("2025-11-25");
    let started = call(&mut client, "start_actor", &json!({ "manifest": manifest }));
    let id = started["actor_id"].as_str().unwrap().to_owned();
    for expected in 1..=100 {
        let sent = json!({ "actor_id": id, "data": base64("1") });
        client.begin("tools/call", &json!({ "name": "send_message", "arguments": sent }));
        let asked = json!({ "actor_id": id, "data": base64("get") });
        let answer = call(&mut client, "request_message", &asked);
        assert_eq!(answer["text"], expected.to_string());
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn a_client_does_with_actors_what_the_specification_says_and_hears_of_changes() {
    let home = Home::new();
    let manifest = with_counter(&home);
    let mut client = Conversation::start(&home, &STDIO);
    let opened = client.open("2024-11-05");
    let capabilities = &opened["result"]["capabilities"];
    assert_eq!(capabilities["resources"]["subscribe"], true);
    let started = call(&mut client, "start_actor", &json!({ "manifest": manifest }));
    let id = started["actor_id"].as_str().unwrap().to_owned();
    client.notification("notifications/resources/list_changed");

    let state = format!("theater://actor/{id}/state");
    client.request("resources/subscribe", &json!({ "uri": state }));
    call(&mut client, "send_message", &json!({ "actor_id": id, "data": base64("4") }));
    let updated = client.notification("notifications/resources/updated");
    assert_eq!(updated["params"]["uri"], state);
    let asked = json!({ "actor_id": id, "data": base64("get") });
    assert_eq!(call(&mut client, "request_message", &asked)["data"], base64("4"));
    assert_eq!(read(&mut client, &state), json!(4));

    let list = read(&mut client, "theater://actors");
    let (uri, events) = (format!("theater://actor/{id}"), format!("theater://events/{id}"));
    let entry = json!({ "id": id, "name": "counter", "status": "RUNNING", "uri": uri });
    assert_eq!(list, json!({ "actors": [entry], "total": 1 }));
    let details = read(&mut client, &uri);
    assert_eq!(details["manifest"], manifest);
    assert_eq!(details["events_uri"], events);
    assert_eq!(details["state_uri"], state);
    assert_eq!(details["metrics"]["operations"], 3);
    assert!(details["created_at"].as_str().unwrap().starts_with("20"));
    let chain = read(&mut client, &events);
    let first = &chain[0];
    for key in ["event_id", "actor_id", "timestamp", "type", "parent_id", "data", "children"] {
        assert!(first.get(key).is_some(), "{key}");
    }
    let again = first["event_id"].as_str().unwrap();
    assert_eq!(read(&mut client, &format!("theater://event/{again}")), *first);
    let page = read(&mut client, &format!("{events}?after={again}&limit=2"));
    assert_eq!(page, json!([chain[1], chain[2]]));

    let listed = client.request("resources/list", &json!({}));
    let listed = listed["result"]["resources"].as_array().unwrap().clone();
    for uri in ["theater://actors", &uri, &state, &events] {
        assert!(listed.iter().any(|resource| resource["uri"] == uri), "{uri}");
    }
    let template = json!({ "type": "ref/resource", "uri": "theater://actor/{actor_id}" });
    let typed = json!({ "name": "actor_id", "value": &id[..4] });
    let completed =
        client.request("completion/complete", &json!({ "ref": template, "argument": typed }));
    assert_eq!(completed["result"]["completion"]["values"], json!([id]));
    for name in ["diagnose_actor", "explain_failure"] {
        let filled = json!({ "name": name, "arguments": { "actor_id": id } });
        let prompt = client.request("prompts/get", &filled);
        let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
        assert!(text.contains("WasmCall") && text.contains(&id), "{text}");
    }

    let channel = call(&mut client, "open_channel", &json!({ "actor_id": id }));
    let channel = &channel["channel_id"];
    let said = json!({ "channel_id": channel, "message": base64("6") });
    call(&mut client, "send_on_channel", &said);
    assert_eq!(call(&mut client, "request_message", &asked)["data"], base64("10"));
    call(&mut client, "close_channel", &json!({ "channel_id": channel }));
    call(&mut client, "restart_actor", &json!({ "actor_id": id }));
    assert_eq!(call(&mut client, "request_message", &asked)["data"], base64("10"));
    call(&mut client, "stop_actor", &json!({ "actor_id": id }));
    assert_eq!(read(&mut client, "theater://actors")["total"], 0);
    let answer =
        client.request("tools/call", &json!({ "name": "request_message", "arguments": asked }));
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(client.end(), 0);
}

/// Whether a document has what a path such as `actors[].id` leads to; of a list, in some item.
fn holds(value: &Value, path: &str) -> bool {
    if path.is_empty() {
        return true;
    }
    if let Some(rest) = path.strip_prefix("[]") {
        let rest = rest.trim_start_matches('.');
        return value.as_array().is_some_and(|items| items.iter().any(|item| holds(item, rest)));
    }
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let (name, rest) = path.split_at(end);
    value.get(name).is_some_and(|next| holds(next, rest.trim_start_matches('.')))
}

/// Of the wanted rows of the surface those that a client of a living actor reads and hears.
pub(crate) fn lived_rows(wanted: &BTreeSet<String>) -> Vec<String> {
    let home = Home::new();
    let manifest = with_counter(&home);
    let mut client = Conversation::start(&home, &STDIO);
    client.open("2024-11-05");
    let started = call(&mut client, "start_actor", &json!({ "manifest": manifest }));
    let id = started["actor_id"].as_str().unwrap().to_owned();
    let (uri, events) = (format!("theater://actor/{id}"), format!("theater://events/{id}"));
    client.request("resources/subscribe", &json!({ "uri": events }));
    call(&mut client, "request_message", &json!({ "actor_id": id, "data": base64("1") }));
    let mut heard = Vec::new();
    for method in ["notifications/resources/list_changed", "notifications/resources/updated"] {
        client.notification(method);
        heard.push(format!("theater notification {method}"));
    }
    let chain = read(&mut client, &events);
    let first = format!("theater://event/{}", chain[0]["event_id"].as_str().unwrap());
    let documents = [
        ("theater://actors", read(&mut client, "theater://actors")),
        ("theater://actor/{actor_id}", read(&mut client, &uri)),
        ("theater://event/{event_id}", read(&mut client, &first)),
        ("theater://events/{actor_id}", chain),
    ];
    assert_eq!(client.end(), 0);
    let read = |row: &&String| {
        let words: Vec<&str> = row.split(' ').collect();
        let ["theater", "content", template, path] = words.as_slice() else { return false };
        documents.iter().any(|(of, document)| of == template && holds(document, path))
    };
    wanted.iter().filter(read).cloned().chain(heard).collect()
}

/// A program that is killed, not asked to end.
struct Victim(Child);

impl Drop for Victim {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn no_acknowledged_message_is_lost_when_the_program_is_killed() {
    const MESSAGES: usize = 400;
    let home = Home::new();
    let manifest = with_counter(&home);
    let id = {
        let mut client = Conversation::start(&home, &STDIO);
        client.open("2024-11-05");
        let started = call(&mut client, "start_actor", &json!({ "manifest": manifest }));
        assert_eq!(client.end(), 0);
        started["actor_id"].as_str().unwrap().to_owned()
    };
    let mut command = home.command(&STDIO);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut victim = Victim(command.spawn().unwrap());
    let mut input = victim.0.stdin.take().unwrap();
    let output = victim.0.stdout.take().unwrap();
    let hello = json!({ "protocolVersion": "2024-11-05", "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" } });
    let mut lines =
        format!("{}\n", json!({"jsonrpc":"2.0","id":0,"method":"initialize","params":hello}));
    lines += &format!("{}\n", json!({"jsonrpc":"2.0","method":"notifications/initialized"}));
    for number in 1..=MESSAGES {
        let arguments = json!({ "actor_id": id, "data": base64("1") });
        let params = json!({ "name": "send_message", "arguments": arguments });
        let call = json!({"jsonrpc":"2.0","id":number,"method":"tools/call","params":params});
        lines += &format!("{call}\n");
    }
    let writing = std::thread::spawn(move || {
        // The reader dies before everything is written; that is the point.
        drop(input.write_all(lines.as_bytes()));
    });
    let mut acknowledged = 0;
    let mut victim = Some(victim);
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        let Ok(answer) = serde_json::from_str::<Value>(&line) else { break };
        let delivered = answer["result"]["structuredContent"]["delivered"] == true;
        acknowledged += usize::from(delivered);
        if acknowledged >= MESSAGES / 4 {
            drop(victim.take());
        }
    }
    writing.join().unwrap();
    assert!(acknowledged >= MESSAGES / 4, "{acknowledged}");
    let mut client = Conversation::start(&home, &STDIO);
    client.open("2024-11-05");
    let asked = json!({ "actor_id": id, "data": base64("get") });
    let count = call(&mut client, "request_message", &asked)["text"].as_str().unwrap().to_owned();
    let count: usize = count.parse().unwrap();
    assert!((acknowledged..=MESSAGES).contains(&count), "{acknowledged} acknowledged, {count}");
    assert_eq!(client.end(), 0);
    assert_eq!(home.json(&["theater", "verify", "--data", "data"])["faults"], json!([]));
    let replayed = home.json(&["theater", "replay", &id, "--data", "data"]);
    assert_eq!(replayed["equal"], true, "{replayed}");
}

#[test]
fn a_person_starts_asks_and_stops_an_actor_and_looks_at_its_history() {
    let home = Home::new();
    home.run(&["theater", "new", "tally"]);
    home.json(&["theater", "build", "tally"]);
    let served = serve(&home, &[]);
    let started = home.json(&["theater", "start", "tally/manifest.toml", "--state", r#"{"n":2}"#]);
    let id = started["actor_id"].as_str().unwrap();
    assert_eq!(home.run(&["theater", "send", id, "3"]).stdout, "accepted\n");
    assert_eq!(home.run(&["theater", "request", id, "1"]).stdout, "6\n");
    let listed = home.run(&["theater", "ps"]).stdout;
    assert!(
        listed.contains(id) && listed.contains("RUNNING") && listed.contains("tally"),
        "{listed}"
    );
    let events = home.json(&["theater", "events", id, "-n", "3"]);
    let events = events["events"].as_array().unwrap().clone();
    assert_eq!(events.len(), 3);
    assert_eq!(home.json(&["theater", "restart", id])["status"], "RUNNING");
    let replayed = home.json(&["theater", "replay", id]);
    assert_eq!(replayed["equal"], true);
    let event = events[0]["event_id"].as_str().unwrap();
    home.run(&["theater", "snapshot", id, "--event", event, "-o", "then.json"]);
    let snapshot: Value = serde_json::from_str(&home.read("then.json")).unwrap();
    assert_eq!(snapshot["state"], "5");
    assert_eq!(home.json(&["theater", "verify"])["faults"], json!([]));
    assert_eq!(home.json(&["theater", "stop", id])["status"], "STOPPED");
    let failed = home.run(&["theater", "request", id, "1"]);
    assert_eq!(failed.code, 5, "{}", failed.stderr);
    drop(served);
    assert_eq!(home.run(&["theater", "ps"]).stdout.lines().count(), 1);
}

#[test]
fn one_house_fronts_the_theater_of_another() {
    let (far, near) = (Home::new(), Home::new());
    let manifest = with_counter(&far);
    far.write("data/ensemble.toml", "[theater]\nlisten = '127.0.0.1:0'\n");
    let served = serve(&far, &["--data", "data"]);
    let settings = format!("[theater]\nremote = '{}'\n", served.said("actors"));
    near.write("data/ensemble.toml", &settings);
    let mut client = Conversation::start(&near, &STDIO);
    client.open("2024-11-05");
    let started = call(&mut client, "start_actor", &json!({ "manifest": manifest }));
    let id = started["actor_id"].as_str().unwrap().to_owned();
    client.notification("notifications/resources/list_changed");
    let state = format!("theater://actor/{id}/state");
    client.request("resources/subscribe", &json!({ "uri": state }));
    call(&mut client, "send_message", &json!({ "actor_id": id, "data": base64("4") }));
    let updated = client.notification("notifications/resources/updated");
    assert_eq!(updated["params"]["uri"], state);
    let asked = json!({ "actor_id": id, "data": base64("1") });
    assert_eq!(call(&mut client, "request_message", &asked)["text"], "5");
    assert_eq!(read(&mut client, &state), json!(5));
    let details = read(&mut client, &format!("theater://actor/{id}"));
    assert_eq!(details["remote"]["generation"], "0.2");
    assert_eq!(client.end(), 0);
    let listed = far.run(&["theater", "ps", "--data", "data"]).stdout;
    assert!(listed.contains(&id), "{listed}");
    drop(served);
}

#[test]
fn every_starter_is_made_and_built_under_another_name() {
    let home = Home::new();
    for starter in ["counter", "echo", "chat-room", "key-value", "timer"] {
        let name = format!("my-{starter}");
        home.run(&["theater", "new", &name, "--from", starter]);
        let built = home.json(&["theater", "build", &name]);
        assert_eq!(built["files"], json!([format!("{name}/{name}.wasm")]));
        let manifest = home.read(&format!("{name}/manifest.toml"));
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{manifest}");
    }
    let again = home.run(&["theater", "new", "my-echo"]);
    assert_eq!(again.code, 1, "{}", again.stderr);
}

#[test]
fn an_actor_in_another_language_is_made_and_what_its_build_lacks_is_named() {
    let home = Home::new();
    for (language, source, tool) in [
        ("c", "actor.c", "clang"),
        ("rust", "src/lib.rs", "cargo"),
        ("javascript", "actor.js", "componentize-qjs"),
        ("python", "actor.py", "componentize-py"),
    ] {
        let name = format!("my-{language}");
        let made = home.json(&["theater", "new", &name, "--lang", language]);
        let files = made["files"].as_array().unwrap().clone();
        assert!(files.contains(&json!(format!("{name}/{source}"))), "{files:?}");
        let world = home.read(&format!("{name}/wit/world.wit"));
        assert!(world.contains(&format!("world {name} {{")), "{world}");
        assert!(home.read(&format!("{name}/manifest.toml")).contains(&format!("{name}.wasm")));
        // The program is started without a search path, so no tool can be found.
        let failed = home.run(&["theater", "build", &name]);
        assert_ne!(failed.code, 0, "{language}");
        assert!(failed.stderr.contains(&format!("`{tool}` is not")), "{}", failed.stderr);
    }
    let refused = home.run(&["theater", "new", "x", "--lang", "rust", "--from", "timer"]);
    assert_ne!(refused.code, 0);
}

#[test]
fn a_person_talks_on_a_channel_and_watches_what_happens() {
    let home = Home::new();
    home.run(&["theater", "new", "parrot", "--from", "echo"]);
    home.json(&["theater", "build", "parrot"]);
    let served = serve(&home, &[]);
    let started = home.json(&["theater", "start", "parrot/manifest.toml"]);
    let id = started["actor_id"].as_str().unwrap();
    let watching = ["theater", "events", id, "--follow", "--json"];
    let (watcher, events) = home.start(&watching);
    let mut command = home.command(&["theater", "channel", id]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut talk = command.spawn().unwrap();
    let mut input = talk.stdin.take().unwrap();
    let mut heard = BufReader::new(talk.stdout.take().unwrap()).lines();
    for said in ["hello", "are you there?"] {
        writeln!(input, "{said}").unwrap();
        assert_eq!(heard.next().unwrap().unwrap(), said);
    }
    drop(input);
    assert!(heard.next().is_none());
    assert!(talk.wait().unwrap().success());
    let mut seen = BufReader::new(events).lines().map(|line| {
        let event: Value = serde_json::from_str(&line.unwrap()).unwrap();
        event["data"]["function"].as_str().unwrap_or_default().to_owned()
    });
    let closed = "theater:simple/message-server-client.handle-channel-close";
    assert!(seen.any(|function| function == closed), "the channel's end was not shown");
    drop((watcher, served));
}
