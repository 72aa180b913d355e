//! Frames of the dialect: what came, and the frames that answer it.

use serde_json::{Map, Value, json};

/// A call as it came, not yet looked up.
pub(super) struct Invocation {
    pub(super) message: Value,
    pub(super) tool: String,
    pub(super) input: Map<String, Value>,
    /// What the client wants echoed in `headers`.
    pub(super) correlation: Option<String>,
}

/// What a frame is.
pub(super) enum Sorted {
    /// Genuine MCP.
    Mcp,
    Invoke(Invocation),
    /// A frame of the older kind.
    Action(Map<String, Value>),
    /// Nothing that can be served, and what to answer.
    Refused(Value),
}

/// Tells frames apart.
pub(super) fn sort(bytes: &[u8], correlation: &str) -> Sorted {
    let refused = |id: Option<&Value>, code: &str, message: &str| {
        Sorted::Refused(error(id, correlation, code, message))
    };
    let object = match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            return refused(None, "INVALID_MESSAGE_STRUCTURE", "a message must be a JSON object");
        }
        Err(error) => {
            return refused(None, "INVALID_JSON", &format!("this is not JSON: {error}"));
        }
    };
    if object.contains_key("jsonrpc") {
        return Sorted::Mcp;
    }
    let id = object.get("messageId").filter(|id| !id.is_null());
    if object.contains_key("action") {
        return Sorted::Action(object);
    }
    let Some(kind) = object.get("type") else {
        let message = "the message has neither `type` nor `action`";
        return refused(id, "MISSING_MESSAGE_TYPE_OR_ACTION", message);
    };
    if kind != "tool_invoke" {
        let message = format!("the type {kind} is unknown, expected \"tool_invoke\"");
        return refused(id, "INVALID_MESSAGE_STRUCTURE", &message);
    }
    let Some(id) = id.filter(|id| id.is_string() || id.is_number()) else {
        return refused(id, "MISSING_MESSAGE_ID", "a `tool_invoke` needs a `messageId`");
    };
    match invocation(id.clone(), &object) {
        Ok(invocation) => Sorted::Invoke(invocation),
        Err((code, message)) => refused(Some(id), code, message),
    }
}

type Wrong = (&'static str, &'static str);

pub(super) fn invocation(id: Value, object: &Map<String, Value>) -> Result<Invocation, Wrong> {
    let payload = match object.get("payload") {
        Some(Value::Object(payload)) => payload,
        Some(_) => return Err(("INVALID_MESSAGE_STRUCTURE", "`payload` must be an object")),
        None => return Err(("MISSING_TOOL_NAME", "`payload.tool_name` is missing")),
    };
    let tool = match payload.get("tool_name").and_then(Value::as_str) {
        Some(tool) if !tool.is_empty() => tool.to_owned(),
        _ => return Err(("MISSING_TOOL_NAME", "`payload.tool_name` is missing")),
    };
    let input = match payload.get("input") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(input)) => input.clone(),
        Some(_) => return Err(("INVALID_MESSAGE_STRUCTURE", "`payload.input` must be an object")),
    };
    let correlation = object
        .get("headers")
        .and_then(Value::as_object)
        .and_then(|headers| {
            headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("x-correlation-id"))
        })
        .and_then(|(_, value)| value.as_str())
        .map(str::to_owned);
    Ok(Invocation { message: id, tool, input, correlation })
}

/// The first frame of a connection.
pub(super) fn greeting(correlation: &str) -> Value {
    json!({
        "type": "connection_ack",
        "correlationId": correlation,
        "message": "Connected to the reasoner; send `tool_invoke` messages or MCP.",
    })
}

/// A frame that cannot be served.
pub(super) fn error(id: Option<&Value>, correlation: &str, code: &str, message: &str) -> Value {
    json!({
        "type": "error",
        "messageId": id,
        "correlationId": correlation,
        "payload": { "success": false, "error": code, "message": message },
    })
}

/// A frame over the limit.
pub(super) fn too_long(limit: usize, key: &str, correlation: &str) -> Value {
    let message = format!("a message may have at most {limit} bytes; raise {key}");
    error(None, correlation, "MESSAGE_TOO_LARGE", &message)
}

/// The answer to a call.
pub(super) fn result(id: &Value, correlation: &str, echo: Option<&str>, payload: &Value) -> Value {
    let mut frame = json!({
        "type": "tool_result",
        "messageId": id,
        "correlationId": correlation,
        "payload": payload,
    });
    if let Some(echo) = echo {
        frame["headers"] = json!({ "X-Correlation-ID": echo });
    }
    frame
}

/// News of a knowledge base.
pub(super) fn updated(
    session: &str,
    facts: Option<&[Value]>,
    knowledge_base: &str,
    correlation: &str,
) -> Value {
    let mut payload = json!({ "sessionId": session, "fullKnowledgeBase": knowledge_base });
    if let Some(facts) = facts {
        payload["newFacts"] = json!(facts);
    }
    json!({ "type": "kb_updated", "correlationId": correlation, "payload": payload })
}
