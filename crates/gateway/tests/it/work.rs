//! What becomes of the work behind a call that nobody waits for any more.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use gateway::config::Limits;
use serde_json::{Value, json};

use crate::client::{Client, Http, modern_meta};
use crate::house::{House, TOKEN};

fn grind() -> Value {
    json!({ "name": "grind", "arguments": {} })
}

/// Waits until so many threads compute.
async fn until_grinding(house: &House, wanted: u64) {
    let same = || house.shelf.grinding.load(Ordering::SeqCst) == wanted;
    let reached = async {
        while !same() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), reached).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_withdrawn_call_stops_its_thread_on_every_wire() {
    let house = House::open().await;
    for mut client in
        [Client::tcp(&house).await, Client::unix(&house).await, Client::websocket(&house).await]
    {
        client.open("2025-11-25").await;
        let id = client.start("tools/call", grind()).await;
        until_grinding(&house, 1).await;
        let withdrawn = json!({ "requestId": id });
        client
            .send(&json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":withdrawn}))
            .await;
        until_grinding(&house, 0).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_vanishes_stops_its_threads() {
    let house = House::open().await;
    for mut client in [Client::tcp(&house).await, Client::websocket(&house).await] {
        client.open("2025-11-25").await;
        client.start("tools/call", grind()).await;
        until_grinding(&house, 1).await;
        drop(client);
        until_grinding(&house, 0).await;
    }
    let token = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "grind"),
    ];
    let mut params = grind();
    params["_meta"] = modern_meta("2026-07-28");
    let body = json!({"jsonrpc":"2.0","id":1,"method":"tools/call","params":params}).to_string();
    let mut exchange = Box::pin(Http::start(&house, "POST", "/mcp", &headers, Bytes::from(body)));
    tokio::select! {
        response = &mut exchange => panic!("it has no end: {}", response.status()),
        () = until_grinding(&house, 1) => {}
    }
    drop(exchange);
    until_grinding(&house, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_past_its_time_stops_its_thread() {
    let limits = Limits { call_timeout: Duration::from_millis(50), ..Limits::default() };
    let house = House::with(limits).await;
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    let late = client.request("tools/call", grind()).await;
    let text = late["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("limits.call_timeout_seconds") || text.contains("deadline"), "{text}");
    until_grinding(&house, 0).await;
    let metrics = Http::exchange(&house, "GET", "/metrics", &[], "").await.body;
    assert!(metrics.contains("ensemble_work_running"), "{metrics}");
}
