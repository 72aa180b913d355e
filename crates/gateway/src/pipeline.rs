//! What every tool call goes through, whatever wire it came by.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kernel::{Call, ErrorKind, Tool, ToolError};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::apart::Apart;
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
        return run_apart(core, endpoint, exposed, call, arguments).await;
    };
    let principal = call.principal.id.clone();
    let recorded =
        to_raw_value(&arguments).map_err(|error| ToolError::internal(error.to_string()))?;
    let started = Instant::now();
    let answer = run_apart(core, endpoint, exposed, call, arguments).await;
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

/// Runs a tool among the things that the caller may see, and leaves the others out of its answer.
async fn run_apart(
    core: &Core,
    endpoint: &Endpoint,
    exposed: &Exposed<Tool>,
    call: Call,
    arguments: Map<String, Value>,
) -> Result<Value, ToolError> {
    let tool = &exposed.item;
    let service = endpoint.services.iter().find(|it| it.info.name == exposed.service);
    let Some(service) = service else { return run(core, tool, call, arguments).await };
    let principal = call.principal.clone();
    let apart = Apart::new(&core.owners, service, &principal);
    apart.check(&arguments)?;
    let answer = run(core, tool, call, arguments).await?;
    apart.claim(tool, &answer).await?;
    apart.sifted(answer)
}

async fn run(
    core: &Core,
    tool: &Tool,
    call: Call,
    arguments: Map<String, Value>,
) -> Result<Value, ToolError> {
    let time = tool.spec.timeout.unwrap_or(core.limits.call_timeout);
    bounded(tool.spec.name, time, call, |call| tool.call(call, arguments)).await
}

/// Serves a call until it is answered, withdrawn or late. However it ends without an answer, also
/// when the one who waits goes away, the work behind it stops.
pub(crate) async fn bounded<T, F: Future<Output = Result<T, ToolError>>>(
    name: &str,
    time: Duration,
    call: Call,
    serve: impl FnOnce(Call) -> F,
) -> Result<T, ToolError> {
    let cancel = call.cancel.clone();
    let call = call.within(time);
    let work = call.work.clone();
    let unanswered = work.stop_on_drop();
    tokio::select! {
        biased;
        answer = work.of(serve(call)) => {
            unanswered.done();
            answer
        }
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
