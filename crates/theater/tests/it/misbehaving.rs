//! Guests, manifests and callers that do what they should not: a clear error each, and nobody else
//! is affected.

use serde_json::json;

use crate::scene::{Scene, base64, guest, manifest};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_breaks_fails_at_once_with_an_error_that_says_how() {
    let scene = Scene::open().await;
    let other = scene.start_guest("counter", "").await;
    for (data, code, told) in [
        // A loaded machine may make any call wait; only the endless one gets a short deadline.
        ("t", "ACTOR_TRAPPED", "unreachable"),
        ("l", "DEADLINE_EXCEEDED", "`deadline_ms` of 2000"),
        ("m", "ACTOR_LIMIT", "`memory`"),
        ("r", "ACTOR_TRAPPED", "stack"),
        ("b", "ACTOR_LIMIT", "`state`"),
    ] {
        let deadline = if data == "l" { 2_000 } else { 60_000 };
        let limits =
            format!("[limits]\ndeadline_ms = {deadline}\nmemory = 2000000\nstate = 50000\n");
        let id = scene.start_guest("rascal", &limits).await;
        assert_eq!(scene.ask(&id, "hello").await.unwrap(), "hello");
        let error = scene.ask(&id, data).await.unwrap_err();
        assert_eq!(error.code, code, "{data}: {error}");
        assert!(error.message.contains(told), "{data}: {error}");
        assert_eq!(scene.status(&id).await, "FAILED", "{data}");
        let error = scene.ask(&id, "hello").await.unwrap_err();
        assert_eq!(error.code, "ACTOR_NOT_RUNNING", "{data}");
        let events = scene.events(&id).await;
        assert_eq!(events.last().unwrap()["type"], "WasmError", "{data}");
        scene.call("restart_actor", json!({ "actor_id": id })).await.unwrap();
        assert_eq!(scene.ask(&id, "again").await.unwrap(), "again", "{data}");
    }
    assert_eq!(scene.ask(&other, "1").await.unwrap(), "1");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_guest_says_itself_is_an_error_of_one_call() {
    let scene = Scene::open().await;
    let id = scene.start_guest("rascal", "").await;
    let error = scene.ask(&id, "e").await.unwrap_err();
    assert_eq!(error.code, "ACTOR_ERROR");
    assert!(error.message.contains("no, thank you"), "{error}");
    assert_eq!(scene.ask(&id, "still here").await.unwrap(), "still here");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_that_fails_in_its_first_call_is_not_started() {
    let scene = Scene::open().await;
    scene.stage("rascal");
    for (state, code) in [("z", "ACTOR_TRAPPED"), ("e", "ACTOR_ERROR"), ("l", "DEADLINE_EXCEEDED")]
    {
        let deadline = if state == "l" { 50 } else { 60_000 };
        let manifest = manifest("rascal", &format!("[limits]\ndeadline_ms = {deadline}\n"));
        let mut first = serde_json::Map::new();
        first.insert(state.to_owned(), json!(1));
        let input = json!({ "manifest": manifest, "initial_state": first });
        let error = scene.call("start_actor", input).await.unwrap_err();
        assert_eq!(error.code, code, "{error}");
        assert!(error.message.contains("theater:simple/actor.init"), "{error}");
    }
    let list = scene.read("theater://actors").await.unwrap();
    assert!(list["actors"].as_array().unwrap().iter().all(|it| it["status"] == "FAILED"));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_cannot_run_is_refused_with_its_reason() {
    let scene = Scene::open().await;
    let core = wat::parse_str("(module (memory 1))").unwrap();
    let pack = wat::parse_str("(module (func (export \"__pack_types\")))").unwrap();
    let mut broken = guest("counter");
    let middle = broken.len() / 2;
    broken.truncate(middle);
    for (name, bytes, told) in [
        ("text", b"hello".to_vec(), "not WebAssembly"),
        ("empty", Vec::new(), "not WebAssembly"),
        ("core", core, "core module"),
        ("pack", pack, "Pack module of Theater 0.3"),
        ("broken", broken, "cannot be compiled"),
    ] {
        scene.put(&format!("{name}.wasm"), &bytes);
        let error = scene.call("start_actor", json!({ "manifest": manifest(name, "") })).await;
        let error = error.unwrap_err();
        assert_eq!(error.code, "BAD_COMPONENT", "{name}: {error}");
        assert!(error.message.contains(told), "{name}: {error}");
    }
    scene.stage("counter");
    let bare = "name = 'a'\ncomponent = 'counter.wasm'\n[[handlers]]\ntype = 'message-server'\n";
    let error = scene.call("start_actor", json!({ "manifest": bare })).await.unwrap_err();
    assert!(error.message.contains("theater:simple/runtime"), "{error}");
    let more = manifest("counter", "[[handlers]]\ntype = 'supervisor'\n");
    let error = scene.call("start_actor", json!({ "manifest": more })).await.unwrap_err();
    assert!(error.message.contains("supervisor-handlers.handle-child-error"), "{error}");
    let more = manifest("counter", "[[handlers]]\ntype = 'http-framework'\n");
    let error = scene.call("start_actor", json!({ "manifest": more })).await.unwrap_err();
    assert!(error.message.contains("http-handlers.handle-request"), "{error}");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_outside_the_allowed_folders_is_read() {
    let scene = Scene::open().await;
    std::fs::write(scene.path().join("secret.toml"), manifest("counter", "")).unwrap();
    let link = scene.path().join("theater/actors/link.toml");
    std::os::unix::fs::symlink(scene.path().join("secret.toml"), link).unwrap();
    let outside = scene.path().join("secret.toml").display().to_string();
    for name in ["../../secret.toml", "link.toml", &outside, "/etc/passwd"] {
        let error = scene.call("start_actor", json!({ "manifest": name })).await.unwrap_err();
        assert_eq!(error.code, "NOT_ALLOWED", "{name}: {error}");
    }
    for name in ["missing.toml", "store://x/y", "https://example.org/a.toml"] {
        let error = scene.call("start_actor", json!({ "manifest": name })).await.unwrap_err();
        assert!(["UNREADABLE", "NOT_ALLOWED"].contains(&&*error.code), "{name}: {error}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_are_told_what_is_wrong_with_what_they_sent() {
    let scene = Scene::open_with(|config| config.message_bytes = 100).await;
    let id = scene.start_guest("counter", "").await;
    let unknown = "6f1c2d3e-0a1b-4c2d-8e3f-001122334455";
    let long = base64(vec![0; 101]);
    for (tool, input, code) in [
        ("send_message", json!({ "actor_id": id, "data": "***" }), "INVALID_INPUT"),
        ("send_message", json!({ "actor_id": id, "data": long }), "LIMIT_REACHED"),
        ("send_message", json!({ "actor_id": unknown, "data": "" }), "ACTOR_NOT_FOUND"),
        ("request_message", json!({ "actor_id": "me", "data": "" }), "ACTOR_NOT_FOUND"),
        ("stop_actor", json!({ "actor_id": unknown }), "ACTOR_NOT_FOUND"),
        ("restart_actor", json!({ "actor_id": unknown }), "ACTOR_NOT_FOUND"),
        ("open_channel", json!({ "actor_id": unknown }), "ACTOR_NOT_FOUND"),
        ("send_on_channel", json!({ "channel_id": "ch_0", "message": "" }), "CHANNEL_NOT_FOUND"),
        ("close_channel", json!({ "channel_id": "ch_0" }), "CHANNEL_NOT_FOUND"),
        ("receive_on_channel", json!({ "channel_id": "ch_0" }), "CHANNEL_NOT_FOUND"),
        ("start_actor", json!({ "manifest": "name = 1\n" }), "BAD_MANIFEST"),
        ("start_actor", json!({ "manifest": "a = 1", "initial_state": 3 }), "INVALID_ARGUMENT"),
    ] {
        let error = scene.call(tool, input.clone()).await.unwrap_err();
        assert_eq!(error.code, code, "{tool} {input}: {error}");
    }
    for uri in
        ["theater://actor/me", "theater://events/me", "theater://event/12", "theater://channel/x"]
    {
        assert!(scene.read(uri).await.is_err(), "{uri}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_mailbox_refuses_and_loses_nothing_it_accepted() {
    let scene = Scene::open().await;
    let limits = "[limits]\nmailbox = 3\ndeadline_ms = 60000\n";
    let id = scene.start_guest("rascal", limits).await;
    scene.send(&id, "l").await.unwrap();
    let mut accepted = 0;
    let refused = loop {
        match scene.send(&id, "x").await {
            Ok(_) => accepted += 1,
            Err(error) => break error,
        }
        assert!(accepted < 10, "the mailbox has no end");
    };
    assert_eq!(refused.code, "LIMIT_REACHED");
    // Stopping reaches an actor in an endless loop.
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    assert_eq!(scene.status(&id).await, "STOPPED");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_endless_loops_end_and_others_are_answered_meanwhile() {
    let scene = Scene::open().await;
    let counter = scene.start_guest("counter", "").await;
    let mut loops = Vec::new();
    for _ in 0..16 {
        let id = scene.start_guest("rascal", "[limits]\ndeadline_ms = 3000\n").await;
        scene.send(&id, "l").await.unwrap();
        loops.push(id);
    }
    for expected in 1..=50 {
        assert_eq!(scene.ask(&counter, "1").await.unwrap(), expected.to_string());
    }
    for id in loops {
        while scene.status(&id).await != "FAILED" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let events = scene.events(&id).await;
        assert_eq!(events.last().unwrap()["data"]["code"], "DEADLINE_EXCEEDED");
    }
    scene.close().await;
}
