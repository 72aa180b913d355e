//! The product's gateway around the same tool, set up as `ensemble` sets it up.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use futures_util::FutureExt;
use futures_util::future::ready;
use gateway::auth::{Auth, TokenEntry, digest};
use gateway::config::{HttpGuard, Limits};
use gateway::{Aggregate, Gateway, GatewayParts};
use kernel::{Call, EventFeed, Scopes, Service, ServiceInfo, ToolError, ToolTable, read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Store;

use super::{LOOPBACK, SOCKET, announce, record, until_released};
use crate::plan::{TOKEN, Wire};

/// Far above what can be reached: the check is made, and never refuses.
const CALLS_PER_SECOND: u32 = 1_000_000_000;

#[derive(Deserialize, JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

#[derive(Deserialize, JsonSchema)]
struct Settle {}

#[derive(Serialize, JsonSchema)]
struct Settled {
    events: u64,
}

/// What the tools share: the journal, where calls are written to one.
struct State {
    store: Option<Store>,
}

async fn add(_: Arc<State>, _: Call, input: Add) -> Result<Sum, ToolError> {
    Ok(Sum { sum: input.a + input.b })
}

async fn settle(state: Arc<State>, _: Call, _: Settle) -> Result<Settled, ToolError> {
    let events = match &state.store {
        Some(store) => record::settled(store).await?,
        None => 0,
    };
    Ok(Settled { events })
}

fn service(store: Option<Store>) -> Service {
    let mut service = Service::new(ServiceInfo {
        name: "adder",
        server_name: "adder".to_owned(),
        server_version: "1.0.0".to_owned(),
        description: "Adds",
        instructions: String::new(),
    });
    let about_settle = "Waits until every event is written and says how many there are";
    service.tools = ToolTable::of(&Arc::new(State { store }))
        .add(read("add", "Adds two numbers"), add)
        .add(read("settle", about_settle), settle)
        .done();
    service
}

fn parts(store: Option<Store>) -> GatewayParts {
    let token = TokenEntry {
        name: Arc::from("bench"),
        digest: digest(TOKEN),
        scopes: Scopes::all(),
        expires_at: None,
    };
    let no_events = || EventFeed::new(16, |_, _| ready(Ok(Vec::new())).boxed());
    GatewayParts {
        aggregate: Aggregate::default(),
        version: "1.0.0".to_owned(),
        limits: Limits {
            rate_per_second: CALLS_PER_SECOND,
            rate_burst: CALLS_PER_SECOND,
            ..Limits::default()
        },
        auth: Auth::tokens(vec![token]),
        http: HttpGuard::default(),
        feed: store.as_ref().map_or_else(no_events, Store::feed),
        owners: kernel::Owners::in_memory(),
        head: 0,
        recorder: store.clone().map(record::recorder),
        services: vec![service(store)],
        instances: None,
        adopt: None,
        dialect: None,
    }
}

pub(super) async fn run(wire: Wire, folder: &Path, store: Option<Store>) -> anyhow::Result<()> {
    let gateway = Gateway::new(parts(store))?;
    let endpoint = gateway.endpoint(None).ok_or_else(|| anyhow::anyhow!("no aggregate"))?;
    match wire {
        Wire::Stdio => {
            gateway.serve_stdio(endpoint).await;
            return Ok(());
        }
        Wire::Tcp => announce(&gateway.listen_tcp(LOOPBACK, endpoint).await?.to_string())?,
        Wire::Unix => {
            let path = folder.join(SOCKET);
            gateway.listen_unix(&path, endpoint).await?;
            announce(&path.to_string_lossy())?;
        }
        Wire::Websocket | Wire::HttpModern | Wire::HttpLegacy => {
            announce(&gateway.listen_http(LOOPBACK, Router::new()).await?.to_string())?;
        }
    }
    until_released().await
}
