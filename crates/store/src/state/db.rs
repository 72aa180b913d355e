//! All SQL of the sums: which tables there are, what tells of their changes, and their rows.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, OptionalExtension, params};

use super::Way;
use super::lanes::{Lanes, Seed};
use super::rows::Speller;

/// The step of the journal's schema that makes room for the sums.
pub(crate) const STEP: &str = "
ALTER TABLE journal_event ADD COLUMN state BLOB;
CREATE TABLE journal_state (
    name TEXT PRIMARY KEY,
    sum BLOB NOT NULL
) STRICT;
";

/// The function that the triggers hand each row to.
const FUNCTION: &str = "ensemble_row";

/// Under this name stands the digest of the schema; no table can have it.
pub(crate) const SCHEMA: &str = "sqlite_schema";

/// What of a table its rows are spelled by.
pub(crate) struct Shape {
    pub(crate) name: String,
    /// Every value of a row, quoted: its number first, unless the table has none.
    columns: Vec<String>,
}

impl Shape {
    fn columns(&self, before: &str) -> String {
        let columns: Vec<String> =
            self.columns.iter().map(|column| format!("{before}{column}")).collect();
        columns.join(", ")
    }
}

/// A table whose rows no trigger sees: a virtual one keeps them where it likes.
pub(crate) fn unseen(conn: &Connection) -> rusqlite::Result<Option<String>> {
    conn.query_row(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' LIMIT 1",
        [],
        |row| row.get(0),
    )
    .optional()
}

/// Every table but the journal's, by name.
pub(crate) fn shapes(conn: &Connection) -> rusqlite::Result<Vec<Shape>> {
    let mut statement = conn.prepare(
        "SELECT name, wr FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' ORDER BY name",
    )?;
    let tables = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let tables: Vec<(String, bool)> = tables.collect::<Result<_, _>>()?;
    let state = tables
        .into_iter()
        .filter(|(name, _)| !name.starts_with("sqlite_") && !name.starts_with("journal_"));
    state.map(|(name, without_number)| describe(conn, name, without_number)).collect()
}

/// One table, if it is there.
pub(crate) fn shape(conn: &Connection, name: &str) -> rusqlite::Result<Option<Shape>> {
    Ok(shapes(conn)?.into_iter().find(|shape| shape.name == name))
}

fn describe(conn: &Connection, name: String, without_number: bool) -> rusqlite::Result<Shape> {
    let mut statement =
        conn.prepare("SELECT name FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid")?;
    let columns = statement.query_map([&name], |row| row.get(0))?;
    let columns: Vec<String> = columns.collect::<Result<_, _>>()?;
    let taken = |alias: &&str| columns.iter().any(|column| column.eq_ignore_ascii_case(alias));
    let number = ["rowid", "_rowid_", "oid"].into_iter().find(|alias| !taken(alias));
    let number = number.filter(|_| !without_number).map(str::to_owned);
    let columns = number.into_iter().chain(columns.iter().map(|column| quoted(column))).collect();
    Ok(Shape { name, columns })
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The digest of everything the schema consists of.
pub(crate) fn schema(conn: &Connection) -> rusqlite::Result<[u8; 32]> {
    let mut speller = Speller::default();
    speller.begin(SCHEMA);
    let mut statement = conn.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema
         WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..4 {
            speller.value(row.get_ref(column)?);
        }
    }
    Ok(speller.seed())
}

/// Makes temporary triggers, which only this connection has, tell `each` of every changed row.
pub(crate) fn watch(
    conn: &Connection,
    shapes: &[Shape],
    each: impl Fn(usize, Way, Seed) + Send + 'static,
) -> rusqlite::Result<()> {
    let names: Vec<String> = shapes.iter().map(|shape| shape.name.clone()).collect();
    conn.create_scalar_function(FUNCTION, -1, FunctionFlags::SQLITE_UTF8, move |row| {
        let (table, way, seed) = told(row, &names)?;
        each(table, way, seed);
        Ok(true)
    })?;
    conn.pragma_update(None, "temp_store", "memory")?;
    for (index, shape) in shapes.iter().enumerate() {
        let table = quoted(&shape.name);
        let added = format!("SELECT {FUNCTION}({index}, 1, {});", shape.columns("NEW."));
        let removed = format!("SELECT {FUNCTION}({index}, 0, {});", shape.columns("OLD."));
        for (event, body) in [
            ("INSERT", added.clone()),
            ("DELETE", removed.clone()),
            ("UPDATE", format!("{removed} {added}")),
        ] {
            conn.execute_batch(&format!(
                "CREATE TEMP TRIGGER state_{index}_{event} AFTER {event} ON main.{table}
                 BEGIN {body} END"
            ))?;
        }
    }
    Ok(())
}

