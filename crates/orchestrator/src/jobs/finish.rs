//! The end of a job: what its keeper said, what it changed, and the event that tells both.

use serde_json::json;
use store::{Durability, Tx};

use super::{Job, Status, db, with};
use crate::Orchestrator;
use crate::approvals;
use crate::error::Refusal;
use crate::events;
use crate::git::snapshot;
use crate::process::files::Folder;
use crate::process::outcome::{Ending, Outcome};
use crate::process::sweep;
use crate::sessions::{self, Session, State, change_state};

/// A job's end as it is written down.
struct Verdict {
    status: Status,
    error: Option<String>,
}

/// How an agent that sleeps was brought to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// It was told, and will take up the same call.
    InOrder,
    /// It was stopped in the middle of a call.
    CutOff,
}

/// What a job left.
#[derive(Default)]
struct Harvest {
    summary: String,
    files: Vec<String>,
    cost: u64,
}

impl Orchestrator {
    /// Writes down how a job went whose keeper is gone.
    pub(crate) async fn finish(&self, job: &Job, folder: &Folder) {
        let end = folder.end().filter(|end| end.attempt == job.attempt);
        self.bring_home(job).await;
        let slept = self.was_put_to_sleep(job).await;
        let finished = match end.map(|end| end.outcome) {
            Some(Outcome { ending: Ending::Deferred { .. }, .. }) => {
                self.put_to_sleep(job, Rest::InOrder).await
            }
            Some(Outcome { ending: Ending::Stopped, .. }) if slept => {
                self.put_to_sleep(job, Rest::CutOff).await
            }
            Some(outcome) => self.conclude(job, &outcome).await,
            None => {
                // The agent was told to end with its keeper; what did not listen is ended here.
                let left = sweep::marked(&job.job_id, None, self.config.runner.grace).await;
                tracing::warn!(job = %job.job_id, left, "a keeper ended without a word");
                self.interrupted(job).await
            }
        };
        if let Err(error) = finished {
            tracing::error!(job = %job.job_id, %error, "the end of a job was not written down");
        }
        self.wake.notify_one();
        self.ended.notify_waiters();
    }

    /// Ends a job that could not be started.
    pub(crate) async fn fail_to_start(&self, id: &str, refusal: &Refusal) {
        tracing::warn!(job = id, error = %refusal, "a job could not be started");
        let (id, error) = (id.to_owned(), refusal.to_string());
        let written = self.store.write(Durability::Full, move |tx| {
            let job = db::need(tx, &id)?;
            let verdict = Verdict { status: Status::Failed, error: Some(error) };
            end(tx, &job, &verdict, &Harvest::default())
        });
        if let Err(error) = written.await {
            tracing::error!(%error, "the end of a job was not written down");
        }
        self.ended.notify_waiters();
    }

    pub(super) async fn conclude(&self, job: &Job, outcome: &Outcome) -> Result<(), Refusal> {
        let files = match self.changes(job).await {
            Ok(files) => files,
            Err(error) => {
                tracing::warn!(job = %job.job_id, %error, "the changes of a job are unknown");
                Vec::new()
            }
        };
        let said = outcome.summary.lines().next().unwrap_or_default();
        let summary = match files.len() {
            0 => said.to_owned(),
            1 => format!("{said}, 1 file changed"),
            count => format!("{said}, {count} files changed"),
        };
        let summary = summary.trim_start_matches(", ").to_owned();
        let (id, ending, cost) = (job.job_id.clone(), outcome.ending.clone(), outcome.session_cost);
        let timeout = self.config.runner.timeout.as_secs();
        let written = self.store.write(Durability::Full, move |tx| {
            let job = db::need(tx, &id)?;
            let verdict = verdict(&job, &ending, timeout);
            let cost = cost.saturating_sub(db::cost_before(tx, &job.agent_session, &id)?);
            end(tx, &job, &verdict, &Harvest { summary, files, cost })
        });
        Ok(written.await?)
    }

