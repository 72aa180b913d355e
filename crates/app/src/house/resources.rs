//! What the house lets people read of itself.

use std::str::FromStr;
use std::sync::Arc;

use kernel::{
    Call, Contents, Params, ResourceSpec, ResourceTable, TemplateSpec, Timestamp, ToolError,
    UriTemplateError,
};
use serde_json::json;

use super::House;
use super::tools::{ListEvents, list_events, unreadable};

const JSON: &str = "application/json";

/// The table.
pub(super) fn table(house: &Arc<House>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(house)
        .fixed(
            ResourceSpec {
                uri: "ensemble://status",
                name: "status",
                description: "What runs, where it listens, how far the journal has come",
                mime: JSON,
            },
            status,
        )
        .fixed(
            ResourceSpec {
                uri: "ensemble://audit/head",
                name: "audit head",
                description: "The newest event's number and the hash that stands for all before it",
                mime: JSON,
            },
            audit_head,
        )
        .fixed(
            ResourceSpec {
                uri: "ensemble://clients",
                name: "clients",
                description: "Who is connected or was heard in the last ten minutes, and by which wire",
                mime: JSON,
            },
            clients,
        )
        .template(
            TemplateSpec {
                uri_template: "ensemble://events{?after,limit,service,stream}",
                name: "events",
                description: "The journal's events, oldest first",
                mime: JSON,
            },
            events,
        )
        .done()
}

async fn status(house: Arc<House>, _: Call) -> Result<Contents, ToolError> {
    let stats = house.store.stats().await.map_err(unreadable)?;
    let now = Timestamp::now();
    Contents::json(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "pid": std::process::id(),
        "started_at": house.started_at,
        "uptime_seconds": (now.0 - house.started_at.0) / 1_000_000,
        "services": house.services,
        "listeners": house.listeners.get(),
        "journal": {
            "head": stats.head.seq,
            "hash": stats.head.hash,
            "archived_up_to": stats.sealed,
            "file_bytes": stats.file_bytes,
            "failed_commits": stats.failed_commits,
        },
    }))
}

async fn clients(house: Arc<House>, call: Call) -> Result<Contents, ToolError> {
    let mut here = house.guests.get().map(|guests| guests()).unwrap_or_default();
    here.retain(|seen| call.principal.is_admin() || seen.principal == call.principal.id);
    Contents::json(&json!({ "clients": here }))
}

async fn audit_head(house: Arc<House>, _: Call) -> Result<Contents, ToolError> {
    Contents::json(&house.store.journal().head().await.map_err(unreadable)?)
}

async fn events(house: Arc<House>, call: Call, params: Params) -> Result<Contents, ToolError> {
    let text = |name: &str| params.get(name).map(str::to_owned);
    let input = ListEvents {
        after: number(&params, "after")?.unwrap_or(0),
        limit: number(&params, "limit")?,
        service: text("service"),
        stream: text("stream"),
        ..ListEvents::default()
    };
    Contents::json(&list_events(house, call, input).await?)
}

fn number<T: FromStr>(params: &Params, name: &str) -> Result<Option<T>, ToolError> {
    let parse = |text: &str| {
        text.parse().map_err(|_| {
            ToolError::invalid_input(format!("`{name}` is `{text}`, expected a whole number"))
        })
    };
    params.get(name).map(parse).transpose()
}
