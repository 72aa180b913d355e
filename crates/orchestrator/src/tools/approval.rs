//! The tools about approvals.

use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::project::Nothing;
use super::view::{ApprovalView, ConflictView, JobView};
use crate::Orchestrator;
use crate::approvals::{AfterDenial, Approve, Approved, Deny, db};
use crate::error::Refusal;
use crate::jobs;
use crate::sessions::Session;

/// What waits for a person.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PendingApprovals {
    /// The questions, oldest first
    pub(crate) pending: Vec<ApprovalView>,
}

/// Every open question.
pub(crate) async fn pending(orchestrator: &Orchestrator) -> Result<PendingApprovals, Refusal> {
    let read = orchestrator.store.read(|reader| {
        let mut pending = Vec::new();
        for approval in db::pending(reader)? {
            let job = jobs::db::need(reader, &approval.job_id)?;
            pending.push(ApprovalView::of(approval, &job));
        }
        Ok::<_, Refusal>(PendingApprovals { pending })
    });
    let mut found: PendingApprovals = read.await?;
    for question in &mut found.pending {
        let Some(id) = question.pushing_session() else { continue };
        let session = orchestrator.session(id).await?;
        question.conflicts = conflicts(orchestrator, &session).await;
    }
    Ok(found)
}

/// The forecast is help, not a condition: a question is shown without it rather than not at all.
pub(super) async fn conflicts(orchestrator: &Orchestrator, session: &Session) -> Vec<ConflictView> {
    match orchestrator.forecast(session).await {
        Ok(found) => found.into_iter().map(Into::into).collect(),
        Err(error) => {
            tracing::warn!(session = %session.session_id, %error, "no forecast");
            Vec::new()
        }
    }
}

pub(super) async fn list_pending_approvals(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    _: Nothing,
) -> Result<PendingApprovals, ToolError> {
    Ok(pending(&orchestrator).await?)
}

/// Which job, and how far the approval goes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ApproveJob {
    /// Job to approve
    job_id: String,
    /// Limit approval scope
    scope: Option<String>,
    /// The question that was seen; if another one is open now, nothing is approved
    approval_id: Option<String>,
}

/// An answered job.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JobAnswered {
    /// The job
    job: JobView,
    /// What happened
    message: String,
}

pub(super) async fn approve_job(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: ApproveJob,
) -> Result<JobAnswered, ToolError> {
    let ApproveJob { job_id, scope, approval_id } = input;
    let asked = Approve { job_id, scope, approval_id };
    let (job, approved) = orchestrator.approve(asked, &call.principal.id).await?;
    let message = match approved {
        Approved::Resuming => "Job approved, resuming execution",
        Approved::NeedsAnother => "Approval noted; a second person must approve too",
    };
    Ok(JobAnswered { job: job.into(), message: message.to_owned() })
}

/// Which job, and why not.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DenyJob {
    /// Job to deny
    job_id: String,
    /// Denial reason
    reason: Option<String>,
    /// What the agent is to do instead: the call is refused with these words and the job goes on
    feedback: Option<String>,
    /// The question that was seen; if another one is open now, nothing is denied
    approval_id: Option<String>,
}

pub(super) async fn deny_job(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: DenyJob,
) -> Result<JobAnswered, ToolError> {
    let DenyJob { job_id, reason, feedback, approval_id } = input;
    let (after, message) = match feedback {
        Some(_) => (AfterDenial::GoOn, "Call denied, the job goes on with the feedback"),
        None => (AfterDenial::Cancel, "Job denied and canceled"),
    };
    let reason = feedback.or(reason).unwrap_or_else(|| "no reason given".to_owned());
    let asked = Deny { job_id, approval_id, reason, after };
    let job = orchestrator.deny(asked, &call.principal.id).await?;
    Ok(JobAnswered { job: job.into(), message: message.to_owned() })
}
