//! A plain call over HTTP is answered on a shorter way, in the same words.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::client::{Http, modern_meta};
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
