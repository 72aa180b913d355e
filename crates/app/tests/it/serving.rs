//! The house as people start it: one process, several clients, a good end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use serde_json::json;

use crate::conversation::Conversation;
use crate::program::{Home, Running};

/// A house that listens; its greeting says where.
pub(crate) struct Served {
    running: Running,
    greeting: Vec<String>,
}

pub(crate) fn serve(home: &Home, more: &[&str]) -> Served {
    let mut arguments = vec!["serve", "--http", "127.0.0.1:0"];
    arguments.extend_from_slice(more);
    let (running, stdout) = home.start(&arguments);
    let mut greeting = Vec::new();
    for line in BufReader::new(stdout).lines() {
        let line = line.unwrap();
        let last = line.trim_start().starts_with("data");
        greeting.push(line);
        if last {
            break;
        }
    }
    Served { running, greeting }
}

impl Served {
    pub(crate) fn said(&self, name: &str) -> String {
        let line = self.greeting.iter().find(|line| line.trim_start().starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name} in {:?}", self.greeting));
        line.trim_start().trim_start_matches(name).trim().to_owned()
    }

    pub(crate) fn address(&self) -> String {
        self.said("mcp").trim_start_matches("http://").trim_end_matches("/mcp").to_owned()
    }

    #[expect(clippy::disallowed_methods, reason = "the test sends a signal as a person would")]
    fn terminate(mut self) -> i32 {
        let pid = self.running.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.running.wait()
    }
}

