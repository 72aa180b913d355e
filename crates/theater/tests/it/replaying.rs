//! Replay, verification and time travel.

use serde_json::json;
use theater::{Heads, verify_log};

use crate::scene::{Scene, manifest};

const GAMBLER: &str = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";

#[tokio::test(flavor = "multi_thread")]
async fn every_actor_replays_to_the_same_hashes_whatever_it_depended_on() {
    let scene = Scene::open().await;
    scene.stage("gambler");
    scene.stage("counter");
    scene.stage("rascal");
    let counter = scene.start(&manifest("counter", "")).await;
    let gambler = scene.start(&manifest("gambler", GAMBLER)).await;
    let rascal = scene.start(&manifest("rascal", "[limits]\ndeadline_ms = 3000\n")).await;
    for _ in 0..3 {
        let roll = json!({ "actor_id": gambler, "data": "" });
        scene.call("request_message", roll).await.unwrap();
        scene.ask(&gambler, &format!("{counter}2")).await.unwrap();
        scene.ask(&gambler, &format!("{counter}!3")).await.unwrap();
    }
    for data in ["x", "e", "t", "l"] {
        let _ended = scene.ask(&rascal, data).await;
        scene.call("restart_actor", json!({ "actor_id": rascal })).await.unwrap();
    }
    scene.ask(&counter, "get").await.unwrap();
    for (id, calls) in [(&counter, 8), (&gambler, 10), (&rascal, 4)] {
        let replayed = scene.theater.replay(id).await.unwrap();
        assert!(replayed.difference.is_none(), "{replayed:?}");
        assert_eq!(replayed.events, scene.events(id).await.len() as u64);
        assert_eq!(replayed.calls, calls, "{replayed:?}");
    }
    let folder = scene.close().await;
    let scene = Scene::open_in(folder, |_| {}).await;
    scene.ask(&counter, "1").await.unwrap();
    let replayed = scene.theater.replay(&counter).await.unwrap();
    assert!(replayed.difference.is_none(), "{replayed:?}");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_changed_bit_anywhere_in_the_log_is_found() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    for _ in 0..5 {
        scene.ask(&id, "1").await.unwrap();
    }
    let report = scene.theater.verify(Heads::default()).await.unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
    assert_eq!(report.events, scene.events(&id).await.len() as u64);
    let folder = scene.close().await;
    let path = folder.path().join("theater/log/00000001.log");
    let whole = std::fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut altered = whole.clone();
        altered[at] ^= 1 << (at % 8);
        std::fs::write(&path, &altered).unwrap();
        let report = verify_log(&folder.path().join("theater"), &Heads::default()).unwrap();
        assert!(!report.faults.is_empty(), "byte {at}");
    }
    std::fs::write(&path, &whole).unwrap();
    let report = verify_log(&folder.path().join("theater"), &Heads::default()).unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_actor_goes_back_to_any_event_and_its_chain_goes_on() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    scene.ask(&id, "3").await.unwrap();
    let then = scene.events(&id).await.last().unwrap()["event_id"].clone();
    scene.ask(&id, "4").await.unwrap();
    let past = scene.theater.snapshot(&id, Some(then.as_str().unwrap().to_owned())).await.unwrap();
    assert_eq!(past.state.as_ref().unwrap().text(), "3");
    assert_eq!(scene.theater.snapshot(&id, None).await.unwrap().state.unwrap().text(), "7");
    scene.call("restore_actor", json!({ "actor_id": id, "event_id": then })).await.unwrap();
    assert_eq!(scene.ask(&id, "get").await.unwrap(), "3");
    let resumed = scene.theater.resume(past).await.unwrap().to_string();
    assert_eq!(scene.ask(&resumed, "1").await.unwrap(), "4");
    assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
    let stranger = json!({ "actor_id": resumed, "event_id": then });
    let error = scene.call("restore_actor", stranger).await.unwrap_err();
    assert_eq!(error.code, "EVENT_NOT_FOUND");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_updated_actor_keeps_its_state_and_a_bad_component_changes_nothing() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "").await;
    scene.ask(&id, "6").await.unwrap();
    scene.put("bad.wasm", b"nothing");
    let bad = json!({ "actor_id": id, "component": "bad.wasm" });
    assert_eq!(scene.call("update_actor", bad).await.unwrap_err().code, "BAD_COMPONENT");
    assert_eq!(scene.ask(&id, "get").await.unwrap(), "6");
    scene.stage("rascal");
    let good = json!({ "actor_id": id, "component": "rascal.wasm" });
    scene.call("update_actor", good).await.unwrap();
    assert_eq!(scene.ask(&id, "another guest").await.unwrap(), "another guest");
    assert_eq!(scene.read(&format!("theater://actor/{id}/state")).await.unwrap(), json!(6));
    assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
    scene.close().await;
}
