//! All SQL of the reasoner: the schema, sessions and what they were told; ontologies and recorded
//! runs in rooms of their own.

mod ontologies;
mod runs;

use kernel::Timestamp;
use store::sql::{Row, params};
use store::{Migrations, Reader, SqlError, Tx};

use crate::ensemble::Strictness;

pub(crate) use ontologies::{
    OntologyRow, create_ontology, delete_ontology, ontologies, ontologies_at, ontology,
    update_ontology,
};
pub(crate) use runs::{RunRow, Tally, add_run, runs, tallies};

/// The schema, step by step.
pub const MIGRATIONS: Migrations = Migrations {
    service: "reasoner",
    steps: &[
        "CREATE TABLE reasoner_session (
        key INTEGER PRIMARY KEY,
        principal TEXT NOT NULL,
        id TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        version INTEGER NOT NULL,
        label INTEGER NOT NULL,
        ontologies TEXT,
        UNIQUE (principal, id)
    );
    CREATE TABLE reasoner_entry (
        session INTEGER NOT NULL,
        label INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        content TEXT NOT NULL,
        strategy TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        added INTEGER NOT NULL,
        removed INTEGER,
        PRIMARY KEY (session, label)
    );
    CREATE TABLE reasoner_change (
        session INTEGER NOT NULL,
        version INTEGER NOT NULL,
        action TEXT NOT NULL,
        author TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (session, version)
    );
    CREATE TABLE reasoner_ontology (
        key INTEGER PRIMARY KEY,
        principal TEXT NOT NULL,
        name TEXT NOT NULL,
        rules TEXT NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (principal, name)
    );
    CREATE TABLE reasoner_choice (
        principal TEXT PRIMARY KEY,
        strategy TEXT NOT NULL
    );
    CREATE TABLE reasoner_run (
        key INTEGER PRIMARY KEY,
        strategy TEXT NOT NULL,
        hash TEXT NOT NULL,
        source TEXT NOT NULL,
        example TEXT NOT NULL,
        operation TEXT NOT NULL,
        succeeded INTEGER NOT NULL,
        latency_us INTEGER NOT NULL,
        cost_usd REAL NOT NULL,
        at INTEGER NOT NULL
    );
    CREATE INDEX reasoner_run_by_strategy ON reasoner_run (strategy, source);",
        "ALTER TABLE reasoner_entry ADD COLUMN original TEXT;
    CREATE TABLE reasoner_ontology_past (
        key INTEGER PRIMARY KEY,
        principal TEXT NOT NULL,
        name TEXT NOT NULL,
        rules TEXT,
        at INTEGER NOT NULL
    );
    CREATE INDEX reasoner_ontology_past_by_name
        ON reasoner_ontology_past (principal, name, at);
    INSERT INTO reasoner_ontology_past (principal, name, rules, at)
        SELECT principal, name, rules, updated_at FROM reasoner_ontology;",
        "ALTER TABLE reasoner_session ADD COLUMN strictness TEXT NOT NULL DEFAULT 'checked';",
    ],
};

/// A session as it is kept.
#[derive(Debug, Clone)]
pub(crate) struct SessionRow {
    /// Its number in the database.
    pub key: i64,
    /// Its name.
    pub id: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// How many changes it has seen.
    pub version: u64,
    /// The last label given to a statement.
    pub label: u64,
    /// The ontologies it was made with, as a JSON list; none means all.
    pub ontologies: Option<String>,
    /// Which English it reads.
    pub strictness: Strictness,
}

/// A sentence or clause as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EntryRow {
    /// Its number in the session, never used twice.
    pub label: u64,
    /// `english` or `prolog`.
    pub kind: String,
    /// As it was told.
    pub text: String,
    /// What was understood, as JSON, for English.
    pub content: String,
    /// The strategy that read it.
    pub strategy: String,
    /// Who told it.
    pub author: String,
    /// When.
    pub at: Timestamp,
    /// The version it came with.
    pub added: u64,
    /// The version that took it back.
    pub removed: Option<u64>,
    /// What people wrote, where a model put it into this text.
    pub original: Option<String>,
}

/// One change of a session.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// The session's number.
    pub session: i64,
    /// The version it leads to.
    pub version: u64,
    /// The last label afterwards.
    pub label: u64,
    /// What was done, such as `assert`.
    pub action: String,
    /// By whom.
    pub author: String,
    /// When.
    pub at: Timestamp,
    /// What came.
    pub added: Vec<EntryRow>,
    /// The labels of what was taken back.
    pub removed: Vec<u64>,
}

fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn session_row(row: &Row<'_>) -> Result<SessionRow, SqlError> {
    Ok(SessionRow {
        key: row.get(0)?,
        id: row.get(1)?,
        created_at: Timestamp(row.get(2)?),
        version: unsigned(row.get(3)?),
        label: unsigned(row.get(4)?),
        ontologies: row.get(5)?,
        strictness: Strictness::named(&row.get::<_, String>(6)?),
    })
}

/// A session of a principal.
pub(crate) fn session(
    reader: &Reader<'_>,
    principal: &str,
    id: &str,
) -> Result<Option<SessionRow>, SqlError> {
    reader.query_one(
        "SELECT key, id, created_at, version, label, ontologies, strictness
         FROM reasoner_session
         WHERE principal = $1 AND id = $2",
        params![principal, id],
        session_row,
    )
}

