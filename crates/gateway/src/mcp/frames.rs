//! One frame to one message, or to the error that says what is wrong with it.

use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, RequestId,
    ServerJsonRpcMessage,
};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// What came of a frame.
pub(super) enum Decoded {
    Message(Box<ClientJsonRpcMessage>),
    /// The frame is refused, and this is the answer.
    Refused(Box<ServerJsonRpcMessage>),
    /// An empty line.
    Nothing,
}

/// The shape of a request, with its params left as they are: most frames are tool calls, and
/// reading those straight into their type costs half of what trying every kind of message does.
#[derive(Deserialize)]
struct Envelope<'a> {
    jsonrpc: &'a str,
    id: Option<RequestId>,
    method: &'a str,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

pub(super) fn decode(frame: &[u8]) -> Decoded {
    let frame = frame.trim_ascii();
    if frame.is_empty() {
        return Decoded::Nothing;
    }
    if let Some(call) = tool_call(frame) {
        return Decoded::Message(Box::new(call));
    }
    match serde_json::from_slice::<ClientJsonRpcMessage>(frame) {
        Ok(message) => Decoded::Message(Box::new(message)),
        Err(_) => Decoded::Refused(Box::new(refuse(frame))),
    }
}

fn tool_call(frame: &[u8]) -> Option<ClientJsonRpcMessage> {
    let envelope: Envelope<'_> = serde_json::from_slice(frame).ok()?;
    if envelope.method != "tools/call" || envelope.jsonrpc != "2.0" {
        return None;
    }
    let mut params: CallToolRequestParams = serde_json::from_str(envelope.params?.get()).ok()?;
    let meta = params.meta.take();
    let mut request = CallToolRequest::new(params);
    if let Some(meta) = meta {
        request.extensions.insert(meta);
    }
    Some(ClientJsonRpcMessage::request(ClientRequest::CallToolRequest(request), envelope.id?))
}

fn refuse(frame: &[u8]) -> ServerJsonRpcMessage {
    let value: Value = match serde_json::from_slice(frame) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("this is not JSON: {error}");
            return ServerJsonRpcMessage::error(ErrorData::parse_error(message, None), None);
        }
    };
    let (id, reason) = wrong_shape(&value);
    ServerJsonRpcMessage::error(ErrorData::invalid_request(reason, None), id)
}

fn wrong_shape(value: &Value) -> (Option<RequestId>, &'static str) {
    let Some(object) = value.as_object() else {
        let reason = if value.is_array() {
            "batches are not served; send each message by itself"
        } else {
            "a message must be a JSON object"
        };
        return (None, reason);
    };
    let id = object.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    let reason = if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        "a message must have \"jsonrpc\": \"2.0\""
    } else if object.contains_key("id") && id.is_none() {
        "`id` must be a string or a whole number"
    } else if !object.get("method").is_none_or(Value::is_string) {
        "`method` must be a string"
    } else if !object.get("params").is_none_or(Value::is_object) {
        "`params` must be an object"
    } else {
        "a message must be a request, a notification or a response"
    };
    (id, reason)
}

/// Why the params of a known method were not understood, for the request that fell through as an
/// unknown one.
pub(super) fn explain_params(method: &str, params: Option<&Value>) -> Option<String> {
    use rmcp::model::{
        CompleteRequestParams, GetPromptRequestParams, InitializeRequestParams,
        ReadResourceRequestParams, SetLevelRequestParams, SubscribeRequestParams,
        SubscriptionsListenRequestParams, UnsubscribeRequestParams,
    };
    fn reason<T: serde::de::DeserializeOwned>(params: Option<&Value>) -> Option<String> {
        let params = params.cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
        serde_json::from_value::<T>(params).err().map(|error| error.to_string())
    }
    let reason = match method {
        "initialize" => reason::<InitializeRequestParams>(params),
        "tools/call" => reason::<CallToolRequestParams>(params),
        "resources/read" => reason::<ReadResourceRequestParams>(params),
        "resources/subscribe" => reason::<SubscribeRequestParams>(params),
        "resources/unsubscribe" => reason::<UnsubscribeRequestParams>(params),
        "subscriptions/listen" => reason::<SubscriptionsListenRequestParams>(params),
        "prompts/get" => reason::<GetPromptRequestParams>(params),
        "completion/complete" => reason::<CompleteRequestParams>(params),
        "logging/setLevel" => reason::<SetLevelRequestParams>(params),
        _ => None,
    };
    reason.map(|reason| format!("params of `{method}`: {reason}"))
}
