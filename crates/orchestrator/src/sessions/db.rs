//! The tables of sessions and of what was rescued from them.

use std::path::PathBuf;

use kernel::Timestamp;
use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use super::{Rescue, Session, State};
use crate::db::{column, time};
use crate::error::Refusal;

const COLUMNS: &str = "SELECT session_id, number, project_id, display_name, workspace_path, branch,
    base_branch, made_branch, state, blocked_reason, superclaude_profile, agent_session,
    last_summary, last_commit, last_activity_at, created_at, closed_at, agent, model,
    conversation_agent FROM orchestrator_session";

fn session(row: &Row<'_>) -> Result<Session, SqlError> {
    Ok(Session {
        session_id: column(row, 0)?,
        number: column(row, 1)?,
        project_id: column(row, 2)?,
        display_name: column(row, 3)?,
        workspace_path: PathBuf::from(column::<String>(row, 4)?),
        branch: column(row, 5)?,
        base_branch: column(row, 6)?,
        made_branch: column(row, 7)?,
        state: State::named(&column::<String>(row, 8)?),
        blocked_reason: column(row, 9)?,
        superclaude_profile: column(row, 10)?,
        agent_session: column(row, 11)?,
        last_summary: column(row, 12)?,
        last_commit: column(row, 13)?,
        last_activity_at: time(row, 14)?,
        created_at: time(row, 15)?,
        closed_at: column::<Option<i64>>(row, 16)?.map(Timestamp),
        agent: column(row, 17)?,
        model: column(row, 18)?,
        conversation_agent: column(row, 19)?,
    })
}

pub(crate) fn get(reader: &Reader<'_>, id: &str) -> Result<Option<Session>, Refusal> {
    let sql = format!("{COLUMNS} WHERE session_id = $1");
    Ok(reader.query_one(&sql, params![id], session)?)
}

/// The session, or the refusal that says there is none.
pub(crate) fn need(reader: &Reader<'_>, id: &str) -> Result<Session, Refusal> {
    get(reader, id)?.ok_or_else(|| Refusal::SessionNotFound(id.to_owned()))
}

/// The open session that has a branch of a project.
pub(crate) fn on_branch(
    reader: &Reader<'_>,
    project: &str,
    branch: &str,
) -> Result<Option<Session>, Refusal> {
    let sql = format!("{COLUMNS} WHERE project_id = $1 AND branch = $2 AND state <> 'closed'");
    Ok(reader.query_one(&sql, params![project, branch], session)?)
}

/// Sessions by project and state, newest activity first; closed ones only when asked for.
pub(crate) fn select(
    reader: &Reader<'_>,
    project: Option<&str>,
    state: Option<State>,
    limit: usize,
) -> Result<Vec<Session>, Refusal> {
    let sql = format!(
        "{COLUMNS} WHERE ($1 IS NULL OR project_id = $1)
            AND (state = $2 OR ($2 IS NULL AND state <> 'closed'))
            ORDER BY last_activity_at DESC, number DESC LIMIT $3"
    );
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Ok(reader.query(&sql, params![project, state.map(State::name), limit], session)?)
}

pub(crate) fn next_number(reader: &Reader<'_>) -> Result<i64, Refusal> {
    let sql = "SELECT coalesce(max(number), 0) + 1 FROM orchestrator_session";
    Ok(reader.query_one(sql, [], |row| column(row, 0))?.unwrap_or(1))
}

pub(crate) fn count_open(reader: &Reader<'_>) -> Result<usize, Refusal> {
    let sql = "SELECT count(*) FROM orchestrator_session WHERE state <> 'closed'";
    let count: i64 = reader.query_one(sql, [], |row| column(row, 0))?.unwrap_or(0);
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

pub(crate) fn insert(tx: &mut Tx<'_>, session: &Session) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_session (session_id, number, project_id, display_name,
            workspace_path, branch, base_branch, made_branch, state, superclaude_profile,
            last_activity_at, created_at, agent, model)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            session.session_id,
            session.number,
            session.project_id,
            session.display_name,
            session.workspace_path.to_string_lossy(),
            session.branch,
            session.base_branch,
            session.made_branch,
            session.state.name(),
            session.superclaude_profile,
            session.last_activity_at.0,
            session.created_at.0,
            session.agent,
            session.model,
        ],
    )?;
    Ok(())
}

