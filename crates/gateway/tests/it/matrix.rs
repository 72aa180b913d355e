//! Every wire in every revision: open, list, call, read, subscribe, be told, unsubscribe.

use bytes::Bytes;
use futures_util::StreamExt;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::client::{Client, Http, initialize, modern_meta};
use crate::house::{House, TOKEN};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const MODERN: &str = "2026-07-28";

async fn legacy_conversation(mut client: Client, version: &str) {
    let opened = client.open(version).await;
    assert_eq!(opened["result"]["protocolVersion"], version, "{opened}");
    assert_eq!(opened["result"]["serverInfo"]["name"], "shelf-mcp");
    list_call_read(&mut client).await;
    let uri = json!({ "uri": "shelf://values" });
    let subscribed = client.request("resources/subscribe", uri.clone()).await;
    assert!(subscribed["result"].is_object(), "{subscribed}");
    put(&mut client, "b").await;
    let told = client.notification("notifications/resources/updated").await;
    assert_eq!(told["params"]["uri"], "shelf://values");
    let announced = client.notification("notifications/message").await;
    assert_eq!(announced["params"]["data"]["event"], "shelf.changed");
    client.request("tools/call", json!({"name":"grow","arguments":{}})).await;
    client.notification("notifications/resources/list_changed").await;
    client.request("resources/unsubscribe", uri).await;
    client.heard.clear();
    put(&mut client, "c").await;
    client.notification("notifications/message").await;
    let updated = |message: &Value| message["method"] == "notifications/resources/updated";
    assert!(!client.heard.iter().any(updated), "{:?}", client.heard);
}

async fn modern_conversation(mut client: Client) {
    let found = client.open(MODERN).await;
    let versions = found["result"]["supportedVersions"].to_string();
    assert!(versions.contains(MODERN), "{found}");
    list_call_read(&mut client).await;
    let filter = json!({ "notifications": {
        "resourceSubscriptions": ["shelf://values", "shelf://nowhere/at/all"],
        "resourcesListChanged": true,
    }});
    let listening = client.start("subscriptions/listen", filter).await;
    let accepted = client.notification("notifications/subscriptions/acknowledged").await;
    let accepted = &accepted["params"]["notifications"]["resourceSubscriptions"];
    assert_eq!(*accepted, json!(["shelf://values"]));
    put(&mut client, "b").await;
    let told = client.notification("notifications/resources/updated").await;
    assert_eq!(told["params"]["uri"], "shelf://values");
    assert_eq!(told["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], listening);
    client.request("tools/call", json!({"name":"grow","arguments":{}})).await;
    client.notification("notifications/resources/list_changed").await;
    let cancel = json!({"jsonrpc":"2.0","method":"notifications/cancelled",
        "params":{"requestId":listening}});
    client.send(&cancel).await;
    client.heard.clear();
    put(&mut client, "c").await;
    put(&mut client, "d").await;
    assert!(client.heard.is_empty(), "{:?}", client.heard);
}

async fn put(client: &mut Client, key: &str) {
    let arguments = json!({"name":"put","arguments":{"key":key,"value":"v"}});
    let answer = client.request("tools/call", arguments).await;
    assert_eq!(answer["result"]["structuredContent"]["value"], "v", "{answer}");
}

async fn list_call_read(client: &mut Client) {
    let tools = client.request("tools/list", json!({})).await;
    let tools = tools["result"]["tools"].as_array().unwrap().clone();
    assert!(tools.iter().all(|tool| tool["outputSchema"]["type"] == "object"));
    assert!(tools.iter().any(|tool| tool["name"] == "put"));
    put(client, "a").await;
    let uri = json!({ "uri": "shelf://value/a" });
    let read = client.request("resources/read", uri).await;
    assert_eq!(read["result"]["contents"][0]["text"], "v", "{read}");
    let prompt = json!({"name":"praise","arguments":{"what":"bread"}});
    let prompt = client.request("prompts/get", prompt).await;
    assert_eq!(prompt["result"]["messages"][0]["content"]["text"], "Praise bread");
    let complete = json!({
        "ref": {"type":"ref/resource","uri":"shelf://value/{key}"},
        "argument": {"name":"key","value":"a"},
    });
    let complete = client.request("completion/complete", complete).await;
    assert_eq!(complete["result"]["completion"]["values"], json!(["a"]), "{complete}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_duplex_wire_speaks_every_revision() {
    for version in LEGACY {
        let house = House::open().await;
        legacy_conversation(Client::tcp(&house).await, version).await;
        legacy_conversation(Client::unix(&house).await, version).await;
        legacy_conversation(Client::websocket(&house).await, version).await;
    }
    let house = House::open().await;
    modern_conversation(Client::tcp(&house).await).await;
    modern_conversation(Client::unix(&house).await).await;
    modern_conversation(Client::websocket(&house).await).await;
}

struct Session<'a> {
    house: &'a House,
    version: &'a str,
    id: Option<String>,
}

impl Session<'_> {
    fn headers(&self) -> Vec<(&str, String)> {
        let mut headers = vec![
            ("authorization", format!("Bearer {TOKEN}")),
            ("content-type", "application/json".to_owned()),
            ("accept", "application/json, text/event-stream".to_owned()),
            ("mcp-protocol-version", self.version.to_owned()),
        ];
        headers.extend(self.id.clone().map(|id| ("mcp-session-id", id)));
        headers
    }

    async fn post(&self, method: &str, mut params: Value) -> Http {
        let mut headers = self.headers();
        if self.version == MODERN {
            params["_meta"] = modern_meta(MODERN);
            headers.push(("mcp-method", method.to_owned()));
            if let Some(name) = params.get("name").or(params.get("uri")).and_then(Value::as_str) {
                headers.push(("mcp-name", name.to_owned()));
            }
        }
        let mut message = json!({"jsonrpc":"2.0","method":method,"params":params});
        if !method.starts_with("notifications/") {
            message["id"] = json!(1);
        }
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Http::exchange(self.house, "POST", "/mcp", &headers, message.to_string()).await
    }

    async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.post(method, params).await;
        let messages = answer.messages();
        let found = messages.into_iter().find(|message| message["id"] == 1);
        found.unwrap_or_else(|| panic!("{method}: {} {}", answer.status, answer.body))
    }

    async fn list_call_read(&self) {
        let tools = self.ask("tools/list", json!({})).await;
        assert_eq!(tools["result"]["tools"].as_array().unwrap().len(), 8, "{tools}");
        let put = json!({"name":"put","arguments":{"key":"a","value":"v"}});
        let put = self.ask("tools/call", put).await;
        assert_eq!(put["result"]["structuredContent"]["value"], "v", "{put}");
        let read = self.ask("resources/read", json!({"uri":"shelf://value/a"})).await;
        assert_eq!(read["result"]["contents"][0]["text"], "v", "{read}");
    }
}

