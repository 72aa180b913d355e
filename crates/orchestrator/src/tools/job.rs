//! The tools about jobs.

use std::path::PathBuf;
use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::JobView;
use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs::{NewJob, Status, db, dollars};
use crate::process::log;

const FEW: usize = 20;
const MOST: usize = 1000;

/// What to do, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RunInstruction {
    /// Target session
    session_id: String,
    /// What to do
    instruction: String,
    /// Original user text
    raw_input: Option<String>,
    /// Related tasks
    task_ids: Option<Vec<String>>,
    /// Agent that carries it out (default: the session's)
    agent: Option<String>,
    /// Model it uses (default: the session's), for agents that let it be chosen
    model: Option<String>,
    /// Only make a plan, with nothing but reading; the next instruction can have it carried out
    plan: Option<bool>,
    /// Begin a new conversation, in which the agent knows nothing of earlier jobs
    new_conversation: Option<bool>,
}

/// A job.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OneJob {
    /// The job
    job: JobView,
}

pub(super) async fn run_instruction(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: RunInstruction,
) -> Result<OneJob, ToolError> {
    let asked = NewJob {
        session_id: input.session_id,
        instruction: input.instruction,
        raw_input: input.raw_input,
        task_ids: input.task_ids.unwrap_or_default(),
        agent: input.agent,
        model: input.model,
        plan: input.plan.unwrap_or(false),
        new_conversation: input.new_conversation.unwrap_or(false),
    };
    let (job, position) = orchestrator.enqueue(asked, &call.principal.id).await?;
    Ok(OneJob { job: JobView::at(job, Some(position)) })
}

/// Which job.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetJob {
    /// Job identifier
    job_id: String,
}

/// All about a job.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JobDetails {
    /// The job
    job: JobView,
    /// The last lines of its log
    log_tail: String,
    /// What it may still spend in US dollars, where a budget limits it
    budget_left_usd: Option<f64>,
}

pub(super) async fn get_job(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetJob,
) -> Result<JobDetails, ToolError> {
    let (job, position) = orchestrator.job(&input.job_id).await?;
    let wanted = log::Wanted { lines: Some(10), before: None, limit: 64 * 1024 };
    let excerpt = excerpt(job.log_path.clone(), wanted).await?;
    let budget_left_usd = match orchestrator.allowance(&job).await {
        Ok(left) => left.map(dollars),
        Err(Refusal::BudgetSpent { .. }) => Some(0.0),
        Err(other) => return Err(other.into()),
    };
    let job = JobView::at(job, position);
    Ok(JobDetails { job, log_tail: excerpt.content, budget_left_usd })
}

/// Which jobs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListJobs {
    /// Filter by session
    session_id: Option<String>,
    /// Filter by status(es)
    status: Option<Vec<String>>,
    /// Max results
    limit: Option<usize>,
}

/// Jobs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Jobs {
    /// The jobs, newest first
    jobs: Vec<JobView>,
}

pub(super) async fn list_jobs(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: ListJobs,
) -> Result<Jobs, ToolError> {
    let mut statuses = Vec::new();
    for name in input.status.iter().flatten() {
        statuses.push(Status::parse(name).ok_or_else(|| {
            let known = Status::ALL.map(Status::name).join(", ");
            ToolError::invalid_input(format!("`{name}` is no status, expected one of {known}"))
        })?);
    }
    let limit = input.limit.unwrap_or(FEW).min(MOST);
    let found = orchestrator
        .store
        .read(move |reader| db::select(reader, input.session_id.as_deref(), &statuses, limit));
    Ok(Jobs { jobs: found.await?.into_iter().map(Into::into).collect() })
}

/// Which job, and why.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CancelJob {
    /// Job to cancel
    job_id: String,
    /// Cancellation reason
    reason: Option<String>,
}

pub(super) async fn cancel_job(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: CancelJob,
) -> Result<OneJob, ToolError> {
    let reason = input.reason.unwrap_or_else(|| "no reason given".to_owned());
    let job = orchestrator.cancel(&input.job_id, &reason, &call.principal.id).await?;
    Ok(OneJob { job: job.into() })
}

/// Which log, and how much of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetJobLogs {
    /// Job identifier
    job_id: String,
    /// Last N lines only
    tail: Option<usize>,
    /// Only what lies before this place; an answer's `from` leads to the page before it
    before: Option<u64>,
}

/// A log.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct JobLogs {
    /// The job
    job_id: String,
    /// Where the whole log is
    log_path: PathBuf,
    /// What it says
    content: String,
    /// Whether something is left out
    truncated: bool,
    /// Where this part begins in what is kept of the log, in bytes
    from: u64,
    /// How many bytes are kept of the log
    size: u64,
    /// Whether something between its beginning and its end was dropped because it grew too long
    gap: bool,
}

pub(super) async fn get_job_logs(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetJobLogs,
) -> Result<JobLogs, ToolError> {
    let (job, _) = orchestrator.job(&input.job_id).await?;
    let limit = orchestrator.config.limits.log_answer_bytes;
    let wanted = log::Wanted { lines: input.tail, before: input.before, limit };
    let excerpt = excerpt(job.log_path.clone(), wanted).await?;
    Ok(JobLogs {
        job_id: job.job_id,
        log_path: job.log_path,
        content: excerpt.content,
        truncated: excerpt.truncated,
        from: excerpt.from,
        size: excerpt.size,
        gap: excerpt.gap,
    })
}

async fn excerpt(path: PathBuf, wanted: log::Wanted) -> Result<log::Excerpt, Refusal> {
    let at = path.clone();
    let read = tokio::task::spawn_blocking(move || log::read(&at, wanted));
    let read = read.await.map_err(Refusal::defect)?;
    read.map_err(Refusal::file("read", path))
}
