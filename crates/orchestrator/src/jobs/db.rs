//! The table of jobs.

use std::path::PathBuf;

use kernel::Timestamp;
use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use super::{Job, Status};
use crate::db::{column, list, listed, time};
use crate::error::Refusal;
use crate::queue::Waiting;

const COLUMNS: &str = "SELECT job_id, number, session_id, project_id, instruction, raw_input,
    task_ids, status, approval_scope, approval_state, log_path, result_summary, files_changed,
    error, stopping, asked_by, attempt, agent_session, resume, start_commit, cost, created_at,
    started_at, finished_at, interruptions, unsure, agent, model, plan, new_conversation, continues
    FROM orchestrator_job";

fn job(row: &Row<'_>) -> Result<Job, SqlError> {
    Ok(Job {
        job_id: column(row, 0)?,
        number: column(row, 1)?,
        session_id: column(row, 2)?,
        project_id: column(row, 3)?,
        instruction: column(row, 4)?,
        raw_input: column(row, 5)?,
        task_ids: list(row, 6)?,
        status: Status::named(&column::<String>(row, 7)?),
        approval_scope: column(row, 8)?,
        approval_state: column(row, 9)?,
        log_path: PathBuf::from(column::<String>(row, 10)?),
        result_summary: column(row, 11)?,
        files_changed: list(row, 12)?,
        error: column(row, 13)?,
        stopping: column(row, 14)?,
        asked_by: column(row, 15)?,
        attempt: column(row, 16)?,
        agent_session: column(row, 17)?,
        resume: column(row, 18)?,
        start_commit: column(row, 19)?,
        cost: column::<i64>(row, 20)?.cast_unsigned(),
        created_at: time(row, 21)?,
        started_at: column::<Option<i64>>(row, 22)?.map(Timestamp),
        finished_at: column::<Option<i64>>(row, 23)?.map(Timestamp),
        interruptions: column(row, 24)?,
        unsure: column(row, 25)?,
        agent: column(row, 26)?,
        model: column(row, 27)?,
        plan: column(row, 28)?,
        new_conversation: column(row, 29)?,
        continues: column(row, 30)?,
    })
}

pub(crate) fn get(reader: &Reader<'_>, id: &str) -> Result<Option<Job>, Refusal> {
    let sql = format!("{COLUMNS} WHERE job_id = $1");
    Ok(reader.query_one(&sql, params![id], job)?)
}

/// The job, or the refusal that says there is none.
pub(crate) fn need(reader: &Reader<'_>, id: &str) -> Result<Job, Refusal> {
    get(reader, id)?.ok_or_else(|| Refusal::JobNotFound(id.to_owned()))
}

/// The jobs of a session that wait or run, in their order.
pub(crate) fn active_of(reader: &Reader<'_>, session: &str) -> Result<Vec<Job>, Refusal> {
    let sql = format!(
        "{COLUMNS} WHERE session_id = $1 AND status IN ('queued', 'running', 'waiting_approval')
            ORDER BY number"
    );
    Ok(reader.query(&sql, params![session], job)?)
}

/// Every job in one of these states, oldest first.
pub(crate) fn in_status(reader: &Reader<'_>, status: Status) -> Result<Vec<Job>, Refusal> {
    let sql = format!("{COLUMNS} WHERE status = $1 ORDER BY number");
    Ok(reader.query(&sql, params![status.name()], job)?)
}

/// The newest jobs of a session, or of all, in any of the given states.
pub(crate) fn select(
    reader: &Reader<'_>,
    session: Option<&str>,
    statuses: &[Status],
    limit: usize,
) -> Result<Vec<Job>, Refusal> {
    let names: Vec<_> = statuses.iter().map(|status| format!("'{}'", status.name())).collect();
    let among = if names.is_empty() {
        String::new()
    } else {
        format!("AND status IN ({})", names.join(", "))
    };
    let sql = format!(
        "{COLUMNS} WHERE ($1 IS NULL OR session_id = $1) {among} ORDER BY number DESC LIMIT $2"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Ok(reader.query(&sql, params![session, limit], job)?)
}

/// What waits, in the order it came, with whether its session can take a job now.
pub(crate) fn waiting(reader: &Reader<'_>) -> Result<Vec<Waiting>, Refusal> {
    let sql = "SELECT j.job_id, j.number, j.session_id, j.project_id, s.state
        FROM orchestrator_job j JOIN orchestrator_session s ON s.session_id = j.session_id
        WHERE j.status = 'queued' ORDER BY j.number";
    let waiting = |row: &Row<'_>| {
        Ok(Waiting {
            job_id: column(row, 0)?,
            number: column(row, 1)?,
            session_id: column(row, 2)?,
            project_id: column(row, 3)?,
            ready: column::<String>(row, 4)? == "idle",
        })
    };
    Ok(reader.query(sql, [], waiting)?)
}

