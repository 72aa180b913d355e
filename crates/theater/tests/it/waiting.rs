//! Actors that wait: they hold no thread, can be stopped, and nobody beside them notices. And what a
//! call may make its host keep.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::scene::{Scene, manifest};

const TIMING: &str = "[[handlers]]\ntype = 'timing'\n";
const GAMBLER: &str = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";

#[tokio::test(flavor = "multi_thread")]
async fn six_hundred_actors_wait_on_four_threads_and_a_bystander_is_answered() {
    let scene = Scene::open_with(|config| config.workers = 4).await;
    scene.stage("timer");
    let bystander = scene.start_guest("counter", "").await;
    let mut timers = Vec::new();
    for _ in 0..600 {
        timers.push(scene.start(&manifest("timer", TIMING)).await);
    }
    let waits = timers.iter().map(|id| scene.theater.request_later(id, b"60000").unwrap());
    let waits: Vec<_> = waits.collect();
    for expected in 1..=50 {
        assert_eq!(scene.ask(&bystander, "1").await.unwrap(), expected.to_string());
    }
    // One that waits is stopped at once, not when it has slept enough.
    let begun = Instant::now();
    scene.call("stop_actor", json!({ "actor_id": timers[0] })).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert_eq!(scene.status(&timers[0]).await, "STOPPED");
    drop(waits);
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_of_actors_asks_one_actor_and_each_is_answered() {
    let scene = Scene::open_with(|config| config.workers = 4).await;
    scene.stage("gambler");
    let echo = scene.start_guest("echo", "").await;
    let mut asking = Vec::new();
    for _ in 0..300 {
        asking.push(scene.start(&manifest("gambler", GAMBLER)).await);
    }
    let question = format!("{echo}are you there?");
    let answers: Vec<_> = asking
        .iter()
        .map(|id| scene.theater.request_later(id, question.as_bytes()).unwrap())
        .collect();
    for answer in answers {
        assert_eq!(&*answer.await.unwrap(), b"are you there?");
    }
    assert!(scene.theater.replay(&asking[7]).await.unwrap().difference.is_none());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_actors_that_ask_each_other_are_told_at_once() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    let a = scene.start(&manifest("gambler", GAMBLER)).await;
    let b = scene.start(&manifest("gambler", GAMBLER)).await;
    let begun = Instant::now();
    let answer = scene.ask(&a, &format!("{b}{a}hello")).await.unwrap();
    assert!(answer.contains("waits for this call itself"), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_makes_its_host_keep_too_much_ends_by_the_limit_with_a_name() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    let full = scene.start_guest("counter", "[limits]\nmailbox = 2\n").await;
    let limits = format!("{GAMBLER}[limits]\nturn = 20000\n");
    let id = scene.start(&manifest("gambler", &limits)).await;
    let long = "1".repeat(15_000);
    let error = scene.ask(&id, &format!("{full}!{long}")).await.unwrap_err();
    assert_eq!(error.code, "ACTOR_LIMIT", "{error}");
    assert!(error.message.contains("`turn`"), "{error}");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_handled_before_an_actor_stops() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    for _ in 0..300 {
        scene.theater.send(&id, b"1").unwrap();
    }
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    let state = scene.read(&format!("theater://actor/{id}/state")).await.unwrap();
    assert_eq!(state, json!(300));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_actor_cannot_come_to_before_it_stops_is_named_in_its_end() {
    let scene = Scene::open_with(|config| config.stop_grace = Duration::from_millis(50)).await;
    scene.stage("timer");
    let id = scene.start(&manifest("timer", TIMING)).await;
    let wait = scene.theater.request_later(&id, b"60000").unwrap();
    for _ in 0..3 {
        scene.theater.send(&id, b"1").unwrap();
    }
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    assert!(wait.await.is_err());
    let events = scene.events(&id).await;
    let end = events.last().unwrap();
    assert_eq!(end["type"], "ActorStopped");
    assert_eq!(end["data"]["unhandled"], json!([1, 2, 3]));
    let actor = scene.read(&format!("theater://actor/{id}")).await.unwrap();
    assert_eq!(actor["dead_letters"], json!(3));
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    let actor = scene.read(&format!("theater://actor/{id}")).await.unwrap();
    assert_eq!(actor["dead_letters"], json!(3));
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_nobody_uses_any_more_is_closed_and_its_actor_told() {
    let scene = Scene::open_with(|config| config.channel_idle = Duration::from_millis(1)).await;
    scene.stage("gambler");
    let id = scene.start(&manifest("gambler", GAMBLER)).await;
    scene.call("open_channel", json!({ "actor_id": id })).await.unwrap();
    let closed = "theater:simple/message-server-client.handle-channel-close";
    for _ in 0..500 {
        let told = |event: &serde_json::Value| event["data"]["function"] == closed;
        if scene.events(&id).await.iter().any(told) {
            return drop(scene.close().await);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the actor was never told");
}
