//! A theater that runs elsewhere, fronted: against a real one over its real wire, and against a
//! peer that behaves as no good server does.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{Call, Contents, Principal, Service, ToolError};
use serde_json::{Value, json};
use tempfile::TempDir;
use theater::{Generation, RemoteConfig, RemoteTheater, remote_service};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::scene::{Scene, base64, manifest};

/// What fronts a theater.
struct Front {
    remote: Arc<RemoteTheater>,
    service: Service,
    store: store::Store,
    _folder: TempDir,
}

impl Front {
    fn of(address: &str, change: impl FnOnce(&mut RemoteConfig)) -> Self {
        let folder = TempDir::new().unwrap();
        let store = store::StoreConfig::new(folder.path().join("front.db"));
        let store = store::Store::open(store).unwrap();
        let mut config = RemoteConfig::new(address, folder.path().join("manifests"));
        config.look_round = Duration::from_millis(50);
        change(&mut config);
        let remote = RemoteTheater::open(config, store.clone());
        let service = remote_service(&remote).unwrap();
        service.verify().unwrap();
        Self { remote, service, store, _folder: folder }
    }

    async fn call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        let input = input.as_object().unwrap().clone();
        self.service.tools.call(tool, Call::new(Principal::local()), input).await
    }

    async fn read(&self, uri: &str) -> Result<Value, ToolError> {
        let read = self.service.resources.read(uri, Call::new(Principal::local())).await;
        match read.unwrap()? {
            Contents::Text { text, .. } => Ok(serde_json::from_str(&text).unwrap()),
            Contents::Blob { .. } => panic!("expected text at {uri}"),
        }
    }

    async fn ask(&self, id: &str, data: &str) -> Result<String, ToolError> {
        let input = json!({ "actor_id": id, "data": base64(data) });
        let answer = self.call("request_message", input).await?;
        Ok(answer["text"].as_str().unwrap().to_owned())
    }

    async fn close(self) {
        self.remote.close().await;
        self.store.close().await;
    }
}