    /// The files the job changed, committed or not; what is dirty is also kept from being lost.
    async fn changes(&self, job: &Job) -> Result<Vec<String>, Refusal> {
        let (session, project) = self.session_and_project(&job.session_id).await?;
        let Some(start) = &job.start_commit else { return Ok(Vec::new()) };
        let path = &session.workspace_path;
        let status = snapshot::status(path).await?;
        let message = format!("session {} after job {}", session.session_id, job.job_id);
        let now = snapshot::take(path, &self.config.folder, &status, &message).await?;
        let reference = format!("refs/televibe/checkpoint/{}", session.session_id);
        snapshot::keep(&project.path, &reference, &now).await?;
        snapshot::changed(path, start, &now).await
    }

    /// Keeps the worktree of a running job as it is now; a job is not disturbed if that fails.
    pub(crate) async fn checkpoint(&self, job: &Job) {
        if let Err(error) = self.changes(job).await {
            tracing::warn!(job = %job.job_id, %error, "the worktree of a job was not kept");
        }
    }

    /// Whether the agent was stopped because its push waits for a person. An orchestrator that was
    /// started again meanwhile knows it by the question.
    async fn was_put_to_sleep(&self, job: &Job) -> bool {
        if self.live.is_sleeping(&job.job_id) {
            return true;
        }
        let id = job.job_id.clone();
        let newest = self.store.read(move |reader| {
            let job = db::need(reader, &id)?;
            let newest = approvals::db::newest_of(reader, &id)?;
            Ok::<_, Refusal>(newest.filter(|_| job.stopping.is_none()))
        });
        let open = [approvals::State::Pending, approvals::State::Approved];
        let newest = newest.await.ok().flatten();
        newest.is_some_and(|it| it.tool == "git-push" && open.contains(&it.state))
    }

    /// Brings back what the job's agent committed; what cannot come now stays where it is and comes
    /// before the next job.
    async fn bring_home(&self, job: &Job) {
        let brought = async {
            let (session, project) = self.session_and_project(&job.session_id).await?;
            let brought = self.bring_back(&session, &project).await?;
            if brought.tip.is_none() && brought.kept.is_empty() {
                return Ok(());
            }
            let data = json!({ "tip": brought.tip, "kept": brought.kept, "apart": brought.apart });
            self.note(job, "session.brought_back", with(job.about(&session), data)).await
        };
        if let Err(error) = brought.await {
            let error: Refusal = error;
            tracing::error!(job = %job.job_id, %error, "an agent's commits wait to be brought back");
        }
    }

    /// The agent waits for a person and runs no more; the answer may be there already.
    async fn put_to_sleep(&self, job: &Job, rest: Rest) -> Result<(), Refusal> {
        let (id, live) = (job.job_id.clone(), self.live.clone());
        let written = self.store.write(Durability::Full, move |tx| {
            // From here on an answer has to bring the job back into the queue.
            live.set_process(&id, false);
            let job = db::need(tx, &id)?;
            if job.status.is_end() {
                return Ok(());
            }
            match rest {
                Rest::InOrder => db::set_sure(tx, &id)?,
                Rest::CutOff => db::set_unsure(tx, &id)?,
            }
            let session = sessions::db::need(tx, &job.session_id)?;
            let newest = approvals::db::newest_of(tx, &id)?;
            let state = newest.map(|approval| approval.state);
            match (job.stopping.is_some(), state) {
                (false, Some(approvals::State::Approved | approvals::State::Denied)) => {
                    db::set_resume(tx, &id)?;
                    change_state(tx, &session, State::Idle, None, "orchestrator")
                }
                (false, Some(approvals::State::Pending)) => {
                    db::set_status(tx, &id, Status::WaitingApproval, None)?;
                    let reason = Some(approvals::WAITING);
                    change_state(tx, &session, State::Blocked, reason, "orchestrator")
                }
                (stopping, _) => {
                    let error = job.stopping.clone().filter(|_| stopping);
                    let error = error.unwrap_or_else(|| "the approval was not given".to_owned());
                    let verdict = Verdict { status: Status::Canceled, error: Some(error) };
                    end(tx, &job, &verdict, &Harvest::default())
                }
            }
        });
        Ok(written.await?)
    }
}

