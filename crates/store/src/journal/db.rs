//! All SQL of the journal: its tables, and the statements that fill and read them.
//!
//! Service, kind, stream and principal are kept once in `journal_name` and referred to by number.
//! `prev` is the hash of the row before; `stream_prev` is the number of the event before in the
//! same stream, whose hash the event's own hash covers. The index by stream ends in `seq` because
//! SQLite puts the row's number there; naming it again would only store it twice.

use std::collections::BTreeSet;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, Rows, Statement, params, params_from_iter};

use crate::Migrations;

pub(crate) const MIGRATIONS: Migrations = Migrations {
    service: "journal",
    steps: &[
        "
CREATE TABLE journal_name (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE journal_event (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    service INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    principal INTEGER NOT NULL,
    stream_prev INTEGER NOT NULL,
    hash BLOB NOT NULL,
    touches TEXT NOT NULL,
    data TEXT NOT NULL
) STRICT;
CREATE INDEX journal_event_stream ON journal_event (stream);
CREATE TABLE journal_segment (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    head BLOB NOT NULL,
    archive TEXT NOT NULL,
    digest BLOB NOT NULL,
    streams BLOB NOT NULL,
    at INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE journal_sealed_stream (
    stream INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE journal_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    proof BLOB NOT NULL
) STRICT;
CREATE TRIGGER journal_event_no_update BEFORE UPDATE ON journal_event
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_event_no_delete BEFORE DELETE ON journal_event
WHEN OLD.seq > (SELECT coalesce(max(last), 0) FROM journal_segment)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_name_no_update BEFORE UPDATE ON journal_name
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_name_no_delete BEFORE DELETE ON journal_name
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_segment_no_update BEFORE UPDATE ON journal_segment
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_segment_no_delete BEFORE DELETE ON journal_segment
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
",
        crate::state::STEP,
        crate::log::STEP,
    ],
};

/// From this version of its schema on the journal commits to the state.
pub(crate) const WITH_STATE: usize = 2;

const COLUMNS: &str =
    "seq, at, service, kind, stream, principal, stream_prev, hash, touches, data, state";

/// A row of the journal as it stands in the file, borrowed from the statement that reads it.
#[derive(Clone, Copy)]
pub(crate) struct RawEvent<'a> {
    pub(crate) seq: i64,
    pub(crate) at: i64,
    pub(crate) service: i64,
    pub(crate) kind: i64,
    pub(crate) stream: i64,
    pub(crate) principal: i64,
    pub(crate) stream_prev: i64,
    pub(crate) hash: &'a [u8],
    pub(crate) touches: &'a [u8],
    pub(crate) data: &'a [u8],
    pub(crate) state: Option<&'a [u8]>,
}

impl<'a> RawEvent<'a> {
    /// Reads a row, or names the column whose type is not what the journal wrote.
    pub(crate) fn read(row: &'a Row<'_>) -> rusqlite::Result<Result<Self, &'static str>> {
        let (integers, hash) = (row.get_ref(0)?, row.get_ref(7)?);
        let (touches, data) = (row.get_ref(8)?, row.get_ref(9)?);
        let ValueRef::Integer(seq) = integers else { return Ok(Err("seq")) };
        let mut numbers = [0; 6];
        let names = ["at", "service", "kind", "stream", "principal", "stream_prev"];
        for (index, (number, name)) in numbers.iter_mut().zip(names).enumerate() {
            let ValueRef::Integer(value) = row.get_ref(index + 1)? else { return Ok(Err(name)) };
            *number = value;
        }
        let ValueRef::Blob(hash) = hash else { return Ok(Err("hash")) };
        let ValueRef::Text(touches) = touches else { return Ok(Err("touches")) };
        let ValueRef::Text(data) = data else { return Ok(Err("data")) };
        let state = match row.get_ref(10)? {
            ValueRef::Null => None,
            ValueRef::Blob(state) => Some(state),
            ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Text(_) => {
                return Ok(Err("state"));
            }
        };
        let [at, service, kind, stream, principal, stream_prev] = numbers;
        Ok(Ok(Self {
            seq,
            at,
            service,
            kind,
            stream,
            principal,
            stream_prev,
            hash,
            touches,
            data,
            state,
        }))
    }
}

/// The place and hash of an event, as far as links to it need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) seq: u64,
    pub(crate) hash: [u8; 32],
}

impl Link {
    /// What the first event of a chain links to.
    pub(crate) const NONE: Self = Self { seq: 0, hash: [0; 32] };
}

