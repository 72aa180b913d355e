//! Input made to do harm: components, manifests and frames altered at random, too large, too deep.
//! Each is refused or fails by itself, and whoever runs beside it does not notice.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use serde_json::json;

use crate::scene::{Scene, guest, manifest};

/// A small generator, so that every run tries the same alterations.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

/// One to four alterations: a bit, a byte, a piece left out, a piece twice.
fn altered(bytes: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(bytes.len());
        let end = (at + 1 + dice.roll(16)).min(bytes.len());
        match dice.roll(4) {
            0 => bytes[at] ^= 1 << dice.roll(8),
            1 => bytes[at] = u8::try_from(dice.roll(256)).unwrap(),
            2 => drop(bytes.drain(at..end)),
            _ => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_components_are_refused_or_run_within_their_limits() {
    let scene = Scene::open().await;
    let witness = scene.start_guest("counter", "").await;
    let whole = guest("rascal");
    let mut dice = Dice(0x5EED_0BAD_CAFE_F00D);
    let limits = "[limits]\nmemory = 4000000\ndeadline_ms = 2000\n";
    let (mut refused, mut ran) = (0, 0);
    for _ in 0..150 {
        scene.put("altered.wasm", &altered(&whole, &mut dice));
        let text = manifest("altered", limits);
        match scene.call("start_actor", json!({ "manifest": text })).await {
            Ok(started) => {
                ran += 1;
                let id = started["actor_id"].as_str().unwrap();
                let input = json!({ "actor_id": id, "data": "aGVsbG8=" });
                // Whatever it answers, it answers, and it can be stopped.
                drop(scene.call("request_message", input).await);
                scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
            }
            Err(error) => {
                refused += 1;
                assert!(!error.message.is_empty());
            }
        }
    }
    assert_eq!(refused + ran, 150);
    assert!(refused > 0 && ran > 0, "{refused} refused, {ran} ran");
    assert_eq!(scene.ask(&witness, "1").await.unwrap(), "1");
    scene.close().await;
}

/// The text of a guest whose module has something more in it.
fn with(more: &str) -> Vec<u8> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guests");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let text = read("rascal.wat").replace(";; prelude", &read("prelude.wat"));
    let end = text.rfind(')').unwrap();
    let text = format!("{} {more})", &text[..end]);
    theater::workshop::component(&text, &read("rascal.wit")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_wants_too_much_before_it_begins_does_not_begin() {
    let scene = Scene::open().await;
    let witness = scene.start_guest("counter", "").await;
    let functions = "(func (param i64) (result i64) local.get 0) ".repeat(20_000);
    let deep = "(block ".repeat(5_000) + &")".repeat(5_000);
    for (name, bytes, told) in [
        ("tables", with("(table 9000000 funcref)"), "limit `table`"),
        ("many tables", with(&"(table 90000 funcref)".repeat(60)), ""),
        ("deep", with(&format!("(func {deep})")), ""),
        ("many functions", with(&functions), ""),
        ("start", with("(func $go unreachable) (start $go)"), "unreachable"),
        ("endless start", with("(func $go (loop $l (br $l))) (start $go)"), "deadline_ms"),
        ("deep start", with("(func $go (call $go) (call $go)) (start $go)"), "stack"),
    ] {
        scene.put("hostile.wasm", &bytes);
        let text = manifest("hostile", "[limits]\ndeadline_ms = 1000\nmemory = 4000000\n");
        let started = scene.call("start_actor", json!({ "manifest": text })).await;
        match started {
            Err(error) => assert!(error.message.contains(told), "{name}: {error}"),
            Ok(_) => assert_eq!(told, "", "{name} began"),
        }
        assert!(scene.ask(&witness, "1").await.is_ok(), "{name}");
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_memory_bomb_ends_at_its_limit() {
    let scene = Scene::open().await;
    let text = manifest("rascal", "[limits]\nmemory = 2000000\n");
    scene.stage("rascal");
    let bombs: Vec<_> = {
        let mut ids = Vec::new();
        for _ in 0..8 {
            ids.push(scene.start(&text).await);
        }
        ids
    };
    for id in &bombs {
        let error = scene.ask(id, "m").await.unwrap_err();
        assert_eq!(error.code, "ACTOR_LIMIT", "{error}");
    }
    let large = guest("rascal");
    scene.put("large.wasm", &[large.as_slice(), &vec![0; 1024]].concat());
    let error = scene.call("start_actor", json!({ "manifest": manifest("large", "") })).await;
    assert_eq!(error.unwrap_err().code, "BAD_COMPONENT");
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_manifests_are_refused_or_mean_something() {
    let scene = Scene::open().await;
    let witness = scene.start_guest("counter", "").await;
    let whole =
        manifest("counter", "[limits]\nmemory = 4000000\n[supervision]\nrestart = 'transient'\n");
    let mut dice = Dice(0x00C0_FFEE_1234_5678);
    let (mut refused, mut ran) = (0, 0);
    for _ in 0..300 {
        let text = String::from_utf8_lossy(&altered(whole.as_bytes(), &mut dice)).into_owned();
        match scene.call("start_actor", json!({ "manifest": text })).await {
            Ok(started) => {
                ran += 1;
                scene.call("stop_actor", json!({ "actor_id": started["actor_id"] })).await.unwrap();
            }
            Err(error) => {
                refused += 1;
                assert!(!error.message.is_empty(), "{text}");
            }
        }
    }
    assert!(refused > 0 && ran > 0, "{refused} refused, {ran} ran");
    assert_eq!(scene.ask(&witness, "1").await.unwrap(), "1");
    scene.close().await;
}

/// Sends bytes, says that no more come, and waits until the server has said all it has to say.
fn knock(address: std::net::SocketAddr, bytes: &[u8]) -> usize {
    let mut stream = TcpStream::connect(address).unwrap();
    // The server may hang up before it has read everything.
    drop(stream.write_all(bytes));
    drop(stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer));
    answer.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn altered_frames_are_answered_or_end_their_own_connection() {
    let scene = Scene::open().await;
    let witness = scene.start_guest("counter", "").await;
    let address = scene.theater.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
    let command = format!("{{\"RequestActorMessage\":{{\"id\":\"{witness}\",\"data\":[49]}}}}");
    let inner: Vec<_> = command.bytes().map(|byte| byte.to_string()).collect();
    let payload = format!("{{\"Complete\":[{}]}}", inner.join(","));
    let mut whole = u32::try_from(payload.len()).unwrap().to_be_bytes().to_vec();
    whole.extend_from_slice(payload.as_bytes());
    let knocking = tokio::task::spawn_blocking(move || {
        let mut dice = Dice(0x0DDB_A115_CAFE_D00D);
        let answered = (0..200).filter(|_| knock(address, &altered(&whole, &mut dice)) > 0);
        (answered.count(), knock(address, &whole))
    });
    let (answered, last) = knocking.await.unwrap();
    assert!(answered > 0);
    assert!(last > 0, "the server no longer answers");
    assert_eq!(scene.status(&witness).await, "RUNNING");
    scene.close().await;
}
