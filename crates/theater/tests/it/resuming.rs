//! Calls that the end of the process cut off go on from what their host had answered: nothing they
//! began is begun again, and no answer is lost.

use std::time::Duration;

use serde_json::Value;

use crate::scene::{Scene, manifest};

const TIMING: &str = "[[handlers]]\ntype = 'timing'\n";
const GAMBLER: &str = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";

async fn until(scene: &Scene, id: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    for _ in 0..1500 {
        let events = scene.events(id).await;
        if wanted(&events) {
            return events;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it never came to that: {:?}", scene.events(id).await);
}

fn count(events: &[Value], kind: &str) -> usize {
    events.iter().filter(|event| event["type"] == kind).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_between_actors_goes_on_after_the_process_ended_and_is_made_once() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    scene.stage("timer");
    let timer = scene.start(&manifest("timer", TIMING)).await;
    let asking = scene.start(&manifest("gambler", GAMBLER)).await;
    let answer = scene.theater.request_later(&asking, format!("{timer}1500").as_bytes()).unwrap();
    let begun = |events: &[Value]| count(events, "WasmCall") == 2;
    until(&scene, &timer, begun).await;
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    assert!(answer.await.is_err(), "whoever asked was told that the theater closed");

    let request = "theater:simple/message-server-host/request";
    let ended = |events: &[Value]| events.last().unwrap()["type"] == "StateChanged";
    let asked = until(&scene, &asking, ended).await;
    assert_eq!(count(&asked, request), 1);
    assert_eq!(count(&asked, "WasmCall"), 2, "init and the one request");
    let slept = until(&scene, &timer, ended).await;
    assert_eq!(count(&slept, "WasmCall"), 2, "init and the one wait");
    let state = |events: &[Value]| events.last().unwrap()["data"]["state"].clone();
    assert_eq!(state(&asked), state(&slept), "the answer was not lost");
    for id in [&timer, &asking] {
        let replayed = scene.theater.replay(id).await.unwrap();
        assert!(replayed.difference.is_none(), "{replayed:?}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_was_being_handled_is_handled_once() {
    let scene = Scene::open().await;
    scene.stage("timer");
    let timer = scene.start(&manifest("timer", TIMING)).await;
    let wait = scene.theater.request_later(&timer, b"1000").unwrap();
    until(&scene, &timer, |events| count(events, "WasmCall") == 2).await;
    scene.theater.send(&timer, b"1").unwrap();
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    drop(wait);
    let done = |events: &[Value]| count(events, "WasmCall") == 3 && !open(events);
    let events = until(&scene, &timer, done).await;
    assert_eq!(count(&events, "theater:simple/timing/sleep"), 1);
    assert!(scene.theater.replay(&timer).await.unwrap().difference.is_none());
    scene.close().await;
}

fn open(events: &[Value]) -> bool {
    let ends = ["StateChanged", "WasmResult", "WasmError"];
    !ends.contains(&events.last().unwrap()["type"].as_str().unwrap())
}
