//! The gate: every call of an agent that may matter is asked about here, and only a clear yes lets
//! it pass. A question that cannot be understood, written down or answered is a no.

mod judge;
mod push;
pub(crate) mod socket;

use kernel::Timestamp;
use serde_json::{Value, json};

use crate::Orchestrator;
use crate::approvals::Scopes;
use crate::error::Refusal;
use crate::jobs::{Job, Status};
use crate::process::gate_client::{Answer, Asker, Question};

impl Orchestrator {
    /// Answers a question of a job's process.
    pub(crate) async fn answer(&self, question: Question) -> Answer {
        let deny = |reason: String| Answer::Deny { reason };
        if !self.is_token_of(&question.job_id, &question.token) {
            return deny("the question does not come from this job".to_owned());
        }
        let job = match self.job(&question.job_id).await {
            Ok((job, _)) => job,
            Err(refusal) => return deny(refusal.to_string()),
        };
        if !matches!(job.status, Status::Running | Status::WaitingApproval) {
            return deny(format!("the job is {}", job.status.name()));
        }
        if let Some(reason) = &job.stopping {
            return deny(format!("the job is being stopped: {reason}"));
        }
        let answered = match question.asker {
            Asker::Push => self.witness(&job, &question.input).await,
            Asker::Hook | Asker::Prompt => self.judge(&job, &question).await,
        };
        answered.unwrap_or_else(|refusal| deny(refusal.to_string()))
    }

    /// The token of a job's processes, made of the orchestrator's key, so that nothing is stored.
    pub(crate) fn token_of(&self, job: &str) -> String {
        blake3::keyed_hash(&self.gate_key, job.as_bytes()).to_hex().to_string()
    }

    fn is_token_of(&self, job: &str, token: &str) -> bool {
        let expected = blake3::keyed_hash(&self.gate_key, job.as_bytes());
        // Comparing the hashes takes the same time wherever they differ.
        blake3::Hash::from_hex(token).is_ok_and(|given| given == expected)
    }
}

/// The hash that stands for one exact call.
pub(crate) fn digest(tool: &str, input: &Value) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(tool.as_bytes()).update(&[0]).update(input.to_string().as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// A call as a person reads it before saying yes: complete, never shortened.
pub(crate) fn shown(tool: &str, input: &Value) -> String {
    match input["command"].as_str() {
        Some(command) => command.to_owned(),
        None => format!("{tool} {input}"),
    }
}

/// What an event says of a call.
fn call_data(job: &Job, tool: &str, input: &Value, scopes: &Scopes) -> Value {
    json!({
        "job_id": job.job_id,
        "session_id": job.session_id,
        "project_id": job.project_id,
        "tool": tool,
        "command": shown(tool, input),
        "digest": digest(tool, input),
        "scopes": scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
    })
}

fn later(by: std::time::Duration) -> Timestamp {
    Timestamp(Timestamp::now().0.saturating_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX)))
}

/// A refusal the gate gives as its answer rather than as an error.
fn refused(reason: impl Into<String>) -> Result<Answer, Refusal> {
    Ok(Answer::Deny { reason: reason.into() })
}
