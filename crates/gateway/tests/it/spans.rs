//! The span of a tool call: its name, its attributes, and that nobody pays who does not look.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::client::Client;
use crate::house::House;

type Fields = BTreeMap<String, String>;

/// Keeps the fields of every span by its id, in the order of their making.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<(u64, Fields)>>>);

struct Reading<'a>(&'a mut Fields);

impl Visit for Reading<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Seen {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        let mut fields = Fields::new();
        attributes.record(&mut Reading(&mut fields));
        self.0.lock().unwrap().push((id.into_u64(), fields));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        let mut seen = self.0.lock().unwrap();
        let (_, fields) = seen.iter_mut().rev().find(|(it, _)| *it == id.into_u64()).unwrap();
        values.record(&mut Reading(fields));
    }
}

/// The spans of three calls over TCP, as far as `level` lets them through.
async fn spans(level: LevelFilter) -> Vec<Fields> {
    let seen = Seen::default();
    let wanted = Targets::new().with_target("gateway::call", level);
    let subscriber = tracing_subscriber::registry().with(seen.clone().with_filter(wanted));
    let _default = tracing::subscriber::set_default(subscriber);
    let house = House::open().await;
    let mut client = Client::tcp(&house).await;
    client.open("2025-11-25").await;
    for call in [
        json!({ "name": "put", "arguments": { "key": "a", "value": "b" } }),
        json!({ "name": "get", "arguments": {} }),
        json!({ "name": "made up", "arguments": {} }),
    ] {
        client.request("tools/call", call).await;
    }
    let seen = seen.0.lock().unwrap();
    seen.iter().map(|(_, fields)| fields.clone()).collect()
}

#[tokio::test]
async fn a_tool_call_runs_in_a_span_with_the_agreed_names() {
    let spans = spans(LevelFilter::DEBUG).await;
    let [put, get, unknown] = &spans[..] else { panic!("{spans:#?}") };
    let expected = [
        ("otel.name", "tools/call put"),
        ("otel.kind", "server"),
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2025-11-25"),
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "put"),
        ("jsonrpc.request.id", "2"),
        ("network.transport", "tcp"),
        ("network.protocol.name", "tcp"),
    ];
    let expected: Fields = expected.map(|(name, value)| (name.into(), value.into())).into();
    assert_eq!(*put, expected);
    assert_eq!(get["error.type"], "INVALID_INPUT");
    assert_eq!(get["otel.status_code"], "ERROR");
    assert_eq!(unknown["otel.name"], "tools/call");
    assert_eq!(unknown["gen_ai.tool.name"], "made up");
}

#[tokio::test]
async fn at_the_usual_level_there_is_no_span() {
    assert!(spans(LevelFilter::INFO).await.is_empty());
}
