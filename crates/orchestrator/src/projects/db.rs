//! The table of projects.

use std::path::{Path, PathBuf};

use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

use super::{Project, Trust};
use crate::db::{column, time};
use crate::error::Refusal;

const COLUMNS: &str = "SELECT project_id, name, path, remote_url, default_branch, backlog_path,
    created_at, (SELECT count(*) FROM orchestrator_session s
        WHERE s.project_id = p.project_id AND s.state <> 'closed'), trust
    FROM orchestrator_project p";

fn project(row: &Row<'_>) -> Result<Project, SqlError> {
    Ok(Project {
        project_id: column(row, 0)?,
        name: column(row, 1)?,
        path: column::<String>(row, 2)?.into(),
        remote_url: column(row, 3)?,
        default_branch: column(row, 4)?,
        backlog_path: column::<Option<String>>(row, 5)?.map(PathBuf::from),
        created_at: time(row, 6)?,
        active_sessions: column::<i64>(row, 7)?.cast_unsigned(),
        trust: column::<Option<String>>(row, 8)?.as_deref().map(Trust::named),
    })
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(crate) fn get(reader: &Reader<'_>, id: &str) -> Result<Option<Project>, Refusal> {
    let sql = format!("{COLUMNS} WHERE project_id = $1");
    Ok(reader.query_one(&sql, params![id], project)?)
}

pub(crate) fn by_path(reader: &Reader<'_>, path: &Path) -> Result<Option<Project>, Refusal> {
    let sql = format!("{COLUMNS} WHERE path = $1");
    Ok(reader.query_one(&sql, params![text(path)], project)?)
}

pub(crate) fn all(reader: &Reader<'_>) -> Result<Vec<Project>, Refusal> {
    let sql = format!("{COLUMNS} ORDER BY project_id");
    Ok(reader.query(&sql, [], project)?)
}

pub(crate) fn insert(tx: &mut Tx<'_>, project: &Project) -> Result<(), Refusal> {
    tx.execute(
        "INSERT INTO orchestrator_project (project_id, name, path, remote_url, default_branch,
            backlog_path, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            project.project_id,
            project.name,
            text(&project.path),
            project.remote_url,
            project.default_branch,
            project.backlog_path.as_deref().map(text),
            project.created_at.0,
        ],
    )?;
    Ok(())
}

pub(crate) fn set_trust(tx: &mut Tx<'_>, id: &str, trust: Trust) -> Result<(), Refusal> {
    let sql = "UPDATE orchestrator_project SET trust = $1 WHERE project_id = $2";
    tx.execute(sql, params![trust.name(), id])?;
    Ok(())
}

pub(crate) fn set_backlog(tx: &mut Tx<'_>, id: &str, path: Option<&Path>) -> Result<(), Refusal> {
    tx.execute(
        "UPDATE orchestrator_project SET backlog_path = $1 WHERE project_id = $2",
        params![path.map(text), id],
    )?;
    Ok(())
}