async fn listening(scene: &Scene) -> String {
    scene.theater.listen(([127, 0, 0, 1], 0).into()).await.unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn actors_elsewhere_are_used_like_ones_own_in_either_dialect() {
    let scene = Scene::open().await;
    scene.stage("counter");
    let address = listening(&scene).await;
    for generation in [None, Some(Generation::Legacy)] {
        let front = Front::of(&address, |config| config.generation = generation);
        let started = json!({ "manifest": manifest("counter", ""), "initial_state": {} });
        let started = front.call("start_actor", started).await.unwrap();
        assert_eq!(started["status"], "RUNNING");
        let id = started["actor_id"].as_str().unwrap();
        front.call("send_message", json!({ "actor_id": id, "data": base64("4") })).await.unwrap();
        assert_eq!(front.ask(id, "1").await.unwrap(), "5");
        assert_eq!(front.read(&format!("theater://actor/{id}/state")).await.unwrap(), json!(5));
        let details = front.read(&format!("theater://actor/{id}")).await.unwrap();
        assert_eq!(details["manifest"], manifest("counter", ""));
        let name = generation.map_or("0.2", Generation::name);
        assert_eq!(details["remote"], json!({ "address": address, "generation": name }));
        assert!(details["created_at"].as_str().unwrap().starts_with("20"), "{details}");

        let uri = format!("theater://events/{id}");
        let chain = front.read(&uri).await.unwrap();
        let second = chain[1]["event_id"].as_str().unwrap();
        assert_eq!(chain[0]["children"][0]["id"], second);
        assert_eq!(chain[1]["parent_id"], chain[0]["event_id"]);
        assert_eq!(front.read(&format!("theater://event/{second}")).await.unwrap(), chain[1]);
        let page = front.read(&format!("{uri}?after={second}&limit=2")).await.unwrap();
        assert_eq!(page, json!([chain[2], chain[3]]));

        let restarted = front.call("restart_actor", json!({ "actor_id": id })).await.unwrap();
        assert_eq!(restarted["status"], "RUNNING");
        assert_eq!(front.ask(id, "get").await.unwrap(), "5");
        let back = json!({ "actor_id": id, "event_id": second });
        let refused = front.call("restore_actor", back).await.unwrap_err();
        assert_eq!(refused.code, "NOT_SUPPORTED", "{}", refused.message);
        front.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
        assert_eq!(front.read("theater://actors").await.unwrap()["total"], 0);
        let gone = front.ask(id, "1").await.unwrap_err();
        assert_eq!(gone.code, "ACTOR_NOT_FOUND", "{}", gone.message);
        front.close().await;
    }
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_actor_elsewhere_says_and_does_is_heard_here() {
    let scene = Scene::open().await;
    let id = scene.start_guest("echo", "").await;
    let front = Front::of(&listening(&scene).await, |_| {});
    let mut news = front.store.feed().follow(0);
    let mut heard = async |kinds: &[&str]| {
        let mut missing: BTreeSet<&str> = kinds.iter().copied().collect();
        while !missing.is_empty() {
            missing.remove(&*news.next().await.unwrap().kind);
        }
    };
    heard(&["actor.started"]).await;
    let opened = json!({ "actor_id": id, "initial_message": base64("hello") });
    let channel = front.call("open_channel", opened).await.unwrap()["channel_id"].clone();
    let receive = |after: u64| json!({ "channel_id": channel, "after": after, "wait_ms": 20_000 });
    let say = json!({ "channel_id": channel, "message": base64("are you there?") });
    front.call("send_on_channel", say).await.unwrap();
    let mut texts = Vec::new();
    while texts.last().is_none_or(|text| text != "are you there?") {
        let got = front.call("receive_on_channel", receive(texts.len() as u64)).await.unwrap();
        for message in got["messages"].as_array().unwrap() {
            let bytes = STANDARD.decode(message["data"].as_str().unwrap()).unwrap();
            texts.push(String::from_utf8(bytes).unwrap());
        }
    }
    heard(&["channel.changed", "actor.advanced"]).await;
    front.call("close_channel", json!({ "channel_id": channel })).await.unwrap();
    let closed = json!({ "channel_id": channel, "message": base64("x") });
    let refused = front.call("send_on_channel", closed).await.unwrap_err();
    assert_eq!(refused.code, "CHANNEL_CLOSED", "{}", refused.message);
    scene.call("stop_actor", json!({ "actor_id": id })).await.unwrap();
    heard(&["actor.stopped"]).await;
    front.close().await;
    scene.close().await;
}

/// One connection of a peer that is played by the test.
struct Peer(TcpStream);

impl Peer {
    /// The next command, if it is one of the later dialects.
    async fn hear(&mut self) -> Option<Value> {
        let mut length = [0; 4];
        self.0.read_exact(&mut length).await.ok()?;
        let mut payload = vec![0; u32::from_be_bytes(length) as usize];
        self.0.read_exact(&mut payload).await.ok()?;
        let frame: Value = serde_json::from_slice(&payload).ok()?;
        let bytes: Vec<u8> = serde_json::from_value(frame["Complete"].clone()).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    async fn tell(&mut self, message: Value) {
        let payload = json!({ "Complete": message.to_string().into_bytes() }).to_string();
        let length = u32::try_from(payload.len()).unwrap();
        self.0.write_all(&length.to_be_bytes()).await.unwrap();
        self.0.write_all(payload.as_bytes()).await.unwrap();
    }
}

const ID: &str = "6f1c2d3e-0a1b-4c2d-8e3f-001122334455";

/// What a peer does when it is asked.
enum Play {
    /// It tells these, in order; nothing is silence.
    Tell(Vec<Value>),
    /// It ends the connection.
    Leave,
}

type Asked = Arc<std::sync::Mutex<Vec<String>>>;

fn times(asked: &Asked, name: &str) -> usize {
    asked.lock().unwrap().iter().filter(|it| *it == name).count()
}

/// A peer that does what `play` says of each command, and what it was asked.
async fn peer(play: fn(&str) -> Play) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = Asked::default();
    let noted = asked.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let noted = noted.clone();
            tokio::spawn(async move {
                let mut peer = Peer(stream);
                while let Some(command) = peer.hear().await {
                    let key = || command.as_object()?.keys().next().map(String::as_str);
                    let name = command.as_str().or_else(key).unwrap();
                    noted.lock().unwrap().push(name.to_owned());
                    let Play::Tell(messages) = play(name) else { return };
                    for message in messages {
                        peer.tell(message).await;
                    }
                }
            });
        }
    });
    (address, asked)
}

