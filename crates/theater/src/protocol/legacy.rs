//! Our chain as Theater 0.2 would have written it, with its SHA-1 over the event's JSON, so that an
//! exported chain passes that program's own check.

use serde::Serialize;
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

use crate::ActorId;
use crate::chain::{Blob, Call, Found, LogError, Outcome, Payload, Tail};
use crate::stage::Stage;

const PAGE: usize = 500;

/// An event in the fields and the order that Theater 0.2 hashes.
#[derive(Debug, Clone, Serialize)]
pub(super) struct LegacyEvent {
    hash: Vec<u8>,
    parent_hash: Option<Vec<u8>>,
    event_type: String,
    data: Vec<u8>,
    timestamp: u64,
    description: Option<String>,
}

/// Turns an actor's events into Theater's, one after another.
#[derive(Debug, Default)]
pub(super) struct Translator {
    /// The last event that was translated.
    pub(super) seq: u64,
    head: Option<Vec<u8>>,
}

impl Translator {
    /// The events of `actor` after the last one that was translated.
    pub(super) fn next(
        &mut self,
        stage: &Stage,
        actor: ActorId,
    ) -> Result<Vec<LegacyEvent>, LogError> {
        let page = stage.log.events(actor, Tail::After(self.seq), PAGE)?;
        Ok(page.into_iter().map(|found| self.translate(found)).collect())
    }

    fn translate(&mut self, found: Found) -> LegacyEvent {
        let event = found.event;
        let (event_type, data, description) = match Payload::read(&event.kind, &event.data) {
            Ok(payload) => told(&payload),
            Err(_) => (event.kind.to_string(), Value::Null, String::new()),
        };
        let mut legacy = LegacyEvent {
            hash: Vec::new(),
            parent_hash: self.head.take(),
            event_type,
            data: data.to_string().into_bytes(),
            timestamp: u64::try_from(event.at / 1000).unwrap_or_default(),
            description: Some(description),
        };
        // Numbers and text always have a JSON form.
        let text = serde_json::to_vec(&legacy).unwrap_or_default();
        legacy.hash = Sha1::digest(text).to_vec();
        self.head = Some(legacy.hash.clone());
        self.seq = event.seq;
        legacy
    }
}

/// All events of `actor`.
pub(super) fn chain(stage: &Stage, actor: ActorId) -> Result<Vec<LegacyEvent>, LogError> {
    let mut translator = Translator::default();
    let mut events = Vec::new();
    loop {
        let page = translator.next(stage, actor)?;
        if page.is_empty() {
            return Ok(events);
        }
        events.extend(page);
    }
}

/// A payload as Theater names it: the type, the data and a line for people.
fn told(payload: &Payload) -> (String, Value, String) {
    let of = |kind: &str, data: Value, line: String| (kind.to_owned(), data, line);
    match payload {
        Payload::Started(started) => {
            let data = json!({ "TheaterRuntime": { "ActorLoadCall": {
                "manifest_id": { "hash": started.component },
            } } });
            of("theater-runtime", data, format!("Loading actor `{}`", started.name))
        }
        Payload::Call(call) => {
            let data = json!({ "Wasm": { "WasmCall": {
                "function_name": call.function, "params": params(call),
            } } });
            of("wasm", data, format!("Calling `{}`", call.function))
        }
        Payload::Outcome(outcome) => {
            let data = json!({ "Wasm": { "WasmResult": {
                "function_name": outcome.function, "result": result(outcome),
            } } });
            of("wasm", data, format!("`{}` answered", outcome.function))
        }
        Payload::Failed(error) => {
            let data = json!({ "Wasm": { "WasmError": {
                "function_name": error.function, "message": error.message,
            } } });
            of("wasm", data, format!("`{}` failed: {}", error.function, error.message))
        }
        Payload::Host(host) if host.function == "theater:simple/runtime/log" => {
            let message: String = serde_json::from_str(host.input.get()).unwrap_or_default();
            let data = json!({ "Runtime": { "Log": { "level": "info", "message": message } } });
            of(&host.function, data, message)
        }
        Payload::Host(host) => {
            let data = json!({ "input": host.input, "output": host.output });
            of(&host.function, data, format!("Host call `{}`", host.function))
        }
        Payload::Stopped { reason, .. } => {
            let data = json!({ "Runtime": { "ShutdownCall": { "data": reason } } });
            of("theater-runtime", data, format!("Stopped: {reason}"))
        }
        other @ (Payload::Woken { .. }
        | Payload::Restarted { .. }
        | Payload::Updated { .. }
        | Payload::Restored { .. }
        | Payload::GaveUp { .. }) => {
            let kind = other.kind().into_owned();
            let data = serde_json::from_str(&other.data()).unwrap_or(Value::Null);
            of("theater-runtime", json!({ "TheaterRuntime": { kind.clone(): data } }), kind)
        }
    }
}

/// The parameters as the JSON bytes that Theater passes between its layers.
fn params(call: &Call) -> Vec<u8> {
    let named = call.function.ends_with(".handle-send");
    let param = |(at, blob): (usize, &Blob)| match at {
        0 if !named => Value::from(blob.text()),
        _ => Value::from(blob.0.to_vec()),
    };
    let params: Vec<_> = call.params.iter().enumerate().map(param).collect();
    Value::from(params).to_string().into_bytes()
}

fn result(outcome: &Outcome) -> Value {
    let state = outcome.state.as_ref().map(|blob| blob.0.to_vec());
    let response: Vec<_> = outcome.response.iter().map(|blob| blob.0.to_vec()).collect();
    json!([state, Value::from(response).to_string().into_bytes()])
}
