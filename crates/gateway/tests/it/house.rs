//! A small service on a real gateway, with a journal in memory.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gateway::auth::{Auth, TokenEntry, digest};
use gateway::config::{HttpGuard, Limits};
use gateway::{Aggregate, Gateway, GatewayParts};
use kernel::{
    Call, Completing, Contents, Event, EventFeed, EventTable, Params, PromptReply, PromptSpec,
    PromptTable, ResourceSpec, ResourceTable, Scope, Scopes, Service, ServiceInfo, TemplateSpec,
    ThingKind, Things, Timestamp, ToolError, ToolTable, Touch, read, write,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) const TOKEN: &str = "the-owner";
pub(crate) const READER: &str = "the-reader";
/// Two who may do the same.
pub(crate) const ANN: &str = "the-one";
pub(crate) const BOB: &str = "the-other";

/// What the tools of the test service share.
pub(crate) struct Shelf {
    values: Mutex<HashMap<String, String>>,
    journal: Arc<Mutex<Vec<Arc<Event>>>>,
    feed: EventFeed,
    pub(crate) running: AtomicU64,
    pub(crate) cancelled: AtomicU64,
    /// Threads in `grind`.
    pub(crate) grinding: AtomicU64,
}

impl Shelf {
    fn record(&self, touch: Touch) {
        let mut journal = self.journal.lock().unwrap();
        let text = |text: &str| Arc::<str>::from(text);
        let event = Arc::new(Event {
            seq: journal.len() as u64 + 1,
            at: Timestamp::now(),
            service: text("shelf"),
            kind: text("shelf.changed"),
            stream: text("shelf"),
            principal: text("local"),
            data: serde_json::value::to_raw_value(&serde_json::json!({ "n": 1 })).unwrap(),
            touches: vec![touch],
            hash: [0; 32],
        });
        journal.push(event.clone());
        self.feed.publish(event);
    }
}

#[derive(Deserialize, JsonSchema)]
struct Put {
    key: String,
    value: String,
    #[serde(default)]
    wait_ms: u64,
}

#[derive(Deserialize, JsonSchema)]
struct Get {
    key: String,
}

#[derive(Deserialize, JsonSchema)]
struct Wait {
    ms: u64,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Serialize, JsonSchema)]
struct Value {
    value: Option<String>,
}

async fn put(shelf: Arc<Shelf>, call: Call, input: Put) -> Result<Value, ToolError> {
    call.report(1.0, Some(2.0), Some("waiting".into()));
    tokio::time::sleep(Duration::from_millis(input.wait_ms)).await;
    shelf.values.lock().unwrap().insert(input.key, input.value.clone());
    shelf.record(Touch::resource("shelf://values"));
    call.report(2.0, Some(2.0), None);
    Ok(Value { value: Some(input.value) })
}

async fn get(shelf: Arc<Shelf>, _: Call, input: Get) -> Result<Value, ToolError> {
    Ok(Value { value: shelf.values.lock().unwrap().get(&input.key).cloned() })
}

struct Leaving(Arc<Shelf>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
        self.0.cancelled.fetch_add(1, Ordering::SeqCst);
    }
}

async fn wait(shelf: Arc<Shelf>, _: Call, input: Wait) -> Result<Value, ToolError> {
    shelf.running.fetch_add(1, Ordering::SeqCst);
    let leaving = Leaving(shelf.clone());
    tokio::time::sleep(Duration::from_millis(input.ms)).await;
    std::mem::forget(leaving);
    shelf.running.fetch_sub(1, Ordering::SeqCst);
    Ok(Value { value: None })
}

struct Grinding(Arc<Shelf>);

