//! Asking people: an approval that is there is used, once; else a question is opened and waited for.

use serde_json::json;
use store::{Durability, Tx};
use tokio::time::Instant;

use super::{Matter, later};
use crate::Orchestrator;
use crate::approvals::{self, Approval, State, db};
use crate::error::Refusal;
use crate::events;
use crate::identity;
use crate::jobs::{self, Job, Status, with};
use crate::sessions::{self, change_state};

/// What the tables say of a matter.
pub(crate) enum Known {
    Allowed { reason: String, approval_id: Option<String> },
    Denied(String),
    Open(Box<Approval>),
}

/// What asking came to.
pub(crate) enum Decided {
    Allowed {
        reason: String,
        approval_id: Option<String>,
    },
    Denied(String),
    /// Nobody answered yet; the question stays.
    Open(String),
}

/// What becomes of a process that waits for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// It is told after a while, and sleeps.
    Sleep,
    /// It is told after a while, and goes on without.
    Leave,
    /// It waits.
    Stay,
}

impl Orchestrator {
    /// Waits for a person; `matter` is made anew each time, so that a change meanwhile is seen.
    pub(crate) async fn ask_people(
        &self,
        job: &Job,
        matter: impl Fn() -> Matter,
        patience: Patience,
    ) -> Result<Decided, Refusal> {
        let begun = Instant::now();
        loop {
            let decided = self.decided.notified();
            tokio::pin!(decided);
            decided.as_mut().enable();
            match self.look_up(job, matter()).await? {
                Known::Allowed { reason, approval_id } => {
                    return Ok(Decided::Allowed { reason, approval_id });
                }
                Known::Denied(reason) => return Ok(Decided::Denied(reason)),
                Known::Open(approval) => {
                    let late = begun.elapsed() >= self.config.approval.wait;
                    if late && patience != Patience::Stay {
                        let reason = format!("`{}` waits for a person", approval.command);
                        return Ok(Decided::Open(reason));
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
    pub(crate) async fn look_up(&self, job: &Job, matter: Matter) -> Result<Known, Refusal> {
        let id = job.job_id.clone();
        let (approval_id, expiry) = (identity::uuid()?, later(self.config.approval.expiry));
        let written = self.store.write(Durability::Full, move |tx| {
            let job = jobs::db::need(tx, &id)?;
            if job.stopping.is_some() || job.status.is_end() {
                return Ok(Known::Denied("the job is being stopped".to_owned()));
            }
            if db::granted(tx, &id)?.contains(&matter.class) {
                return use_grant(tx, &job, &matter);
            }
            if let Some(approval) = db::of_call(tx, &id, &matter.digest)? {
                return settled(tx, &job, approval);
            }
            if let Some(other) = db::pending_of(tx, &id)? {
                let same = !other.tool_use_id.is_empty() && other.tool_use_id == matter.tool_use_id;
                if !same {
                    let words = format!("`{}` waits for a person already", other.command);
                    return Ok(Known::Denied(format!("{words}; ask for one call at a time")));
                }
                // The same call, but not what the person was shown: that is another question.
                let changed = Some("what it would do changed while it waited");
                db::set_state(tx, &other.approval_id, (State::Pending, State::Expired), changed)?;
            }
            let approval = Approval {
                approval_id,
                number: db::next_number(tx)?,
                job_id: id,
                command: matter.command,
                tool: matter.tool,
                tool_use_id: matter.tool_use_id,
                digest: matter.digest,
                scopes: matter.scopes,
                class: matter.class,
                effect: matter.effect,
                state: State::Pending,
                approvers: Vec::new(),
                reason: None,
                created_at: kernel::Timestamp::now(),
                expires_at: expiry,
            };
            open(tx, &job, approval)
        });
        Ok(written.await?)
    }
}

fn use_grant(tx: &mut Tx<'_>, job: &Job, matter: &Matter) -> Result<Known, Refusal> {
    let more = json!({ "approval_id": null, "granted": matter.class });
    let data = with(matter.data(job), more);
    events::emit(tx, "command.allowed", &sessions::stream(&job.session_id), "agent", &data)?;
    Ok(Known::Allowed { reason: "allowed for this job".to_owned(), approval_id: None })
}

fn settled(tx: &mut Tx<'_>, job: &Job, approval: Approval) -> Result<Known, Refusal> {
    match approval.state {
        State::Pending => Ok(Known::Open(Box::new(approval))),
        State::Approved => {
            spend(tx, job, &approval)?;
            let reason = format!("approved by {}", approval.approvers.join(", "));
            Ok(Known::Allowed { reason, approval_id: Some(approval.approval_id) })
        }
        State::Denied | State::Expired | State::Used => {
            let reason = approval.reason.unwrap_or_else(|| "it was refused".to_owned());
            Ok(Known::Denied(reason))
        }
    }
}

/// Uses an approval, which is then no approval any more; says whether it was one.
pub(crate) fn spend(tx: &mut Tx<'_>, job: &Job, approval: &Approval) -> Result<bool, Refusal> {
    let states = (State::Approved, State::Used);
    if !db::set_state(tx, &approval.approval_id, states, None)? {
        return Ok(false);
    }
    let session = sessions::db::need(tx, &job.session_id)?;
    let more = approvals::described(approval, &approval.approvers);
    let data = with(job.about(&session), more);
    events::emit(tx, "command.allowed", &session.stream(), "agent", &data)?;
    Ok(true)
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
