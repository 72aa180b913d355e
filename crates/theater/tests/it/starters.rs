//! The actors that people start from do what their sources say, from their own manifests.

use serde_json::{Value, json};

use crate::scene::{Scene, base64};

/// Starts `actors/NAME` from its own manifest.
async fn start(scene: &Scene, name: &str) -> String {
    scene.stage(name);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../actors").join(name);
    scene.start(&std::fs::read_to_string(folder.join("manifest.toml")).unwrap()).await
}

async fn channel(scene: &Scene, id: &str) -> Value {
    let opened = scene.call("open_channel", json!({ "actor_id": id })).await.unwrap();
    opened["channel_id"].clone()
}

async fn say(scene: &Scene, channel: &Value, text: &str) {
    let input = json!({ "channel_id": channel, "message": base64(text) });
    scene.call("send_on_channel", input).await.unwrap();
}

/// What was heard on a channel up to the message `last`.
async fn heard(scene: &Scene, channel: &Value, last: &str) -> Vec<String> {
    let (mut texts, mut after) = (Vec::new(), 0);
    while texts.last().is_none_or(|text| text != last) {
        let input = json!({ "channel_id": channel, "after": after, "wait_ms": 1000 });
        let received = scene.call("receive_on_channel", input).await.unwrap();
        for message in received["messages"].as_array().unwrap() {
            after = message["number"].as_u64().unwrap();
            texts.push(message["text"].as_str().unwrap().to_owned());
        }
    }
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn echo_gives_back_what_it_is_sent() {
    let scene = Scene::open().await;
    let id = start(&scene, "echo").await;
    assert_eq!(scene.ask(&id, "hello").await.unwrap(), "hello");
    scene.send(&id, "41").await.unwrap();
    assert_eq!(scene.ask(&id, "").await.unwrap(), "");
    assert_eq!(scene.read(&format!("theater://actor/{id}/state")).await.unwrap(), json!(41));
    let channel = channel(&scene, &id).await;
    say(&scene, &channel, "over and out").await;
    assert_eq!(heard(&scene, &channel, "over and out").await.len(), 1);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_keeps_values_by_key() {
    let scene = Scene::open().await;
    let id = start(&scene, "key-value").await;
    scene.send(&id, "set first one").await.unwrap();
    for (asked, answer) in [
        ("get first", "one"),
        ("set second two words", "ok"),
        ("set sec third", "ok"),
        ("get second", "two words"),
        ("get sec", "third"),
        ("get s", ""),
        ("set first 1", "ok"),
        ("list", "second two words\nsec third\nfirst 1\n"),
        ("delete second", "ok"),
        ("delete second", "ok"),
        ("get second", ""),
        ("list", "sec third\nfirst 1\n"),
        ("set empty", "ok"),
        ("get empty", ""),
    ] {
        assert_eq!(scene.ask(&id, asked).await.unwrap(), answer, "{asked}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_timer_waits_and_tells_the_time() {
    let scene = Scene::open().await;
    let id = start(&scene, "timer").await;
    let first: u64 = scene.ask(&id, "1 ms").await.unwrap().parse().unwrap();
    let second: u64 = scene.ask(&id, "20").await.unwrap().parse().unwrap();
    assert!(second >= first + 20, "{first} {second}");
    let error = scene.ask(&id, "99999999999").await.unwrap_err();
    assert!(error.message.contains("3600000"), "{error}");
    assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_in_the_chat_room_is_heard_by_all_others() {
    let scene = Scene::open().await;
    let id = start(&scene, "chat-room").await;
    assert_eq!(scene.ask(&id, "?").await.unwrap(), "0");
    let (ann, bob) = (channel(&scene, &id).await, channel(&scene, &id).await);
    let eve = channel(&scene, &id).await;
    assert_eq!(scene.ask(&id, "?").await.unwrap(), "3");
    say(&scene, &ann, "hello").await;
    assert_eq!(heard(&scene, &bob, "hello").await, ["hello"]);
    assert_eq!(heard(&scene, &eve, "hello").await, ["hello"]);
    scene.call("close_channel", json!({ "channel_id": eve })).await.unwrap();
    say(&scene, &bob, "bye").await;
    // Ann does not hear herself.
    assert_eq!(heard(&scene, &ann, "bye").await, ["bye"]);
    assert_eq!(scene.ask(&id, "?").await.unwrap(), "2");
    scene.close().await;
}