impl Drop for Grinding {
    fn drop(&mut self) {
        self.0.grinding.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Computes on a thread for as long as it is let.
async fn grind(shelf: Arc<Shelf>, _: Call, _: Nothing) -> Result<Value, ToolError> {
    kernel::work::blocking(move || {
        shelf.grinding.fetch_add(1, Ordering::SeqCst);
        let _grinding = Grinding(shelf);
        loop {
            kernel::work::checkpoint();
            std::hint::spin_loop();
        }
    })
    .await?
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Box_ {
    box_id: String,
}

#[derive(Serialize, JsonSchema)]
struct Boxes {
    boxes: Vec<Box_>,
}

async fn make_box(_: Arc<Shelf>, _: Call, _: Nothing) -> Result<Box_, ToolError> {
    Ok(Box_ { box_id: "b1".to_owned() })
}

async fn open_box(_: Arc<Shelf>, _: Call, input: Box_) -> Result<Box_, ToolError> {
    Ok(input)
}

async fn list_boxes(_: Arc<Shelf>, _: Call, _: Nothing) -> Result<Boxes, ToolError> {
    Ok(Boxes { boxes: vec![Box_ { box_id: "b1".to_owned() }] })
}

async fn grow(shelf: Arc<Shelf>, _: Call, _: Nothing) -> Result<Value, ToolError> {
    shelf.record(Touch::ResourceList);
    Ok(Value { value: None })
}

async fn values(shelf: Arc<Shelf>, _: Call) -> Result<Contents, ToolError> {
    Contents::json(&*shelf.values.lock().unwrap())
}

async fn one(shelf: Arc<Shelf>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let found = shelf.values.lock().unwrap().get(params.path("key")).cloned();
    found.map(Contents::text).ok_or_else(|| ToolError::not_found("nothing under that key"))
}

async fn keys(
    shelf: Arc<Shelf>,
    _: Call,
    completing: Completing,
) -> Result<Vec<String>, ToolError> {
    let values = shelf.values.lock().unwrap();
    Ok(values.keys().filter(|key| key.starts_with(&completing.value)).cloned().collect())
}

async fn praise(_: Arc<Shelf>, _: Call, given: Params) -> Result<PromptReply, ToolError> {
    Ok(PromptReply::user(format!("Praise {}", given.path("what"))))
}

fn service(shelf: &Arc<Shelf>) -> Service {
    let mut service = Service::new(ServiceInfo {
        name: "shelf",
        server_name: "shelf-mcp".into(),
        server_version: "0.1.0".into(),
        description: "Keeps values",
        instructions: "Put, then get.".into(),
    });
    service.tools = ToolTable::of(shelf)
        .add(write("put", Scope::KbWrite, "Puts a value").ordered_by("key"), put)
        .add(read("get", "Gets a value").ordered_by("key"), get)
        .add(read("wait", "Waits"), wait)
        .add(write("make_box", Scope::KbWrite, "Makes a box"), make_box)
        .add(read("open_box", "Opens a box"), open_box)
        .add(read("list_boxes", "Lists boxes"), list_boxes)
        .add(read("grind", "Computes without end"), grind)
        .add(write("grow", Scope::KbWrite, "Adds a resource"), grow)
        .done();
    service.resources = ResourceTable::of(shelf)
        .fixed(
            ResourceSpec {
                uri: "shelf://values",
                name: "values",
                description: "All values",
                mime: "application/json",
            },
            values,
        )
        .template(
            TemplateSpec {
                uri_template: "shelf://value/{key}",
                name: "value",
                description: "One value",
                mime: "text/plain",
            },
            one,
        )
        .completed_by(keys)
        .done()
        .unwrap();
    service.prompts = PromptTable::of(shelf)
        .add(PromptSpec::new("praise", "Praises").needs("what", "What to praise"), praise)
        .done();
    service.things = Things::none().kind(ThingKind {
        name: "box",
        key: "box_id",
        makers: &["make_box"],
        places: &[],
        seen_with: None,
    });
    service.events = EventTable::new().announced("shelf.changed", "A value changed");
    service
}

/// A running gateway with every listener open.
pub(crate) struct House {
    pub(crate) gateway: Gateway,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) http: SocketAddr,
    pub(crate) tcp: SocketAddr,
    pub(crate) unix: PathBuf,
    _folder: tempfile::TempDir,
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(Limits::default()).await
    }

    pub(crate) async fn with(limits: Limits) -> Self {
        Self::guarded(limits, |auth| auth).await
    }

    /// A house whose door `change` makes more of.
    pub(crate) async fn guarded(limits: Limits, change: impl FnOnce(Auth) -> Auth) -> Self {
        let journal = Arc::new(Mutex::new(Vec::<Arc<Event>>::new()));
        let reading = journal.clone();
        let feed = EventFeed::new(1024, move |after, limit| {
            let page: Vec<_> = reading
                .lock()
                .unwrap()
                .iter()
                .filter(|event| event.seq > after)
                .take(limit)
                .cloned()
                .collect();
            Box::pin(async move { Ok(page) })
        });
        let shelf = Arc::new(Shelf {
            values: Mutex::default(),
            journal,
            feed: feed.clone(),
            running: AtomicU64::new(0),
            cancelled: AtomicU64::new(0),
            grinding: AtomicU64::new(0),
        });
        let entry = |name: &str, scopes| TokenEntry {
            name: Arc::from(name),
            digest: digest(name),
            scopes,
            expires_at: None,
        };
        let reader = [Scope::Read].into_iter().collect();
        let writer: Scopes = [Scope::Read, Scope::KbWrite].into_iter().collect();
        let gateway = Gateway::new(GatewayParts {
            services: vec![service(&shelf)],
            aggregate: Aggregate::default(),
            version: "0.1.0".into(),
            limits,
            auth: change(Auth::tokens(vec![
                entry(TOKEN, Scopes::all()),
                entry(READER, reader),
                entry(ANN, writer),
                entry(BOB, writer),
            ])),
            http: HttpGuard::default(),
            feed,
            owners: kernel::Owners::in_memory(),
            head: 0,
            recorder: None,
            instances: None,
            adopt: None,
            dialect: None,
        })
        .unwrap();
        let loopback = SocketAddr::from(([127, 0, 0, 1], 0));
        let folder = tempfile::tempdir().unwrap();
        let unix = folder.path().join("house.sock");
        let aggregate = gateway.endpoint(None).unwrap();
        let http = gateway.listen_http(loopback, axum::Router::new()).await.unwrap();
        let tcp = gateway.listen_tcp(loopback, aggregate.clone()).await.unwrap();
        gateway.listen_unix(&unix, aggregate).await.unwrap();
        Self { gateway, shelf, http, tcp, unix, _folder: folder }
    }
}
