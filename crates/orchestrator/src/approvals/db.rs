//! The tables of questions to people and of what they granted for a whole job.

use std::collections::BTreeSet;

use kernel::Timestamp;
use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use super::{Approval, Scope, Scopes, State};
use crate::db::{column, list, listed, time};
use crate::error::Refusal;

const COLUMNS: &str = "SELECT approval_id, number, job_id, tool, tool_use_id, command, digest,
    scopes, state, approvers, reason, created_at, expires_at, class, effect FROM orchestrator_approval";

fn approval(row: &Row<'_>) -> Result<Approval, SqlError> {
    Ok(Approval {
        approval_id: column(row, 0)?,
        number: column(row, 1)?,
        job_id: column(row, 2)?,
        tool: column(row, 3)?,
        tool_use_id: column(row, 4)?,
        command: column(row, 5)?,
        digest: column(row, 6)?,
        scopes: list(row, 7)?.iter().filter_map(|name| Scope::parse(name)).collect(),
        state: State::named(&column::<String>(row, 8)?),
        approvers: list(row, 9)?,
        reason: column(row, 10)?,
        created_at: time(row, 11)?,
        expires_at: time(row, 12)?,
        class: column(row, 13)?,
        effect: serde_json::from_str(&column::<String>(row, 14)?).unwrap_or_default(),
    })
}

fn names(scopes: &Scopes) -> Vec<String> {
    scopes.iter().map(|scope| scope.name().to_owned()).collect()
}

/// The newest question of a job about exactly this call that can still decide it.
pub(crate) fn of_call(
    reader: &Reader<'_>,
    job: &str,
    digest: &str,
) -> Result<Option<Approval>, Refusal> {
    let sql = format!(
        "{COLUMNS} WHERE job_id = $1 AND digest = $2 AND state IN ('pending', 'approved', 'denied')
            ORDER BY number DESC LIMIT 1"
    );
    Ok(reader.query_one(&sql, params![job, digest], approval)?)
}

/// The newest question of a job.
pub(crate) fn newest_of(reader: &Reader<'_>, job: &str) -> Result<Option<Approval>, Refusal> {
    let sql = format!("{COLUMNS} WHERE job_id = $1 ORDER BY number DESC LIMIT 1");
    Ok(reader.query_one(&sql, params![job], approval)?)
}

/// The open question of a job.
pub(crate) fn pending_of(reader: &Reader<'_>, job: &str) -> Result<Option<Approval>, Refusal> {
    let sql = format!("{COLUMNS} WHERE job_id = $1 AND state = 'pending' ORDER BY number LIMIT 1");
    Ok(reader.query_one(&sql, params![job], approval)?)
}

/// A question by its id.
pub(crate) fn get(reader: &Reader<'_>, id: &str) -> Result<Option<Approval>, Refusal> {
    let sql = format!("{COLUMNS} WHERE approval_id = $1");
    Ok(reader.query_one(&sql, params![id], approval)?)
}

/// Every open question, oldest first.
pub(crate) fn pending(reader: &Reader<'_>) -> Result<Vec<Approval>, Refusal> {
    let sql = format!("{COLUMNS} WHERE state = 'pending' ORDER BY number");
    Ok(reader.query(&sql, [], approval)?)
}

/// What a job was allowed and has not done yet.
pub(crate) fn approved_of(reader: &Reader<'_>, job: &str) -> Result<Vec<Approval>, Refusal> {
    let sql = format!("{COLUMNS} WHERE job_id = $1 AND state = 'approved' ORDER BY number");
    Ok(reader.query(&sql, params![job], approval)?)
}

pub(crate) fn next_number(reader: &Reader<'_>) -> Result<i64, Refusal> {
    let sql = "SELECT coalesce(max(number), 0) + 1 FROM orchestrator_approval";
    Ok(reader.query_one(sql, [], |row| column(row, 0))?.unwrap_or(1))
}

pub(crate) fn insert(tx: &mut Tx<'_>, approval: &Approval) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_approval (approval_id, number, job_id, tool, tool_use_id,
            command, digest, scopes, state, approvers, created_at, expires_at, class, effect)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            approval.approval_id,
            approval.number,
            approval.job_id,
            approval.tool,
            approval.tool_use_id,
            approval.command,
            approval.digest,
            listed(&names(&approval.scopes))?,
            approval.state.name(),
            listed(&approval.approvers)?,
            approval.created_at.0,
            approval.expires_at.0,
            approval.class,
            approval.effect.to_string(),
        ],
    )?;
    Ok(())
}

/// Takes a question from one state to another; says whether it was in the first.
pub(crate) fn set_state(
    tx: &mut Tx<'_>,
    id: &str,
    (from, to): (State, State),
    reason: Option<&str>,
) -> Result<bool, Refusal> {
    let changed = tx.execute(
        "UPDATE orchestrator_approval SET state = $1, reason = coalesce($2, reason), decided_at = $3
            WHERE approval_id = $4 AND state = $5",
        params![to.name(), reason, Timestamp::now().0, id, from.name()],
    )?;
    Ok(changed == 1)
}

pub(crate) fn set_approvers(
    tx: &mut Tx<'_>,
    id: &str,
    approvers: &[String],
) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_approval SET approvers = $1 WHERE approval_id = $2";
    tx.execute(sql, params![listed(approvers)?, id])?;
    Ok(())
}

/// Takes back what a job that ended still asked for or had not used.
pub(crate) fn withdraw(tx: &mut Tx<'_>, job: &str) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_approval SET state = 'expired', decided_at = $1
            WHERE job_id = $2 AND state IN ('pending', 'approved')",
        params![Timestamp::now().0, job],
    )?;
    Ok(())
}

/// Allows a class of calls for as long as a job lasts.
pub(crate) fn grant(tx: &mut Tx<'_>, job: &str, class: &str, by: &str) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_grant (job_id, scope, granted_by) VALUES ($1, $2, $3)
            ON CONFLICT (job_id, scope) DO NOTHING",
        params![job, class, by],
    )?;
    Ok(())
}

/// The classes a person allowed a job for as long as it lasts.
pub(crate) fn granted(reader: &Reader<'_>, job: &str) -> Result<BTreeSet<String>, Refusal> {
    let sql = "SELECT scope FROM orchestrator_grant WHERE job_id = $1";
    let names = reader.query(sql, params![job], |row| column::<String>(row, 0))?;
    Ok(names.into_iter().collect())
}
