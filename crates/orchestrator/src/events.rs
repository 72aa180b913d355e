//! The events the orchestrator reports, and which resources each of them changes.

use kernel::{Event, EventTable, NewEvent, Touch};
use serde_json::Value;
use store::Tx;

use crate::error::Refusal;

/// The service's name in the journal.
pub(crate) const SERVICE: &str = "orchestrator";

pub(crate) const PROJECTS: &str = "projects://list";
pub(crate) const SESSIONS: &str = "sessions://active";
pub(crate) const JOBS: &str = "jobs://running";
pub(crate) const APPROVALS: &str = "approvals://pending";

/// Every kind, those of the specification announced to clients.
pub(crate) fn table() -> EventTable {
    EventTable::new()
        .announced("session.created", "A session and its worktree were made")
        .announced("session.state_changed", "A session went from one state to another")
        .announced("session.closed", "A session was closed")
        .announced("job.queued", "A job was put into the queue")
        .announced("job.started", "A job began to run")
        .announced("job.progress", "A running job said something")
        .announced("job.approval_needed", "A job waits for a person")
        .announced("job.completed", "A job did what it was told")
        .announced("job.failed", "A job ended without success")
        .announced("task.status_changed", "A task went from one status to another")
        .kind("project.registered", "A repository became a project")
        .kind("project.trust", "A person said whether agents follow what a repository tells them")
        .kind("session.rescued", "Work was kept under a rescue ref")
        .kind("session.pull_request", "A pull request was opened for a session's branch")
        .kind("session.discarded", "What was kept of a closed session was removed for good")
        .kind("session.reopened", "A closed session was brought back")
        .kind("job.requeued", "A job that never began was put back into the queue")
        .kind("job.interrupted", "A job whose keeper vanished was put back into the queue")
        .kind("job.attached", "A job that outlived the orchestrator was found again")
        .kind("job.canceled", "A job was stopped or taken out of the queue")
        .kind("approval.vote", "One of two people approved")
        .kind("job.approved", "A person allowed an exact command")
        .kind("job.denied", "A person refused a command")
        .kind("approval.expired", "Nobody answered in time")
        .kind("command.allowed", "The gate let a command pass")
        .kind("command.refused", "The gate stopped a command")
        .kind("push.made", "The house pushed what was approved, and what the remote said")
        .kind("push.refused", "A remote refused a push of the house")
        .kind("network.connected", "A job reached a host")
        .kind("network.refused", "A job was kept from a host")
        .kind("session.brought_back", "Commits of a confined agent came into the repository")
        .kind("task.claimed", "A session took a task")
        .kind("backlog.synced", "The tasks of a project were read again")
        .touching(touched)
}

fn touched(event: &Event) -> Vec<Touch> {
    if &*event.service != SERVICE {
        return Vec::new();
    }
    let uris: &[&str] = match &*event.kind {
        "project.registered" | "project.trust" => &[PROJECTS],
        "session.created" | "session.closed" | "session.reopened" => &[SESSIONS, PROJECTS],
        "session.state_changed" => &[SESSIONS],
        "job.started" | "job.requeued" | "job.interrupted" => &[JOBS],
        "job.completed" => &[JOBS, SESSIONS],
        "job.failed" | "job.canceled" => &[JOBS, SESSIONS, APPROVALS],
        "job.approval_needed" | "job.approved" | "job.denied" => &[JOBS, APPROVALS],
        "approval.vote" | "approval.expired" => &[APPROVALS],
        _ => &[],
    };
    uris.iter().map(|uri| Touch::resource(*uri)).collect()
}

/// Writes an event with the change it reports.
pub(crate) fn emit(
    tx: &mut Tx<'_>,
    kind: &'static str,
    stream: &str,
    by: &str,
    data: &Value,
) -> Result<(), Refusal> {
    let event = NewEvent::new(SERVICE, kind, stream).by(by).data(data)?;
    tx.append(event)?;
    Ok(())
}