/// Reads a stream of server-sent events until one satisfies `wanted`.
async fn until(mut body: hyper::body::Incoming, wanted: impl Fn(&Value) -> bool) -> Value {
    let mut text = String::new();
    loop {
        let frame = tokio::time::timeout(std::time::Duration::from_secs(10), body.frame());
        let frame = frame.await.unwrap().expect("the stream should live").unwrap();
        text.push_str(&String::from_utf8_lossy(frame.data_ref().unwrap_or(&Bytes::new())));
        let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let found = data.filter_map(|data| serde_json::from_str(data.trim()).ok()).find(&wanted);
        if let Some(found) = found {
            return found;
        }
    }
}

fn updated(message: &Value) -> bool {
    message["method"] == "notifications/resources/updated"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_serves_every_revision_with_sessions_and_subscriptions() {
    let house = House::open().await;
    for version in LEGACY {
        let mut session = Session { house: &house, version, id: None };
        let opened = session.post("initialize", initialize(version)).await;
        assert_eq!(opened.messages().last().unwrap()["result"]["protocolVersion"], version);
        session.id = Some(opened.headers["mcp-session-id"].to_str().unwrap().to_owned());
        assert_eq!(session.post("notifications/initialized", json!({})).await.status, 202);
        session.list_call_read().await;
        session.ask("resources/subscribe", json!({"uri":"shelf://values"})).await;
        let headers = session.headers();
        let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let stream = Http::start(&house, "GET", "/mcp", &headers, Bytes::new()).await;
        assert_eq!(stream.status(), 200);
        session.list_call_read().await;
        let told = until(stream.into_body(), updated).await;
        assert_eq!(told["params"]["uri"], "shelf://values");
        session.ask("resources/unsubscribe", json!({"uri":"shelf://values"})).await;
        let ended = Http::exchange(&house, "DELETE", "/mcp", &headers, "").await;
        assert!(ended.status < 300, "{}", ended.status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_serves_the_modern_revision_without_sessions() {
    let house = House::open().await;
    let session = Session { house: &house, version: MODERN, id: None };
    let found = session.ask("server/discover", json!({})).await;
    assert!(found["result"]["supportedVersions"].to_string().contains(MODERN), "{found}");
    session.list_call_read().await;
    let filter = json!({
        "notifications": {"resourceSubscriptions": ["shelf://values"]},
        "_meta": modern_meta(MODERN),
    });
    let message = json!({"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":filter});
    let mut headers = session.headers();
    headers.push(("mcp-method", "subscriptions/listen".into()));
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let body = Bytes::from(message.to_string());
    let stream = Http::start(&house, "POST", "/mcp", &headers, body).await;
    assert_eq!(stream.status(), 200);
    session.list_call_read().await;
    let told = until(stream.into_body(), updated).await;
    assert_eq!(told["params"]["uri"], "shelf://values");
}

#[tokio::test]
async fn each_service_answers_at_its_own_url_under_its_own_name() {
    let house = House::open().await;
    let url = format!("ws://{}/mcp/shelf", house.http);
    let mut request =
        tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(url)
            .unwrap();
    let protocols = format!("mcp, bearer.{TOKEN}");
    request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    let message =
        json!({"jsonrpc":"2.0","id":1,"method":"initialize","params":initialize("2024-11-05")});
    futures_util::SinkExt::send(&mut socket, message.to_string().into()).await.unwrap();
    let answer = socket.next().await.unwrap().unwrap().into_text().unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["result"]["serverInfo"]["name"], "shelf-mcp");
    let capabilities = &answer["result"]["capabilities"];
    assert_eq!(capabilities["resources"], json!({"subscribe": true, "listChanged": true}));
    assert_eq!(capabilities["tools"], json!({"listChanged": true}));
    assert_eq!(capabilities["prompts"], json!({"listChanged": true}));
}
