//! The older frames, told by `action`: the tools are asked for or one is invoked, and
//! `mcp.tool_response` answers.

use kernel::ToolError;
use serde_json::{Map, Value, json};

use super::call::Invoke;
use super::frame;
use super::older::{self, OLDER, Older};
use crate::registry::Endpoint;

/// The shape an answer takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// A `tool_result`.
    Result,
    /// An `mcp.tool_response`.
    Response {
        invocation: Value,
        /// The tool of the older frames, if it is one of those.
        older: Option<&'static Older>,
    },
}

/// What a frame with an `action` asks for, or the answer it gets at once.
pub(super) fn read(object: &Map<String, Value>, endpoint: &Endpoint) -> Result<Invoke, Value> {
    let id = object.get("messageId").cloned().unwrap_or(Value::Null);
    match object.get("action").and_then(Value::as_str) {
        Some("mcp.request_tools") => {
            let payload = json!({ "tools": tools(endpoint) });
            Err(response(&id, &json!("initial_setup"), &payload))
        }
        Some("mcp.invoke_tool") => invoke(&id, object),
        other => {
            let error = "the action is unknown, expected mcp.request_tools or mcp.invoke_tool";
            Err(response(&id, &Value::Null, &json!({ "error": error, "receivedAction": other })))
        }
    }
}

fn invoke(id: &Value, object: &Map<String, Value>) -> Result<Invoke, Value> {
    let invocation = object.get("payload").map_or(Value::Null, |it| it["invocation_id"].clone());
    match frame::invocation(id.clone(), object) {
        Ok(mut call) => {
            let older = older::find(&call.tool);
            if let Some(older) = older {
                older.translate(&mut call);
            }
            Ok(Invoke { call, shape: Shape::Response { invocation, older } })
        }
        Err((code, message)) => {
            let error = json!({ "message": message, "code": code });
            Err(response(id, &invocation, &json!({ "error": error })))
        }
    }
}

fn tools(endpoint: &Endpoint) -> Vec<Value> {
    let shown = |name: &str, inner: &str| {
        let spec = &endpoint.tool(inner)?.item.spec;
        Some(json!({
            "name": name,
            "description": spec.description,
            "input_schema": &*spec.input_schema.get(),
            "output_schema": &*spec.output_schema.get(),
        }))
    };
    let older = OLDER.iter().filter_map(|older| {
        let spec = &endpoint.tool(older.inner)?.item.spec;
        Some(older.shown(spec))
    });
    let own = endpoint.tools.iter().filter_map(|exposed| {
        let dotted = exposed.name.replacen('_', ".", 1);
        shown(&dotted, &exposed.name)
    });
    older.chain(own).collect()
}

fn response(id: &Value, invocation: &Value, payload: &Value) -> Value {
    json!({
        "type": "mcp.tool_response",
        "messageId": id,
        "invocation_id": invocation,
        "payload": payload,
    })
}

impl Shape {
    /// The answer to an invocation.
    pub(super) fn response(
        &self,
        id: &Value,
        correlation: &str,
        tool: &str,
        answer: &Result<Value, ToolError>,
    ) -> Value {
        let Self::Response { invocation, older } = self else { return Value::Null };
        let name = older.map_or(tool, |older| older.name);
        let payload = match answer {
            Ok(value) => {
                let output = older.map_or_else(|| value.clone(), |older| (older.output)(value));
                json!({ "tool_name": name, "output": output })
            }
            Err(error) => {
                let error = json!({
                    "message": error.message,
                    "code": older::failure(*older, error),
                    "details": error.hint,
                });
                json!({ "tool_name": name, "error": error })
            }
        };
        let mut frame = response(id, invocation, &payload);
        frame["correlationId"] = json!(correlation);
        frame
    }
}
