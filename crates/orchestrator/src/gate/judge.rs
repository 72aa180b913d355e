//! One call before the gate: the policy first, then what people said, then waiting for them.

use std::collections::BTreeSet;

use serde_json::json;
use store::{Durability, Tx};
use tokio::time::Instant;

use super::{call_data, digest, later, refused, shown};
use crate::Orchestrator;
use crate::approvals::{self, Approval, Scopes, State, db};
use crate::config::Agent;
use crate::error::Refusal;
use crate::events;
use crate::identity;
use crate::jobs::{self, Job, Status, with};
use crate::policy::{Call, Judgement};
use crate::process::gate_client::{Answer, Asker, Question};
use crate::sessions::{self, change_state};

/// What the tables say of a call.
enum Known {
    Allowed(String),
    Denied(String),
    Open(Box<Approval>),
}

impl Orchestrator {
    pub(super) async fn judge(&self, job: &Job, question: &Question) -> Result<Answer, Refusal> {
        let session = self.session(&job.session_id).await?;
        let call = Call {
            tool: &question.tool,
            input: &question.input,
            worktree: &session.workspace_path,
            project_id: &job.project_id,
            session_id: &job.session_id,
        };
        let judgement = self.policy.judge(&call);
        match judgement {
            Judgement::Allow(scopes) => self.pass(job, question, &scopes).await,
            Judgement::Deny(reason) => self.stop_call(job, question, reason).await,
            Judgement::Ask(scopes) => self.ask_people(job, question, scopes).await,
        }
    }

    /// Whether a job may be started at all: an agent without a gate of its own is one command, and
    /// is asked about as a whole.
    pub(crate) async fn may_start(&self, job: &Job) -> Result<bool, Refusal> {
        let agent = self.agent_of(job)?;
        let words = match agent.kind {
            Agent::Claude | Agent::Scripted => return Ok(true),
            Agent::Acp if agent.asks => return Ok(true),
            Agent::Acp | Agent::Command => agent.command.join(" "),
        };
        if self.policy.is_free(approvals::Scope::Shell) {
            return Ok(true);
        }
        let question = Question {
            job_id: job.job_id.clone(),
            token: String::new(),
            asker: Asker::Prompt,
            tool: "agent".to_owned(),
            tool_use_id: String::new(),
            input: json!({ "command": format!("{words} {}", job.instruction) }),
        };
        let known = self.look_up(job, &question, [approvals::Scope::Shell].into()).await?;
        Ok(matches!(known, Known::Allowed(_)))
    }

    /// Reading leaves no trace; what runs a command does.
    async fn pass(
        &self,
        job: &Job,
        question: &Question,
        scopes: &Scopes,
    ) -> Result<Answer, Refusal> {
        if scopes.contains(&approvals::Scope::Shell) {
            let data = call_data(job, &question.tool, &question.input, scopes);
            let data = with(data, json!({ "approval_id": null }));
            self.note(job, "command.allowed", data).await?;
        }
        Ok(Answer::Allow { reason: "the policy allows it".to_owned() })
    }

    async fn stop_call(
        &self,
        job: &Job,
        question: &Question,
        reason: String,
    ) -> Result<Answer, Refusal> {
        let data = call_data(job, &question.tool, &question.input, &BTreeSet::new());
        self.note(job, "command.refused", with(data, json!({ "reason": reason }))).await?;
        refused(reason)
    }

    /// Writes an event about a job's call down.
    pub(super) async fn note(
        &self,
        job: &Job,
        kind: &'static str,
        data: serde_json::Value,
    ) -> Result<(), Refusal> {
        let stream = sessions::stream(&job.session_id);
        let written = self
            .store
            .write(Durability::Normal, move |tx| events::emit(tx, kind, &stream, "agent", &data));
        Ok(written.await?)
    }

    async fn ask_people(
        &self,
        job: &Job,
        question: &Question,
        scopes: Scopes,
    ) -> Result<Answer, Refusal> {
        let begun = Instant::now();
        loop {
            let decided = self.decided.notified();
            tokio::pin!(decided);
            decided.as_mut().enable();
            match self.look_up(job, question, scopes.clone()).await? {
                Known::Allowed(reason) => return Ok(Answer::Allow { reason }),
                Known::Denied(reason) => return refused(reason),
                Known::Open(approval) => {
                    if question.asker == Asker::Hook && begun.elapsed() >= self.config.approval.wait
                    {
                        let reason = format!("`{}` waits for a person", approval.command);
                        return Ok(Answer::Defer { reason });
                    }
                }
            }
            let rest = self.config.approval.wait.saturating_sub(begun.elapsed());
            let rest = rest.max(std::time::Duration::from_millis(10));
            tokio::select! {
                () = decided => {}
                () = tokio::time::sleep(rest.min(std::time::Duration::from_secs(1))) => {}
                () = self.stop.cancelled() => {
                    // The process asks again when there is an orchestrator again.
                    return Err(Refusal::Changed("the orchestrator".to_owned()));
                }
            }
        }
    }

