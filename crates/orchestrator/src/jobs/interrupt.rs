//! Jobs whose keeper vanished: killed, or lost with the machine. The agent's session is taken up
//! again a few times, told to look first what its last call did; then the job counts as failed.

use serde_json::json;
use store::Durability;

use super::{Job, Status, db, with};
use crate::Orchestrator;
use crate::approvals;
use crate::error::Refusal;
use crate::events;
use crate::process::outcome::{Ending, Outcome};
use crate::runner;
use crate::sessions::{self, State, change_state};

const WHY: &str = "interrupted: the job's keeper ended without a word";

impl Orchestrator {
    /// Brings an interrupted job back into the queue, or ends it.
    pub(super) async fn interrupted(&self, job: &Job) -> Result<(), Refusal> {
        let most = i64::from(self.config.runner.max_resumes);
        let agent = self.agent_of(job)?;
        if runner::can_resume(agent.kind) && self.go_on_later(job, most).await? {
            return Ok(());
        }
        let ending = Ending::Failed { error: WHY.to_owned() };
        let outcome = Outcome { ending, summary: String::new(), session_cost: 0 };
        self.conclude(job, &outcome).await
    }

    /// Says whether the job will go on, or is over already.
    async fn go_on_later(&self, job: &Job, most: i64) -> Result<bool, Refusal> {
        let (id, live, attempt) = (job.job_id.clone(), self.live.clone(), job.attempt);
        let written = self.store.write(Durability::Full, move |tx| {
            let job = db::need(tx, &id)?;
            let over = job.status.is_end() || job.attempt != attempt;
            if over || job.stopping.is_some() || job.interruptions >= most {
                return Ok(over);
            }
            // From here on an answer has to bring the job back into the queue.
            live.set_process(&id, false);
            db::set_interrupted(tx, &id)?;
            let session = sessions::db::need(tx, &job.session_id)?;
            let more = json!({ "attempt": job.attempt, "interruptions": job.interruptions + 1 });
            let data = with(job.about(&session), more);
            events::emit(tx, "job.interrupted", &session.stream(), "orchestrator", &data)?;
            if approvals::db::pending_of(tx, &id)?.is_some() {
                db::set_status(tx, &id, Status::WaitingApproval, None)?;
                let reason = Some(approvals::WAITING);
                change_state(tx, &session, State::Blocked, reason, "orchestrator")?;
            } else {
                change_state(tx, &session, State::Idle, None, "orchestrator")?;
            }
            Ok::<_, Refusal>(true)
        });
        Ok(written.await?)
    }
}
