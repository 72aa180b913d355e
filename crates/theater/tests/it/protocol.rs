//! Theater's own protocol, as a client written from its description speaks it.

use std::collections::VecDeque;

use serde_json::{Value, json};
use sha1::{Digest, Sha1};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::scene::{Scene, manifest};

/// A client of one dialect.
struct Client {
    stream: TcpStream,
    wrapped: bool,
    pushed: VecDeque<Value>,
}

const PUSHES: [&str; 4] = ["ActorEvent", "ActorResult", "ChannelMessage", "ChannelClosed"];

impl Client {
    async fn connect(scene: &Scene, wrapped: bool) -> Self {
        let address = scene.theater.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        let stream = TcpStream::connect(address).await.unwrap();
        Self { stream, wrapped, pushed: VecDeque::new() }
    }

    async fn send(&mut self, message: &str) {
        let payload = if self.wrapped {
            json!({ "Complete": message.as_bytes() }).to_string()
        } else {
            message.to_owned()
        };
        let length = u32::try_from(payload.len()).unwrap();
        self.stream.write_all(&length.to_be_bytes()).await.unwrap();
        self.stream.write_all(payload.as_bytes()).await.unwrap();
    }

    async fn receive(&mut self) -> Value {
        let mut length = [0; 4];
        self.stream.read_exact(&mut length).await.unwrap();
        let mut payload = vec![0; u32::from_be_bytes(length) as usize];
        self.stream.read_exact(&mut payload).await.unwrap();
        let value: Value = serde_json::from_slice(&payload).unwrap();
        if !self.wrapped {
            return value;
        }
        let bytes: Vec<u8> = serde_json::from_value(value["Complete"].clone()).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Asks, and keeps what is pushed in between.
    async fn ask(&mut self, command: Value) -> Value {
        self.send(&command.to_string()).await;
        loop {
            let message = self.receive().await;
            let pushed = |name: &&str| message.get(name).is_some();
            let closing = command.get("CloseChannel").is_some();
            if !PUSHES.iter().any(pushed) || (closing && message.get("ChannelClosed").is_some()) {
                return message;
            }
            self.pushed.push_back(message);
        }
    }

    async fn pushed(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.pushed.iter().position(|it| it.get(name).is_some()) {
                return self.pushed.remove(at).unwrap()[name].clone();
            }
            let message = self.receive().await;
            self.pushed.push_back(message);
        }
    }
}

