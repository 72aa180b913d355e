//! A person's answer: yes to one exact call, no to it or to the whole job; and no answer in time.

use kernel::Timestamp;
use serde_json::json;
use store::{Durability, Tx};

use super::{Approval, Scope, State, db, listed};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::jobs::{self, Job, Status, with};
use crate::sessions::{self, change_state};

/// The word that allows the same scopes for as long as the job lasts.
const FOR_THIS_JOB: &str = "job";

/// A yes.
#[derive(Debug, Clone)]
pub(crate) struct Approve {
    pub(crate) job_id: String,
    /// The one scope it is limited to, or `job`.
    pub(crate) scope: Option<String>,
    /// The question it answers, where the person saw a certain one.
    pub(crate) approval_id: Option<String>,
}

/// A no.
#[derive(Debug, Clone)]
pub(crate) struct Deny {
    pub(crate) job_id: String,
    /// The question it answers, where the person saw a certain one.
    pub(crate) approval_id: Option<String>,
    pub(crate) reason: String,
    pub(crate) after: AfterDenial,
}

/// What becomes of a job whose call was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterDenial {
    /// It ends.
    Cancel,
    /// It is told the reason and goes on without that call.
    GoOn,
}

/// What a yes came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Approved {
    /// The job goes on.
    Resuming,
    /// A second person must agree.
    NeedsAnother,
}

impl Orchestrator {
    /// Allows what a job waits for.
    pub(crate) async fn approve(
        &self,
        asked: Approve,
        by: &str,
    ) -> Result<(Job, Approved), Refusal> {
        let (live, by) = (self.live.clone(), by.to_owned());
        let two: Vec<Scope> =
            self.config.approval.two_person.iter().filter_map(|it| Scope::parse(it)).collect();
        let written = self.store.write(Durability::Full, move |tx| {
            let (job, approval) = open_question(tx, &asked.job_id, asked.approval_id.as_deref())?;
            let for_job = asked.scope.as_deref() == Some(FOR_THIS_JOB);
            if let Some(scope) = asked.scope.as_deref().filter(|_| !for_job) {
                check_scope(&approval, scope)?;
            }
            let mut approvers = approval.approvers.clone();
            if approvers.contains(&by) {
                return Err(Refusal::SamePerson(by));
            }
            approvers.push(by.clone());
            db::set_approvers(tx, &approval.approval_id, &approvers)?;
            let needed =
                if approval.scopes.iter().any(|scope| two.contains(scope)) { 2 } else { 1 };
            let session = sessions::db::need(tx, &job.session_id)?;
            let data = with(job.about(&session), described(&approval, &approvers));
            if approvers.len() < needed {
                events::emit(tx, "approval.vote", &session.stream(), &by, &data)?;
                return Ok((job, Approved::NeedsAnother));
            }
            db::set_state(tx, &approval.approval_id, (State::Pending, State::Approved), None)?;
            if for_job {
                db::grant(tx, &job.job_id, &approval.class, &by)?;
            }
            events::emit(tx, "job.approved", &session.stream(), &by, &data)?;
            go_on(tx, &job, &session, live.has_process(&job.job_id), State::Approved)?;
            Ok((jobs::db::need(tx, &job.job_id)?, Approved::Resuming))
        });
        let answered = written.await?;
        self.decided.notify_waiters();
        self.wake.notify_one();
        Ok(answered)
    }

    /// Refuses what a job waits for; the job ends, or goes on with the reason.
    pub(crate) async fn deny(&self, asked: Deny, by: &str) -> Result<Job, Refusal> {
        let Deny { job_id: id, approval_id, reason, after } = asked;
        let (job_id, live, by) = (id.clone(), self.live.clone(), by.to_owned());
        let running = self.store.write(Durability::Full, move |tx| {
            let (job, approval) = open_question(tx, &job_id, approval_id.as_deref())?;
            let states = (State::Pending, State::Denied);
            let told = format!("denied by {by}: {reason}");
            db::set_state(tx, &approval.approval_id, states, Some(&reason))?;
            let session = sessions::db::need(tx, &job.session_id)?;
            let more = with(described(&approval, &[]), json!({ "reason": reason }));
            let data = with(job.about(&session), more);
            events::emit(tx, "job.denied", &session.stream(), &by, &data)?;
            let live = live.has_process(&job_id);
            if after == AfterDenial::GoOn {
                go_on(tx, &job, &session, live, State::Denied)?;
                return Ok(None);
            }
            let scope = super::gravest(&approval.scopes);
            let state = Some((scope.name(), State::Denied.name()));
            jobs::db::set_status(tx, &job_id, job.status, state)?;
            if live {
                jobs::db::set_stopping(tx, &job_id, &told)?;
            } else {
                Self::end_without_process(tx, &job, &told)?;
            }
            Ok::<_, Refusal>(Some(live))
        });
        let running = running.await?;
        self.decided.notify_waiters();
        let Some(running) = running else {
            self.wake.notify_one();
            return Ok(self.job(&id).await?.0);
        };
        if running {
            self.stop_process(&id);
            self.wait_for_end(&id).await?;
        } else {
            self.stop_stray(&id).await;
        }
        self.wake.notify_one();
        Ok(self.job(&id).await?.0)
    }