/// What every peer here answers, one actor and no events to ask for, as 0.3.
fn third(name: &str) -> Play {
    let event =
        json!({ "hash": [1], "parent_hash": null, "event_type": "wasm", "data": [123, 125] });
    Play::Tell(match name {
        "ListActors" => vec![json!({ "ActorList": { "actors": [[ID, "late"]] } })],
        "GetActorStatus" => vec![json!({ "ActorStatus": { "id": ID, "status": "Running" } })],
        "StartActor" => vec![json!({ "ActorStarted": { "id": ID } })],
        "SubscribeToActor" => vec![
            json!({ "Subscribed": { "id": ID, "subscription_id": ID } }),
            json!({ "ActorEvent": { "event": event } }),
        ],
        "GetActorState" => vec![json!({ "ActorState": { "id": ID, "state": { "Bool": true } } })],
        "RestartActor" => {
            let error = json!({ "RuntimeError": "Actor restart not implemented" });
            vec![json!({ "Error": { "error": error } })]
        }
        _ => vec![],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_the_third_generation_is_known_and_what_it_cannot_do_is_said() {
    let (address, asked) = peer(third).await;
    let front = Front::of(&address, |_| {});
    let list = front.read("theater://actors").await.unwrap();
    assert_eq!(list["actors"][0]["name"], "late");
    let state = json!({ "manifest": "/srv/late.toml", "initial_state": { "n": 1 } });
    let refused = front.call("start_actor", state).await.unwrap_err();
    assert_eq!(refused.code, "NOT_SUPPORTED", "{}", refused.message);
    assert_eq!(times(&asked, "StartActor"), 0);
    front.call("start_actor", json!({ "manifest": "name = 'late'\n" })).await.unwrap();
    let refused = front.call("restart_actor", json!({ "actor_id": ID })).await.unwrap_err();
    assert_eq!(refused.code, "NOT_SUPPORTED", "{}", refused.message);
    let state = front.read(&format!("theater://actor/{ID}/state")).await.unwrap();
    assert_eq!(state, json!({ "Bool": true }));
    // Its events are those that are seen while it is followed.
    let uri = format!("theater://events/{ID}");
    while front.read(&uri).await.unwrap() == json!([]) {
        tokio::task::yield_now().await;
    }
    assert_eq!(front.read(&uri).await.unwrap()[0]["data"], json!({}));
    front.close().await;
}

/// Tells something unasked before every answer, and leaves instead of answering a message.
fn rude(name: &str) -> Play {
    let push = json!({ "ActorResult": { "Success": { "actor_id": ID, "result": null } } });
    match (name, third(name)) {
        ("RequestActorMessage" | "GetActorState", _) => Play::Leave,
        ("GetActorEvents", _) => Play::Tell(vec![json!({ "Error": { "error": "Timeout" } })]),
        (_, Play::Tell(mut answer)) => {
            answer.insert(0, push);
            Play::Tell(answer)
        }
        (_, Play::Leave) => Play::Leave,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_unasked_is_no_answer_and_only_questions_are_asked_twice() {
    let (address, asked) = peer(rude).await;
    let front = Front::of(&address, |config| config.look_round = Duration::from_secs(600));
    let list = front.read("theater://actors").await.unwrap();
    assert_eq!(list["total"], 1);
    let lost = front.ask(ID, "once").await.unwrap_err();
    assert_eq!(lost.code, "THEATER_LOST", "{}", lost.message);
    assert_eq!(times(&asked, "RequestActorMessage"), 1);
    let lost = front.read(&format!("theater://actor/{ID}/state")).await.unwrap_err();
    assert_eq!(lost.code, "THEATER_LOST", "{}", lost.message);
    assert_eq!(times(&asked, "GetActorState"), 2);
    front.close().await;
}

/// Never answers a message.
fn silent(name: &str) -> Play {
    if name == "RequestActorMessage" { Play::Tell(vec![]) } else { third(name) }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_never_comes_ends_its_own_call_and_no_other() {
    let (address, _) = peer(silent).await;
    let front = Front::of(&address, |config| config.within = Duration::from_millis(300));
    let late = front.ask(ID, "hello?").await.unwrap_err();
    assert_eq!(late.code, "NO_ANSWER", "{}", late.message);
    assert_eq!(front.read("theater://actors").await.unwrap()["total"], 1);
    front.close().await;
}

static OPEN: AtomicBool = AtomicBool::new(false);

/// Leaves whoever asks until it is open.
fn late(name: &str) -> Play {
    if OPEN.load(Ordering::SeqCst) { third(name) } else { Play::Leave }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_an_error_until_it_is_there() {
    let (address, _) = peer(late).await;
    let front = Front::of(&address, |_| {});
    let away = front.read("theater://actors").await.unwrap_err();
    assert_eq!(away.code, "THEATER_UNREACHABLE", "{}", away.message);
    assert!(matches!(front.service.health().await, kernel::Health::NotReady(_)));
    OPEN.store(true, Ordering::SeqCst);
    while let Err(error) = front.read("theater://actors").await {
        assert_eq!(error.code, "THEATER_UNREACHABLE", "{}", error.message);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(matches!(front.service.health().await, kernel::Health::Ready));
    front.close().await;
}
