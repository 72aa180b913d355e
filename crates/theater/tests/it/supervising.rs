//! Supervision: who is told, who is started again, and when it is given up. And sleep.

use std::time::Duration;

use serde_json::{Value, json};

use crate::scene::Scene;

const FAMILY: &str = "[[handlers]]\ntype = 'supervisor'\n";

fn nanny(more: &str) -> String {
    format!(
        "name = 'nanny'\ncomponent = 'nanny.wasm'\n[[handlers]]\ntype = 'message-server'\n\
         {FAMILY}{more}"
    )
}

fn child(name: &str, restart: &str) -> String {
    format!(
        "Sname = '{name}'\ncomponent = 'rascal.wasm'\n[[handlers]]\ntype = 'message-server'\n\
         [[handlers]]\ntype = 'runtime'\n[supervision]\nrestart = '{restart}'\n"
    )
}

async fn stage(more: &str) -> (Scene, String) {
    let scene = Scene::open().await;
    scene.stage("nanny");
    scene.stage("rascal");
    let parent = scene.start(&nanny(more)).await;
    (scene, parent)
}

/// Waits until `wanted` holds of an actor's details.
async fn until(scene: &Scene, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1500 {
        let actor = scene.read(&format!("theater://actor/{id}")).await.unwrap();
        if wanted(&actor) {
            return actor;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!(
        "it never came to that: {}",
        scene.read(&format!("theater://actor/{id}")).await.unwrap()
    );
}

fn restarts(actor: &Value) -> u64 {
    actor["metrics"]["restarts"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parent_hears_of_errors_and_exits_and_its_children_follow_from_its_spawn() {
    let (scene, parent) = stage("").await;
    let failing = scene.ask(&parent, &child("a", "temporary")).await.unwrap();
    let ending = scene.ask(&parent, &child("b", "temporary")).await.unwrap();
    scene.ask(&failing, "t").await.unwrap_err();
    scene.ask(&ending, "s").await.unwrap();
    until(&scene, &failing, |actor| actor["status"] == "FAILED").await;
    until(&scene, &ending, |actor| actor["status"] == "STOPPED").await;
    for _ in 0..500 {
        if scene.ask(&parent, "?").await.unwrap().len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut heard: Vec<_> = scene.ask(&parent, "?").await.unwrap().chars().collect();
    heard.sort_unstable();
    assert_eq!(heard, ['e', 'x']);
    let first = &scene.events(&failing).await[0];
    let spawned = format!("theater://event/{}", first["parent_id"].as_str().unwrap());
    let spawned = scene.read(&spawned).await.unwrap();
    assert_eq!(spawned["type"], "theater:simple/supervisor/spawn");
    assert_eq!(spawned["actor_id"], parent);
    assert!(scene.theater.replay(&parent).await.unwrap().difference.is_none());
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_strategy_restarts_whom_it_names() {
    for (strategy, expected) in
        [("one_for_one", [0, 1, 0]), ("one_for_all", [1, 1, 1]), ("rest_for_one", [0, 1, 1])]
    {
        let more = format!("[supervision]\nstrategy = '{strategy}'\n");
        let (scene, parent) = stage(&more).await;
        let mut children = Vec::new();
        for name in ["a", "b", "c"] {
            children.push(scene.ask(&parent, &child(name, "permanent")).await.unwrap());
        }
        scene.ask(&children[1], "t").await.unwrap_err();
        for (id, expected) in children.iter().zip(expected) {
            let wanted =
                |actor: &Value| actor["status"] == "RUNNING" && restarts(actor) >= expected;
            assert_eq!(restarts(&until(&scene, id, wanted).await), expected, "{strategy}");
            assert_eq!(scene.ask(id, "well").await.unwrap(), "well");
        }
        scene.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_type_decides_and_too_many_restarts_end_the_family() {
    let (scene, parent) = stage("[supervision]\nmax_restarts = 2\nmax_seconds = 600\n").await;
    let transient = scene.ask(&parent, &child("t", "transient")).await.unwrap();
    scene.ask(&transient, "s").await.unwrap();
    until(&scene, &transient, |actor| actor["status"] == "STOPPED").await;
    let permanent = scene.ask(&parent, &child("p", "permanent")).await.unwrap();
    let sibling = scene.ask(&parent, &child("q", "temporary")).await.unwrap();
    for times in 1..=2 {
        scene.ask(&permanent, "t").await.unwrap_err();
        let again = |actor: &Value| actor["status"] == "RUNNING" && restarts(actor) == times;
        until(&scene, &permanent, again).await;
    }
    scene.ask(&permanent, "t").await.unwrap_err();
    let given_up = until(&scene, &permanent, |actor| {
        actor["failure"].as_str().is_some_and(|it| it.contains("2 times within 600 seconds"))
    });
    assert_eq!(given_up.await["status"], "FAILED");
    until(&scene, &sibling, |actor| actor["status"] == "STOPPED").await;
    until(&scene, &parent, |actor| actor["status"] == "FAILED").await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_a_parent_stops_its_children_first() {
    let (scene, parent) = stage("").await;
    let one = scene.ask(&parent, &child("a", "permanent")).await.unwrap();
    scene.call("stop_actor", json!({ "actor_id": parent })).await.unwrap();
    assert_eq!(scene.status(&one).await, "STOPPED");
    assert_eq!(scene.status(&parent).await, "STOPPED");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_actor_sleeps_and_the_next_message_wakes_it() {
    let scene = Scene::open().await;
    let id = scene.start_guest("counter", "[limits]\npassivate_after_ms = 1\n").await;
    scene.ask(&id, "8").await.unwrap();
    until(&scene, &id, |actor| actor["status"] == "PASSIVE").await;
    assert_eq!(scene.read(&format!("theater://actor/{id}/state")).await.unwrap(), json!(8));
    assert_eq!(scene.ask(&id, "1").await.unwrap(), "9");
    assert!(scene.events(&id).await.iter().any(|event| event["type"] == "ActorWoken"));
    assert!(scene.theater.replay(&id).await.unwrap().difference.is_none());
    scene.close().await;
}
