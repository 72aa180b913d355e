//! The database as a whole: its settings, whose it is, and which schema version each service has.

use rusqlite::{Connection, OptionalExtension, params};

use crate::Migrations;

/// "ENSM": marks the file as ours.
const APPLICATION_ID: u32 = 0x454E_534D;

/// How much of the file a scan may map instead of copying it page by page.
const SCAN_MAP: i64 = 16 * 1024 * 1024 * 1024;

/// The write-ahead log is copied back into the file when it has grown past this many pages.
const CHECKPOINT_PAGES: u32 = 8192;

/// Settings of the writing connection; fails on a file that cannot be written or is no database.
pub(crate) fn configure_writer(conn: &Connection, max_bytes: Option<u64>) -> rusqlite::Result<()> {
    conn.pragma_update(None, "locking_mode", "normal")?;
    conn.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0))?;
    conn.pragma_update(None, "synchronous", "normal")?;
    conn.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    conn.pragma_update(None, "journal_size_limit", 64 * 1024 * 1024)?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // Without this REPLACE would delete journal rows behind the back of their triggers.
    conn.pragma_update(None, "recursive_triggers", true)?;
    conn.pragma_update(None, "cache_size", -8192)?;
    conn.set_prepared_statement_cache_capacity(256);
    if let Some(bytes) = max_bytes {
        let page: u64 =
            conn.pragma_query_value(None, "page_size", |row| row.get::<_, i64>(0))?.cast_unsigned();
        let pages = i64::try_from(bytes / page.max(1)).unwrap_or(i64::MAX);
        conn.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
    }
    Ok(())
}

/// Settings of a connection that only reads.
pub(crate) fn configure_reader(conn: &Connection) -> rusqlite::Result<()> {
    conn.pragma_update(None, "query_only", true)?;
    conn.pragma_update(None, "cache_size", -2048)?;
    conn.set_prepared_statement_cache_capacity(64);
    conn.busy_timeout(std::time::Duration::from_secs(5))
}

/// Settings of a connection that reads the whole file once.
pub(crate) fn configure_scan(conn: &Connection) -> rusqlite::Result<()> {
    conn.pragma_update_and_check(None, "mmap_size", SCAN_MAP, |_| Ok(()))
}

/// Chooses whether commits are synced to the disk; only works outside a transaction.
pub(crate) fn set_synchronous(conn: &Connection, full: bool) -> rusqlite::Result<()> {
    let sql = if full { "PRAGMA synchronous = FULL" } else { "PRAGMA synchronous = NORMAL" };
    conn.prepare_cached(sql)?.raw_execute().map(drop)
}

/// One of the statements that bound transactions, from the statement cache.
pub(crate) fn control(conn: &Connection, statement: Control) -> rusqlite::Result<()> {
    conn.prepare_cached(match statement {
        Control::Begin => "BEGIN IMMEDIATE",
        Control::BeginRead => "BEGIN",
        Control::Commit => "COMMIT",
        Control::Rollback => "ROLLBACK",
        Control::Savepoint => "SAVEPOINT member",
        Control::Release => "RELEASE member",
        Control::RollbackTo => "ROLLBACK TO member",
    })?
    .raw_execute()
    .map(drop)
}

/// The statements that bound transactions.
#[derive(Clone, Copy)]
pub(crate) enum Control {
    Begin,
    BeginRead,
    Commit,
    Rollback,
    Savepoint,
    Release,
    RollbackTo,
}

/// Writes what is there already, to see whether anything can be written.
pub(crate) fn probe(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("UPDATE journal_key SET proof = proof", []).map(drop)
}

/// Copies the write-ahead log back into the file and empties it; a reader may hold up a part.
pub(crate) fn checkpoint(conn: &Connection) -> rusqlite::Result<Checkpoint> {
    let busy = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0))?;
    Ok(if busy == 0 { Checkpoint::Whole } else { Checkpoint::Partial })
}

/// How far a checkpoint got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Checkpoint {
    Whole,
    Partial,
}

/// Whose file this is.
pub(crate) enum Owner {
    Ours,
    Nobody,
    Other(u32),
}

/// Reads whose file this is; a database without any table is nobody's.
pub(crate) fn owner(conn: &Connection) -> rusqlite::Result<Owner> {
    let id: i64 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let id = u32::try_from(id & 0xFFFF_FFFF).unwrap_or_default();
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (id, tables) {
        (APPLICATION_ID, _) => Owner::Ours,
        (0, 0) => Owner::Nobody,
        (other, _) => Owner::Other(other),
    })
}

/// Makes a new file ours.
pub(crate) fn claim(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch(
        "CREATE TABLE IF NOT EXISTS store_schema (
            service TEXT PRIMARY KEY,
            version INTEGER NOT NULL
        );",
    )?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)
}

/// The schema version `service` has in the file, 0 if it has none yet.
pub(crate) fn schema_version(conn: &Connection, service: &str) -> rusqlite::Result<usize> {
    let version: Option<i64> = conn
        .query_row("SELECT version FROM store_schema WHERE service = $1", [service], |row| {
            row.get(0)
        })
        .optional()?;
    Ok(version.and_then(|version| usize::try_from(version).ok()).unwrap_or(0))
}

/// Applies one step of a service's schema and records its version, within a transaction.
pub(crate) fn migrate(
    conn: &Connection,
    migrations: Migrations,
    step: usize,
) -> rusqlite::Result<()> {
    let Some(script) = migrations.steps.get(step) else { return Ok(()) };
    let version = i64::try_from(step + 1).unwrap_or(i64::MAX);
    conn.execute_batch(script)?;
    conn.execute(
        "INSERT INTO store_schema (service, version) VALUES ($1, $2)
         ON CONFLICT (service) DO UPDATE SET version = excluded.version",
        params![migrations.service, version],
    )
    .map(drop)
}
