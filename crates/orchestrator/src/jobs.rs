//! Jobs: instructions on their way through the queue, an agent, and to their end.

mod cancel;
mod carry;
mod conversation;
pub(crate) mod db;
mod finish;
mod interrupt;
mod recover;

use std::path::PathBuf;

use kernel::Timestamp;
use serde_json::{Value, json};
use store::Durability;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::identity;
use crate::process::files::Folder;
use crate::queue;
use crate::sessions::{self, Session, State};

pub(crate) use carry::lease_end;
pub(crate) use finish::dollars;

/// What became of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// It waits for its turn.
    Queued,
    /// It runs.
    Running,
    /// It waits for a person.
    WaitingApproval,
    /// It did what it was told.
    Done,
    /// It did not.
    Failed,
    /// It was stopped.
    Canceled,
}

impl Status {
    pub(crate) const ALL: [Self; 6] = [
        Self::Queued,
        Self::Running,
        Self::WaitingApproval,
        Self::Done,
        Self::Failed,
        Self::Canceled,
    ];

    /// The status's name on the wire and in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::WaitingApproval => "waiting_approval",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Canceled => "canceled",
        }
    }

    /// The status of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// The status of this name; a name of a later build counts as failed.
    pub(crate) fn named(name: &str) -> Self {
        Self::parse(name).unwrap_or(Self::Failed)
    }

    /// Whether nothing more will happen.
    pub(crate) fn is_end(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Canceled)
    }
}

/// A job.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Job {
    pub(crate) job_id: String,
    pub(crate) number: i64,
    pub(crate) session_id: String,
    pub(crate) project_id: String,
    pub(crate) instruction: String,
    pub(crate) raw_input: Option<String>,
    pub(crate) task_ids: Vec<String>,
    pub(crate) status: Status,
    pub(crate) approval_scope: Option<String>,
    pub(crate) approval_state: Option<String>,
    pub(crate) log_path: PathBuf,
    pub(crate) result_summary: Option<String>,
    pub(crate) files_changed: Vec<String>,
    pub(crate) error: Option<String>,
    pub(crate) stopping: Option<String>,
    pub(crate) asked_by: String,
    pub(crate) attempt: i64,
    pub(crate) agent_session: String,
    pub(crate) resume: bool,
    /// The agent that carries it out; none for the one that was usual before jobs chose.
    pub(crate) agent: Option<String>,
    pub(crate) model: Option<String>,
    /// Whether only a plan is to be made.
    pub(crate) plan: bool,
    /// Whether the agent is to know nothing of earlier jobs.
    pub(crate) new_conversation: bool,
    /// Whether it goes on with the conversation of an earlier job.
    pub(crate) continues: bool,
    /// How often its keeper vanished.
    pub(crate) interruptions: i64,
    /// Whether its last run was cut off, so that nobody knows whether the last call took effect.
    pub(crate) unsure: bool,
    pub(crate) start_commit: Option<String>,
    pub(crate) cost: u64,
    pub(crate) created_at: Timestamp,
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) finished_at: Option<Timestamp>,
}

impl Job {
    /// What every event of the job says of it.
    pub(crate) fn about(&self, session: &Session) -> Value {
        json!({
            "job_id": self.job_id,
            "session_id": self.session_id,
            "project_id": self.project_id,
            "branch": session.branch,
        })
    }
}

/// The same object with more in it.
pub(crate) fn with(mut data: Value, more: Value) -> Value {
    if let (Value::Object(data), Value::Object(more)) = (&mut data, more) {
        data.extend(more);
    }
    data
}

/// An instruction to be queued.
#[derive(Debug, Clone)]
pub(crate) struct NewJob {
    pub(crate) session_id: String,
    pub(crate) instruction: String,
    pub(crate) raw_input: Option<String>,
    pub(crate) task_ids: Vec<String>,
    pub(crate) agent: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) plan: bool,
    pub(crate) new_conversation: bool,
}

impl NewJob {
    /// An instruction as the session's agent takes it next.
    pub(crate) fn plain(session_id: String, instruction: String) -> Self {
        Self {
            session_id,
            instruction,
            raw_input: None,
            task_ids: Vec::new(),
            agent: None,
            model: None,
            plan: false,
            new_conversation: false,
        }
    }
}