fn link(row: &Row<'_>) -> rusqlite::Result<Link> {
    Ok(Link { seq: row.get::<_, i64>(0)?.cast_unsigned(), hash: row.get(1)? })
}

pub(crate) fn insert(conn: &Connection, event: &RawEvent<'_>) -> rusqlite::Result<()> {
    let touches = std::str::from_utf8(event.touches)?;
    let data = std::str::from_utf8(event.data)?;
    conn.prepare_cached(
        "INSERT INTO journal_event
         (seq, at, service, kind, stream, principal, stream_prev, hash, touches, data, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )?
    .execute(params![
        event.seq,
        event.at,
        event.service,
        event.kind,
        event.stream,
        event.principal,
        event.stream_prev,
        event.hash,
        touches,
        data,
        event.state
    ])
    .map(drop)
}

pub(crate) fn name_id(conn: &Connection, text: &str) -> rusqlite::Result<Option<i64>> {
    conn.prepare_cached("SELECT id FROM journal_name WHERE text = $1")?
        .query_row([text], |row| row.get(0))
        .optional()
}

pub(crate) fn name(conn: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    conn.prepare_cached("SELECT text FROM journal_name WHERE id = $1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

pub(crate) fn insert_name(conn: &Connection, text: &str) -> rusqlite::Result<i64> {
    conn.prepare_cached("INSERT INTO journal_name (text) VALUES ($1)")?.execute([text])?;
    Ok(conn.last_insert_rowid())
}

/// Every name with its number; a name that is no text is given as its bytes all the same.
pub(crate) fn names(conn: &Connection) -> rusqlite::Result<Vec<(i64, Vec<u8>)>> {
    let mut statement = conn.prepare("SELECT id, text FROM journal_name ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        let text = if let ValueRef::Text(bytes) = row.get_ref(1)? {
            bytes.to_vec()
        } else {
            b"(not text)".to_vec()
        };
        Ok((row.get(0)?, text))
    })?;
    rows.collect()
}

/// The last event, whether it is still in the table or sealed away.
pub(crate) fn head(conn: &Connection) -> rusqlite::Result<Link> {
    let last = conn
        .prepare_cached("SELECT seq, hash FROM journal_event ORDER BY seq DESC LIMIT 1")?
        .query_row([], link)
        .optional()?;
    match last {
        Some(last) => Ok(last),
        None => sealed(conn),
    }
}

/// The last event that was sealed away.
pub(crate) fn sealed(conn: &Connection) -> rusqlite::Result<Link> {
    let last = conn
        .prepare_cached("SELECT last, head FROM journal_segment ORDER BY last DESC LIMIT 1")?
        .query_row([], link)
        .optional()?;
    Ok(last.unwrap_or(Link::NONE))
}

/// The time of the last event in the table.
pub(crate) fn last_at(conn: &Connection) -> rusqlite::Result<Option<i64>> {
    conn.query_row("SELECT at FROM journal_event ORDER BY seq DESC LIMIT 1", [], |row| row.get(0))
        .optional()
}

/// The state that an event commits to, if it is in the table and does.
pub(crate) fn state(conn: &Connection, seq: u64) -> rusqlite::Result<Option<[u8; 32]>> {
    let state = conn
        .prepare_cached("SELECT state FROM journal_event WHERE seq = $1")?
        .query_row([seq.cast_signed()], |row| row.get::<_, Option<[u8; 32]>>(0))
        .optional()?;
    Ok(state.flatten())
}

/// The last event of a stream, wherever it is.
pub(crate) fn stream_head(conn: &Connection, stream: i64) -> rusqlite::Result<Option<Link>> {
    let last = conn
        .prepare_cached(
            "SELECT seq, hash FROM journal_event WHERE stream = $1 ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([stream], link)
        .optional()?;
    match last {
        Some(last) => Ok(Some(last)),
        None => sealed_stream(conn, stream),
    }
}

/// The last event of a stream that was sealed away.
pub(crate) fn sealed_stream(conn: &Connection, stream: i64) -> rusqlite::Result<Option<Link>> {
    conn.prepare_cached("SELECT seq, hash FROM journal_sealed_stream WHERE stream = $1")?
        .query_row([stream], link)
        .optional()
}

/// The stream and hash of one event in the table.
pub(crate) fn event_link(conn: &Connection, seq: u64) -> rusqlite::Result<Option<(i64, Vec<u8>)>> {
    conn.prepare_cached("SELECT stream, hash FROM journal_event WHERE seq = $1")?
        .query_row([seq.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// Which events a page is made of, names already looked up.
#[derive(Default)]
pub(crate) struct Conditions {
    pub(crate) after: u64,
    pub(crate) limit: usize,
    pub(crate) service: Option<i64>,
    pub(crate) stream: Option<i64>,
    pub(crate) kind: Option<i64>,
    pub(crate) principal: Option<i64>,
}

/// Hands every row of a page to `each`, in order.
pub(crate) fn page<E: From<rusqlite::Error>>(
    conn: &Connection,
    conditions: &Conditions,
    mut each: impl FnMut(&Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let limit = i64::try_from(conditions.limit).unwrap_or(i64::MAX);
    let mut values = vec![conditions.after.cast_signed(), limit];
    let mut sql = format!("SELECT {COLUMNS} FROM journal_event WHERE seq > $1 AND $2 > 0");
    let columns = [
        ("service", conditions.service),
        ("stream", conditions.stream),
        ("kind", conditions.kind),
        ("principal", conditions.principal),
    ];
    for (column, value) in columns {
        if let Some(value) = value {
            values.push(value);
            sql.push_str(&format!(" AND {column} = ${}", values.len()));
        }
    }
    sql.push_str(" ORDER BY seq LIMIT $2");
    let mut statement = conn.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(values))?;
    while let Some(row) = rows.next()? {
        each(row)?;
    }
    Ok(())
}

/// The statement behind [`scan`].
pub(crate) fn prepare_scan(conn: &Connection) -> rusqlite::Result<Statement<'_>> {
    conn.prepare(&format!(
        "SELECT {COLUMNS} FROM journal_event WHERE seq >= $1 AND seq <= $2 ORDER BY seq"
    ))
}

/// Every event from `first` to `last`.
pub(crate) fn scan<'a>(
    statement: &'a mut Statement<'_>,
    first: u64,
    last: u64,
) -> rusqlite::Result<Rows<'a>> {
    statement.query(params![first.cast_signed(), last.cast_signed()])
}

/// The proof that a key is the one the journal was made with.
pub(crate) fn key_proof(conn: &Connection) -> rusqlite::Result<Option<[u8; 32]>> {
    conn.query_row("SELECT proof FROM journal_key WHERE id = 1", [], |row| row.get(0)).optional()
}

pub(crate) fn insert_key_proof(conn: &Connection, proof: [u8; 32]) -> rusqlite::Result<()> {
    conn.execute("INSERT INTO journal_key (id, proof) VALUES (1, $1)", [proof]).map(drop)
}

/// The names that the events from `first` on use.
pub(crate) fn names_since(conn: &Connection, first: u64) -> rusqlite::Result<Vec<(i64, Vec<u8>)>> {
    // Row by row: asked for one column, SQLite would rather walk the whole index by stream.
    let mut ids = BTreeSet::new();
    let mut statement = prepare_scan(conn)?;
    let mut rows = scan(&mut statement, first, i64::MAX.cast_unsigned())?;
    while let Some(row) = rows.next()? {
        if let Ok(raw) = RawEvent::read(row)? {
            ids.extend([raw.service, raw.kind, raw.stream, raw.principal]);
        }
    }
    let mut statement =
        conn.prepare_cached("SELECT id, CAST(text AS BLOB) FROM journal_name WHERE id = $1")?;
    let names = ids.into_iter().filter_map(|id| {
        statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional().transpose()
    });
    names.collect()
}

/// The last number before `seq` in a stream, 0 if there is none.
pub(crate) fn stream_before(conn: &Connection, stream: i64, seq: u64) -> rusqlite::Result<u64> {
    let before: Option<i64> = conn
        .prepare_cached("SELECT max(seq) FROM journal_event WHERE stream = $1 AND seq < $2")?
        .query_row(params![stream, seq.cast_signed()], |row| row.get(0))?;
    match before {
        Some(before) => Ok(before.cast_unsigned()),
        None => Ok(sealed_stream(conn, stream)?.map_or(0, |link| link.seq)),
    }
}

/// What is wrong with the structure of the file, the index of names, and the journal's schema.
pub(crate) fn structure(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut problems = lines(conn, "PRAGMA quick_check(20)")?;
    problems.extend(lines(conn, "PRAGMA integrity_check(journal_name)")?);
    problems.extend(lines(conn, "PRAGMA integrity_check(journal_state)")?);
    let fresh = Connection::open_in_memory()?;
    for step in MIGRATIONS.steps {
        fresh.execute_batch(step)?;
    }
    let (expected, found) = (schema(&fresh)?, schema(conn)?);
    let missing = expected.iter().filter(|entry| !found.contains(entry));
    problems.extend(missing.map(|(name, _)| format!("`{name}` is missing or changed")));
    let added = found.iter().filter(|entry| !expected.iter().any(|(name, _)| *name == entry.0));
    problems.extend(added.map(|(name, _)| format!("`{name}` was added")));
    Ok(problems)
}

/// The journal's tables, indexes and triggers, as they were made.
fn schema(conn: &Connection) -> rusqlite::Result<Vec<(String, Vec<u8>)>> {
    let mut statement = conn.prepare(
        "SELECT name, CAST(type || ' ' || tbl_name || ' ' || coalesce(sql, '') AS BLOB)
         FROM sqlite_schema WHERE tbl_name LIKE 'journal!_%' ESCAPE '!' ORDER BY name",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

fn lines(conn: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare(sql)?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
    let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// Hands every entry of the index of streams to `each`, in the index's own order.
pub(crate) fn stream_index(
    conn: &Connection,
    mut each: impl FnMut(i64, i64),
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare(
        "SELECT stream, seq FROM journal_event INDEXED BY journal_event_stream
         ORDER BY stream, seq",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        each(row.get(0)?, row.get(1)?);
    }
    Ok(())
}

/// The record of a part of the journal that was moved to an archive.
#[derive(Clone)]
pub(crate) struct Segment {
    pub(crate) first: u64,
    pub(crate) last: u64,
    /// The hash of the last event.
    pub(crate) head: Vec<u8>,
    /// The archive's file name.
    pub(crate) archive: String,
    /// The hash of the archive.
    pub(crate) digest: Vec<u8>,
    /// The hash of all sealed streams' ends, as they were then.
    pub(crate) streams: Vec<u8>,
    pub(crate) at: i64,
    /// The link of the chain of segments.
    pub(crate) hash: Vec<u8>,
}

/// Every sealed segment, oldest first.
pub(crate) fn segments(conn: &Connection) -> rusqlite::Result<Vec<Segment>> {
    let mut statement = conn.prepare(
        "SELECT first, last, head, archive, digest, streams, at, hash
         FROM journal_segment ORDER BY first",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(Segment {
            first: row.get::<_, i64>(0)?.cast_unsigned(),
            last: row.get::<_, i64>(1)?.cast_unsigned(),
            head: row.get(2)?,
            archive: row.get(3)?,
            digest: row.get(4)?,
            streams: row.get(5)?,
            at: row.get(6)?,
            hash: row.get(7)?,
        })
    })?;
    rows.collect()
}

pub(crate) fn insert_segment(conn: &Connection, segment: &Segment) -> rusqlite::Result<()> {
    conn.execute(
        "INSERT INTO journal_segment (first, last, head, archive, digest, streams, at, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            segment.first.cast_signed(),
            segment.last.cast_signed(),
            segment.head,
            segment.archive,
            segment.digest,
            segment.streams,
            segment.at,
            segment.hash
        ],
    )
    .map(drop)
}

/// Keeps the end of every stream that has events up to `last`.
pub(crate) fn keep_stream_ends(conn: &Connection, last: u64) -> rusqlite::Result<()> {
    conn.execute(
        "INSERT INTO journal_sealed_stream (stream, seq, hash)
         SELECT event.stream, event.seq, event.hash
         FROM (SELECT max(seq) AS seq FROM journal_event WHERE seq <= $1 GROUP BY stream) AS ends
         JOIN journal_event AS event ON event.seq = ends.seq
         WHERE true
         ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, hash = excluded.hash",
        [last.cast_signed()],
    )
    .map(drop)
}

/// Hands the end of every sealed stream to `each`: its name, the number and hash of its last event.
pub(crate) fn sealed_streams(
    conn: &Connection,
    mut each: impl FnMut(&[u8], i64, &[u8]),
) -> rusqlite::Result<()> {
    let mut statement = conn.prepare(
        "SELECT CAST(name.text AS BLOB), sealed.seq, CAST(sealed.hash AS BLOB)
         FROM journal_sealed_stream AS sealed
         LEFT JOIN journal_name AS name ON name.id = sealed.stream
         ORDER BY sealed.stream",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let name = row.get_ref(0)?.as_bytes_or_null().ok().flatten().unwrap_or_default();
        each(name, row.get(1)?, row.get_ref(2)?.as_bytes()?);
    }
    Ok(())
}

/// Removes the events of a segment that is already recorded.
pub(crate) fn prune(conn: &Connection, last: u64) -> rusqlite::Result<usize> {
    conn.execute("DELETE FROM journal_event WHERE seq <= $1", [last.cast_signed()])
}