    /// Ends the jobs whose question nobody answered in time.
    pub(crate) async fn expire(&self) -> Result<(), Refusal> {
        let now = Timestamp::now();
        let open = self.store.read(db::pending).await?;
        for approval in open.into_iter().filter(|approval| approval.expires_at <= now) {
            let live = self.live.clone();
            let id = approval.job_id.clone();
            let written = self.store.write(Durability::Full, move |tx| {
                let states = (State::Pending, State::Expired);
                if !db::set_state(tx, &approval.approval_id, states, None)? {
                    return Ok(false);
                }
                let job = jobs::db::need(tx, &approval.job_id)?;
                let session = sessions::db::need(tx, &job.session_id)?;
                let data = with(job.about(&session), described(&approval, &[]));
                events::emit(tx, "approval.expired", &session.stream(), "orchestrator", &data)?;
                let words = "APPROVAL_EXPIRED: nobody answered in time";
                let state = Some((super::gravest(&approval.scopes).name(), State::Expired.name()));
                jobs::db::set_status(tx, &job.job_id, job.status, state)?;
                let live = live.has_process(&job.job_id);
                if live {
                    jobs::db::set_stopping(tx, &job.job_id, words)?;
                } else {
                    Self::end_without_process(tx, &job, words)?;
                }
                Ok::<_, Refusal>(live)
            });
            if written.await? {
                self.stop_process(&id);
            }
            self.decided.notify_waiters();
        }
        Ok(())
    }
}

/// What an event says of a question.
pub(crate) fn described(approval: &Approval, approvers: &[String]) -> serde_json::Value {
    json!({
        "approval_id": approval.approval_id,
        "approval_scope": super::gravest(&approval.scopes).name(),
        "scopes": approval.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
        "tool": approval.tool,
        "command": approval.command,
        "digest": approval.digest,
        "effect": summary(&approval.effect),
        "approvers": approvers,
    })
}

/// The effect without the text of the difference, which git has.
fn summary(effect: &serde_json::Value) -> serde_json::Value {
    let mut effect = effect.clone();
    if let Some(fields) = effect.as_object_mut() {
        fields.remove("diff");
    }
    effect
}

fn open_question(tx: &Tx<'_>, job: &str, seen: Option<&str>) -> Result<(Job, Approval), Refusal> {
    let found = jobs::db::need(tx, job)?;
    let none = || Refusal::ApprovalNotFound(job.to_owned());
    let approval = match seen {
        Some(id) => db::get(tx, id)?.filter(|it| it.job_id == job && it.state == State::Pending),
        None => db::pending_of(tx, job)?,
    };
    let approval = approval.ok_or_else(none)?;
    if approval.expires_at <= Timestamp::now() {
        return Err(Refusal::ApprovalExpired(job.to_owned()));
    }
    Ok((found, approval))
}

fn check_scope(approval: &Approval, scope: &str) -> Result<(), Refusal> {
    let known = Scope::ALL.map(Scope::name).join(", ");
    let Some(given) = Scope::parse(scope) else {
        let why = format!("expected `{FOR_THIS_JOB}` or one of {known}");
        return Err(Refusal::InvalidName { what: "scope", name: scope.to_owned(), why });
    };
    let enough = approval.scopes.iter().all(|it| *it == given);
    if enough {
        return Ok(());
    }
    let needed = listed(&approval.scopes);
    Err(Refusal::ApprovalScope { needed, given: given.name().to_owned() })
}

/// A job whose process waits goes on running; one that sleeps goes back into the queue.
fn go_on(
    tx: &mut Tx<'_>,
    job: &Job,
    session: &sessions::Session,
    live: bool,
    answer: State,
) -> Result<(), Refusal> {
    let scope = job.approval_scope.as_deref().unwrap_or_default();
    let state = Some((scope, answer.name()));
    if live {
        jobs::db::set_status(tx, &job.job_id, Status::Running, state)?;
        return change_state(tx, session, sessions::State::Running, None, "orchestrator");
    }
    jobs::db::set_status(tx, &job.job_id, Status::Queued, state)?;
    jobs::db::set_resume(tx, &job.job_id)?;
    change_state(tx, session, sessions::State::Idle, None, "orchestrator")
}