fn bytes(text: &str) -> Value {
    json!(text.as_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_is_answered_in_the_dialect_it_came_in() {
    let scene = Scene::open().await;
    scene.stage("counter");
    for wrapped in [true, false] {
        let mut client = Client::connect(&scene, wrapped).await;
        let start = json!({ "StartActor": {
            "manifest": manifest("counter", ""), "initial_state": bytes("40"),
        } });
        let id = client.ask(start).await["ActorStarted"]["id"].as_str().unwrap().to_owned();
        let list = client.ask(json!("ListActors")).await;
        let entry = if wrapped { json!([id, "counter"]) } else { json!(id) };
        assert_eq!(list["ActorList"]["actors"], json!([entry]));
        let sent =
            client.ask(json!({ "SendActorMessage": { "id": id, "data": bytes("1") } })).await;
        assert_eq!(sent, json!({ "SentMessage": { "id": id } }));
        let request = json!({ "RequestActorMessage": { "id": id, "data": bytes("1") } });
        let answer = client.ask(request).await;
        assert_eq!(answer, json!({ "RequestedMessage": { "id": id, "message": bytes("42") } }));
        let state = client.ask(json!({ "GetActorState": { "id": id } })).await;
        assert_eq!(state["ActorState"]["state"], bytes("42"));
        let status = client.ask(json!({ "GetActorStatus": { "id": id } })).await;
        assert_eq!(status["ActorStatus"]["status"], "Running");
        let manifest = client.ask(json!({ "GetActorManifest": { "id": id } })).await;
        assert_eq!(manifest["ActorManifest"]["manifest"]["name"], "counter");
        let metrics = client.ask(json!({ "GetActorMetrics": { "id": id } })).await;
        let metrics = &metrics["ActorMetrics"]["metrics"]["operation_metrics"];
        assert_eq!(metrics["total_operations"], 3);
        assert_eq!(
            client.ask(json!({ "RestartActor": { "id": id } })).await,
            json!({ "Restarted": { "id": id } })
        );
        let update = json!({ "UpdateActorComponent": { "id": id, "component": "counter.wasm" } });
        assert!(client.ask(update).await.get("ActorComponentUpdated").is_some());
        assert!(client.ask(json!({ "NewStore": {} })).await.get("StoreCreated").is_some());
        let stopped = client.ask(json!({ "StopActor": { "id": id } })).await;
        assert_eq!(stopped, json!({ "ActorStopped": { "id": id } }));
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_chain_passes_theaters_own_check() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    scene.ask(&id, "5").await.unwrap();
    let mut client = Client::connect(&scene, true).await;
    let events = client.ask(json!({ "GetActorEvents": { "id": id } })).await;
    let events = events["ActorEvents"]["events"].as_array().unwrap().clone();
    assert_eq!(events.len(), 6);
    assert_eq!(events[0]["event_type"], "theater-runtime");
    assert_eq!(events[2]["event_type"], "theater:simple/runtime/log");
    let mut previous = Value::Null;
    for event in events {
        assert_eq!(event["parent_hash"], previous);
        let number = |value: &Value| value.to_string();
        let text = format!(
            "{{\"hash\":[],\"parent_hash\":{},\"event_type\":{},\"data\":{},\"timestamp\":{},\
             \"description\":{}}}",
            number(&event["parent_hash"]),
            number(&event["event_type"]),
            number(&event["data"]),
            number(&event["timestamp"]),
            number(&event["description"])
        );
        assert_eq!(event["hash"], json!(Sha1::digest(text).to_vec()));
        previous = event["hash"].clone();
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn followers_parents_and_channels_are_told_unasked() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    let more = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";
    let mut client = Client::connect(&scene, true).await;
    let start = json!({ "StartActor": {
        "manifest": manifest("gambler", more).replace("[[handlers]]\ntype = 'runtime'\n", ""),
        "parent": true, "subscribe": true,
    } });
    let id = client.ask(start).await["ActorStarted"]["id"].as_str().unwrap().to_owned();
    assert_eq!(client.pushed("ActorEvent").await["event"]["event_type"], "theater-runtime");
    let open = json!({ "OpenChannel": {
        "actor_id": { "Actor": id }, "initial_message": bytes("hello"),
    } });
    let channel = client.ask(open).await["ChannelOpened"]["channel_id"].clone();
    assert_eq!(client.pushed("ChannelMessage").await["message"], bytes("hello"));
    let say = json!({ "SendOnChannel": { "channel_id": channel, "message": bytes("echo") } });
    assert!(client.ask(say).await.get("MessageSent").is_some());
    let heard = client.pushed("ChannelMessage").await;
    assert_eq!(heard["message"], bytes("echo"));
    assert_eq!(heard["sender_id"], json!({ "Actor": id }));
    let closed = client.ask(json!({ "CloseChannel": { "channel_id": channel } })).await;
    assert_eq!(closed["ChannelClosed"]["channel_id"], channel);
    client.ask(json!({ "StopActor": { "id": id } })).await;
    assert_eq!(client.pushed("ActorResult").await["Success"]["actor_id"], id);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_and_missing_actors_are_answered_and_the_connection_stays() {
    let scene = Scene::open().await;
    let mut client = Client::connect(&scene, true).await;
    let unknown = "6f1c2d3e-0a1b-4c2d-8e3f-001122334455";
    for command in ["GetActorState", "GetActorManifest", "GetActorMetrics", "StopActor"] {
        let answer = client.ask(json!({ command: { "id": unknown } })).await;
        assert_eq!(answer["Error"]["error"], "ActorNotFound", "{command}: {answer}");
    }
    for nonsense in ["{}", "hello", "{\"FlyActor\":{}}", "{\"StartActor\":{}}"] {
        client.send(nonsense).await;
        let answer = client.receive().await;
        assert!(answer["Error"]["error"].get("InvalidRequest").is_some(), "{nonsense}: {answer}");
    }
    assert!(client.ask(json!("ListActors")).await.get("ActorList").is_some());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_that_does_not_read_holds_nobody_up_and_misses_nothing() {
    const MANY: usize = 1500;
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    let mut followers = Vec::new();
    for _ in 0..2 {
        let mut follower = Client::connect(&scene, true).await;
        let answer = follower.ask(json!({ "SubscribeToActor": { "id": id } })).await;
        assert!(answer.get("Subscribed").is_some(), "{answer}");
        followers.push(follower);
    }
    // More than the buffers between here and there hold.
    tokio::task::block_in_place(|| scene.theater.request_many(&id, b"1", MANY)).unwrap();
    assert_eq!(scene.ask(&id, "get").await.unwrap(), MANY.to_string());
    let mut other = Client::connect(&scene, true).await;
    assert!(other.ask(json!("ListActors")).await.get("ActorList").is_some());
    let mut late = followers.remove(0);
    let mut before = Value::Null;
    for _ in 0..2 * MANY {
        let event = late.pushed("ActorEvent").await["event"].clone();
        if !before.is_null() {
            assert_eq!(event["parent_hash"], before);
        }
        before = event["hash"].clone();
    }
    // The other one never reads, and closing does not wait for it.
    scene.close().await;
}
