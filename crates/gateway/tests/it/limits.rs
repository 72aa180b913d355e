//! What happens at each limit, and what a slow or vanished client costs the others.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bytes::Bytes;
use gateway::config::Limits;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::client::{Client, Http, initialize};
use crate::house::{House, TOKEN};

async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never: {what}");
}

fn call(name: &str, arguments: impl Into<Value>) -> Value {
    let arguments: Value = arguments.into();
    json!({ "name": name, "arguments": arguments })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipelined_put_is_seen_by_the_get_behind_it() {
    let house = House::open().await;
    for mut client in
        [Client::tcp(&house).await, Client::unix(&house).await, Client::websocket(&house).await]
    {
        client.open("2025-11-25").await;
        for round in 0..20 {
            let value = format!("v{round}");
            let put = json!({"key":"k","value":value,"wait_ms":5});
            let first = client.start("tools/call", call("put", put)).await;
            let second = client.start("tools/call", call("get", json!({"key":"k"}))).await;
            assert_eq!(client.answer(first).await["result"]["structuredContent"]["value"], value);
            assert_eq!(client.answer(second).await["result"]["structuredContent"]["value"], value);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipelined_subscribe_takes_effect_before_the_call_behind_it() {
    let house = House::open().await;
    for _ in 0..20 {
        let mut client = Client::tcp(&house).await;
        client.open("2025-11-25").await;
        let uri = json!({ "uri": "shelf://values" });
        client.start("resources/subscribe", uri).await;
        client.start("tools/call", call("put", json!({"key":"k","value":"v"}))).await;
        client.notification("notifications/resources/updated").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_per_connection_is_bounded_and_a_cancellation_passes_what_waits() {
    let limits = Limits { in_flight_per_connection: 4, ..Limits::default() };
    let house = House::with(limits).await;
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(client.start("tools/call", call("wait", json!({"ms":600_000}))).await);
    }
    let running = &house.shelf.running;
    eventually("four run", || running.load(Ordering::SeqCst) == 4).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(running.load(Ordering::SeqCst), 4);
    for id in ids {
        let cancel =
            json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":id}});
        client.send(&cancel).await;
    }
    eventually("all are cancelled", || running.load(Ordering::SeqCst) == 0).await;
    assert!(client.request("ping", json!({})).await["result"].is_object());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_vanishes_takes_its_calls_with_it() {
    let house = House::open().await;
    let mut client = Client::websocket(&house).await;
    client.open("2025-11-25").await;
    client.start("tools/call", call("wait", json!({"ms":600_000}))).await;
    let shelf = &house.shelf;
    eventually("it runs", || shelf.running.load(Ordering::SeqCst) == 1).await;
    drop(client);
    eventually("it is cancelled", || shelf.cancelled.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_that_stops_reading_or_vanishes_disturbs_nobody() {
    let house = House::open().await;
    let mut asleep = Client::tcp(&house).await;
    asleep.open("2025-11-25").await;
    asleep.request("resources/subscribe", json!({"uri":"shelf://values"})).await;
    let mut gone = Client::websocket(&house).await;
    gone.open("2025-11-25").await;
    gone.request("resources/subscribe", json!({"uri":"shelf://values"})).await;
    drop(gone);
    let mut awake = Client::tcp(&house).await;
    awake.open("2025-11-25").await;
    awake.request("resources/subscribe", json!({"uri":"shelf://values"})).await;
    for round in 0..2000 {
        let put = call("put", json!({"key":"k","value":format!("{round}")}));
        awake.request("tools/call", put).await;
    }
    awake.notification("notifications/resources/updated").await;
    asleep.notification("notifications/resources/updated").await;
    let metrics = Http::exchange(&house, "GET", "/metrics", &[], "").await.body;
    assert!(metrics.contains("ensemble_subscriptions 2"), "{metrics}");
}

#[tokio::test]
async fn a_line_a_frame_or_a_body_over_the_limit_names_it() {
    let limits =
        Limits { line_bytes: 4096, frame_bytes: 4096, body_bytes: 4096, ..Limits::default() };
    let house = House::with(limits).await;
    let long = json!({"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"y".repeat(9000)}});
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    client.send(&long).await;
    let answer = client.receive().await.unwrap();
    assert!(answer["error"]["message"].as_str().unwrap().contains("limits.line_bytes"), "{answer}");
    assert!(client.request("ping", json!({})).await["result"].is_object());
    let mut socket = Client::websocket(&house).await;
    socket.open("2025-11-25").await;
    socket.send(&long).await;
    let answer = socket.receive().await.unwrap();
    assert!(
        answer["error"]["message"].as_str().unwrap().contains("limits.frame_bytes"),
        "{answer}"
    );
    let owner = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", owner.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let refused = Http::exchange(&house, "POST", "/mcp", &headers, long.to_string()).await;
    assert_eq!(refused.status, 413);
    assert!(refused.body.contains("limits.body_bytes"), "{}", refused.body);
}

#[tokio::test]
async fn calls_that_take_too_long_or_come_too_often_are_refused_by_name() {
    let limits = Limits {
        call_timeout: Duration::from_millis(50),
        rate_per_second: 5,
        rate_burst: 5,
        ..Limits::default()
    };
    let house = House::with(limits).await;
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    let late = client.request("tools/call", call("wait", json!({"ms":60_000}))).await;
    let text = late["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("limits.call_timeout_seconds"), "{text}");
    let mut texts = String::new();
    for _ in 0..10 {
        let got = client.request("tools/call", call("get", json!({"key":"k"}))).await;
        texts.push_str(&got["result"]["content"][0]["text"].to_string());
    }
    assert!(texts.contains("limits.rate_per_second"), "{texts}");
}

#[tokio::test]
async fn the_number_of_http_sessions_is_bounded() {
    let house = House::with(Limits { sessions: 3, ..Limits::default() }).await;
    let owner = format!("Bearer {TOKEN}");
    let headers = [
        ("authorization", owner.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let body =
        json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":initialize("2025-11-25")});
    let mut statuses = Vec::new();
    for _ in 0..4 {
        let opened = Http::exchange(&house, "POST", "/mcp", &headers, body.to_string()).await;
        statuses.push(opened.status);
    }
    assert_eq!(statuses, [200, 200, 200, 503]);
}

#[tokio::test]
async fn a_silent_connection_is_closed_and_a_subscribed_one_is_kept() {
    let house = House::with(Limits { idle: Duration::from_millis(200), ..Limits::default() }).await;
    let mut silent = Client::tcp(&house).await;
    silent.open("2025-11-25").await;
    let mut subscribed = Client::tcp(&house).await;
    subscribed.open("2025-11-25").await;
    subscribed.request("resources/subscribe", json!({"uri":"shelf://values"})).await;
    assert!(silent.receive().await.is_none());
    assert!(subscribed.request("ping", json!({})).await["result"].is_object());
}

/// The stream on which a session of the older kind is told of news.
async fn listening(house: &House) -> http::Response<hyper::body::Incoming> {
    let token = format!("Bearer {TOKEN}");
    let mut headers = vec![
        ("authorization", token.as_str()),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    let params = initialize("2025-11-25");
    let open = json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":params}).to_string();
    let opened = Http::exchange(house, "POST", "/mcp", &headers, open).await;
    let session = opened.headers["mcp-session-id"].to_str().unwrap().to_owned();
    headers.push(("mcp-session-id", &session));
    let initialized = json!({"jsonrpc":"2.0","method":"notifications/initialized"}).to_string();
    Http::exchange(house, "POST", "/mcp", &headers, initialized).await;
    Http::start(house, "GET", "/mcp", &headers, Bytes::new()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_ends_every_connection_in_time() {
    let house = House::open().await;
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    let mut socket = Client::websocket(&house).await;
    socket.open("2025-11-25").await;
    let stream = listening(&house).await;
    assert!(house.gateway.stop(Duration::from_secs(30)).await, "tasks were left running");
    assert!(client.receive().await.is_none());
    stream.into_body().collect().await.unwrap();
}