pub(crate) fn next_number(reader: &Reader<'_>) -> Result<i64, Refusal> {
    let sql = "SELECT coalesce(max(number), 0) + 1 FROM orchestrator_job";
    Ok(reader.query_one(sql, [], |row| column(row, 0))?.unwrap_or(1))
}

pub(crate) fn insert(tx: &mut Tx<'_>, job: &Job) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_job (job_id, number, session_id, project_id, instruction,
            raw_input, task_ids, status, log_path, files_changed, asked_by, attempt, agent_session,
            resume, cost, created_at, agent, model, plan, new_conversation)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '[]', $10, 0, $11, $12, 0, $13, $14, $15,
            $16, $17)",
        params![
            job.job_id,
            job.number,
            job.session_id,
            job.project_id,
            job.instruction,
            job.raw_input,
            listed(&job.task_ids)?,
            job.status.name(),
            job.log_path.to_string_lossy(),
            job.asked_by,
            job.agent_session,
            job.resume,
            job.created_at.0,
            job.agent,
            job.model,
            job.plan,
            job.new_conversation,
        ],
    )?;
    Ok(())
}

/// Gives a waiting job to this orchestrator; says whether it still waited.
pub(crate) fn claim(
    tx: &mut Tx<'_>,
    id: &str,
    owner: &str,
    until: Timestamp,
) -> Result<bool, Refusal> {
    let now = Timestamp::now().0;
    let changed = tx.execute(
        "UPDATE orchestrator_job SET status = 'running', attempt = attempt + 1, lease_owner = $1,
            lease_until = $2, started_at = coalesce(started_at, $3)
            WHERE job_id = $4 AND status = 'queued'",
        params![owner, until.0, now, id],
    )?;
    Ok(changed == 1)
}

pub(crate) fn renew(tx: &mut Tx<'_>, owner: &str, until: Timestamp) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_job SET lease_until = $1 WHERE lease_owner = $2
            AND status IN ('running', 'waiting_approval')",
        params![until.0, owner],
    )?;
    Ok(())
}

pub(crate) fn adopt(
    tx: &mut Tx<'_>,
    id: &str,
    owner: &str,
    until: Timestamp,
) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_job SET lease_owner = $1, lease_until = $2 WHERE job_id = $3",
        params![owner, until.0, id],
    )?;
    Ok(())
}

/// Makes a job go on with a conversation that there was before it.
pub(crate) fn set_continues(tx: &mut Tx<'_>, id: &str, conversation: &str) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_job SET agent_session = $1, continues = TRUE WHERE job_id = $2";
    tx.execute(sql, params![conversation, id])?;
    Ok(())
}

/// The last jobs of a session before this one that came to an end, the newest first.
pub(crate) fn before(
    reader: &Reader<'_>,
    session: &str,
    number: i64,
    limit: i64,
) -> Result<Vec<Job>, Refusal> {
    let sql = format!(
        "{COLUMNS} WHERE session_id = $1 AND number < $2
            AND status IN ('done', 'failed', 'canceled') ORDER BY number DESC LIMIT $3"
    );
    Ok(reader.query(&sql, params![session, number, limit], job)?)
}

pub(crate) fn set_start(tx: &mut Tx<'_>, id: &str, commit: &str) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_job SET start_commit = coalesce(start_commit, $1) WHERE job_id = $2",
        params![commit, id],
    )?;
    Ok(())
}

pub(crate) fn set_stopping(tx: &mut Tx<'_>, id: &str, reason: &str) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_job SET stopping = $1 WHERE job_id = $2";
    tx.execute(sql, params![reason, id])?;
    Ok(())
}

