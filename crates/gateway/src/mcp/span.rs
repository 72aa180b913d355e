//! The span of a tool call, in the names OpenTelemetry gives to MCP servers.
//!
//! Nothing is computed for it unless a subscriber wants it: its fields are made behind the check
//! of its level, which is one load and one comparison.

use kernel::ToolError;
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use tracing::Span;
use tracing::field::Empty;

use crate::metrics::Operation;
use crate::registry::Endpoint;

const SESSION: &str = "mcp-session-id";

/// The span of a call of `tool`; disabled unless somebody asked for the target `gateway::call`.
pub(super) fn of_call(
    tool: &str,
    endpoint: &Endpoint,
    operation: &Operation,
    context: &RequestContext<RoleServer>,
) -> Span {
    tracing::debug_span!(
        target: "gateway::call",
        "tools/call",
        otel.name = named(endpoint, tool),
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = operation.mcp_method_name.0,
        mcp.protocol.version = operation.mcp_protocol_version.0,
        mcp.session.id = session(context),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool,
        jsonrpc.request.id = %context.id,
        network.transport = operation.network_transport.0,
        network.protocol.name = operation.network_protocol_name.0,
        "error.type" = Empty,
    )
}

/// Writes down how the call ended.
pub(super) fn end<T>(span: &Span, answer: &Result<T, ToolError>) {
    if let Err(error) = answer {
        span.record("error.type", error.kind.code());
        span.record("otel.status_code", "ERROR");
    }
}

/// Names that callers make up stay out of the span's name, so that spans can be grouped by it.
fn named(endpoint: &Endpoint, tool: &str) -> String {
    match endpoint.tool(tool) {
        Some(_) => format!("tools/call {tool}"),
        None => "tools/call".to_owned(),
    }
}

fn session(context: &RequestContext<RoleServer>) -> Option<&str> {
    let parts = context.extensions.get::<http::request::Parts>()?;
    parts.headers.get(SESSION)?.to_str().ok()
}
