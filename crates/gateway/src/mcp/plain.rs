//! A plain tool call over HTTP, answered without a protocol session of its own.
//!
//! Only a call that needs nothing but its answer comes this way: its headers agree with its body,
//! and it asks for no progress, no log lines and no trace. All others, and all that is wrong with a
//! request, are left to `rmcp`, which answers such a call in the same words.

mod session;

use std::borrow::Cow;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, Method};
use kernel::{Call, ErrorKind, Principal, ToolError};
use rmcp::model::{ClientCapabilities, JsonObject, RequestId, ServerJsonRpcMessage, ServerResult};
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::convert;
use crate::clients::Who;
use crate::core::Core;
use crate::metrics::{Operation, Wire};
use crate::pipeline;
use crate::registry::Endpoint;

pub(crate) use session::{SessionCalls, session_of};

const MODERN: &str = "2026-07-28";
const CALL: &str = "tools/call";

static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");
static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    id: RequestId,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params<'a> {
    name: String,
    arguments: Option<JsonObject>,
    #[serde(rename = "_meta", borrow)]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion", borrow)]
    version: Cow<'a, str>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    _capabilities: ClientCapabilities,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    info: Option<About>,
}

/// What a client says of itself, as far as it is of interest.
#[derive(Default, Deserialize)]
struct About {
    name: String,
    #[serde(default)]
    version: String,
}

/// A call that can be answered here.
pub(crate) struct PlainCall {
    id: RequestId,
    name: String,
    arguments: JsonObject,
    /// Within a session it was said when the session began, and noted then.
    about: Option<About>,
    version: &'static str,
    cancel: CancellationToken,
}

/// Whether the head is that of a plain call, so that it is worth reading the body here.
pub(crate) fn may_be(method: &Method, headers: &HeaderMap) -> bool {
    let says = |name: &HeaderName, value: &str| single(headers, name) == Some(value);
    *method == Method::POST
        && says(&VERSION, MODERN)
        && says(&METHOD, CALL)
        && !headers.contains_key(&SESSION)
        && reads_both(headers)
        && spans_are_off()
}

/// Whether JSON comes, and an answer may go back in either of the protocol's two ways.
fn reads_both(headers: &HeaderMap) -> bool {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let sends = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.contains("application/json")
        && accepts.contains("text/event-stream")
        && sends.starts_with("application/json")
}

/// Spans are made where the whole request is known, so that calls with one go there.
fn spans_are_off() -> bool {
    !tracing::enabled!(target: "gateway::call", tracing::Level::DEBUG)
}

fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

impl PlainCall {
    /// Reads `body`, if it is no more than a plain call and the headers say the same.
    pub(crate) fn read(headers: &HeaderMap, body: &[u8]) -> Option<Self> {
        let body: Body<'_> = serde_json::from_slice(body).ok()?;
        let Params { name, arguments, meta } = body.params;
        let agrees = body.jsonrpc == "2.0"
            && body.method == CALL
            && meta.version == MODERN
            && single(headers, &NAME) == Some(&name);
        let arguments = arguments.unwrap_or_default();
        let cancel = CancellationToken::new();
        let about = Some(meta.info.unwrap_or_default());
        agrees.then_some(Self { id: body.id, name, arguments, about, version: MODERN, cancel })
    }

    /// The response's body.
    pub(crate) async fn answer(
        self,
        core: &Arc<Core>,
        endpoint: &Arc<Endpoint>,
        principal: Principal,
    ) -> Result<Bytes, serde_json::Error> {
        let Self { id, name, arguments, about, version, cancel } = self;
        if let Some(About { name, version: its }) = &about {
            let (principal, wire) = (&principal.id, Wire::Http);
            core.clients.heard(Who { name, version: its, principal, wire, revision: version });
        }
        let withdrawn = cancel.clone().drop_guard();
        let call = Call::new(principal).cancelled_by(cancel);
        let timed = Timed { core: core.clone(), endpoint: endpoint.clone(), version };
        let work = timed.run(call, name, arguments);
        let mut work = Box::pin(work);
        let answer = match futures_util::poll!(&mut work) {
            Poll::Ready(answer) => answer,
            // A client that goes away takes this future with it, but its call is still to be
            // cancelled and written down.
            Poll::Pending => core.tasks.spawn(work).await.unwrap_or_else(|error| {
                Err(ToolError::new(ErrorKind::Internal, format!("the call was lost: {error}")))
            }),
        };
        withdrawn.disarm();
        let mut result = convert::tool_result(answer);
        if version != MODERN {
            result.result_type = None;
        }
        let result = ServerResult::CallToolResult(result);
        let message = ServerJsonRpcMessage::response(result, id);
        serde_json::to_vec(&message).map(Bytes::from)
    }
}

/// Where a call is made, and what is counted of it.
struct Timed {
    core: Arc<Core>,
    endpoint: Arc<Endpoint>,
    version: &'static str,
}

impl Timed {
    async fn run(
        self,
        call: Call,
        name: String,
        arguments: JsonObject,
    ) -> Result<Value, ToolError> {
        let Self { core, endpoint, version } = self;
        let started = Instant::now();
        let answer = pipeline::call_tool(&core, &endpoint, &name, call, arguments).await;
        let mut operation = Operation::new(CALL, Wire::Http, version);
        operation.answered(endpoint.tool(&name), &answer);
        core.metrics.operation(&operation, started.elapsed());
        answer
    }
}