/// Puts a job into a state that is not an end, together with what it waits for.
pub(crate) fn set_status(
    tx: &mut Tx<'_>,
    id: &str,
    status: Status,
    approval: Option<(&str, &str)>,
) -> Result<(), Refusal> {
    let (scope, state) = approval.unzip();
    tx.execute(
        "UPDATE orchestrator_job SET status = $1, approval_scope = coalesce($2, approval_scope),
            approval_state = coalesce($3, approval_state) WHERE job_id = $4",
        params![status.name(), scope, state, id],
    )?;
    Ok(())
}

pub(crate) fn set_resume(tx: &mut Tx<'_>, id: &str) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_job SET status = 'queued', resume = TRUE WHERE job_id = $1";
    tx.execute(sql, params![id])?;
    Ok(())
}

/// Puts a job whose run was cut off back into the queue.
pub(crate) fn set_interrupted(tx: &mut Tx<'_>, id: &str) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_job SET status = 'queued', resume = TRUE, unsure = TRUE,
            interruptions = interruptions + 1 WHERE job_id = $1",
        params![id],
    )?;
    Ok(())
}

/// Notes that the last run of a job ended in good order.
pub(crate) fn set_sure(tx: &mut Tx<'_>, id: &str) -> Result<(), Refusal> {
    tx.execute("UPDATE orchestrator_job SET unsure = FALSE WHERE job_id = $1", params![id])?;
    Ok(())
}

/// Notes that nobody knows whether the last call of a job took effect.
pub(crate) fn set_unsure(tx: &mut Tx<'_>, id: &str) -> Result<(), Refusal> {
    tx.execute("UPDATE orchestrator_job SET unsure = TRUE WHERE job_id = $1", params![id])?;
    Ok(())
}

/// How a job ended.
pub(crate) struct Ended<'a> {
    pub(crate) status: Status,
    pub(crate) summary: Option<&'a str>,
    pub(crate) error: Option<&'a str>,
    pub(crate) files: &'a [String],
    pub(crate) cost: u64,
}

/// Ends a job of this attempt; says whether it was still to be ended.
pub(crate) fn end(
    tx: &mut Tx<'_>,
    id: &str,
    attempt: i64,
    ended: &Ended<'_>,
) -> Result<bool, Refusal> {
    let changed = tx.execute(
        "UPDATE orchestrator_job SET status = $1, result_summary = $2, error = $3,
            files_changed = $4, cost = $5, finished_at = $6, lease_owner = NULL, lease_until = NULL
            WHERE job_id = $7 AND attempt = $8
            AND status IN ('queued', 'running', 'waiting_approval')",
        params![
            ended.status.name(),
            ended.summary,
            ended.error,
            listed(ended.files)?,
            ended.cost.cast_signed(),
            Timestamp::now().0,
            id,
            attempt,
        ],
    )?;
    Ok(changed == 1)
}

/// What the jobs of a session have cost before this one.
pub(crate) fn cost_before(reader: &Reader<'_>, agent: &str, id: &str) -> Result<u64, Refusal> {
    let sql = "SELECT coalesce(sum(cost), 0) FROM orchestrator_job
        WHERE agent_session = $1 AND job_id <> $2";
    let cost: i64 = reader.query_one(sql, params![agent, id], |row| column(row, 0))?.unwrap_or(0);
    Ok(cost.cast_unsigned())
}

pub(crate) fn spent_by_session(reader: &Reader<'_>, session: &str) -> Result<u64, Refusal> {
    let sql = "SELECT coalesce(sum(cost), 0) FROM orchestrator_job WHERE session_id = $1";
    let cost: i64 = reader.query_one(sql, params![session], |row| column(row, 0))?.unwrap_or(0);
    Ok(cost.cast_unsigned())
}

pub(crate) fn spent_by_project(reader: &Reader<'_>, project: &str) -> Result<u64, Refusal> {
    let sql = "SELECT coalesce(sum(cost), 0) FROM orchestrator_job WHERE project_id = $1";
    let cost: i64 = reader.query_one(sql, params![project], |row| column(row, 0))?.unwrap_or(0);
    Ok(cost.cast_unsigned())
}

pub(crate) fn spent_since(reader: &Reader<'_>, since: Timestamp) -> Result<u64, Refusal> {
    let sql = "SELECT coalesce(sum(cost), 0) FROM orchestrator_job WHERE finished_at >= $1";
    let cost: i64 = reader.query_one(sql, params![since.0], |row| column(row, 0))?.unwrap_or(0);
    Ok(cost.cast_unsigned())
}
