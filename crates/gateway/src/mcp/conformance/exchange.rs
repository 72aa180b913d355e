//! What a fixture needs to know of the request it answers, and a place for an answer that the
//! kernel has no words for.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{PromptReply, ToolError};
use rmcp::RoleServer;
use rmcp::model::{
    CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, ErrorData,
    GetPromptResponse, InputResponses,
};
use rmcp::service::{Peer, RequestContext};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::hang_up::HangUp;

tokio::task_local! {
    static CURRENT: Arc<Exchange>;
}

/// One request, as a fixture sees it.
pub(in crate::mcp) struct Exchange {
    pub(super) peer: Peer<RoleServer>,
    pub(super) capabilities: ClientCapabilities,
    pub(super) state: Option<String>,
    pub(super) hang_up: Option<HangUp>,
    responses: InputResponses,
    tool_answer: Mutex<Option<Result<CallToolResponse, ErrorData>>>,
    prompt_answer: Mutex<Option<GetPromptResponse>>,
}

/// Tells the kernel that the answer went the short way.
#[derive(Serialize, JsonSchema)]
pub(super) struct Answered {}

/// The input of a fixture that takes nothing.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Nothing {}

/// What a fixture tool gives back to the kernel.
pub(super) type Told = Result<Answered, ToolError>;

impl Exchange {
    pub(in crate::mcp) fn new(
        context: &RequestContext<RoleServer>,
        responses: Option<InputResponses>,
        state: Option<String>,
    ) -> Arc<Self> {
        Arc::new(Self {
            peer: context.peer.clone(),
            capabilities: context.client_capabilities().unwrap_or_default(),
            state,
            hang_up: HangUp::of(context),
            responses: responses.unwrap_or_default(),
            tool_answer: Mutex::default(),
            prompt_answer: Mutex::default(),
        })
    }

    /// Runs `work` so that the fixtures it calls find this exchange.
    pub(in crate::mcp) async fn around<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        CURRENT.scope(self.clone(), work).await
    }

    /// What a fixture tool answered the short way, if one did.
    pub(in crate::mcp) fn tool_answer(&self) -> Option<Result<CallToolResponse, ErrorData>> {
        self.tool_answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What a fixture prompt answered the short way, if one did.
    pub(in crate::mcp) fn prompt_answer(&self) -> Option<GetPromptResponse> {
        self.prompt_answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// What the client gave back for the question `key`.
    pub(super) fn response(&self, key: &str) -> Option<&Value> {
        self.responses.get(key)
    }

    /// The value of `field` in a form the user filled in and sent.
    pub(super) fn accepted(&self, key: &str, field: &str) -> Option<&Value> {
        let response = self.response(key)?;
        let accepted = response.get("action").and_then(Value::as_str) == Some("accept");
        accepted.then_some(response.get("content")?.get(field)).flatten()
    }
}

/// The exchange of the request being answered.
pub(super) fn current() -> Result<Arc<Exchange>, ToolError> {
    CURRENT
        .try_with(Arc::clone)
        .map_err(|_| ToolError::internal("a fixture was called outside of a request"))
}

/// Answers the call with any result the protocol knows.
pub(super) fn answer(response: impl Into<CallToolResponse>) -> Told {
    put(Ok(response.into()))
}

/// Answers the call with a protocol error.
pub(super) fn refuse(error: ErrorData) -> Told {
    put(Err(error))
}

/// Answers the call with these pieces of content.
pub(super) fn content(blocks: Vec<ContentBlock>) -> Told {
    answer(CallToolResult::success(blocks))
}

/// Answers the call with one text.
pub(super) fn say(text: impl Into<String>) -> Told {
    content(vec![ContentBlock::text(text)])
}

/// Answers a prompt with any result the protocol knows.
pub(super) fn prompt(response: impl Into<GetPromptResponse>) -> Result<PromptReply, ToolError> {
    let exchange = current()?;
    *exchange.prompt_answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(response.into());
    Ok(PromptReply { messages: Vec::new() })
}

/// A protocol message written as JSON.
pub(super) fn message<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ToolError> {
    serde_json::from_value(value)
        .map_err(|error| ToolError::internal(format!("a fixture's own message: {error}")))
}

/// The error for a client that cannot do what a fixture needs.
pub(super) fn missing(required: ClientCapabilities) -> Told {
    refuse(ErrorData::missing_required_client_capability(required))
}

fn put(answer: Result<CallToolResponse, ErrorData>) -> Told {
    let exchange = current()?;
    *exchange.tool_answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    Ok(Answered {})
}
