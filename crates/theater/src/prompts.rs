//! Prompts: write a manifest, find out how an actor is, explain why it failed.

use std::fmt::Write;
use std::sync::Arc;

use kernel::{Call, Params, PromptReply, PromptSpec, PromptTable, ToolError};

use crate::Theater;
use crate::actor::Actor;
use crate::chain::Tail;
use crate::error::TheaterError;
use crate::manifest::HandlerKind;
use crate::resources::actor_ids;
use crate::stage::Stage;

const LAST_EVENTS: usize = 30;
const LONGEST_DATA: usize = 400;

/// The table.
pub(crate) fn table(theater: &Arc<Theater>) -> PromptTable {
    PromptTable::of(theater)
        .add(writing(), write_manifest)
        .add(diagnosing(), diagnose_actor)
        .completed_by(actor_ids)
        .add(explaining(), explain_failure)
        .completed_by(actor_ids)
        .done()
}

pub(crate) fn writing() -> PromptSpec {
    PromptSpec::new("write_manifest", "Write the manifest of a new actor")
        .needs("purpose", "What the actor is to do")
        .takes("component", "Where its component is")
}

pub(crate) fn diagnosing() -> PromptSpec {
    PromptSpec::new("diagnose_actor", "Find out how an actor is and what it does")
        .needs("actor_id", "ID of the actor")
}

pub(crate) fn explaining() -> PromptSpec {
    PromptSpec::new("explain_failure", "Explain why an actor failed and what to do")
        .needs("actor_id", "ID of the actor that failed")
}

/// Asks for a manifest; the theater behind it does not matter.
pub(crate) async fn write_manifest<T>(
    _: Arc<T>,
    _: Call,
    given: Params,
) -> Result<PromptReply, ToolError> {
    let purpose = given.path("purpose");
    let component = given.get("component").unwrap_or("actor.wasm");
    let handlers = HandlerKind::ALL.map(HandlerKind::name).join(", ");
    Ok(PromptReply::user(format!(
        "Write the TOML manifest of a Theater actor for this purpose: {purpose}\n\n\
         It needs `name`, `version` and `component = \"{component}\"`; `init_state` may name a file \
         with the first state. Declare each thing the actor uses as\n\n\
         [[handlers]]\ntype = \"message-server\"\nconfig = {{}}\n\n\
         The handler types are {handlers}; declare only what the purpose needs. `[limits]` may set \
         memory (bytes), deadline_ms, mailbox, state (bytes) and passivate_after_ms; \
         `[supervision]` may set restart (permanent, transient, temporary), strategy (one_for_one, \
         one_for_all, rest_for_one), max_restarts and max_seconds. Answer with the manifest alone, \
         then start it with start_actor."
    )))
}

async fn diagnose_actor(
    theater: Arc<Theater>,
    _: Call,
    given: Params,
) -> Result<PromptReply, ToolError> {
    Ok(diagnosis(&report(theater, given.path("actor_id")).await?))
}

/// Asks how the actor of a report is.
pub(crate) fn diagnosis(report: &str) -> PromptReply {
    PromptReply::user(format!(
        "Say in a few sentences how this actor is: what it has been doing, whether anything looks \
         wrong (failures, a growing queue, slow calls, restarts), and what to do next. Read \
         theater://event/{{event_id}} for the whole of an event.\n\n{report}"
    ))
}

async fn explain_failure(
    theater: Arc<Theater>,
    _: Call,
    given: Params,
) -> Result<PromptReply, ToolError> {
    Ok(explanation(&report(theater, given.path("actor_id")).await?))
}

/// Asks why the actor of a report failed.
pub(crate) fn explanation(report: &str) -> PromptReply {
    PromptReply::user(format!(
        "Explain why this actor failed: which message it was handling, what it asked its host for \
         before, what the error means, and the smallest change (of the guest, the manifest or the \
         sender) that would avoid it. If it did not fail, say so.\n\n{report}"
    ))
}

async fn report(theater: Arc<Theater>, id: &str) -> Result<String, ToolError> {
    let actor = theater.stage.named(id)?;
    let stage = theater.stage.clone();
    let written = tokio::task::spawn_blocking(move || write_report(&stage, &actor)).await;
    Ok(written.map_err(|error| ToolError::internal(error.to_string()))??)
}

fn write_report(stage: &Stage, actor: &Actor) -> Result<String, TheaterError> {
    let face = actor.face();
    let (waiting, _) = actor.mailbox.waiting();
    let mut text = format!(
        "Actor `{}` ({}), status {}, {} events, {} calls of which {} failed, {waiting} messages \
         waiting, restarted {} times.\n",
        actor.name(),
        actor.id(),
        face.status.name(),
        face.head.seq,
        face.metrics.operations,
        face.metrics.failed,
        face.restarts,
    );
    let written = |_| TheaterError::System("a report cannot be written".to_owned());
    if let Some(failure) = &face.failure {
        writeln!(text, "Failure: {failure}").map_err(written)?;
    }
    writeln!(text, "\nManifest:\n{}\n\nLast events, oldest first:", actor.birth.manifest_text)
        .map_err(written)?;
    for found in stage.log.events(actor.id(), Tail::Last(face.head.seq), LAST_EVENTS)? {
        let event = found.event;
        let short: String = event.data.chars().take(LONGEST_DATA).collect();
        writeln!(text, "- {} {} {} {short}", event.seq, event.kind, event.hash).map_err(written)?;
    }
    Ok(text)
}