impl Orchestrator {
    /// Queues an instruction and says how many will be taken before it, itself included.
    pub(crate) async fn enqueue(&self, asked: NewJob, by: &str) -> Result<(Job, usize), Refusal> {
        let characters = asked.instruction.chars().count();
        let limit = self.config.limits.instruction_chars;
        if asked.instruction.trim().is_empty() {
            return Err(Refusal::InstructionEmpty);
        }
        if characters > limit {
            return Err(Refusal::InstructionTooLong { found: characters, limit });
        }
        let task_ids = self.known_tasks(&asked.session_id, &asked.task_ids).await?;
        let job_id = identity::uuid()?;
        let job = Job {
            log_path: self.config.logs.join(format!("job-{job_id}.log")),
            job_id,
            number: 0,
            session_id: asked.session_id,
            project_id: String::new(),
            instruction: asked.instruction,
            raw_input: asked.raw_input,
            task_ids,
            status: Status::Queued,
            approval_scope: None,
            approval_state: None,
            result_summary: None,
            files_changed: Vec::new(),
            error: None,
            stopping: None,
            asked_by: by.to_owned(),
            attempt: 0,
            agent_session: identity::uuid()?,
            resume: false,
            agent: asked.agent,
            model: asked.model,
            plan: asked.plan,
            new_conversation: asked.new_conversation,
            continues: false,
            interruptions: 0,
            unsure: false,
            start_commit: None,
            cost: 0,
            created_at: Timestamp::now(),
            started_at: None,
            finished_at: None,
        };
        let queued = self.insert_job(job).await?;
        self.wake.notify_one();
        Ok(queued)
    }

    async fn insert_job(&self, mut job: Job) -> Result<(Job, usize), Refusal> {
        let limit = self.config.limits.queued_per_session;
        let served = self.served();
        let runner = self.config.runner.clone();
        let written = self.store.write(Durability::Full, move |tx| {
            let session = sessions::db::need(tx, &job.session_id)?;
            match session.state {
                State::Creating => return Err(Refusal::SessionNotFound(session.session_id)),
                State::Closing => return Err(Refusal::SessionClosing(session.session_id)),
                State::Closed => return Err(Refusal::SessionClosed(session.session_id)),
                State::Idle | State::Running | State::Blocked => {}
            }
            let before = db::active_of(tx, &job.session_id)?;
            let waiting = before.iter().filter(|it| it.status == Status::Queued).count();
            if waiting >= limit {
                return Err(Refusal::LimitReached { what: "the queue of the session", limit });
            }
            job.number = db::next_number(tx)?;
            job.project_id.clone_from(&session.project_id);
            conversation::choose(&mut job, &session, &runner)?;
            db::insert(tx, &job)?;
            let position = position(tx, &job.job_id, &served)?;
            let more = json!({ "instruction": job.instruction, "position": position });
            let data = with(job.about(&session), more);
            events::emit(tx, "job.queued", &session.stream(), &job.asked_by, &data)?;
            Ok((job, position))
        });
        Ok(written.await?)
    }

    /// One job, and its place in the queue if it waits.
    pub(crate) async fn job(&self, id: &str) -> Result<(Job, Option<usize>), Refusal> {
        let (id, served) = (id.to_owned(), self.served());
        self.store
            .read(move |reader| {
                let job = db::need(reader, &id)?;
                if job.status != Status::Queued {
                    return Ok((job, None));
                }
                let place = position(reader, &id, &served)?;
                Ok((job, Some(place)))
            })
            .await
    }

    /// The folder through which a job's processes and the orchestrator talk.
    pub(crate) fn job_folder(&self, id: &str) -> Folder {
        Folder::new(self.config.folder.join("jobs").join(id))
    }
}

fn position(
    reader: &store::Reader<'_>,
    id: &str,
    served: &queue::Served,
) -> Result<usize, Refusal> {
    let waiting = db::waiting(reader)?;
    let order = queue::order(&waiting, served);
    Ok(order.iter().position(|job| job.job_id == id).map_or(0, |index| index + 1))
}
