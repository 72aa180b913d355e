//! Tool calls into the journal: who called what, with which arguments, and how it ended.

use std::sync::Arc;

use gateway::{CallRecord, Recorder};
use kernel::NewEvent;
use serde::Serialize;
use serde_json::value::RawValue;
use store::Store;

use crate::house::CALLS;

/// Arguments longer than this are journaled by their digest.
const MOST_ARGUMENT_BYTES: usize = 4096;

#[derive(Serialize)]
struct Made<'a> {
    tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments_blake3: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    micros: u128,
}

/// A recorder that queues each call for the journal and waits only while the queue is full.
pub(super) fn recorder(store: Store) -> Recorder {
    Arc::new(move |record| {
        let store = store.clone();
        Box::pin(async move {
            let event = match event(record) {
                Ok(event) => event,
                Err(error) => return tracing::error!(%error, "a call could not be described"),
            };
            if let Err(error) = store.append_later(event).await {
                tracing::error!(%error, "a call could not be journaled");
            }
        })
    })
}

fn event(record: CallRecord) -> Result<NewEvent, kernel::ToolError> {
    let CallRecord { principal, service, tool, arguments, error, took } = record;
    let long = arguments.get().len() > MOST_ARGUMENT_BYTES;
    let made = Made {
        tool,
        arguments_blake3: long
            .then(|| blake3::hash(arguments.get().as_bytes()).to_hex().to_string()),
        arguments: (!long).then_some(arguments),
        error: error.as_deref(),
        micros: took.as_micros(),
    };
    NewEvent::new(service, "call.made", CALLS).by(&*principal).data(&made)
}