fn verdict(job: &Job, ending: &Ending, timeout: u64) -> Verdict {
    let failed = |error: String| Verdict { status: Status::Failed, error: Some(error) };
    match ending {
        Ending::Done => Verdict { status: Status::Done, error: None },
        Ending::TimedOut => failed(format!("TIMEOUT: stopped after {timeout} s")),
        Ending::Stopped => match &job.stopping {
            Some(reason) => Verdict { status: Status::Canceled, error: Some(reason.clone()) },
            None => failed("the job was stopped by somebody else".to_owned()),
        },
        Ending::Failed { error } => match &job.stopping {
            // An agent that was asked to stop may say so in its own words.
            Some(reason) => Verdict { status: Status::Canceled, error: Some(reason.clone()) },
            None => failed(error.clone()),
        },
        Ending::Deferred { .. } => failed("the agent sleeps".to_owned()),
    }
}

/// Ends a job in a transaction: its row, its session, what it asked for, and the event.
fn end(tx: &mut Tx<'_>, job: &Job, verdict: &Verdict, harvest: &Harvest) -> Result<(), Refusal> {
    let Harvest { summary, files, cost } = harvest;
    let (summary, cost) = (summary.as_str(), *cost);
    let ended = db::Ended {
        status: verdict.status,
        summary: Some(summary).filter(|text| !text.is_empty()),
        error: verdict.error.as_deref(),
        files,
        cost,
    };
    if !db::end(tx, &job.job_id, job.attempt, &ended)? {
        // A later attempt, or an earlier word about this one, stands.
        return Ok(());
    }
    approvals::db::withdraw(tx, &job.job_id)?;
    let session = sessions::db::need(tx, &job.session_id)?;
    if !summary.is_empty() {
        sessions::db::set_summary(tx, &session.session_id, summary)?;
    }
    set_free(tx, &session)?;
    let kind = match verdict.status {
        Status::Done => "job.completed",
        Status::Canceled => "job.canceled",
        Status::Failed | Status::Queued | Status::Running | Status::WaitingApproval => "job.failed",
    };
    let more = json!({
        "status": verdict.status.name(),
        "result_summary": summary,
        "files_changed": files,
        "error": verdict.error,
        "cost_usd": dollars(cost),
    });
    let data = with(job.about(&session), more);
    events::emit(tx, kind, &session.stream(), &job.asked_by, &data)
}

/// Millionths of a dollar as dollars.
pub(crate) fn dollars(cost: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "shown to people; the table has the exact sum")]
    let dollars = cost as f64 / 1e6;
    dollars
}

/// A session whose job ended waits again, unless it is closing or blocked for another reason.
fn set_free(tx: &mut Tx<'_>, session: &Session) -> Result<(), Refusal> {
    let by_job = session.state == State::Running
        || (session.state == State::Blocked
            && session.blocked_reason.as_deref() == Some(approvals::WAITING));
    if by_job {
        change_state(tx, session, State::Idle, None, "orchestrator")?;
    }
    Ok(())
}

impl Orchestrator {
    /// Ends a job no process works for.
    pub(crate) fn end_without_process(
        tx: &mut Tx<'_>,
        job: &Job,
        reason: &str,
    ) -> Result<(), Refusal> {
        let verdict = Verdict { status: Status::Canceled, error: Some(reason.to_owned()) };
        end(tx, job, &verdict, &Harvest { cost: job.cost, ..Harvest::default() })
    }
}
