//! One call of the dialect: looked up, run in its turn, answered.

use kernel::{Call, ToolError};
use serde_json::{Map, Value, json};

use super::Speaker;
use super::actions::Shape;
use super::frame::{self, Invocation};
use crate::clients::Who;
use crate::mcp::FrameSink;
use crate::metrics::Wire;
use crate::order::Turn;
use crate::pipeline;
use crate::registry::Endpoint;

/// A call and the shape its answer takes.
pub(super) struct Invoke {
    pub(super) call: Invocation,
    pub(super) shape: Shape,
}

impl Invoke {
    pub(super) fn direct(call: Invocation) -> Self {
        Self { call, shape: Shape::Result }
    }
}

/// The tool's name in the table: a dot of the dialect is an underscore there.
pub(super) fn table_name(name: &str) -> String {
    name.replacen('.', "_", 1)
}

/// The place in line of a call: those that name the same thing run in the order they came.
pub(super) fn turn<S>(speaker: &Speaker<S>, invoke: &Invoke) -> Option<Turn>
where
    S: FrameSink,
{
    let exposed = speaker.endpoint.tool(&table_name(&invoke.call.tool))?;
    let spec = &exposed.item.spec;
    Some(speaker.lines().place(exposed.service, spec, &invoke.call.input))
}

/// Runs a call and writes its answer; its turn ends when the answer is written.
pub(super) async fn run<S: FrameSink>(speaker: &Speaker<S>, invoke: Invoke, turn: Option<Turn>) {
    let Invoke { call: Invocation { message, tool, input, correlation }, shape } = invoke;
    let name = table_name(&tool);
    if speaker.endpoint.tool(&name).is_none() && shape == Shape::Result {
        let unknown = unknown(&speaker.endpoint, &tool);
        let answer = frame::error(Some(&message), &speaker.correlation, "UNKNOWN_TOOL", &unknown);
        speaker.say(&answer).await;
        return;
    }
    if let Some(turn) = &turn {
        turn.wait().await;
    }
    let session = input.get("sessionId").and_then(Value::as_str).map(str::to_owned);
    if let Some(session) = &session {
        speaker.watched.add(session);
    }
    // The dialect has no word for who a client is.
    speaker.core.clients.heard(Who {
        name: "",
        version: "",
        principal: &speaker.principal.id,
        wire: Wire::WebSocket,
        revision: "",
    });
    let call = Call::new(speaker.principal.clone()).cancelled_by(speaker.ended.clone());
    let answer = pipeline::call_tool(&speaker.core, &speaker.endpoint, &name, call, input).await;
    let answer = answer.map_err(|error| in_dots(&speaker.endpoint, error));
    note(speaker, &name, session.as_deref(), &answer);
    let echo = correlation.as_deref();
    let reply = match shape {
        Shape::Result => frame::result(&message, &speaker.correlation, echo, &payload(&answer)),
        shape @ Shape::Response { .. } => {
            shape.response(&message, &speaker.correlation, &tool, &answer)
        }
    };
    speaker.say(&reply).await;
    drop(turn);
}

/// The error with tools named as the dialect names them.
fn in_dots(endpoint: &Endpoint, mut error: ToolError) -> ToolError {
    error.message = dotted(endpoint, &error.message);
    error.hint = error.hint.map(|hint| dotted(endpoint, &hint));
    error
}

fn dotted(endpoint: &Endpoint, text: &str) -> String {
    let apart = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let mut said = String::with_capacity(text.len());
    for part in text.split_inclusive(apart) {
        let word = part.trim_end_matches(apart);
        if endpoint.tool(word).is_some() {
            said.push_str(&word.replacen('_', ".", 1));
            said.push_str(&part[word.len()..]);
        } else {
            said.push_str(part);
        }
    }
    said
}

fn unknown(endpoint: &Endpoint, tool: &str) -> String {
    let error = in_dots(endpoint, endpoint.unknown_tool(&table_name(tool)));
    match error.hint {
        Some(hint) => format!("there is no tool `{tool}`; {hint}"),
        None => format!("there is no tool `{tool}`"),
    }
}

/// Whose knowledge base the connection hears of from now on.
fn note<S>(
    speaker: &Speaker<S>,
    tool: &str,
    session: Option<&str>,
    answer: &Result<Value, ToolError>,
) {
    match answer {
        Ok(value) => {
            if let Some(made) =
                value["data"]["id"].as_str().filter(|_| tool.starts_with("session_"))
            {
                speaker.watched.add(made);
            }
        }
        Err(error) => {
            if let Some(session) = session.filter(|_| error.kind == kernel::ErrorKind::NotFound) {
                speaker.watched.remove(session);
            }
        }
    }
}

/// The payload of an answer: what the tool gave, or the code and words of its error.
fn payload(answer: &Result<Value, ToolError>) -> Value {
    match answer {
        Ok(Value::Object(fields)) => {
            let mut payload = Map::new();
            payload.insert("success".to_owned(), json!(true));
            payload.extend(fields.clone());
            Value::Object(payload)
        }
        Ok(other) => json!({ "success": true, "data": other }),
        Err(error) => {
            let mut payload = json!({
                "success": false,
                "error": code(error),
                "message": error.message,
                "details": error.message,
            });
            if let Some(hint) = &error.hint {
                payload["hint"] = json!(hint);
            }
            for (name, value) in error.data.iter().flat_map(|data| data.iter()) {
                payload[name.as_str()] = value.clone();
            }
            payload
        }
    }
}

/// The dialect has one code for arguments that do not fit.
pub(super) fn code(error: &ToolError) -> &str {
    match error.code.as_ref() {
        "MISSING_ARGUMENT" | "UNKNOWN_ARGUMENT" | "INVALID_ARGUMENT" => "INVALID_INPUT",
        other => other,
    }
}