/// Sessions of a principal after a name, in order of their names.
pub(crate) fn sessions(
    reader: &Reader<'_>,
    principal: &str,
    after: &str,
    limit: usize,
) -> Result<Vec<SessionRow>, SqlError> {
    reader.query(
        "SELECT key, id, created_at, version, label, ontologies, strictness
         FROM reasoner_session
         WHERE principal = $1 AND id > $2 ORDER BY id LIMIT $3",
        params![principal, after, number(limit as u64)],
        session_row,
    )
}

/// How many sessions a principal has.
pub(crate) fn count_sessions(reader: &Reader<'_>, principal: &str) -> Result<usize, SqlError> {
    let count = reader.query_one(
        "SELECT count(*) FROM reasoner_session WHERE principal = $1",
        params![principal],
        |row| Ok(row.get::<_, i64>(0)?),
    )?;
    Ok(usize::try_from(count.unwrap_or(0)).unwrap_or(0))
}

/// Makes a session and says its number.
pub(crate) fn create_session(
    tx: &mut Tx<'_>,
    principal: &str,
    id: &str,
    at: Timestamp,
    (ontologies, strictness): (Option<&str>, Strictness),
) -> Result<i64, SqlError> {
    tx.execute(
        "INSERT INTO reasoner_session
         (principal, id, created_at, version, label, ontologies, strictness)
         VALUES ($1, $2, $3, 0, 0, $4, $5)",
        params![principal, id, at.0, ontologies, strictness.name()],
    )?;
    let key = tx.query_one(
        "SELECT key FROM reasoner_session WHERE principal = $1 AND id = $2",
        params![principal, id],
        |row| Ok(row.get::<_, i64>(0)?),
    )?;
    Ok(key.unwrap_or(0))
}

/// Removes a session with everything it was told.
pub(crate) fn delete_session(tx: &mut Tx<'_>, key: i64) -> Result<usize, SqlError> {
    tx.execute("DELETE FROM reasoner_entry WHERE session = $1", params![key])?;
    tx.execute("DELETE FROM reasoner_change WHERE session = $1", params![key])?;
    tx.execute("DELETE FROM reasoner_session WHERE key = $1", params![key])
}

/// Everything a session was ever told, in order, what was taken back included.
pub(crate) fn entries(reader: &Reader<'_>, session: i64) -> Result<Vec<EntryRow>, SqlError> {
    reader.query(
        "SELECT label, kind, text, content, strategy, author, at, added, removed, original
         FROM reasoner_entry WHERE session = $1 ORDER BY label",
        params![session],
        |row| {
            Ok(EntryRow {
                label: unsigned(row.get(0)?),
                kind: row.get(1)?,
                text: row.get(2)?,
                content: row.get(3)?,
                strategy: row.get(4)?,
                author: row.get(5)?,
                at: Timestamp(row.get(6)?),
                added: unsigned(row.get(7)?),
                removed: row.get::<_, Option<i64>>(8)?.map(unsigned),
                original: row.get(9)?,
            })
        },
    )
}

/// Writes a change down; says no when the session has moved on or is gone.
pub(crate) fn apply(tx: &mut Tx<'_>, change: &Change) -> Result<bool, SqlError> {
    let moved = tx.execute(
        "UPDATE reasoner_session SET version = $1, label = $2 WHERE key = $3 AND version = $4",
        params![
            number(change.version),
            number(change.label),
            change.session,
            number(change.version) - 1
        ],
    )?;
    if moved != 1 {
        return Ok(false);
    }
    tx.execute(
        "INSERT INTO reasoner_change (session, version, action, author, at)
         VALUES ($1, $2, $3, $4, $5)",
        params![change.session, number(change.version), change.action, change.author, change.at.0],
    )?;
    for entry in &change.added {
        tx.execute(
            "INSERT INTO reasoner_entry
             (session, label, kind, text, content, strategy, author, at, added, original)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            params![
                change.session,
                number(entry.label),
                entry.kind,
                entry.text,
                entry.content,
                entry.strategy,
                entry.author,
                entry.at.0,
                number(change.version),
                entry.original
            ],
        )?;
    }
    for label in &change.removed {
        tx.execute(
            "UPDATE reasoner_entry SET removed = $1
             WHERE session = $2 AND label = $3 AND removed IS NULL",
            params![number(change.version), change.session, number(*label)],
        )?;
    }
    Ok(true)
}

/// The changes of a session after a version, oldest first: version, action, author, time.
pub(crate) fn changes(
    reader: &Reader<'_>,
    session: i64,
    after: u64,
    limit: usize,
) -> Result<Vec<(u64, String, String, Timestamp)>, SqlError> {
    reader.query(
        "SELECT version, action, author, at FROM reasoner_change
         WHERE session = $1 AND version > $2 ORDER BY version LIMIT $3",
        params![session, number(after), number(limit as u64)],
        |row| Ok((unsigned(row.get(0)?), row.get(1)?, row.get(2)?, Timestamp(row.get(3)?))),
    )
}

/// The strategy a principal chose.
pub(crate) fn choice(reader: &Reader<'_>, principal: &str) -> Result<Option<String>, SqlError> {
    reader.query_one(
        "SELECT strategy FROM reasoner_choice WHERE principal = $1",
        params![principal],
        |row| Ok(row.get(0)?),
    )
}

/// Writes down the strategy a principal chose.
pub(crate) fn choose(tx: &mut Tx<'_>, principal: &str, strategy: &str) -> Result<usize, SqlError> {
    tx.execute(
        "INSERT INTO reasoner_choice (principal, strategy) VALUES ($1, $2)
         ON CONFLICT (principal) DO UPDATE SET strategy = excluded.strategy",
        params![principal, strategy],
    )
}
