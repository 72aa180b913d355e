//! A damaged log: only the actors whose events are lost suffer, and everybody is told.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;
use theater::{Heads, verify_log};

use crate::scene::Scene;

const ACTORS: usize = 10;
const ROUNDS: usize = 30;

fn log(folder: &Path) -> PathBuf {
    folder.join("theater/log/00000001.log")
}

/// Ten counters that counted `ROUNDS` each, and the folder they left.
async fn counted() -> (Arc<TempDir>, Vec<String>) {
    let scene = Scene::open().await;
    let mut ids = Vec::new();
    for _ in 0..ACTORS {
        ids.push(scene.start_guest("counter", "").await);
    }
    for round in 1..=ROUNDS {
        for id in &ids {
            assert_eq!(scene.ask(id, "1").await.unwrap(), round.to_string());
        }
    }
    (scene.close().await, ids)
}

async fn heads(scene: &Scene) -> Heads {
    let mut heads = Heads::default();
    for event in scene.store.journal().since(0, 100_000).await.unwrap() {
        heads.note(&event.service, &event.kind, event.data.get());
    }
    heads
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flipped_bit_puts_only_its_actor_aside_and_a_restart_goes_on_from_its_last_good_state() {
    let (folder, ids) = counted().await;
    let path = log(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.len() / 4;
    bytes[at] ^= 0x10;
    fs::write(&path, &bytes).unwrap();

    let scene = Scene::open_in(folder, |_| {}).await;
    let mut aside = Vec::new();
    for id in &ids {
        match scene.status(id).await.as_str() {
            "FAILED" => aside.push(id.clone()),
            _ => assert_eq!(scene.ask(id, "1").await.unwrap(), (ROUNDS + 1).to_string()),
        }
    }
    let [hit] = aside.as_slice() else { panic!("one actor is hit: {aside:?}") };
    let actor = scene.read(&format!("theater://actor/{hit}")).await.unwrap();
    let failure = actor["failure"].as_str().unwrap();
    assert!(failure.contains("are lost"), "{failure}");
    let error = scene.ask(hit, "1").await.unwrap_err();
    assert_eq!(error.code, "ACTOR_NOT_RUNNING");

    let report = scene.theater.verify(heads(&scene).await).await.unwrap();
    let named: Vec<_> = report.hit.iter().map(ToString::to_string).collect();
    assert_eq!(named, aside, "{:?}", report.faults);
    assert!(report.faults[0].contains("segment 1 is damaged"), "{:?}", report.faults);

    // Its newest state stands behind the damage, so nothing of it is lost.
    scene.call("restart_actor", json!({ "actor_id": hit })).await.unwrap();
    assert_eq!(scene.ask(hit, "1").await.unwrap(), (ROUNDS + 1).to_string());
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    for id in &ids {
        assert_eq!(scene.ask(id, "1").await.unwrap(), (ROUNDS + 2).to_string());
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_flip_leaves_all_other_actors_as_they_were() {
    let (folder, ids) = counted().await;
    let whole = fs::read(log(folder.path())).unwrap();
    let kept = folder.path().join("kept.db");
    fs::copy(folder.path().join("test.db"), &kept).unwrap();
    // Heads and bodies of frames alike, from the first byte to the last.
    for part in 0..24 {
        let mut bytes = whole.clone();
        let at = part * (whole.len() - 1) / 23;
        bytes[at] ^= 1 << (part % 8);
        fs::write(log(folder.path()), &bytes).unwrap();
        for name in ["test.db-wal", "test.db-shm"] {
            drop(fs::remove_file(folder.path().join(name)));
        }
        fs::copy(&kept, folder.path().join("test.db")).unwrap();
        let scene = Scene::open_in(folder.clone(), |_| {}).await;
        let mut aside = 0;
        for id in &ids {
            match scene.status(id).await.as_str() {
                "FAILED" => aside += 1,
                _ => assert_eq!(scene.ask(id, "get").await.unwrap(), ROUNDS.to_string()),
            }
        }
        let found = scene.theater.verify(heads(&scene).await).await.unwrap();
        assert!(aside <= 1, "flip at {at}: {aside} actors, {:?}", found.faults);
        assert!(aside == found.hit.len() || !found.faults.is_empty(), "flip at {at}");
        drop(scene.close().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_off_end_is_noticed_by_what_the_house_knows() {
    let (folder, ids) = counted().await;
    let path = log(folder.path());
    let bytes = fs::read(&path).unwrap();
    // Whole frames are gone, so nothing looks torn.
    let mark = b"EnT\xF2";
    let starts: Vec<_> =
        bytes.windows(4).enumerate().filter(|(_, it)| it == mark).map(|(at, _)| at).collect();
    let cut = starts[starts.len() - 20];
    fs::write(&path, &bytes[..cut]).unwrap();

    let scene = Scene::open_in(folder, |_| {}).await;
    for id in &ids {
        assert_eq!(scene.status(id).await, "FAILED");
        let actor = scene.read(&format!("theater://actor/{id}")).await.unwrap();
        let failure = actor["failure"].as_str().unwrap();
        assert!(failure.contains("is known"), "{failure}");
    }
    let found = verify_log(&scene.path().join("theater"), &heads(&scene).await).unwrap();
    assert_eq!(found.hit.len(), ids.len(), "{:?}", found.faults);
    let without = verify_log(&scene.path().join("theater"), &Heads::default()).unwrap();
    assert!(without.faults.is_empty(), "what is left is whole: {:?}", without.faults);
    for id in &ids {
        scene.call("restart_actor", json!({ "actor_id": id })).await.unwrap();
        assert_eq!(scene.ask(id, "1").await.unwrap(), (ROUNDS - 1).to_string());
    }
    let scene = Scene::open_in(scene.close().await, |_| {}).await;
    for id in &ids {
        assert_eq!(scene.ask(id, "1").await.unwrap(), ROUNDS.to_string());
    }
    scene.close().await;
}
