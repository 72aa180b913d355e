//! What every tool call goes through, whatever wire it came by.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{Call, ErrorKind, Tool, ToolError};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::core::{CallRecord, Core};
use crate::registry::{Endpoint, Exposed};

/// Calls the tool that `endpoint` shows as `name`.
pub(crate) async fn call_tool(
    core: &Core,
    endpoint: &Endpoint,
    name: &str,
    call: Call,
    arguments: Map<String, Value>,
) -> Result<Value, ToolError> {
    let Some(exposed) = endpoint.tool(name) else {
        return Err(endpoint.unknown_tool(name));
    };
    allow(core, &call, &exposed.item)?;
    let Some(recorder) = &core.recorder else {
        return run(core, &exposed.item, call, arguments).await;
    };
    let principal = call.principal.id.clone();
    let recorded =
        to_raw_value(&arguments).map_err(|error| ToolError::internal(error.to_string()))?;
    let started = Instant::now();
    let answer = run(core, &exposed.item, call, arguments).await;
    let record = record(exposed, principal, recorded, &answer, started.elapsed());
    recorder(record).await;
    answer
}

fn allow(core: &Core, call: &Call, tool: &Tool) -> Result<(), ToolError> {
    let scope = tool.spec.scope;
    if !call.principal.scopes.allows(scope) {
        core.metrics.refused("scope");
        return Err(ToolError::denied(format!(
            "`{}` needs the scope `{scope}`, which `{}` does not have",
            tool.spec.name, call.principal.id
        ))
        .with_code("INSUFFICIENT_SCOPE")
        .with_hint(format!("use a token with it, or: ensemble token new NAME --scope {scope}")));
    }
    core.rate.check(&call.principal, tool.spec.name).inspect_err(|_| core.metrics.refused("rate"))
}

async fn run(
    core: &Core,
    tool: &Tool,
    call: Call,
    arguments: Map<String, Value>,
) -> Result<Value, ToolError> {
    let time = tool.spec.timeout.unwrap_or(core.limits.call_timeout);
    let cancel = call.cancel.clone();
    let name = tool.spec.name;
    let running = tool.call(call.within(time), arguments);
    tokio::select! {
        biased;
        answer = running => answer,
        () = cancel.cancelled() => {
            Err(ToolError::new(ErrorKind::Cancelled, format!("`{name}` was cancelled")))
        }
        () = tokio::time::sleep(time) => Err(too_late(name, time)),
    }
}

fn too_late(name: &str, time: Duration) -> ToolError {
    ToolError::new(
        ErrorKind::TimedOut,
        format!("`{name}` took longer than {} s", time.as_secs_f64()),
    )
    .with_hint("raise limits.call_timeout_seconds if it needs more")
}

fn record(
    exposed: &Exposed<Tool>,
    principal: Arc<str>,
    arguments: Box<RawValue>,
    answer: &Result<Value, ToolError>,
    took: Duration,
) -> CallRecord {
    CallRecord {
        principal,
        service: exposed.service,
        tool: exposed.item.spec.name,
        arguments,
        error: answer.as_ref().err().map(|error| error.code.to_string()),
        took,
    }
}
