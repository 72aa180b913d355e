//! Methods the stateless revision dropped do not exist for those who speak it.

use serde_json::{Value, json};

use crate::client::{Client, Http, modern_meta};
use crate::house::{House, TOKEN};

const MODERN: &str = "2026-07-28";
const METHOD_NOT_FOUND: i64 = -32601;

fn dropped() -> [(&'static str, Value); 5] {
    [
        ("logging/setLevel", json!({})),
        ("logging/setLevel", json!({"level": "debug"})),
        ("resources/subscribe", json!({})),
        ("resources/unsubscribe", json!({"uri": "shelf://values"})),
        // Before its first request proper a connection may still turn out to be of the older kind,
        // where `ping` is answered at any time.
        ("ping", json!({})),
    ]
}

#[tokio::test]
async fn dropped_methods_are_unknown_on_a_duplex_wire() {
    let house = House::open().await;
    let mut client = Client::websocket(&house).await;
    client.open(MODERN).await;
    for (method, params) in dropped() {
        let answer = client.request(method, params).await;
        assert_eq!(answer["error"]["code"], METHOD_NOT_FOUND, "{method}: {answer}");
    }
}

#[tokio::test]
async fn dropped_methods_are_unknown_on_http_and_answered_with_404() {
    let house = House::open().await;
    let token = format!("Bearer {TOKEN}");
    let without_params = ("initialize", json!({}));
    for (method, mut params) in dropped().into_iter().chain([without_params]) {
        params["_meta"] = modern_meta(MODERN);
        let headers = [
            ("authorization", token.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", MODERN),
            ("mcp-method", method),
            ("mcp-name", "shelf://values"),
        ];
        let message = json!({"jsonrpc":"2.0","id":1,"method":method,"params":params}).to_string();
        let answer = Http::exchange(&house, "POST", "/mcp", &headers, message).await;
        assert_eq!(answer.status, 404, "{method}: {}", answer.body);
        assert_eq!(answer.messages()[0]["error"]["code"], METHOD_NOT_FOUND, "{}", answer.body);
    }
}
