//! What cannot be understood is answered, and the connection lives.

use serde_json::{Value, json};

use crate::client::Client;
use crate::house::House;

async fn error_for(client: &mut Client, text: &str) -> Value {
    client.send_text(text).await;
    let answer = client.receive().await.expect("the connection should live");
    assert!(answer["error"]["message"].is_string(), "{text} -> {answer}");
    answer
}

async fn check(mut client: Client) {
    client.open("2025-11-25").await;
    for (text, code, words) in [
        ("{not json", -32700, "not JSON"),
        ("[1,2]", -32600, "batches"),
        ("7", -32600, "JSON object"),
        (r#"{"id":1,"method":"ping"}"#, -32600, "jsonrpc"),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, "`id`"),
        (r#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600, "`method`"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601, "no/such"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602, "name"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":5}}"#,
            -32602,
            "string",
        ),
    ] {
        let answer = error_for(&mut client, text).await;
        assert_eq!(answer["error"]["code"], code, "{text} -> {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{text} -> {message}");
    }
    let missing = client.request("resources/read", json!({"uri":"shelf://value/none"})).await;
    assert_eq!(missing["error"]["code"], -32002, "{missing}");
    let unknown = client.request("tools/call", json!({"name":"putt","arguments":{}})).await;
    assert_eq!(unknown["result"]["isError"], true);
    let text = unknown["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("did you mean `put`?"), "{text}");
    let wrong = json!({"name":"put","arguments":{"key":"k","value":5}});
    let wrong = client.request("tools/call", wrong).await;
    let text = wrong["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`value`") && text.contains("string"), "{text}");
    assert!(client.request("ping", json!({})).await["result"].is_object());
}

#[tokio::test]
async fn bad_frames_are_answered_on_every_duplex_wire() {
    let house = House::open().await;
    check(Client::tcp(&house).await).await;
    check(Client::unix(&house).await).await;
    check(Client::websocket(&house).await).await;
}

async fn check_unopened(mut client: Client) {
    let early = client.request("tools/call", json!({"name":"get","arguments":{"key":"k"}})).await;
    assert!(early["error"]["message"].is_string(), "{early}");
    client.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"})).await;
    client.send(&json!({"jsonrpc":"2.0","id":99,"result":{}})).await;
    assert!(client.request("ping", json!({})).await["result"].is_object());
    client.open("2025-11-25").await;
    let put = json!({"name":"put","arguments":{"key":"k","value":"v"}});
    let put = client.request("tools/call", put).await;
    assert_eq!(put["result"]["structuredContent"]["value"], "v", "{put}");
}

#[tokio::test]
async fn a_request_before_the_opening_and_a_notification_do_not_end_the_connection() {
    let house = House::open().await;
    check_unopened(Client::tcp(&house).await).await;
    check_unopened(Client::unix(&house).await).await;
    check_unopened(Client::websocket(&house).await).await;
}
