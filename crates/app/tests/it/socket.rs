//! The reasoner's socket dialect: whole conversations with the real `mcr` over a real client.

mod client;
mod malformed;
mod transcript;

use serde_json::json;

use crate::program::Home;
use client::{Mcr, Socket};
use malformed::{Chance, frame};

#[test]
fn every_tool_answers_with_the_fields_of_its_page() {
    transcript::play("tools");
}

#[test]
fn frames_that_cannot_be_served_are_answered_by_name() {
    transcript::play("errors");
}

#[test]
fn older_frames_are_answered_with_a_tool_response() {
    transcript::play("actions");
}

#[test]
fn everybody_who_named_a_session_hears_of_its_changes_and_its_own_answer_comes_first() {
    let home = Home::new();
    let mcr = Mcr::start(&home);
    let (mut writer, mut watcher) = (Socket::open(&mcr), Socket::open(&mcr));
    for socket in [&mut writer, &mut watcher] {
        assert_eq!(socket.receive()["type"], "connection_ack");
    }
    writer.invoke("a", "session.create", &json!({ "sessionId": "shared" }));
    assert_eq!(writer.receive()["payload"]["success"], true);
    watcher.invoke("w", "session.get", &json!({ "sessionId": "shared" }));
    assert_eq!(watcher.receive()["messageId"], "w");
    let text = json!({ "sessionId": "shared", "naturalLanguageText": "Rex is a dog." });
    writer.invoke("b", "session.assert", &text);
    let answer = writer.receive();
    assert_eq!((&answer["type"], &answer["messageId"]), (&json!("tool_result"), &json!("b")));
    for socket in [&mut writer, &mut watcher] {
        let news = socket.receive();
        assert_eq!(news["type"], "kb_updated");
        assert_eq!(news["payload"]["sessionId"], "shared");
        assert_eq!(news["payload"]["newFacts"], json!(["dog(rex)."]));
        assert_eq!(news["payload"]["fullKnowledgeBase"], "dog(rex).");
    }
}

#[test]
fn a_taken_port_names_the_setting_of_the_program_that_was_started() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let home = Home::new();
    let refused = home.command_of(env!("CARGO_BIN_EXE_mcr"), &["--port", &port]).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(8), "{told}");
    assert!(told.contains("`mcr --port`") && told.contains("`reasoner.port`"), "{told}");
    assert!(!told.contains("--http"), "{told}");
}

#[test]
fn frames_sent_without_waiting_take_effect_in_their_order() {
    let home = Home::new();
    let mcr = Mcr::start(&home);
    let mut socket = Socket::open(&mcr);
    assert_eq!(socket.receive()["type"], "connection_ack");
    for round in 0..20 {
        let (first, copy) = (format!("first-{round}"), format!("copy-{round}"));
        let named = |id: &str| json!({ "sessionId": id });
        let text = "Every human is mortal. Socrates is a human.";
        let told = json!({ "sessionId": first, "naturalLanguageText": text });
        let forked = json!({ "sessionId": first, "newSessionId": copy });
        let ontology =
            json!({ "name": format!("o{round}"), "rules": format!("wise{round}(socrates).") });
        let asked =
            |question: &str| json!({ "sessionId": copy, "naturalLanguageQuestion": question });
        socket.invoke("1", "session.create", &named(&first));
        socket.invoke("2", "session.assert", &told);
        socket.invoke("3", "session.fork", &forked);
        socket.invoke("4", "session.query", &asked("Is Socrates mortal?"));
        socket.invoke("5", "ontology.create", &ontology);
        socket.invoke("6", "session.query", &asked(&format!("?- wise{round}(socrates).")));
        let mut answers = std::collections::BTreeMap::new();
        while answers.len() < 6 {
            let frame = socket.receive();
            if let Some(id) = frame["messageId"].as_str() {
                answers.insert(id.to_owned(), frame["payload"].clone());
            }
        }
        for (id, payload) in &answers {
            assert_eq!(payload["success"], true, "round {round}, {id}: {payload}");
        }
        assert_eq!(answers["4"]["verdict"], "yes", "{}", answers["4"]);
        assert_eq!(answers["6"]["verdict"], "yes", "{}", answers["6"]);
    }
}

#[test]
fn genuine_mcp_is_served_beside_the_dialect_and_alone_without_a_greeting() {
    let home = Home::new();
    let mcr = Mcr::start(&home);
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    });
    let mut both = Socket::open(&mcr);
    assert_eq!(both.receive()["type"], "connection_ack");
    both.send(&initialize);
    assert_eq!(both.receive()["result"]["serverInfo"]["name"], "mcr");
    both.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    both.invoke("x", "strategy.getActive", &json!({}));
    assert_eq!(both.receive()["payload"]["data"]["activeStrategyId"], "CNL-1");
    both.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": { "name": "strategy_getActive", "arguments": {} } }));
    let answer = both.receive();
    assert_eq!(answer["result"]["structuredContent"]["data"]["activeStrategyId"], "CNL-1");
    let mut only = Socket::open_with(&mcr, &[("sec-websocket-protocol", "mcp")]).unwrap();
    only.send(&initialize);
    assert_eq!(only.receive()["result"]["serverInfo"]["name"], "mcr", "no greeting came first");
}

#[test]
fn pages_of_other_origins_and_proxied_strangers_stay_outside() {
    let home = Home::new();
    let mcr = Mcr::start(&home);
    for headers in [
        &[("origin", "http://evil.example")][..],
        &[("host", "evil.example")],
        &[("x-forwarded-for", "203.0.113.9")],
        &[("authorization", "Bearer wrong")],
    ] {
        assert!(Socket::open_with(&mcr, headers).is_err(), "{headers:?}");
    }
    assert!(Socket::open_with(&mcr, &[("origin", "http://localhost:3000")]).is_ok());
}

#[test]
fn every_malformed_frame_is_answered_and_the_program_goes_on() {
    let home = Home::new();
    let mcr = Mcr::start(&home);
    let mut socket = Socket::open(&mcr);
    assert_eq!(socket.receive()["type"], "connection_ack");
    let mut chance = Chance(0x5DEE_CE66_D153_BAD5);
    for batch in 0..150 {
        for _ in 0..20 {
            socket.send_text(&frame(&mut chance));
        }
        for number in 0..20 {
            let answer = socket.receive();
            let named = answer.get("type").or_else(|| answer.get("jsonrpc"));
            assert!(named.is_some(), "batch {batch}, answer {number}: {answer}");
        }
    }
    socket.invoke("end", "strategy.getActive", &json!({}));
    let mut last = socket.receive();
    while last["messageId"] != "end" {
        last = socket.receive();
    }
    assert_eq!(last["payload"]["data"]["activeStrategyId"], "CNL-1");
}