fn told(row: &Context<'_>, names: &[String]) -> rusqlite::Result<(usize, Way, Seed)> {
    let table = usize::try_from(row.get::<i64>(0)?).unwrap_or(usize::MAX);
    let way = if row.get::<i64>(1)? == 1 { Way::Added } else { Way::Removed };
    let name = names.get(table).ok_or(rusqlite::Error::InvalidQuery)?;
    let mut speller = Speller::default();
    speller.begin(name);
    for index in 2..row.len() {
        speller.value(row.get_raw(index));
    }
    Ok((table, way, speller.seed()))
}

/// From now on this connection changes rows only: a table made now would have no sum.
pub(crate) fn refuse_schema_changes(conn: &mut Connection) -> rusqlite::Result<()> {
    conn.authorizer(Some(|context: AuthContext<'_>| {
        let changes_rows_only = matches!(
            context.action,
            AuthAction::Select
                | AuthAction::Read { .. }
                | AuthAction::Insert { .. }
                | AuthAction::Update { .. }
                | AuthAction::Delete { .. }
                | AuthAction::Function { .. }
                | AuthAction::Recursive
                | AuthAction::Transaction { .. }
                | AuthAction::Savepoint { .. }
                | AuthAction::Pragma { .. }
        );
        if changes_rows_only { Authorization::Allow } else { Authorization::Deny }
    }))
}

/// The sum over all rows of a table as they stand in the table itself, not in an index.
pub(crate) fn sum(conn: &Connection, shape: &Shape) -> rusqlite::Result<Lanes> {
    let mut sum = Lanes::zero();
    rows(conn, shape, |seed| sum.add(&seed))?;
    Ok(sum)
}

/// Hands the digest of every row to `each`.
pub(crate) fn rows(
    conn: &Connection,
    shape: &Shape,
    mut each: impl FnMut(Seed),
) -> rusqlite::Result<()> {
    let (columns, table) = (shape.columns(""), quoted(&shape.name));
    let mut statement = conn.prepare(&format!("SELECT {columns} FROM {table} NOT INDEXED"))?;
    let count = statement.column_count();
    let mut rows = statement.query([])?;
    let mut speller = Speller::default();
    while let Some(row) = rows.next()? {
        speller.begin(&shape.name);
        for column in 0..count {
            speller.value(row.get_ref(column)?);
        }
        each(speller.seed());
    }
    Ok(())
}

/// Every sum as it stands in the file.
pub(crate) fn sums(conn: &Connection) -> rusqlite::Result<Vec<(String, Vec<u8>)>> {
    let mut statement = conn.prepare("SELECT name, sum FROM journal_state ORDER BY name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

pub(crate) fn save_sum(conn: &Connection, name: &str, sum: &[u8]) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO journal_state (name, sum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET sum = excluded.sum",
    )?
    .execute(params![name, sum])
    .map(drop)
}

pub(crate) fn forget_sums(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM journal_state", []).map(drop)
}

/// The number of the last event, and the state it commits to.
pub(crate) fn committed(conn: &Connection) -> rusqlite::Result<Option<(u64, Option<Vec<u8>>)>> {
    conn.query_row("SELECT seq, state FROM journal_event ORDER BY seq DESC LIMIT 1", [], |row| {
        Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
    })
    .optional()
}

/// What is wrong with the structure of a table and its indexes.
pub(crate) fn structure(conn: &Connection, shape: &Shape) -> rusqlite::Result<Vec<String>> {
    let mut statement =
        conn.prepare(&format!("PRAGMA integrity_check({})", quoted(&shape.name)))?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
    let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}
