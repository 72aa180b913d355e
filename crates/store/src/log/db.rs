//! All SQL of the log: its tiles.
//!
//! A tile holds up to 64 neighbouring hashes: of leaves at level 0, of whole tiles below at higher
//! levels. The last tile of each level is written again as it grows.

use rusqlite::{Connection, OptionalExtension, params};

use super::tree::Hash;

/// The step of the journal's schema that makes room for the log.
pub(crate) const STEP: &str = "
CREATE TABLE journal_tile (
    id INTEGER PRIMARY KEY,
    hashes BLOB NOT NULL
) STRICT;
CREATE TABLE journal_log (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    base INTEGER NOT NULL
) STRICT;
";

fn id(level: u32, index: u64) -> i64 {
    (u64::from(level) << 48 | index).cast_signed()
}

/// The hashes of a tile, none if it is missing or cut within a hash.
pub(crate) fn tile(
    conn: &Connection,
    level: u32,
    index: u64,
) -> rusqlite::Result<Option<Vec<Hash>>> {
    let bytes = conn
        .prepare_cached("SELECT hashes FROM journal_tile WHERE id = $1")?
        .query_row([id(level, index)], |row| row.get::<_, Vec<u8>>(0))
        .optional()?;
    Ok(bytes.and_then(|bytes| {
        let (hashes, rest) = bytes.as_chunks::<32>();
        rest.is_empty().then(|| hashes.to_vec())
    }))
}

pub(crate) fn save_tile(
    conn: &Connection,
    level: u32,
    index: u64,
    hashes: &[Hash],
) -> rusqlite::Result<()> {
    conn.prepare_cached(
        "INSERT INTO journal_tile (id, hashes) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET hashes = excluded.hashes",
    )?
    .execute(params![id(level, index), hashes.concat()])
    .map(drop)
}

/// The number of the event before the log's first leaf; none if there is no log yet.
pub(crate) fn base(conn: &Connection) -> rusqlite::Result<Option<u64>> {
    conn.prepare_cached("SELECT base FROM journal_log WHERE id = 1")?
        .query_row([], |row| row.get::<_, i64>(0))
        .optional()
        .map(|base| base.map(i64::cast_unsigned))
}

pub(crate) fn set_base(conn: &Connection, base: u64) -> rusqlite::Result<()> {
    conn.execute("INSERT INTO journal_log (id, base) VALUES (1, $1)", [base.cast_signed()])
        .map(drop)
}

/// How many tiles there are, to see that none is there that nobody asked for.
pub(crate) fn tiles(conn: &Connection) -> rusqlite::Result<u64> {
    conn.query_row("SELECT count(*) FROM journal_tile", [], |row| row.get::<_, i64>(0))
        .map(i64::cast_unsigned)
}
