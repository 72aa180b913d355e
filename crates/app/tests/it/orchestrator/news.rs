//! What clients are told while jobs run: messages, resource updates, and the stream of events.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::desk::{Desk, EASY, call, ended, run, wait};
use crate::serving::{Served, serve};

const PUSH: &str = "write a.txt one\nrun git push -q origin work";

#[test]
fn clients_hear_every_event_in_the_form_of_the_specification() {
    let desk = Desk::new(EASY);
    let mut talk = desk.talk();
    for uri in ["sessions://active", "jobs://running", "approvals://pending", "projects://list"] {
        let answer = talk.request("resources/subscribe", &json!({ "uri": uri }));
        assert!(answer["result"].is_object(), "{answer}");
    }
    call(&mut talk, "scan_projects", &json!({}));
    call(&mut talk, "create_session", &json!({ "project_id": "api", "branch": "work" }));
    let job = run(&mut talk, PUSH);
    wait(&mut talk, &job, &["waiting_approval"]);
    call(&mut talk, "approve_job", &json!({ "job_id": job }));
    ended(&mut talk, &job);
    let broken = run(&mut talk, "fail on purpose");
    ended(&mut talk, &broken);
    let slow = run(&mut talk, "say at it\nsleep 2");
    ended(&mut talk, &slow);
    call(&mut talk, "close_session", &json!({ "session_id": "S1", "force": true }));
    let mut seen = Vec::new();
    while seen.last().is_none_or(|kind| kind != "session.closed") {
        let told = talk.notification("notifications/message");
        let data = &told["params"]["data"];
        assert!(data["timestamp"].is_string() && data["data"]["session_id"] == "S1", "{told}");
        seen.push(data["event"].as_str().unwrap().to_owned());
    }
    for kind in [
        "session.created",
        "session.state_changed",
        "job.queued",
        "job.started",
        "job.progress",
        "job.approval_needed",
        "job.completed",
        "job.failed",
        "session.closed",
    ] {
        assert!(seen.iter().any(|it| it == kind), "{kind} in {seen:?}");
    }
    let mut updated = std::collections::BTreeSet::new();
    while updated.len() < 4 {
        // Each resource is announced when it changed, so all four come by in this story.
        let told = talk.notification("notifications/resources/updated");
        updated.insert(told["params"]["uri"].as_str().unwrap().to_owned());
    }
    let read = talk.request("resources/read", &json!({ "uri": "projects://list" }));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    let projects: Value = serde_json::from_str(text).unwrap();
    assert_eq!(projects["projects"][0]["project_id"], "api");
}

struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(served: &Served, token: &str, path: &str) -> Self {
        let address = served.address();
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event: its number and what it says.
    fn next(&mut self) -> (u64, Value) {
        let mut id = None;
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            if let Some(number) = line.strip_prefix("id: ") {
                id = number.trim().parse().ok();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return (id.unwrap(), serde_json::from_str(data).unwrap());
            }
        }
    }
}

#[test]
fn the_stream_of_events_goes_on_at_any_number() {
    let desk = Desk::new(EASY);
    let data = desk.root().join(".televibe");
    let folder = data.to_str().unwrap().to_owned();
    let served =
        serve(&desk.home, &["--service", "orchestrator", "--root", "projects", "--data", &folder]);
    let token = std::fs::read_to_string(data.join("token")).unwrap().trim().to_owned();
    let refused = crate::serving::get(&served.address(), "/events");
    assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");
    let mut live = Stream::open(&served, &token, "/events?after=0");
    let tool = |name: &str, arguments: Value| {
        let line = ["call", name, &arguments.to_string(), "--data", &folder];
        desk.home.json(&line)["output"].clone()
    };
    tool("scan_projects", json!({}));
    tool("create_session", json!({ "project_id": "api", "branch": "work" }));
    let (first, created) = live.next();
    assert_eq!(created["event"], "session.created");
    assert_eq!(created["data"]["branch"], "work");
    tool("run_instruction", json!({ "session_id": "S1", "instruction": "say hello" }));
    let mut all = vec![first];
    loop {
        let (number, event) = live.next();
        all.push(number);
        if event["event"] == "job.completed" {
            assert_eq!(event["data"]["result_summary"], "hello");
            break;
        }
    }
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
    let mut again = Stream::open(&served, &token, &format!("/events?after={first}"));
    for expected in &all[1..] {
        assert_eq!(again.next().0, *expected);
    }
}
