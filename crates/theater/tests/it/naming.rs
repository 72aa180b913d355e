//! Names: an actor is found under the one its manifest registers, by clients and by other actors.

use serde_json::json;

use crate::scene::{Scene, manifest};

const GAMBLER: &str = "[[handlers]]\ntype = 'random'\n[[handlers]]\ntype = 'timing'\n";

#[tokio::test(flavor = "multi_thread")]
async fn an_actor_is_found_by_its_name_also_after_a_restart_and_only_one_has_it() {
    let scene = Scene::open().await;
    scene.stage("counter");
    scene.stage("gambler");
    let text = format!("register = 'the.counter'\n{}", manifest("counter", ""));
    let id = scene.start(&text).await;
    assert_eq!(scene.ask("the.counter", "5").await.unwrap(), "5");
    let taken = scene.call("start_actor", json!({ "manifest": text })).await.unwrap_err();
    assert_eq!(taken.code, "NOT_ALLOWED");
    assert!(taken.message.contains(&id), "{taken}");
    for name in ["", "a b", "6f1c2d3e-0a1b-4c2d-8e3f-001122334455"] {
        let bad = format!("register = '{name}'\n{}", manifest("counter", ""));
        let error = scene.call("start_actor", json!({ "manifest": bad })).await.unwrap_err();
        assert_eq!(error.code, "BAD_MANIFEST", "{name}");
    }

    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    assert_eq!(scene.ask("the.counter", "1").await.unwrap(), "6");
    assert_eq!(scene.read("theater://actor/the.counter").await.unwrap()["id"], id);
    scene.call("stop_actor", json!({ "actor_id": "the.counter" })).await.unwrap();
    let next = scene.start(&text).await;
    assert_ne!(next, id);
    assert_eq!(scene.ask("the.counter", "2").await.unwrap(), "2");

    // The gambler takes the first 36 letters of a request for whom it asks.
    let name = "c".repeat(36);
    let text = format!("register = '{name}'\n{}", manifest("counter", ""));
    scene.start(&text).await;
    let gambler = scene.start(&manifest("gambler", GAMBLER)).await;
    assert_eq!(scene.ask(&gambler, &format!("{name}7")).await.unwrap(), "7");
    assert!(scene.theater.replay(&gambler).await.unwrap().difference.is_none());
    scene.close().await;
}
