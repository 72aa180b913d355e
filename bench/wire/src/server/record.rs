//! Calls written to the product's journal, one event each, as `ensemble` does when it is told to.

use std::path::Path;
use std::sync::Arc;

use gateway::{CallRecord, Recorder};
use kernel::{NewEvent, ToolError};
use serde::Serialize;
use serde_json::value::RawValue;
use store::{Store, StoreConfig};

/// What the journal keeps of a call.
#[derive(Serialize)]
struct Data<'a> {
    tool: &'a str,
    arguments: &'a RawValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    took_us: u64,
}

pub(super) fn open(folder: &Path) -> anyhow::Result<Store> {
    Ok(Store::open(StoreConfig::new(folder.join("state.db")))?)
}

pub(super) fn recorder(store: Store) -> Recorder {
    Arc::new(move |call| {
        let store = store.clone();
        Box::pin(async move {
            let written = match event(&call) {
                Ok(event) => store.append_later(event).await.map_err(|error| error.to_string()),
                Err(error) => Err(error.message),
            };
            if let Err(error) = written {
                tracing::error!(error, "a call is missing from the journal");
            }
        })
    })
}

fn event(call: &CallRecord) -> Result<NewEvent, ToolError> {
    let data = Data {
        tool: call.tool,
        arguments: &call.arguments,
        error: call.error.as_deref(),
        took_us: u64::try_from(call.took.as_micros()).unwrap_or(u64::MAX),
    };
    let event = NewEvent::new(call.service, "tool.called", "calls").by(&*call.principal);
    event.data(&data)
}

/// Waits until every event is written and says how many there are.
pub(super) async fn settled(store: &Store) -> Result<u64, ToolError> {
    let failed = |error: String| ToolError::internal(error);
    store.flush().await.map_err(|error| failed(error.to_string()))?;
    let head = store.journal().head().await.map_err(|error| failed(error.to_string()))?;
    Ok(head.seq)
}
