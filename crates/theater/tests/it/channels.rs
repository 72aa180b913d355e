//! Channels: opened, talked on, listened to, closed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::scene::{Scene, base64, manifest};

const GAMBLER: &str = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";

fn texts(messages: &Value) -> Vec<String> {
    let messages = messages.as_array().unwrap().iter();
    let decode = |it: &Value| STANDARD.decode(it["data"].as_str().unwrap()).unwrap();
    messages.map(|it| String::from_utf8(decode(it)).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_actor_says_on_a_channel_can_be_heard_and_read() {
    let scene = Scene::open().await;
    let id = scene.start_guest("gambler", GAMBLER).await;
    let input = json!({ "actor_id": id, "initial_message": base64("hello") });
    let opened = scene.call("open_channel", input).await.unwrap();
    let channel = opened["channel_id"].as_str().unwrap();
    assert_eq!(opened["message"], base64("hello"));
    let say = |text: &str| json!({ "channel_id": channel, "message": base64(text) });
    scene.call("send_on_channel", say("one")).await.unwrap();
    scene.call("send_on_channel", say("two")).await.unwrap();
    let mut heard = Vec::new();
    while heard.len() < 3 {
        let input = json!({ "channel_id": channel, "after": heard.len(), "wait_ms": 20000 });
        let received = scene.call("receive_on_channel", input).await.unwrap();
        assert_eq!(received["open"], true);
        heard.extend(texts(&received["messages"]));
    }
    assert_eq!(heard, ["hello", "one", "two"]);
    let read = scene.read(&format!("theater://channel/{channel}")).await.unwrap();
    assert_eq!(texts(&read["messages"]), heard);
    scene.call("close_channel", json!({ "channel_id": channel })).await.unwrap();
    let error = scene.call("send_on_channel", say("three")).await.unwrap_err();
    assert_eq!(error.code, "CHANNEL_CLOSED");
    let kinds = scene.events(&id).await;
    assert!(
        kinds
            .iter()
            .any(|event| event["type"] == "theater:simple/message-server-host/send-on-channel")
    );
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_may_be_refused_and_ends_with_its_actor() {
    let scene = Scene::open().await;
    let id = scene.start_guest("rascal", "").await;
    let refused = json!({ "actor_id": id, "initial_message": base64("n") });
    let error = scene.call("open_channel", refused).await.unwrap_err();
    assert_eq!(error.code, "CHANNEL_REJECTED");
    let opened = scene.call("open_channel", json!({ "actor_id": id })).await.unwrap();
    let channel = opened["channel_id"].clone();
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    let received =
        scene.call("receive_on_channel", json!({ "channel_id": channel })).await.unwrap();
    assert_eq!(received["open"], false);
    let input = json!({ "channel_id": channel, "message": "" });
    let error = scene.call("send_on_channel", input).await.unwrap_err();
    assert_eq!(error.code, "CHANNEL_CLOSED");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_between_actors_is_a_branch_of_one_tree() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    scene.stage("counter");
    let sender = scene.start(&manifest("gambler", GAMBLER)).await;
    let receiver = scene.start(&manifest("counter", "")).await;
    assert_eq!(scene.ask(&sender, &format!("{receiver}5")).await.unwrap(), "5");
    scene.ask(&sender, &format!("{receiver}!7")).await.unwrap();
    assert_eq!(scene.ask(&receiver, "get").await.unwrap(), "12");
    let find = |events: &[Value], kind: &str| {
        events.iter().find(|event| event["type"] == kind).unwrap().clone()
    };
    let sent = scene.events(&sender).await;
    let got = scene.events(&receiver).await;
    for kind in ["request", "send"] {
        let sending = find(&sent, &format!("theater:simple/message-server-host/{kind}"));
        let handling = got.iter().find(|event| event["parent_id"] == sending["event_id"]).unwrap();
        assert_eq!(handling["type"], "WasmCall");
        let children: Vec<_> = sending["children"].as_array().unwrap().iter().collect();
        assert!(children.iter().any(|child| child["id"] == handling["event_id"]), "{kind}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actors_that_would_wait_for_each_other_are_told_so() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    let first = scene.start(&manifest("gambler", GAMBLER)).await;
    let second = scene.start(&manifest("gambler", GAMBLER)).await;
    let answer = scene.ask(&first, &format!("{second}{first}1")).await.unwrap();
    assert!(answer.contains("it waits for this call itself"), "{answer}");
    let answer = scene.ask(&first, &format!("{first}1")).await.unwrap();
    assert!(answer.contains("it waits for this call itself"), "{answer}");
    scene.close().await;
}
