//! The orchestrator's tables, and how its rows are read.

use kernel::Timestamp;
use store::Migrations;
use store::sql::{FromSql, Row};

use crate::error::Refusal;

/// The schema.
pub const MIGRATIONS: Migrations = Migrations {
    service: "orchestrator",
    steps: &[
        "
CREATE TABLE orchestrator_project (
    project_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    remote_url TEXT,
    default_branch TEXT NOT NULL,
    backlog_path TEXT,
    created_at BIGINT NOT NULL
);
CREATE TABLE orchestrator_session (
    session_id TEXT PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE,
    project_id TEXT NOT NULL REFERENCES orchestrator_project (project_id),
    display_name TEXT NOT NULL,
    workspace_path TEXT NOT NULL,
    branch TEXT NOT NULL,
    base_branch TEXT NOT NULL,
    made_branch BOOLEAN NOT NULL,
    state TEXT NOT NULL,
    blocked_reason TEXT,
    superclaude_profile TEXT NOT NULL,
    agent_session TEXT,
    last_summary TEXT,
    last_commit TEXT,
    last_activity_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    closed_at BIGINT
);
CREATE UNIQUE INDEX orchestrator_session_branch
    ON orchestrator_session (project_id, branch) WHERE state <> 'closed';
CREATE UNIQUE INDEX orchestrator_session_path
    ON orchestrator_session (workspace_path) WHERE state <> 'closed';
CREATE TABLE orchestrator_rescue (
    session_id TEXT NOT NULL REFERENCES orchestrator_session (session_id),
    number BIGINT NOT NULL,
    reference TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    base_commit TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (session_id, number)
);
CREATE TABLE orchestrator_job (
    job_id TEXT PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE,
    session_id TEXT NOT NULL REFERENCES orchestrator_session (session_id),
    project_id TEXT NOT NULL REFERENCES orchestrator_project (project_id),
    instruction TEXT NOT NULL,
    raw_input TEXT,
    task_ids TEXT NOT NULL,
    status TEXT NOT NULL,
    approval_scope TEXT,
    approval_state TEXT,
    log_path TEXT NOT NULL,
    result_summary TEXT,
    files_changed TEXT NOT NULL,
    error TEXT,
    stopping TEXT,
    asked_by TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT,
    agent_session TEXT NOT NULL,
    resume BOOLEAN NOT NULL,
    start_commit TEXT,
    cost BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);
CREATE INDEX orchestrator_job_status ON orchestrator_job (status, number);
CREATE INDEX orchestrator_job_session ON orchestrator_job (session_id, number);
CREATE TABLE orchestrator_approval (
    approval_id TEXT PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE,
    job_id TEXT NOT NULL REFERENCES orchestrator_job (job_id),
    tool TEXT NOT NULL,
    tool_use_id TEXT NOT NULL,
    command TEXT NOT NULL,
    digest TEXT NOT NULL,
    scopes TEXT NOT NULL,
    state TEXT NOT NULL,
    approvers TEXT NOT NULL,
    reason TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT
);
CREATE INDEX orchestrator_approval_job ON orchestrator_approval (job_id, digest);
CREATE INDEX orchestrator_approval_state ON orchestrator_approval (state, number);
CREATE TABLE orchestrator_grant (
    job_id TEXT NOT NULL REFERENCES orchestrator_job (job_id),
    scope TEXT NOT NULL,
    granted_by TEXT NOT NULL,
    PRIMARY KEY (job_id, scope)
);
CREATE TABLE orchestrator_task (
    project_id TEXT NOT NULL REFERENCES orchestrator_project (project_id),
    task_id TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    file_status TEXT NOT NULL,
    priority TEXT,
    epic TEXT,
    ordinal DOUBLE PRECISION,
    dependencies TEXT NOT NULL,
    labels TEXT NOT NULL,
    assignee TEXT NOT NULL,
    parent TEXT,
    description TEXT NOT NULL,
    criteria TEXT NOT NULL,
    path TEXT NOT NULL,
    digest TEXT NOT NULL,
    session_id TEXT,
    PRIMARY KEY (project_id, task_id)
);
",
        "
CREATE TABLE orchestrator_telegram_mark (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
CREATE TABLE orchestrator_telegram_chat (
    chat_id BIGINT PRIMARY KEY,
    session_id TEXT NOT NULL
);
CREATE TABLE orchestrator_telegram_post (
    chat_id BIGINT NOT NULL,
    subject TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    message_id BIGINT,
    shown TEXT NOT NULL,
    settled BOOLEAN NOT NULL,
    PRIMARY KEY (chat_id, subject)
);
CREATE INDEX orchestrator_telegram_post_open
    ON orchestrator_telegram_post (chat_id) WHERE NOT settled;
ALTER TABLE orchestrator_job ADD COLUMN interruptions BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orchestrator_job ADD COLUMN unsure BOOLEAN NOT NULL DEFAULT FALSE;
",
        "
ALTER TABLE orchestrator_job ADD COLUMN agent TEXT;
ALTER TABLE orchestrator_job ADD COLUMN model TEXT;
ALTER TABLE orchestrator_job ADD COLUMN plan BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orchestrator_job ADD COLUMN new_conversation BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orchestrator_job ADD COLUMN continues BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orchestrator_session ADD COLUMN agent TEXT;
ALTER TABLE orchestrator_session ADD COLUMN model TEXT;
ALTER TABLE orchestrator_session ADD COLUMN conversation_agent TEXT;
ALTER TABLE orchestrator_project ADD COLUMN trust TEXT;
",
        "
ALTER TABLE orchestrator_approval ADD COLUMN class TEXT NOT NULL DEFAULT '';
ALTER TABLE orchestrator_approval ADD COLUMN effect TEXT NOT NULL DEFAULT '{}';
",
    ],
};

/// A column of a row.
pub(crate) fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, store::SqlError> {
    row.get(index).map_err(Into::into)
}

/// A time in a column.
pub(crate) fn time(row: &Row<'_>, index: usize) -> Result<Timestamp, store::SqlError> {
    column(row, index).map(Timestamp)
}

/// A list of texts in a column.
pub(crate) fn list(row: &Row<'_>, index: usize) -> Result<Vec<String>, store::SqlError> {
    let text: String = column(row, index)?;
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

/// A list of texts as a column holds it.
pub(crate) fn listed(items: &[String]) -> Result<String, Refusal> {
    serde_json::to_string(items).map_err(Refusal::defect)
}