/// Takes back a session whose worktree was never made.
pub(crate) fn forget(tx: &mut Tx<'_>, id: &str) -> Result<(), Refusal> {
    tx.execute(
        "DELETE FROM orchestrator_session WHERE session_id = $1 AND state = 'creating'",
        params![id],
    )?;
    Ok(())
}

pub(crate) fn set_state(
    tx: &mut Tx<'_>,
    id: &str,
    state: State,
    reason: Option<&str>,
) -> Result<(), Refusal> {
    let now = Timestamp::now().0;
    let closed = (state == State::Closed).then_some(now);
    tx.execute(
        "UPDATE orchestrator_session SET state = $1, blocked_reason = $2, last_activity_at = $3,
            closed_at = $4 WHERE session_id = $5",
        params![state.name(), reason, now, closed, id],
    )?;
    Ok(())
}

pub(crate) fn set_made_branch(tx: &mut Tx<'_>, id: &str, made: bool) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_session SET made_branch = $1 WHERE session_id = $2";
    tx.execute(sql, params![made, id])?;
    Ok(())
}

pub(crate) fn set_summary(tx: &mut Tx<'_>, id: &str, summary: &str) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_session SET last_summary = $1 WHERE session_id = $2";
    tx.execute(sql, params![summary, id])?;
    Ok(())
}

/// Remembers the conversation that the next job of the session continues, and whose it is.
pub(crate) fn set_conversation(
    tx: &mut Tx<'_>,
    id: &str,
    conversation: &str,
    agent: &str,
) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_session SET agent_session = $1, conversation_agent = $2
            WHERE session_id = $3",
        params![conversation, agent, id],
    )?;
    Ok(())
}

/// Remembers where the branch stood, so that it can be made again.
pub(crate) fn set_commit(tx: &mut Tx<'_>, id: &str, commit: &str) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_session SET last_commit = $1 WHERE session_id = $2";
    tx.execute(sql, params![commit, id])?;
    Ok(())
}

pub(crate) fn next_rescue(reader: &Reader<'_>, id: &str) -> Result<i64, Refusal> {
    let sql = "SELECT coalesce(max(number), 0) + 1 FROM orchestrator_rescue WHERE session_id = $1";
    Ok(reader.query_one(sql, params![id], |row| column(row, 0))?.unwrap_or(1))
}

pub(crate) fn insert_rescue(tx: &mut Tx<'_>, rescue: &Rescue) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_rescue (session_id, number, reference, commit_id, base_commit,
            reason, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            rescue.session_id,
            rescue.number,
            rescue.reference,
            rescue.commit,
            rescue.base,
            rescue.reason,
            rescue.created_at.0,
        ],
    )?;
    Ok(())
}

/// What was rescued from a session, newest first.
pub(crate) fn rescues(reader: &Reader<'_>, id: &str) -> Result<Vec<Rescue>, Refusal> {
    let sql = "SELECT session_id, number, reference, commit_id, base_commit, reason, created_at
        FROM orchestrator_rescue WHERE session_id = $1 ORDER BY number DESC";
    let rescue = |row: &Row<'_>| {
        Ok(Rescue {
            session_id: column(row, 0)?,
            number: column(row, 1)?,
            reference: column(row, 2)?,
            commit: column(row, 3)?,
            base: column(row, 4)?,
            reason: column(row, 5)?,
            created_at: time(row, 6)?,
        })
    };
    Ok(reader.query(sql, params![id], rescue)?)
}