pub(crate) fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn serve_says_where_it_listens_and_stops_in_good_order() {
    let home = Home::new();
    let served = serve(&home, &[]);
    let token = served.said("token");
    assert!(token.starts_with("in ") && token.ends_with("/token"), "{token}");
    let ready = get(&served.address(), "/readyz");
    assert!(ready.contains("\"house\":{\"ready\":true}"), "{ready}");
    let status = home.json(&["status"]);
    assert_eq!(status["journal"]["head"], 1);
    let doctor = home.run(&["doctor"]);
    assert!(
        doctor.stdout.contains("the server answers over the Unix socket and http://"),
        "{}",
        doctor.stdout
    );
    assert_eq!(served.terminate(), 0);
    let ran = home.run(&["status"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let events = home.json(&["call", "list_events"])["output"]["events"].clone();
    let kinds: Vec<_> = events.as_array().unwrap().iter().map(|event| &event["kind"]).collect();
    assert_eq!(kinds, ["house.started", "house.stopped"]);
    assert_eq!(home.json(&["call", "verify_audit"])["output"]["ok"], true);
}

#[test]
fn any_tool_is_called_from_the_shell_by_socket_by_url_and_in_process() {
    let home = Home::new();
    assert_eq!(home.json(&["call", "list_events"])["output"]["head"], 0);
    let served = serve(&home, &[]);
    let url = served.said("mcp");
    for line in
        [vec!["call", "list_events", "{\"limit\":1}"], vec!["call", "list_events", "--url", &url]]
    {
        assert_eq!(home.json(&line)["output"]["head"], 1);
    }
    let unknown = home.run(&["call", "list_event"]);
    assert_eq!(unknown.code, 5);
    assert!(unknown.stderr.contains("did you mean `list_events`?"), "{}", unknown.stderr);
    let wrong = home.run(&["call", "list_events", "{\"limt\":1}"]);
    assert!(wrong.stderr.contains("`limit`"), "{}", wrong.stderr);
    assert_eq!(home.run(&["call", "list_events", "nonsense"]).code, 2);
    home.write("bad-token", "nonsense");
    let file = home.path("bad-token");
    let refused =
        home.run(&["call", "list_events", "--url", &url, "--token-file", file.to_str().unwrap()]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert_eq!(home.run(&["call", "list_events", "--url", "http://127.0.0.1:1/mcp"]).code, 4);
}

#[test]
fn standard_input_and_output_speak_every_revision() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let home = Home::new();
        let mut client = Conversation::start(&home, &["serve", "--stdio"]);
        assert_eq!(client.open(version)["result"]["protocolVersion"], version);
        list_call_read(&mut client);
        let uri = json!({ "uri": "ensemble://events?service=house" });
        assert!(client.request("resources/subscribe", &uri)["result"].is_object());
        client.request("resources/unsubscribe", &uri);
        assert_eq!(client.end(), 0);
        assert_eq!(home.json(&["call", "verify_audit"])["output"]["ok"], true);
    }
    let home = Home::new();
    let mut client = Conversation::start(&home, &["serve", "--stdio"]);
    let found = client.open("2026-07-28");
    assert!(found["result"]["supportedVersions"].to_string().contains("2026-07-28"), "{found}");
    list_call_read(&mut client);
    let filter = json!({"notifications": {"resourceSubscriptions": ["ensemble://events"]}});
    client.begin("subscriptions/listen", &filter);
    client.notification("notifications/subscriptions/acknowledged");
    assert_eq!(client.end(), 0);
}

#[test]
fn who_is_connected_can_be_seen() {
    for version in ["2025-11-25", "2026-07-28"] {
        let home = Home::new();
        let mut client = Conversation::start(&home, &["serve", "--stdio"]);
        client.open(version);
        client.request("tools/list", &json!({}));
        let read = client.request("resources/read", &json!({"uri": "ensemble://clients"}));
        let text = read["result"]["contents"][0]["text"].as_str().unwrap();
        let seen: serde_json::Value = serde_json::from_str(text).unwrap();
        let [one] = &seen["clients"].as_array().unwrap()[..] else { panic!("{seen}") };
        assert!(one["name"].as_str().is_some_and(|name| !name.is_empty()), "{seen}");
        assert_eq!(one["principal"], "local");
        assert_eq!(one["wire"], "stdio");
        assert_eq!(one["revision"], version);
        assert_eq!(one["connections"], 1);
        assert_eq!(one["requests"], 2, "{seen}");
        assert_eq!(client.end(), 0);
    }
}

fn list_call_read(client: &mut Conversation) {
    let tools = client.request("tools/list", &json!({}));
    let names: Vec<_> =
        tools["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert!(names.contains(&&json!("verify_audit")), "{names:?}");
    let call = json!({"name": "list_events", "arguments": {}});
    let called = client.request("tools/call", &call);
    assert_eq!(called["result"]["structuredContent"]["head"], 1, "{called}");
    let read = client.request("resources/read", &json!({"uri": "ensemble://events?limit=1"}));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains("house.started"), "{read}");
}

#[test]
fn subscribers_hear_of_the_journal_growing_over_stdio_with_calls_journaled() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let home = Home::new();
        home.write(".local/share/ensemble/ensemble.toml", "[journal]\ncalls = true\n");
        let mut client = Conversation::start(&home, &["serve", "--stdio"]);
        client.open(version);
        if version == "2026-07-28" {
            let filter = json!({"notifications": {"resourceSubscriptions": ["ensemble://events"]}});
            client.begin("subscriptions/listen", &filter);
            client.notification("notifications/subscriptions/acknowledged");
        } else {
            client.request("resources/subscribe", &json!({"uri": "ensemble://events"}));
        }
        // A call is recorded after it was answered, and the first news may still be of the start:
        // what holds is that news follows until the call is there.
        let calls = json!({"name": "list_events", "arguments": {"kind": "call.made"}});
        let mut made = client.request("tools/call", &calls);
        for _ in 0..100 {
            if made["result"]["structuredContent"]["events"][0].is_object() {
                break;
            }
            let told = client.notification("notifications/resources/updated");
            assert_eq!(told["params"]["uri"], "ensemble://events");
            made = client.request("tools/call", &calls);
        }
        let event = &made["result"]["structuredContent"]["events"][0];
        assert_eq!(event["data"]["tool"], "list_events", "{made}");
        assert_eq!(client.end(), 0);
    }
}

