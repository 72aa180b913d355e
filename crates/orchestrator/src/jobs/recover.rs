//! After a restart: jobs whose keeper lives are attended again, finished ones are written down,
//! those that never began go back into the queue. No job is lost and none is run twice.

use serde_json::json;
use store::Durability;

use super::carry::lease_end;
use super::{Job, Status, db, with};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::sessions::{self, State, change_state};

/// What became of a job while nobody looked.
enum Found {
    Alive,
    Ended,
    NeverBegan,
    Asleep,
}

impl Orchestrator {
    /// Puts everything in order that an earlier process left.
    pub(crate) async fn recover(self: &std::sync::Arc<Self>) -> Result<(), Refusal> {
        self.recover_creations().await?;
        self.recover_closings().await?;
        let mut jobs = self.store.read(|reader| db::in_status(reader, Status::Running)).await?;
        let waiting = self.store.read(|reader| db::in_status(reader, Status::WaitingApproval));
        jobs.extend(waiting.await?);
        for job in jobs {
            match self.look_at(&job)? {
                Found::Alive => self.adopt(job).await?,
                Found::Ended => self.finish(&job, &self.job_folder(&job.job_id)).await,
                Found::NeverBegan => self.requeue(&job).await?,
                Found::Asleep => {}
            }
        }
        self.free_sessions().await
    }

    fn look_at(&self, job: &Job) -> Result<Found, Refusal> {
        let folder = self.job_folder(&job.job_id);
        if !folder.path().is_dir() {
            let asleep = job.status == Status::WaitingApproval;
            return Ok(if asleep { Found::Asleep } else { Found::NeverBegan });
        }
        let failed = Refusal::file("look into", folder.path());
        let Some(_lock) = folder.lock().map_err(failed)? else { return Ok(Found::Alive) };
        let begun = folder.keeper().is_some_and(|keeper| keeper.attempt == job.attempt);
        let ended = folder.end().is_some_and(|end| end.attempt == job.attempt);
        if begun || ended {
            return Ok(Found::Ended);
        }
        if job.status == Status::WaitingApproval {
            return Ok(Found::Asleep);
        }
        // Withdrawn under the lock, so that a keeper that is still to come finds nothing to do.
        folder.withdraw_order().map_err(Refusal::file("withdraw the order in", folder.path()))?;
        Ok(Found::NeverBegan)
    }

    async fn adopt(self: &std::sync::Arc<Self>, job: Job) -> Result<(), Refusal> {
        let (id, owner) = (job.job_id.clone(), self.instance.clone());
        self.store
            .write(Durability::Normal, move |tx| {
                db::adopt(tx, &id, &owner, lease_end())?;
                let job = db::need(tx, &id)?;
                let session = sessions::db::need(tx, &job.session_id)?;
                let data = with(job.about(&session), json!({ "attempt": job.attempt }));
                events::emit(tx, "job.attached", &session.stream(), "recovery", &data)
            })
            .await?;
        self.attach(job);
        Ok(())
    }

    async fn requeue(&self, job: &Job) -> Result<(), Refusal> {
        let id = job.job_id.clone();
        let written = self.store.write(Durability::Full, move |tx| {
            db::set_status(tx, &id, Status::Queued, None)?;
            let job = db::need(tx, &id)?;
            let session = sessions::db::need(tx, &job.session_id)?;
            let data = job.about(&session);
            events::emit(tx, "job.requeued", &session.stream(), "recovery", &data)
        });
        Ok(written.await?)
    }

    /// A session is running only while a job of it does.
    async fn free_sessions(&self) -> Result<(), Refusal> {
        let freed = self.store.write(Durability::Normal, |tx| {
            for session in sessions::db::select(tx, None, Some(State::Running), usize::MAX)? {
                let jobs = db::active_of(tx, &session.session_id)?;
                if jobs.iter().all(|job| job.status == Status::Queued) {
                    change_state(tx, &session, State::Idle, None, "recovery")?;
                }
            }
            Ok::<_, Refusal>(())
        });
        Ok(freed.await?)
    }

    /// Lets sessions go on whose worktree was put right again.
    pub(crate) async fn unblock(&self) -> Result<(), Refusal> {
        let blocked = self
            .store
            .read(|reader| sessions::db::select(reader, None, Some(State::Blocked), usize::MAX))
            .await?;
        for session in blocked {
            if session.blocked_reason.as_deref() == Some(crate::approvals::WAITING) {
                continue;
            }
            let project = self.project(&session.project_id).await?;
            if self.verify(&session, &project).is_ok() {
                self.store
                    .write(Durability::Normal, move |tx| {
                        change_state(tx, &session, State::Idle, None, "orchestrator")
                    })
                    .await?;
            }
        }
        Ok(())
    }
}
