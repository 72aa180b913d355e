//! A plain call over HTTP is answered on a shorter way, in the same words.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::client::{Http, initialize, modern_meta};
use crate::house::{House, READER, TOKEN};

const MODERN: &str = "2026-07-28";

/// Calls with exactly these headers and this body.
async fn exchange(house: &House, token: &str, name: &str, body: &Value) -> Http {
    let token = format!("Bearer {token}");
    let headers = [
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", MODERN),
        ("mcp-method", "tools/call"),
        ("mcp-name", name),
    ];
    Http::exchange(house, "POST", "/mcp", &headers, body.to_string()).await
}

fn request(name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments, "_meta": modern_meta(MODERN) });
    json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": params })
}

#[tokio::test]
async fn both_ways_give_the_same_answer() {
    let house = House::open().await;
    for (token, name, arguments) in [
        (TOKEN, "put", json!({ "key": "k", "value": "v" })),
        (TOKEN, "get", json!({ "key": "k" })),
        (TOKEN, "get", json!({})),
        (TOKEN, "get", json!({ "key": 1 })),
        (TOKEN, "got", json!({ "key": "k" })),
        (READER, "put", json!({ "key": "k", "value": "w" })),
    ] {
        let short = request(name, &arguments);
        let mut long = short.clone();
        // What is not known of a request is left to the protocol library.
        long["params"]["_meta"]["example.com/extra"] = json!(1);
        let short = exchange(&house, token, name, &short).await;
        let long = exchange(&house, token, name, &long).await;
        assert_eq!(short.status, long.status, "{name} {arguments}");
        assert_eq!(short.headers.get("content-type"), long.headers.get("content-type"));
        assert_eq!(short.messages(), long.messages(), "{name} {arguments}");
    }
}

#[tokio::test]
async fn headers_that_contradict_the_body_are_refused_as_before() {
    let house = House::open().await;
    let answer = exchange(&house, TOKEN, "put", &request("get", &json!({ "key": "k" }))).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
    assert!(answer.body.contains("Mcp-Name"), "{}", answer.body);
    let mut older = request("get", &json!({ "key": "k" }));
    older["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let answer = exchange(&house, TOKEN, "get", &older).await;
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[tokio::test]
async fn a_client_that_hangs_up_takes_its_call_with_it() {
    let house = House::open().await;
    let body = Bytes::from(request("wait", &json!({ "ms": 600_000 })).to_string());
    let token = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", MODERN),
        ("mcp-method", "tools/call"),
        ("mcp-name", "wait"),
    ];
    let shelf = house.shelf.clone();
    tokio::select! {
        _ = Http::start(&house, "POST", "/mcp", &headers, body) => panic!("it was answered"),
        () = until(|| shelf.running.load(Ordering::SeqCst) == 1) => {}
    }
    until(|| shelf.cancelled.load(Ordering::SeqCst) == 1).await;
}

async fn until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

const OLDER: &str = "2025-11-25";

/// Posts a message in a session.
async fn post(house: &House, session: &str, body: &Value) -> Http {
    let token = format!("Bearer {TOKEN}");
    let mut headers = vec![
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    if !session.is_empty() {
        headers.extend([("mcp-session-id", session), ("mcp-protocol-version", OLDER)]);
    }
    Http::exchange(house, "POST", "/mcp", &headers, body.to_string()).await
}

async fn open_session(house: &House) -> String {
    let opening = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": initialize(OLDER) });
    let opened = post(house, "", &opening).await;
    let session = opened.headers["mcp-session-id"].to_str().unwrap().to_owned();
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(house, &session, &ready).await.status, 202);
    session
}

fn call(id: u64, name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

#[tokio::test]
async fn in_a_session_both_ways_give_the_same_answer() {
    let house = House::open().await;
    let session = open_session(&house).await;
    let put = call(1, "put", &json!({ "key": "k", "value": "v" }));
    assert_eq!(post(&house, &session, &put).await.status, 200);
    for (name, arguments) in [
        ("get", json!({ "key": "k" })),
        ("get", json!({})),
        ("get", json!({ "key": 1 })),
        ("got", json!({ "key": "k" })),
    ] {
        let short = call(2, name, &arguments);
        let mut long = short.clone();
        long["params"]["_meta"] = json!({ "example.com/extra": 1 });
        let short = post(&house, &session, &short).await;
        let long = post(&house, &session, &long).await;
        assert_eq!(short.status, long.status, "{name} {arguments}");
        assert_eq!(short.messages(), long.messages(), "{name} {arguments}");
    }
    let elsewhere = post(&house, "made-up", &call(3, "get", &json!({ "key": "k" }))).await;
    assert_eq!(elsewhere.status, 404, "{}", elsewhere.body);
}

#[tokio::test]
async fn a_call_in_a_session_can_be_withdrawn() {
    let house = House::open().await;
    let session = open_session(&house).await;
    let waiting = call(7, "wait", &json!({ "ms": 600_000 }));
    let withdrawal = async {
        until(|| house.shelf.running.load(Ordering::SeqCst) == 1).await;
        let notice = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
            "params": { "requestId": 7 } });
        post(&house, &session, &notice).await.status
    };
    let (answer, status) = tokio::join!(post(&house, &session, &waiting), withdrawal);
    assert_eq!(status, 202);
    assert!(!answer.body.contains("\"isError\":false"), "{}", answer.body);
    until(|| house.shelf.cancelled.load(Ordering::SeqCst) == 1).await;
}
