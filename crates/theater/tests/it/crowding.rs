//! More actors than there is room for: the longest idle make room, and when nobody may, it is said.

use std::time::Duration;

use serde_json::json;
use theater::Status;

use crate::scene::{Scene, manifest};

const KEPT: &str = "[limits]\npassivate_after_ms = 0\n";

async fn crowded(pool: u32, instances: u32) -> Scene {
    let scene = Scene::open_with(|config| {
        config.pool = pool;
        config.instances = instances;
        config.workers = 4;
        config.room_wait = Duration::from_millis(20);
    })
    .await;
    scene.stage("counter");
    scene
}

#[tokio::test(flavor = "multi_thread")]
async fn far_more_actors_start_than_have_room_and_all_of_them_answer() {
    let scene = crowded(4, 10).await;
    let mut actors = Vec::new();
    for _ in 0..120 {
        actors.push(scene.start(&manifest("counter", "")).await);
    }
    assert_eq!(scene.theater.count(Status::Running), 10);
    assert_eq!(scene.theater.count(Status::Passive), 110);
    for round in ["1", "2"] {
        for id in &actors {
            assert_eq!(scene.ask(id, "1").await.unwrap(), round);
        }
    }
    assert_eq!(scene.theater.count(Status::Running), 10);
    assert!(scene.theater.verify(theater::Heads::default()).await.unwrap().faults.is_empty());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_idle_for_longest_makes_room() {
    let scene = crowded(2, 3).await;
    let mut actors = Vec::new();
    for _ in 0..3 {
        actors.push(scene.start(&manifest("counter", "")).await);
    }
    scene.ask(&actors[0], "1").await.unwrap();
    scene.start(&manifest("counter", "")).await;
    let mut status = Vec::new();
    for id in &actors {
        status.push(scene.status(id).await);
    }
    assert_eq!(status, ["RUNNING", "PASSIVE", "RUNNING"]);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_to_a_crowd_are_all_handled_though_few_have_room() {
    let scene = crowded(2, 5).await;
    let mut actors = Vec::new();
    for _ in 0..40 {
        actors.push(scene.start(&manifest("counter", "")).await);
    }
    for _ in 0..10 {
        for id in &actors {
            scene.send(id, "1").await.unwrap();
        }
    }
    for id in &actors {
        assert_eq!(scene.ask(id, "get").await.unwrap(), "10");
        assert!(scene.theater.replay(id).await.unwrap().difference.is_none());
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_may_make_room_the_limit_is_named_and_nothing_accepted_is_lost() {
    let scene = crowded(1, 3).await;
    let sleeper = scene.start(&manifest("counter", "")).await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        kept.push(scene.start(&manifest("counter", KEPT)).await);
    }
    let text = manifest("counter", "");
    let refused = scene.call("start_actor", json!({ "manifest": text })).await.unwrap_err();
    assert!(refused.message.contains("`theater.instances`"), "{}", refused.message);
    assert_eq!(scene.theater.count(Status::Running), 3);
    assert_eq!(scene.theater.count(Status::Failed), 0);
    let refused = scene.ask(&sleeper, "1").await.unwrap_err();
    assert!(refused.message.contains("`theater.instances`"), "{}", refused.message);
    assert_eq!(scene.status(&sleeper).await, "PASSIVE");
    scene.send(&sleeper, "5").await.unwrap();
    scene.call("stop_actor", json!({ "actor_id": kept[0] })).await.unwrap();
    assert_eq!(scene.ask(&sleeper, "get").await.unwrap(), "5");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_instance_outside_the_pool_grows_to_its_limit_and_keeps_what_it_has() {
    let scene = crowded(1, 8).await;
    scene.start(&manifest("counter", KEPT)).await;
    scene.stage("rascal");
    let limit = "[limits]\nmemory = 50000000\n";
    let rascal = scene.start(&manifest("rascal", limit)).await;
    assert_eq!(scene.ask(&rascal, "hello").await.unwrap(), "hello");
    let refused = scene.ask(&rascal, "m").await.unwrap_err();
    assert!(refused.message.contains("`memory`"), "{}", refused.message);
    let actor = scene.read(&format!("theater://actor/{rascal}")).await.unwrap();
    let peak = actor["metrics"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak > 40_000_000, "{actor}");
    scene.close().await;
}
