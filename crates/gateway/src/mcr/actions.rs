//! The older frames, told by `action`: the tools are asked for or one is invoked, and
//! `mcp.tool_response` answers.

use kernel::ToolError;
use serde_json::{Map, Value, json};

use super::call::{self, Invoke};
use super::frame::{self, Invocation};
use crate::registry::Endpoint;

/// The shape an answer takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// A `tool_result`.
    Result,
    /// An `mcp.tool_response`.
    Response {
        invocation: Value,
        /// The name of the tool in the older frames, if it is one of those.
        older: Option<&'static str>,
    },
}

/// The tools of the older frames: their names there and in the table, and what a failure is called.
const OLDER: &[(&str, &str, &str)] = &[
    ("create_reasoning_session", "session_create", "TOOL_EXECUTION_ERROR"),
    ("assert_facts_to_session", "session_assert", "ASSERT_TOOL_FAILED"),
    ("query_session", "session_query", "QUERY_TOOL_FAILED"),
    ("translate_nl_to_rules", "translate_nlToRules", "NL_TO_RULES_TOOL_FAILED"),
    ("translate_rules_to_nl", "translate_rulesToNl", "RULES_TO_NL_TOOL_FAILED"),
];

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
            let older = OLDER.iter().find(|(name, ..)| *name == call.tool);
            if let Some((_, name, _)) = older {
                call.tool = (*name).to_owned();
                rename(&mut call);
            }
            let older = older.map(|(name, ..)| *name);
            Ok(Invoke { call, shape: Shape::Response { invocation, older } })
        }
        Err((code, message)) => {
            let error = json!({ "message": message, "code": code });
            Err(response(id, &invocation, &json!({ "error": error })))
        }
    }
}

fn rename(call: &mut Invocation) {
    if let Some(rules) = call.input.remove("prologRules") {
        call.input.insert("rules".to_owned(), rules);
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
    let older = OLDER.iter().filter_map(|(name, inner, _)| shown(name, inner));
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
        let name = older.unwrap_or(tool);
        let payload = match answer {
            Ok(value) => json!({ "tool_name": name, "output": output(*older, value) }),
            Err(error) => {
                let error = json!({
                    "message": error.message,
                    "code": failure(*older, error),
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

fn failure(older: Option<&str>, error: &ToolError) -> String {
    match call::code(error) {
        "UNKNOWN_TOOL" => "TOOL_NOT_FOUND".to_owned(),
        "SESSION_NOT_FOUND" => "SESSION_NOT_FOUND_TOOL".to_owned(),
        other => {
            let known = OLDER.iter().find(|(name, ..)| Some(*name) == older);
            known.map_or(other, |(_, _, failure)| failure).to_owned()
        }
    }
}

/// The fields the older tools answer with.
fn output(older: Option<&str>, value: &Value) -> Value {
    let facts = |text: &Value| -> Vec<String> {
        text.as_str().unwrap_or_default().lines().map(str::to_owned).collect()
    };
    match older {
        Some("create_reasoning_session") => {
            let facts = facts(&value["data"]["facts"]);
            json!({
                "sessionId": value["data"]["id"],
                "createdAt": value["data"]["createdAt"],
                "factCount": facts.len(),
                "facts": facts,
            })
        }
        Some("assert_facts_to_session") => json!({
            "success": value["success"],
            "message": value["message"],
            "addedFacts": value.get("addedFacts").cloned().unwrap_or_else(|| json!([])),
        }),
        Some("query_session") => json!({ "success": value["success"], "answer": value["answer"] }),
        Some("translate_nl_to_rules") => json!({
            "success": value["success"],
            "rules": value["rules"],
            "rawOutput": value["sentences"],
            "message": "The text was translated.",
        }),
        Some("translate_rules_to_nl") => json!({
            "success": value["success"],
            "explanation": value["explanation"],
            "message": "The rules were put into words.",
        }),
        _ => value.clone(),
    }
}
