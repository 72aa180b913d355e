//! The loop that takes jobs from the queue and looks after what needs time: leases, questions that
//! expire, sessions that can go on.

use std::sync::Arc;
use std::time::Duration;

use store::Durability;
use tokio::time::Instant;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::jobs;
use crate::queue;

const TICK: Duration = Duration::from_secs(1);
const RENEW_EVERY: Duration = Duration::from_secs(20);

impl Orchestrator {
    /// Takes jobs until the orchestrator stops.
    pub(crate) async fn schedule(self: Arc<Self>) {
        let mut ticked = Instant::now();
        let mut renewed = Instant::now();
        loop {
            if let Err(error) = self.fill().await {
                tracing::error!(%error, "the queue could not be looked at");
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(TICK) => {}
                () = self.stop.cancelled() => return,
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                self.look_after().await;
            }
            if renewed.elapsed() >= RENEW_EVERY {
                renewed = Instant::now();
                self.renew_leases().await;
            }
        }
    }

    async fn fill(self: &Arc<Self>) -> Result<(), Refusal> {
        let (live, busy) = self.busy();
        let free = self.config.runner.max_concurrent_jobs.saturating_sub(live);
        if free == 0 {
            return Ok(());
        }
        let waiting = self.store.read(jobs::db::waiting).await?;
        for job in queue::pick(&waiting, &busy, &self.served(), free) {
            self.note_served(&job.project_id);
            self.launch(job.job_id.clone(), job.session_id.clone());
        }
        Ok(())
    }

    async fn look_after(&self) {
        if let Err(error) = self.expire().await {
            tracing::error!(%error, "questions could not be looked at");
        }
        if let Err(error) = self.unblock().await {
            tracing::error!(%error, "blocked sessions could not be looked at");
        }
    }

    async fn renew_leases(&self) {
        let owner = self.instance.clone();
        let renewed = self
            .store
            .write(Durability::Normal, move |tx| jobs::db::renew(tx, &owner, jobs::lease_end()));
        if let Err(error) = renewed.await {
            tracing::error!(%error, "leases could not be renewed");
        }
    }
}