#[test]
fn a_second_process_on_the_folder_joins_the_first_or_says_who_has_it() {
    let home = Home::new();
    let served = serve(&home, &[]);
    let refused = home.run(&["serve", "--http", "127.0.0.1:0"]);
    assert_eq!(refused.code, 10, "{}", refused.stderr);
    assert!(refused.stderr.contains("in use by process"), "{}", refused.stderr);
    let mut joined = Conversation::start(&home, &["serve", "--stdio", "--service", "theater"]);
    let opened = joined.open("2024-11-05");
    assert_eq!(opened["result"]["serverInfo"]["name"], "theater-mcp");
    assert_eq!(joined.end(), 0);
    assert_eq!(served.terminate(), 0);
}

#[test]
fn a_folder_whose_owner_is_just_ending_is_waited_for() {
    let home = Home::new();
    // What a child of a killed server does until it has become another program.
    home.write(".local/share/ensemble/ensemble.db.lock", "");
    let lock = home.path(".local/share/ensemble/ensemble.db.lock");
    let held = std::fs::File::open(lock).unwrap();
    held.lock().unwrap();
    let mut client = Conversation::start(&home, &["serve", "--stdio"]);
    std::thread::sleep(Duration::from_millis(300));
    drop(held);
    let opened = client.open("2025-06-18");
    assert_eq!(opened["result"]["serverInfo"]["name"], "ensemble");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_taken_port_and_an_exposed_address_are_refused_with_the_way_out() {
    let home = Home::new();
    let served = serve(&home, &[]);
    let other = Home::new();
    let taken = other.run(&["serve", "--http", &served.address()]);
    assert_eq!(taken.code, 8, "{}", taken.stderr);
    assert!(taken.stderr.contains("is in use"), "{}", taken.stderr);
    let exposed = other.run(&["serve", "--http", "0.0.0.0:0"]);
    assert_eq!(exposed.code, 6, "{}", exposed.stderr);
    assert!(exposed.stderr.contains("--allowed-host"), "{}", exposed.stderr);
    other.write("file", "not a folder");
    let folder = other.path("file");
    let unusable = other.run(&["serve", "--data", folder.to_str().unwrap()]);
    assert_eq!(unusable.code, 7, "{}", unusable.stderr);
}

#[test]
fn a_revoked_token_is_refused_by_the_running_server() {
    let home = Home::new();
    let made = home.json(&["token", "new", "phone", "--scope", "read"]);
    let secret = made["secret"].as_str().or(made["token"].as_str()).unwrap().to_owned();
    home.write("phone", &secret);
    let file = home.path("phone");
    let served = serve(&home, &[]);
    let url = served.said("mcp");
    let line = ["call", "list_events", "--url", &url, "--token-file", file.to_str().unwrap()];
    assert_eq!(home.run(&line).code, 0);
    home.run(&["token", "revoke", "phone"]);
    let refused = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        home.run(&line).code == 3
    });
    assert!(refused, "the token was still accepted");
}

#[test]
fn each_starter_of_the_specs_answers_under_its_own_name() {
    for (program, arguments, name) in [
        (env!("CARGO_BIN_EXE_theater-mcp"), vec![], "theater-mcp"),
        (
            env!("CARGO_BIN_EXE_televibecode"),
            vec!["serve", "--stdio", "--root", "."],
            "televibecode-orchestrator",
        ),
    ] {
        let home = Home::new();
        let mut client = Conversation::with(home.command_of(program, &arguments));
        let opened = client.open("2024-11-05");
        assert_eq!(opened["result"]["serverInfo"]["name"], name);
        assert_eq!(opened["result"]["serverInfo"]["version"], "0.1.0");
        assert_eq!(opened["result"]["protocolVersion"], "2024-11-05");
        assert_eq!(client.end(), 0);
    }
    let home = Home::new();
    let unknown = home.run_of(env!("CARGO_BIN_EXE_avatar-mcp-server"), &["--avatar", "nobody"]);
    assert_eq!(unknown.code, 6);
    assert!(unknown.stderr.contains("`nobody`"), "{}", unknown.stderr);
}
