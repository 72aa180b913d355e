//! The prompts about actors of a remote theater.

use std::sync::Arc;

use kernel::{Call, Params, PromptReply, PromptTable, ToolError};

use super::RemoteTheater;
use super::resources::{actor_ids, report};
use crate::prompts;

/// The table.
pub(super) fn table(remote: &Arc<RemoteTheater>) -> PromptTable {
    PromptTable::of(remote)
        .add(prompts::writing(), prompts::write_manifest)
        .add(prompts::diagnosing(), diagnose_actor)
        .completed_by(actor_ids)
        .add(prompts::explaining(), explain_failure)
        .completed_by(actor_ids)
        .done()
}

async fn diagnose_actor(
    remote: Arc<RemoteTheater>,
    _: Call,
    given: Params,
) -> Result<PromptReply, ToolError> {
    let actor = remote.present(given.path("actor_id")).await?;
    Ok(prompts::diagnosis(&report(&remote, actor).await?))
}

async fn explain_failure(
    remote: Arc<RemoteTheater>,
    _: Call,
    given: Params,
) -> Result<PromptReply, ToolError> {
    let actor = remote.present(given.path("actor_id")).await?;
    Ok(prompts::explanation(&report(&remote, actor).await?))
}
