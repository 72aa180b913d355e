//! Stopping jobs: those in the queue at once, those that run by ending their processes.

use std::time::Duration;

use rustix::process::Signal;
use store::Durability;

use super::carry::signal_keeper;
use super::{Job, Status, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::process::sweep;

/// Beyond the grace of an agent and its keeper nobody waits for a job to end.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl Orchestrator {
    /// Cancels a job and waits until nothing of it runs any more.
    pub(crate) async fn cancel(&self, id: &str, reason: &str, by: &str) -> Result<Job, Refusal> {
        let (job_id, reason, live) = (id.to_owned(), reason.to_owned(), self.live.clone());
        let by = by.to_owned();
        let running = self.store.write(Durability::Full, move |tx| {
            let job = db::need(tx, &job_id)?;
            if job.status.is_end() {
                let status = job.status.name().to_owned();
                return Err(Refusal::JobFinished { job: job_id, status });
            }
            let words = format!("canceled by {by}: {reason}");
            if job.status == Status::Queued || !live.has_process(&job_id) {
                Self::end_without_process(tx, &job, &words)?;
                return Ok(false);
            }
            db::set_stopping(tx, &job_id, &words)?;
            Ok(true)
        });
        if running.await? {
            self.stop_process(id);
            self.wait_for_end(id).await?;
        } else {
            self.stop_stray(id).await;
        }
        self.ended.notify_waiters();
        self.wake.notify_one();
        Ok(self.job(id).await?.0)
    }

    /// Ends the keeper of a job that this process does not attend, if one runs.
    pub(crate) async fn stop_stray(&self, id: &str) {
        let folder = self.job_folder(id);
        if self.live.has_process(id)
            || !folder.path().is_dir()
            || !matches!(folder.lock(), Ok(None))
        {
            return;
        }
        signal_keeper(&folder, Signal::TERM);
        let mut waited = Duration::ZERO;
        while matches!(folder.lock(), Ok(None)) && waited < self.config.runner.grace + PATIENCE {
            tokio::time::sleep(LOOK_EVERY).await;
            waited += LOOK_EVERY;
        }
        signal_keeper(&folder, Signal::KILL);
        sweep::marked(id, None, self.config.runner.grace).await;
    }

    /// Waits until a job has ended.
    pub(crate) async fn wait_for_end(&self, id: &str) -> Result<(), Refusal> {
        let patience = self.config.runner.grace * 2 + PATIENCE;
        let waiting = async {
            loop {
                let ended = self.ended.notified();
                if self.job(id).await?.0.status.is_end() {
                    return Ok(());
                }
                tokio::select! {
                    () = ended => {}
                    () = tokio::time::sleep(Duration::from_millis(100)) => {}
                }
            }
        };
        match tokio::time::timeout(patience, waiting).await {
            Ok(ended) => ended,
            Err(_) => Err(Refusal::Runner(format!("job `{id}` does not end"))),
        }
    }

    /// Cancels everything a session waits for or runs.
    pub(crate) async fn stop_session_jobs(&self, session: &str, by: &str) -> Result<(), Refusal> {
        let id = session.to_owned();
        let jobs = self.store.read(move |reader| db::active_of(reader, &id)).await?;
        // The newest first, so that no later job begins when an earlier one ends.
        for job in jobs.iter().rev() {
            match self.cancel(&job.job_id, "the session is being closed", by).await {
                Ok(_) | Err(Refusal::JobFinished { .. }) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(())
    }
}
