//! Alarms: messages to oneself that come later, once, whatever happens until then.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::scene::{Scene, manifest};

const TIMING: &str = "[[handlers]]\ntype = 'timing'\n";

async fn until(scene: &Scene, id: &str, state: &str) {
    for _ in 0..1000 {
        if scene.ask(id, "?").await.unwrap() == state {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} is not {state}", scene.ask(id, "?").await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn alarms_come_in_the_order_of_their_time_and_survive_a_restart_each_once() {
    let scene = Scene::open().await;
    scene.stage("waker");
    let id = scene.start(&manifest("waker", TIMING)).await;
    let begun = Instant::now();
    scene.ask(&id, "l").await.unwrap();
    scene.ask(&id, "s").await.unwrap();
    until(&scene, &id, "s").await;
    assert!(begun.elapsed() >= Duration::from_millis(30));
    // The long one has not come; it comes in the next life, and only there.
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    until(&scene, &id, "sl").await;
    assert!(begun.elapsed() >= Duration::from_secs(1));
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    scene.ask(&id, "s").await.unwrap();
    until(&scene, &id, "sls").await;
    assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_actor_that_is_stopped_does_not_wait_for_its_alarms_and_names_them() {
    let scene = Scene::open().await;
    scene.stage("waker");
    let id = scene.start(&manifest("waker", TIMING)).await;
    scene.ask(&id, "l").await.unwrap();
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    let events = scene.events(&id).await;
    assert_eq!(events.last().unwrap()["data"]["unhandled"], json!([1]));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_alarms_set_before_a_restart_come_once_each_after_it() {
    let scene = Scene::open().await;
    scene.stage("waker");
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(scene.start(&manifest("waker", TIMING)).await);
    }
    for id in &ids {
        for _ in 0..50 {
            scene.theater.request(id, b"l").unwrap();
        }
    }
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    for id in &ids {
        until(&scene, id, &"l".repeat(50)).await;
    }
    scene.close().await;
}
