//! The theater's tables: what is saved of each actor, and how far the log had come then.

use store::sql::params;
use store::{Migrations, Reader, SqlError, Tx};

use crate::ActorId;
use crate::chain::{Hash, Link, Position};
use crate::stage::Record;

/// The theater's schema.
pub const MIGRATIONS: Migrations = Migrations {
    service: "theater",
    steps: &[
        "CREATE TABLE theater_actor (
            id TEXT PRIMARY KEY,
            record TEXT NOT NULL
        );
        CREATE TABLE theater_place (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            segment INTEGER NOT NULL,
            frame INTEGER NOT NULL
        );",
        "CREATE TABLE theater_head (
            id TEXT PRIMARY KEY,
            events INTEGER NOT NULL,
            head TEXT NOT NULL
        );",
    ],
};

/// What is loaded at the start.
pub(crate) struct Loaded {
    /// Every record that can be read.
    pub(crate) records: Vec<Record>,
    /// How far the log had come.
    pub(crate) place: Position,
    /// How far the chains had come.
    pub(crate) heads: Vec<(ActorId, Link)>,
}

/// Notes how far a chain has come.
pub(crate) fn note_head(tx: &mut Tx<'_>, actor: ActorId, head: Link) -> Result<(), SqlError> {
    let Some(hash) = head.hash else { return Ok(()) };
    tx.execute(
        "INSERT INTO theater_head (id, events, head) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET events = excluded.events, head = excluded.head",
        params![actor.to_string(), i64::try_from(head.seq).unwrap_or(i64::MAX), hash.to_string()],
    )?;
    Ok(())
}

/// Saves records, and how far the log had come before the first of them was made.
pub(crate) fn save(
    tx: &mut Tx<'_>,
    records: &[(String, String)],
    place: Option<Position>,
) -> Result<(), SqlError> {
    for (id, record) in records {
        tx.execute(
            "INSERT INTO theater_actor (id, record) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET record = excluded.record",
            params![id, record],
        )?;
    }
    let Some(place) = place else { return Ok(()) };
    let offset = i64::try_from(place.offset).unwrap_or(i64::MAX);
    tx.execute(
        "INSERT INTO theater_place (one, segment, frame) VALUES (1, $1, $2)
         ON CONFLICT (one) DO UPDATE SET segment = excluded.segment, frame = excluded.frame",
        params![place.segment, offset],
    )?;
    Ok(())
}

/// What was saved.
pub(crate) fn load(reader: &Reader<'_>) -> Result<Loaded, SqlError> {
    let texts =
        reader.query("SELECT record FROM theater_actor", [], |row| Ok(row.get::<_, String>(0)?))?;
    let place = reader.query_one("SELECT segment, frame FROM theater_place", [], |row| {
        let offset = row.get::<_, i64>(1)?;
        let offset = u64::try_from(offset).unwrap_or_default();
        Ok(Position { segment: row.get(0)?, offset })
    })?;
    let mut records = Vec::new();
    for text in texts {
        match serde_json::from_str(&text) {
            Ok(record) => records.push(record),
            Err(error) => tracing::error!(%error, "the record of an actor cannot be read"),
        }
    }
    let heads = reader.query("SELECT id, events, head FROM theater_head", [], |row| {
        let (id, hash) = (row.get::<_, String>(0)?, row.get::<_, String>(2)?);
        let seq = u64::try_from(row.get::<_, i64>(1)?).unwrap_or_default();
        Ok(id.parse().ok().zip(hash.parse().ok()).map(|(id, hash)| (id, seq, hash)))
    })?;
    let heads = heads.into_iter().flatten();
    let heads =
        heads.map(|(id, seq, hash): (ActorId, u64, Hash)| (id, Link { seq, hash: Some(hash) }));
    Ok(Loaded { records, place: place.unwrap_or_default(), heads: heads.collect() })
}
