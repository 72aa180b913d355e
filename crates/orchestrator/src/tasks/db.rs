//! The table of tasks.

use std::path::PathBuf;

use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use super::Task;
use crate::db::{column, list, listed};
use crate::error::Refusal;

const COLUMNS: &str = "SELECT project_id, task_id, title, status, file_status, priority, epic,
    ordinal, dependencies, labels, assignee, parent, description, criteria, path, digest, session_id
    FROM orchestrator_task";

fn task(row: &Row<'_>) -> Result<Task, SqlError> {
    Ok(Task {
        project_id: column(row, 0)?,
        task_id: column(row, 1)?,
        title: column(row, 2)?,
        status: column(row, 3)?,
        file_status: column(row, 4)?,
        priority: column(row, 5)?,
        epic: column(row, 6)?,
        ordinal: column(row, 7)?,
        dependencies: list(row, 8)?,
        labels: list(row, 9)?,
        assignee: list(row, 10)?,
        parent: column(row, 11)?,
        description: column(row, 12)?,
        criteria: list(row, 13)?,
        path: PathBuf::from(column::<String>(row, 14)?),
        digest: column(row, 15)?,
        session_id: column(row, 16)?,
    })
}

/// The tasks of a project by their ids.
pub(crate) fn of_project(reader: &Reader<'_>, project: &str) -> Result<Vec<Task>, Refusal> {
    let sql = format!("{COLUMNS} WHERE project_id = $1 ORDER BY task_id");
    Ok(reader.query(&sql, params![project], task)?)
}

pub(crate) fn get(reader: &Reader<'_>, project: &str, id: &str) -> Result<Option<Task>, Refusal> {
    let sql = format!("{COLUMNS} WHERE project_id = $1 AND task_id = $2");
    Ok(reader.query_one(&sql, params![project, id], task)?)
}

/// The task, or the refusal that says there is none.
pub(crate) fn need(reader: &Reader<'_>, project: &str, id: &str) -> Result<Task, Refusal> {
    get(reader, project, id)?.ok_or_else(|| Refusal::TaskNotFound(id.to_owned()))
}

/// Adds a task or replaces what is known of it, its claim included.
pub(crate) fn put(tx: &mut Tx<'_>, task: &Task) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_task (project_id, task_id, title, status, file_status, priority,
            epic, ordinal, dependencies, labels, assignee, parent, description, criteria, path,
            digest, session_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
            ON CONFLICT (project_id, task_id) DO UPDATE SET title = excluded.title,
            status = excluded.status, file_status = excluded.file_status,
            priority = excluded.priority, epic = excluded.epic, ordinal = excluded.ordinal,
            dependencies = excluded.dependencies, labels = excluded.labels,
            assignee = excluded.assignee, parent = excluded.parent,
            description = excluded.description, criteria = excluded.criteria, path = excluded.path,
            digest = excluded.digest, session_id = excluded.session_id",
        params![
            task.project_id,
            task.task_id,
            task.title,
            task.status,
            task.file_status,
            task.priority,
            task.epic,
            task.ordinal,
            listed(&task.dependencies)?,
            listed(&task.labels)?,
            listed(&task.assignee)?,
            task.parent,
            task.description,
            listed(&task.criteria)?,
            task.path.to_string_lossy(),
            task.digest,
            task.session_id,
        ],
    )?;
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx<'_>, project: &str, id: &str) -> Result<(), Refusal> {
    let sql = "DELETE FROM orchestrator_task WHERE project_id = $1 AND task_id = $2";
    tx.execute(sql, params![project, id])?;
    Ok(())
}

pub(crate) fn set_session(
    tx: &mut Tx<'_>,
    project: &str,
    id: &str,
    session: Option<&str>,
) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_task SET session_id = $1 WHERE project_id = $2 AND task_id = $3",
        params![session, project, id],
    )?;
    Ok(())
}

/// The ids of the tasks a session has claimed.
pub(crate) fn of_session(reader: &Reader<'_>, session: &str) -> Result<Vec<String>, Refusal> {
    let sql = "SELECT task_id FROM orchestrator_task WHERE session_id = $1 ORDER BY task_id";
    Ok(reader.query(sql, params![session], |row| column(row, 0))?)
}
