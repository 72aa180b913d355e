//! One call before the gate: the policy first, then what people said.

use serde_json::{Value, json};
use store::Durability;

use super::{Decided, Matter, Patience, refused};
use crate::Orchestrator;
use crate::approvals::{Scope, Scopes};
use crate::config::Agent;
use crate::error::Refusal;
use crate::events;
use crate::jobs::{Job, with};
use crate::policy::{Call, Judgement, Place};
use crate::process::gate_client::{Answer, Asker, Question};
use crate::sessions;

impl Orchestrator {
    pub(super) async fn judge(&self, job: &Job, question: &Question) -> Result<Answer, Refusal> {
        let session = self.session(&job.session_id).await?;
        let worktree = session.workspace_path.clone();
        let (tool, input) = (question.tool.as_str(), &question.input);
        let call = Call { tool, input, worktree: &worktree, place: place(job) };
        let judgement = self.policy.judge(&call);
        let matter = |scopes: &Scopes| self.matter(job, &worktree, question, scopes);
        match judgement {
            Judgement::Allow(scopes) => self.pass(job, &matter(&scopes)).await,
            Judgement::Deny(reason) => {
                self.stop_call(job, &matter(&Scopes::new()), &reason).await?;
                refused(reason)
            }
            Judgement::Ask(scopes) => {
                let patience = match question.asker {
                    Asker::Hook => Patience::Sleep,
                    Asker::Prompt
                    | Asker::Git
                    | Asker::Push
                    | Asker::Network
                    | Asker::Connected => Patience::Stay,
                };
                let decided = self.ask_people(job, || matter(&scopes), patience).await?;
                Ok(match decided {
                    Decided::Allowed { reason, .. } => Answer::Allow { reason },
                    Decided::Denied(reason) => Answer::Deny { reason },
                    Decided::Open(reason) => Answer::Defer { reason },
                })
            }
        }
    }

    /// Whether a job may be started at all: an agent that never asks is one command, and is asked
    /// about as a whole where commands are.
    pub(crate) async fn may_start(&self, job: &Job) -> Result<bool, Refusal> {
        let agent = self.agent_of(job)?;
        let words = match agent.kind {
            Agent::Claude | Agent::Scripted => return Ok(true),
            Agent::Acp if agent.asks && self.sandbox.is_on() => return Ok(true),
            Agent::Acp | Agent::Command => agent.command.join(" "),
        };
        if self.policy.lets_run() {
            return Ok(true);
        }
        let session = self.session(&job.session_id).await?;
        let question = Question {
            job_id: job.job_id.clone(),
            token: String::new(),
            nonce: String::new(),
            asker: Asker::Prompt,
            tool: "agent".to_owned(),
            tool_use_id: String::new(),
            input: json!({ "command": format!("{words} {}", job.instruction) }),
        };
        let scopes = [Scope::Shell].into();
        let matter = self.matter(job, &session.workspace_path, &question, &scopes);
        Ok(matches!(self.look_up(job, matter).await?, super::people::Known::Allowed { .. }))
    }

    /// Reading leaves no trace; what runs a command does.
    async fn pass(&self, job: &Job, matter: &Matter) -> Result<Answer, Refusal> {
        if matter.scopes.contains(&Scope::Shell) {
            let data = with(matter.data(job), json!({ "approval_id": null }));
            self.note(job, "command.allowed", data).await?;
        }
        Ok(Answer::Allow { reason: "the policy allows it".to_owned() })
    }

    pub(crate) async fn stop_call(
        &self,
        job: &Job,
        matter: &Matter,
        reason: &str,
    ) -> Result<(), Refusal> {
        let data = with(matter.data(job), json!({ "reason": reason }));
        self.note(job, "command.refused", data).await
    }

    /// Writes an event about a job's call down.
    pub(crate) async fn note(
        &self,
        job: &Job,
        kind: &'static str,
        data: Value,
    ) -> Result<(), Refusal> {
        let stream = sessions::stream(&job.session_id);
        let written = self
            .store
            .write(Durability::Normal, move |tx| events::emit(tx, kind, &stream, "agent", &data));
        Ok(written.await?)
    }

    /// A connection to a host that is not listed.
    pub(super) async fn judge_network(&self, job: &Job, input: &Value) -> Result<Answer, Refusal> {
        let target = target(input);
        let scopes: Scopes = [Scope::Network].into();
        let matter = Matter {
            tool: "network".to_owned(),
            tool_use_id: String::new(),
            command: format!("connect {target}"),
            digest: blake3::hash(format!("connect\0{target}").as_bytes()).to_hex().to_string(),
            class: format!("connect {target}"),
            effect: json!({ "host": target, "sandbox": self.sandbox.config().kind.name() }),
            scopes,
        };
        let decided = match self.policy.judge_network(place(job), &target) {
            Judgement::Allow(_) => Ok("the policy allows it".to_owned()),
            Judgement::Deny(reason) => Err(reason),
            Judgement::Ask(_) => {
                let asked = self.ask_people(job, || matter.clone(), Patience::Leave).await?;
                match asked {
                    Decided::Allowed { reason, .. } => Ok(reason),
                    Decided::Denied(reason) => Err(reason),
                    Decided::Open(_) => Err("a person is asked; try again later".to_owned()),
                }
            }
        };
        match decided {
            Ok(reason) => {
                self.note_connection(job, input).await?;
                Ok(Answer::Allow { reason })
            }
            Err(reason) => {
                let data = with(matter.data(job), json!({ "host": target, "reason": reason }));
                self.note(job, "network.refused", data).await?;
                refused(reason)
            }
        }
    }

    /// Writes down that a job reached a host.
    pub(super) async fn note_connection(
        &self,
        job: &Job,
        input: &Value,
    ) -> Result<Answer, Refusal> {
        let data = json!({
            "job_id": job.job_id,
            "session_id": job.session_id,
            "project_id": job.project_id,
            "host": target(input),
        });
        self.note(job, "network.connected", data).await?;
        Ok(Answer::Allow { reason: "noted".to_owned() })
    }
}

/// Where a job's rules are looked up.
pub(crate) fn place(job: &Job) -> Place<'_> {
    Place { project_id: &job.project_id, session_id: &job.session_id }
}

fn target(input: &Value) -> String {
    format!("{}:{}", input["host"].as_str().unwrap_or_default(), input["port"])
}
