//! The counter from start to stop: its answers, its state, its events.

use serde_json::{Value, json};

use crate::scene::{Scene, manifest};

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_counts_and_shows_its_state_and_its_chain() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    assert_eq!(scene.ask(&id, "5").await.unwrap(), "5");
    scene.send(&id, "7").await.unwrap();
    assert_eq!(scene.ask(&id, "get").await.unwrap(), "12");
    assert_eq!(scene.read(&format!("theater://actor/{id}/state")).await.unwrap(), json!(12));
    let list = scene.read("theater://actors").await.unwrap();
    assert_eq!(list["total"], 1);
    assert_eq!(list["actors"][0]["name"], "counter");
    assert_eq!(list["actors"][0]["status"], "RUNNING");
    assert_eq!(list["actors"][0]["uri"], format!("theater://actor/{id}"));

    let events = scene.events(&id).await;
    let kinds: Vec<_> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "ActorStarted",
            "WasmCall",
            "theater:simple/runtime/log",
            "StateChanged",
            "WasmCall",
            "StateChanged",
            "WasmCall",
            "StateChanged",
            "WasmCall",
            "WasmResult",
        ]
    );
    assert_eq!(events[2]["data"]["input"], "counting from 0");
    assert_eq!(events[5]["data"]["state"], "5");
    assert_eq!(events[0]["parent_id"], Value::Null);
    for pair in events.windows(2) {
        assert_eq!(pair[1]["parent_id"], pair[0]["event_id"]);
        assert_eq!(pair[0]["children"][0]["id"], pair[1]["event_id"]);
    }
    let uri = events[3]["children"][0]["uri"].as_str().unwrap();
    assert_eq!(scene.read(uri).await.unwrap(), events[4]);

    let stopped = scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    assert_eq!(stopped["status"], "STOPPED");
    assert_eq!(scene.read("theater://actors").await.unwrap()["total"], 0);
    assert_eq!(scene.events(&id).await.last().unwrap()["type"], "ActorStopped");
    let error = scene.ask(&id, "1").await.unwrap_err();
    assert_eq!(error.code, "ACTOR_NOT_RUNNING");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_state_is_merged_and_the_callers_wins() {
    let scene = Scene::open().await;
    scene.stage("counter");
    scene.put("first.json", br#"{"count": 3, "kept": true}"#);
    let text = format!("init_state = 'first.json'\n{}", manifest("counter", ""));
    let input = json!({ "manifest": text, "initial_state": { "count": 41 } });
    let started = scene.call("start_actor", input).await.unwrap();
    let id = started["actor_id"].as_str().unwrap();
    let first = &scene.events(id).await[0]["data"]["state"];
    let merged: Value = serde_json::from_str(first.as_str().unwrap()).unwrap();
    assert_eq!(merged, json!({ "count": 41, "kept": true }));
    assert_eq!(scene.ask(id, "1").await.unwrap(), "42");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restarted_actor_keeps_its_state_and_so_does_one_that_was_stopped() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    scene.ask(&id, "9").await.unwrap();
    let restarted = scene.call("restart_actor", json!({ "actor_id": id })).await.unwrap();
    assert_eq!(restarted["status"], "RUNNING");
    assert_eq!(scene.ask(&id, "1").await.unwrap(), "10");
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    scene.call("restart_actor", json!({ "actor_id": id })).await.unwrap();
    assert_eq!(scene.ask(&id, "1").await.unwrap(), "11");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn actors_come_back_with_their_state_and_the_log_they_had() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    scene.ask(&id, "20").await.unwrap();
    let before = scene.events(&id).await;
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    assert_eq!(scene.status(&id).await, "PASSIVE");
    assert_eq!(scene.events(&id).await[..before.len()], before[..]);
    assert_eq!(scene.ask(&id, "2").await.unwrap(), "22");
    assert_eq!(scene.status(&id).await, "RUNNING");
    scene.close().await;
}
