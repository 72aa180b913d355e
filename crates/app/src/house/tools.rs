//! The house's tools: page through the journal, prove it whole.

use std::sync::Arc;

use kernel::{Call, ErrorKind, ToolError, ToolTable, read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Filter, ReadError, VerifyOptions};

use super::{House, checkup, evidence, tokens};

/// How many events one page may hold.
pub(super) const MOST_EVENTS: usize = 1000;
const FEW_EVENTS: usize = 100;

/// The table.
pub(super) fn table(house: &Arc<House>) -> ToolTable {
    let table = ToolTable::of(house)
        .add(
            read("list_events", "List events of the journal, oldest first, with their hashes"),
            list_events,
        )
        .add(
            read("verify_audit", "Check every link of the journal's chain and the file around it")
                .timeout(std::time::Duration::from_secs(600)),
            verify_audit,
        );
    tokens::add(evidence::add(checkup::add(table))).done()
}

/// Which events.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListEvents {
    /// Only events with a greater number
    #[serde(default)]
    pub(super) after: u64,
    /// At most this many (1 to 1000, 100 if not given)
    pub(super) limit: Option<usize>,
    /// Only events of this service
    pub(super) service: Option<String>,
    /// Only events of this stream
    pub(super) stream: Option<String>,
    /// Only events of this kind
    pub(super) kind: Option<String>,
    /// Only events made under this identity
    pub(super) principal: Option<String>,
}

/// A page of events.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct EventPage {
    /// The events, oldest first
    #[schemars(with = "Vec<Value>")]
    events: Vec<Arc<kernel::Event>>,
    /// What to give as `after` for the next page
    next_after: u64,
    /// The number of the newest event
    head: u64,
}

pub(super) async fn list_events(
    house: Arc<House>,
    call: Call,
    input: ListEvents,
) -> Result<EventPage, ToolError> {
    let limit = input.limit.unwrap_or(FEW_EVENTS);
    if !(1..=MOST_EVENTS).contains(&limit) {
        return Err(ToolError::invalid_input(format!(
            "`limit` is {limit}, expected 1 to {MOST_EVENTS}"
        )));
    }
    let journal = house.store.journal();
    let head = journal.head().await.map_err(unreadable)?;
    let mut events = Vec::new();
    let mut after = input.after;
    // What others did is left out; a page is full or ends where the journal does.
    while events.len() < limit {
        let filter = Filter {
            after,
            limit,
            service: input.service.clone(),
            stream: input.stream.clone(),
            kind: input.kind.clone(),
            principal: input.principal.clone(),
        };
        let page = journal.events(filter).await.map_err(unreadable)?;
        let Some(last) = page.last() else { break };
        after = last.seq;
        let shown = page.into_iter().filter(|event| house.tells(&call.principal, event));
        events.extend(shown.take(limit - events.len()));
    }
    let next_after = match events.last() {
        Some(event) if events.len() == limit => event.seq,
        Some(_) | None => after.max(head.seq),
    };
    Ok(EventPage { events, next_after, head: head.seq })
}

/// Where to begin.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VerifyAudit {
    /// The first event to check
    #[serde(default = "first")]
    from: u64,
}

fn first() -> u64 {
    1
}

/// What the check found.
#[derive(Debug, Serialize, JsonSchema)]
struct Verified {
    /// Whether everything is as it was written
    ok: bool,
    /// How many events were checked
    events: u64,
    /// The newest event's number
    head: u64,
    /// The hash that stands for the whole journal up to it
    hash: String,
    /// What is wrong, first fault first
    faults: Vec<String>,
}

async fn verify_audit(
    house: Arc<House>,
    call: Call,
    input: VerifyAudit,
) -> Result<Verified, ToolError> {
    let reporter = call.clone();
    #[expect(clippy::cast_precision_loss, reason = "progress is shown to people")]
    let progress =
        move |done: u64, total: u64| reporter.report(done as f64, Some(total as f64), None);
    let options = VerifyOptions {
        from: input.from.max(1),
        progress: Some(Arc::new(progress)),
        ..VerifyOptions::default()
    };
    let report = house.store.journal().verify(options).await.map_err(unreadable)?;
    Ok(Verified {
        ok: report.faults.is_empty(),
        events: report.events,
        head: report.head.seq,
        hash: report.head.hash,
        faults: report.faults.iter().map(ToString::to_string).collect(),
    })
}

pub(super) fn unreadable(error: ReadError) -> ToolError {
    match error {
        ReadError::Archived { sealed } => {
            ToolError::new(ErrorKind::NotFound, format!("events up to {sealed} are archived"))
                .with_code("ARCHIVED")
                .with_hint(format!("ask with after = {sealed} or more"))
        }
        ReadError::Stopped(stopped) => stopped.into(),
        ReadError::Closed => ToolError::new(ErrorKind::Unavailable, "the house is stopping"),
        other @ (ReadError::Sql(_)
        | ReadError::Damaged { .. }
        | ReadError::Log(_)
        | ReadError::Unsigned
        | ReadError::File { .. }
        | ReadError::Output(_)
        | ReadError::Panicked) => ToolError::internal(other.to_string())
            .with_hint("ensemble audit verify says what is damaged"),
    }
}
