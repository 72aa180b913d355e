//! The gate: every call of an agent that may matter, every push and every unlisted host is asked
//! about here, and only a clear yes lets it pass. A question that cannot be understood, written down
//! or answered is a no.

pub(crate) mod judge;
mod matter;
pub(crate) mod people;
pub(crate) mod socket;

use kernel::Timestamp;
use serde_json::Value;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs::{Job, Status};
use crate::process::gate_client::{Answer, Asker, Question};

pub(crate) use matter::Matter;
pub(crate) use people::{Decided, Patience};

impl Orchestrator {
    /// Answers a question of a job's process.
    pub(crate) async fn answer(&self, question: Question) -> Answer {
        let job = match self.admitted(&question).await {
            Ok(job) => job,
            Err(reason) => return Answer::Deny { reason },
        };
        let answered = match question.asker {
            Asker::Push => self.brought(&job, &question.input).await,
            Asker::Hook | Asker::Prompt => self.judge(&job, &question).await,
            Asker::Network => self.judge_network(&job, &question.input).await,
            Asker::Connected => self.note_connection(&job, &question.input).await,
            Asker::Git => refused("a stream is asked for by itself"),
        };
        answered.unwrap_or_else(|refusal| Answer::Deny { reason: refusal.to_string() })
    }

    /// The job a question comes from, if it may ask.
    pub(crate) async fn admitted(&self, question: &Question) -> Result<Job, String> {
        if !self.is_token_of(&question.job_id, &question.token) {
            return Err("the question does not come from this job".to_owned());
        }
        let (job, _) = self.job(&question.job_id).await.map_err(|refusal| refusal.to_string())?;
        if !matches!(job.status, Status::Running | Status::WaitingApproval) {
            return Err(format!("the job is {}", job.status.name()));
        }
        if let Some(reason) = &job.stopping {
            return Err(format!("the job is being stopped: {reason}"));
        }
        Ok(job)
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

/// A call as a person reads it before saying yes: complete, never shortened.
pub(crate) fn shown(tool: &str, input: &Value) -> String {
    match input["command"].as_str() {
        Some(command) => command.to_owned(),
        None => format!("{tool} {input}"),
    }
}

fn later(by: std::time::Duration) -> Timestamp {
    Timestamp(Timestamp::now().0.saturating_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX)))
}

/// A refusal the gate gives as its answer rather than as an error.
fn refused(reason: impl Into<String>) -> Result<Answer, Refusal> {
    Ok(Answer::Deny { reason: reason.into() })
}
