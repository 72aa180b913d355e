//! Who is let in over HTTP, WebSocket and TCP, and what the others are told.

use gateway::config::Limits;
use http_body_util::BodyExt;
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::{Client, Http, PATIENCE, initialize, modern_meta};
use crate::house::{ANN, BOB, House, READER, TOKEN};

fn message(method: &str, params: &Value) -> String {
    json!({"jsonrpc":"2.0","id":1,"method":method,"params":params}).to_string()
}

async fn post(house: &House, headers: &[(&str, &str)]) -> Http {
    let mut all = vec![
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    all.extend_from_slice(headers);
    let body = message("initialize", &initialize("2025-11-25"));
    Http::exchange(house, "POST", "/mcp", &all, body).await
}

#[tokio::test]
async fn strangers_are_turned_away_with_the_reason() {
    let house = House::open().await;
    let owner = format!("Bearer {TOKEN}");
    let missing = post(&house, &[]).await;
    assert_eq!(missing.status, 401);
    assert!(missing.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer"));
    let wrong = post(&house, &[("authorization", "Bearer nonsense")]).await;
    assert_eq!(wrong.status, 401);
    assert!(wrong.headers["www-authenticate"].to_str().unwrap().contains("invalid_token"));
    let host = post(&house, &[("authorization", &owner), ("host", "evil.example")]).await;
    assert_eq!(host.status, 403);
    assert!(host.body.contains("--allowed-host evil.example"), "{}", host.body);
    let origin =
        post(&house, &[("authorization", &owner), ("origin", "http://evil.example")]).await;
    assert_eq!(origin.status, 403);
    assert!(origin.body.contains("--allowed-origin"), "{}", origin.body);
    assert_eq!(post(&house, &[("authorization", &owner)]).await.status, 200);
    let metrics = Http::exchange(&house, "GET", "/metrics", &[], "").await.body;
    assert!(metrics.contains("ensemble_refused_total{reason=\"token\"} 2"), "{metrics}");
    assert!(metrics.contains("ensemble_refused_total{reason=\"host_or_origin\"} 2"), "{metrics}");
}

#[tokio::test]
async fn a_websocket_upgrade_passes_the_same_gate() {
    let house = House::open().await;
    for (name, value, status) in [
        ("origin", "http://evil.example", 403),
        ("host", "evil.example", 403),
        ("authorization", "Bearer nonsense", 401),
    ] {
        let mut request = format!("ws://{}/mcp", house.http).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {TOKEN}").parse().unwrap());
        request.headers_mut().insert(name, value.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), status, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn tcp_asks_for_a_token_in_the_first_line() {
    let house = House::open().await;
    let mut client = Client::tcp_without_token(&house).await;
    client.send_text(&message("initialize", &initialize("2025-11-25"))).await;
    let answer = client.receive().await.unwrap();
    assert!(answer["error"]["message"].as_str().unwrap().contains("ensemble/auth"), "{answer}");
    assert!(client.receive().await.is_none());
}

#[tokio::test]
async fn a_token_without_the_scope_may_look_but_not_touch() {
    let house = House::open().await;
    let reader = format!("Bearer {READER}");
    let opened = post(&house, &[("authorization", &reader)]).await;
    let session = opened.headers["mcp-session-id"].to_str().unwrap().to_owned();
    let call = |name: &str, arguments: Value| {
        message("tools/call", &json!({"name":name,"arguments":arguments}))
    };
    let headers = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("authorization", reader.as_str()),
        ("mcp-session-id", session.as_str()),
    ];
    let body = call("put", json!({"key":"a","value":"b"}));
    let refused = Http::exchange(&house, "POST", "/mcp", &headers, body).await;
    assert!(refused.body.contains("kb:write"), "{}", refused.body);
    let got =
        Http::exchange(&house, "POST", "/mcp", &headers, call("get", json!({"key":"a"}))).await;
    assert!(got.body.contains("structuredContent"), "{}", got.body);
}

#[tokio::test]
async fn a_session_belongs_to_the_one_who_opened_it() {
    let house = House::open().await;
    let owner = format!("Bearer {TOKEN}");
    let opened = post(&house, &[("authorization", &owner)]).await;
    let session = opened.headers["mcp-session-id"].to_str().unwrap().to_owned();
    let reader = format!("Bearer {READER}");
    let headers = [("authorization", reader.as_str()), ("mcp-session-id", session.as_str())];
    assert_eq!(post(&house, &headers).await.status, 404);
    let other_url = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("authorization", owner.as_str()),
        ("mcp-session-id", session.as_str()),
    ];
    let body = message("tools/list", &json!({}));
    let elsewhere = Http::exchange(&house, "POST", "/mcp/shelf", &other_url, body).await;
    assert_eq!(elsewhere.status, 404);
}

#[tokio::test]
async fn operators_see_health_readiness_and_version() {
    let house = House::open().await;
    assert_eq!(Http::exchange(&house, "GET", "/healthz", &[], "").await.status, 200);
    let ready = Http::exchange(&house, "GET", "/readyz", &[], "").await;
    assert!(ready.body.contains("\"shelf\":{\"ready\":true}"), "{}", ready.body);
    let version = Http::exchange(&house, "GET", "/version", &[], "").await;
    assert!(version.body.contains("0.1.0"), "{}", version.body);
    let evil = Http::exchange(&house, "GET", "/metrics", &[("host", "evil.example")], "").await;
    assert_eq!(evil.status, 403);
    assert_eq!(Http::exchange(&house, "GET", "/mcp/nothing", &[], "").await.status, 404);
}

#[tokio::test]
async fn a_revoked_token_ends_what_it_had_opened() {
    let mut door = None;
    let house = House::guarded(Limits::default(), |auth| {
        door = Some(auth.clone());
        auth
    })
    .await;
    let mut socket = Client::websocket(&house).await;
    let mut tcp = Client::tcp(&house).await;
    let mut unix = Client::unix(&house).await;
    for client in [&mut socket, &mut tcp, &mut unix] {
        client.open("2025-11-25").await;
    }
    let owner = format!("Bearer {TOKEN}");
    let headers = [("authorization", owner.as_str()), ("accept", "text/event-stream")];
    let events = Http::start(&house, "GET", "/events", &headers, Bytes::new()).await;
    assert_eq!(events.status(), 200);
    door.unwrap().replace(Vec::new());
    let rest = tokio::time::timeout(PATIENCE, events.into_body().collect()).await;
    assert!(rest.is_ok(), "the stream of events stayed open");
    assert_eq!(socket.receive().await, None, "the socket stayed open");
    assert_eq!(tcp.receive().await, None, "the connection stayed open");
    let still = unix.request("tools/list", json!({})).await;
    assert!(still["result"]["tools"].is_array(), "no token was asked for on this one: {still}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_principal_made_is_not_there_for_another() {
    let house = House::open().await;
    let call = |token: &'static str, name: &'static str, arguments: Value| {
        let house = &house;
        async move {
            let bearer = format!("Bearer {token}");
            let headers = [
                ("authorization", bearer.as_str()),
                ("content-type", "application/json"),
                ("accept", "application/json, text/event-stream"),
                ("mcp-protocol-version", "2026-07-28"),
                ("mcp-method", "tools/call"),
                ("mcp-name", name),
            ];
            let meta = modern_meta("2026-07-28");
            let params = json!({ "name": name, "arguments": arguments, "_meta": meta });
            let body = json!({"jsonrpc":"2.0","id":1,"method":"tools/call","params":params});
            let answer = Http::exchange(house, "POST", "/mcp", &headers, body.to_string()).await;
            answer.messages().remove(0)["result"].clone()
        }
    };
    let made = call(ANN, "make_box", json!({})).await["structuredContent"].clone();
    let id = made["box_id"].as_str().unwrap().to_owned();
    let named = json!({ "box_id": id });
    for token in [ANN, TOKEN] {
        assert_ne!(call(token, "open_box", named.clone()).await["isError"], json!(true), "{token}");
        let listed = call(token, "list_boxes", json!({})).await["structuredContent"].clone();
        assert_eq!(listed["boxes"].as_array().map(Vec::len), Some(1), "{token}: {listed}");
    }
    let refused = call(BOB, "open_box", named).await;
    assert_eq!(refused["_meta"]["ensemble/error"]["code"], "NOT_FOUND", "{refused}");
    let listed = call(BOB, "list_boxes", json!({})).await["structuredContent"].clone();
    assert_eq!(listed["boxes"], json!([]));
}