    /// Uses an approval that is there, or opens a question.
    async fn look_up(
        &self,
        job: &Job,
        question: &Question,
        scopes: Scopes,
    ) -> Result<Known, Refusal> {
        let (id, question) = (job.job_id.clone(), question.clone());
        let (approval_id, expiry) = (identity::uuid()?, later(self.config.approval.expiry));
        let written = self.store.write(Durability::Full, move |tx| {
            let job = jobs::db::need(tx, &id)?;
            if job.stopping.is_some() || job.status.is_end() {
                return Ok(Known::Denied("the job is being stopped".to_owned()));
            }
            let granted = db::granted(tx, &id)?;
            if scopes.is_subset(&granted) {
                return use_grant(tx, &job, &question, &scopes);
            }
            let digest = digest(&question.tool, &question.input);
            match db::of_call(tx, &id, &digest)? {
                Some(approval) => settled(tx, &job, approval),
                None => {
                    if let Some(other) = db::pending_of(tx, &id)? {
                        let words = format!("`{}` waits for a person already", other.command);
                        return Ok(Known::Denied(format!("{words}; ask for one call at a time")));
                    }
                    let approval = Approval {
                        approval_id,
                        number: db::next_number(tx)?,
                        job_id: id,
                        command: shown(&question.tool, &question.input),
                        tool: question.tool,
                        tool_use_id: question.tool_use_id,
                        digest,
                        scopes,
                        state: State::Pending,
                        approvers: Vec::new(),
                        reason: None,
                        created_at: kernel::Timestamp::now(),
                        expires_at: expiry,
                    };
                    open(tx, &job, approval)
                }
            }
        });
        Ok(written.await?)
    }
}

fn use_grant(
    tx: &mut Tx<'_>,
    job: &Job,
    question: &Question,
    scopes: &Scopes,
) -> Result<Known, Refusal> {
    let data = call_data(job, &question.tool, &question.input, scopes);
    let data = with(data, json!({ "approval_id": null, "granted": "job" }));
    events::emit(tx, "command.allowed", &sessions::stream(&job.session_id), "agent", &data)?;
    Ok(Known::Allowed("allowed for this job".to_owned()))
}

fn settled(tx: &mut Tx<'_>, job: &Job, approval: Approval) -> Result<Known, Refusal> {
    match approval.state {
        State::Pending => Ok(Known::Open(Box::new(approval))),
        State::Approved => {
            db::set_state(tx, &approval.approval_id, (State::Approved, State::Used), None)?;
            let session = sessions::db::need(tx, &job.session_id)?;
            let more = approvals::described(&approval, &approval.approvers);
            let data = with(job.about(&session), more);
            events::emit(tx, "command.allowed", &session.stream(), "agent", &data)?;
            Ok(Known::Allowed(format!("approved by {}", approval.approvers.join(", "))))
        }
        State::Denied | State::Expired | State::Used => {
            let reason = approval.reason.unwrap_or_else(|| "it was refused".to_owned());
            Ok(Known::Denied(reason))
        }
    }
}

fn open(tx: &mut Tx<'_>, job: &Job, approval: Approval) -> Result<Known, Refusal> {
    db::insert(tx, &approval)?;
    let scope = approvals::gravest(&approval.scopes);
    let state = Some((scope.name(), State::Pending.name()));
    jobs::db::set_status(tx, &job.job_id, Status::WaitingApproval, state)?;
    let session = sessions::db::need(tx, &job.session_id)?;
    let reason = Some(approvals::WAITING);
    change_state(tx, &session, sessions::State::Blocked, reason, "orchestrator")?;
    let more = json!({ "instruction": job.instruction, "expires_at": approval.expires_at });
    let more = with(approvals::described(&approval, &[]), more);
    let data = with(job.about(&session), more);
    events::emit(tx, "job.approval_needed", &session.stream(), "agent", &data)?;
    Ok(Known::Open(Box::new(approval)))
}
