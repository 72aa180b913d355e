//! What the state of all services adds up to, kept as it changes.
//!
//! Every table but the journal's own has a sum over its rows. Triggers of the writing connection
//! alone hand each changed row to a function here, so no service needs code for it and no change
//! of a statement is missed; what SQLite takes back is taken back here. The digest of all sums is
//! part of every event's hash.

mod check;
mod db;
mod lanes;
mod rows;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

pub(crate) use check::{StateChecked, StateFault, check};
pub(crate) use db::{STEP, unseen};
use lanes::{Lanes, Seed};

const STATE: &[u8] = b"ensemble/state/1";

/// One row that came or went.
struct Change {
    table: usize,
    way: Way,
    seed: Seed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Added,
    Removed,
}

type Changes = Arc<Mutex<Vec<Change>>>;

struct Table {
    name: String,
    sum: Lanes,
    digest: [u8; 32],
    unsaved: bool,
}

impl Table {
    fn new(name: String, sum: Lanes) -> Self {
        Self { digest: sum.digest(), name, sum, unsaved: true }
    }

    fn apply(&mut self, change: &Change, way: Way) {
        match way {
            Way::Added => self.sum.add(&change.seed),
            Way::Removed => self.sum.remove(&change.seed),
        }
        self.unsaved = true;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    Before,
    Now,
}

/// The sums of all tables, as the writer holds them.
pub(crate) struct Ledger {
    tables: Vec<Table>,
    schema: [u8; 32],
    schema_unsaved: bool,
    changes: Changes,
    applied: usize,
    digest: [u8; 32],
}

/// What the file held before its schema was brought up to date.
pub(crate) struct Before {
    drift: Vec<(String, Lanes)>,
}

impl Before {
    /// How far each table is from its sum before a migration, so that what is wrong stays wrong;
    /// none for a file without sums.
    pub(crate) fn of(conn: &Connection) -> rusqlite::Result<Self> {
        let mut drift = Vec::new();
        for (name, stored) in db::sums(conn)? {
            let Some(mut sum) = Lanes::from_bytes(&stored) else { continue };
            let Some(shape) = db::shape(conn, &name)? else { continue };
            sum.leave(&db::sum(conn, &shape)?);
            drift.push((name, sum));
        }
        Ok(Self { drift })
    }

    /// A file that never had sums.
    pub(crate) fn nothing() -> Self {
        Self { drift: Vec::new() }
    }
}

impl Ledger {
    /// The sums as the file has them.
    pub(crate) fn load(conn: &Connection) -> rusqlite::Result<Self> {
        let stored = db::sums(conn)?;
        let mut tables = Vec::new();
        for shape in db::shapes(conn)? {
            let sum = stored.iter().find(|(name, _)| *name == shape.name);
            let sum =
                sum.and_then(|(_, bytes)| Lanes::from_bytes(bytes)).unwrap_or_else(Lanes::zero);
            tables.push(Table { unsaved: false, ..Table::new(shape.name, sum) });
        }
        Self::of(conn, tables, Counted::Before)
    }

    /// The sums of a file whose tables were just made or changed, counted over all rows.
    pub(crate) fn count(conn: &Connection, before: &Before) -> rusqlite::Result<Self> {
        let mut tables = Vec::new();
        for shape in db::shapes(conn)? {
            let mut sum = db::sum(conn, &shape)?;
            if let Some((_, drift)) = before.drift.iter().find(|(name, _)| *name == shape.name) {
                sum.join(drift);
            }
            tables.push(Table::new(shape.name, sum));
        }
        db::forget_sums(conn)?;
        Self::of(conn, tables, Counted::Now)
    }

    fn of(conn: &Connection, tables: Vec<Table>, counted: Counted) -> rusqlite::Result<Self> {
        let schema = db::schema(conn)?;
        let digest = digest(&schema, tables.iter().map(|table| (&*table.name, &table.digest)));
        let schema_unsaved = counted == Counted::Now;
        Ok(Self { tables, schema, schema_unsaved, changes: Changes::default(), applied: 0, digest })
    }

    /// Makes this connection tell of every row it changes, and refuse to change the schema.
    pub(crate) fn attach(&self, conn: &mut Connection) -> rusqlite::Result<()> {
        let changes = self.changes.clone();
        let shapes = db::shapes(conn)?;
        db::watch(conn, &shapes, move |table, way, seed| {
            lock(&changes).push(Change { table, way, seed });
        })?;
        db::refuse_schema_changes(conn)
    }

    /// The digest of everything, after all changes so far.
    pub(crate) fn digest(&mut self) -> [u8; 32] {
        self.fold();
        self.digest
    }

    /// How many changes there were; a point to go back to.
    pub(crate) fn mark(&self) -> usize {
        lock(&self.changes).len()
    }

    /// Forgets the changes since `mark`, after the database rolled them back.
    pub(crate) fn restore(&mut self, mark: usize) {
        let mut changes = lock(&self.changes);
        let kept = mark.min(changes.len());
        let undone = changes.split_off(kept);
        drop(changes);
        let applied = self.applied.saturating_sub(mark);
        for change in undone.iter().take(applied) {
            let way = if change.way == Way::Added { Way::Removed } else { Way::Added };
            if let Some(table) = self.tables.get_mut(change.table) {
                table.apply(change, way);
                table.digest = table.sum.digest();
            }
        }
        if applied > 0 {
            self.applied = mark;
            self.sum_up();
        }
    }

    /// Writes the sums that changed; part of the transaction that changed them.
    pub(crate) fn save(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        self.fold();
        for table in self.tables.iter_mut().filter(|table| table.unsaved) {
            db::save_sum(conn, &table.name, &table.sum.to_bytes())?;
            table.unsaved = false;
        }
        if self.schema_unsaved {
            db::save_sum(conn, db::SCHEMA, &self.schema)?;
            self.schema_unsaved = false;
        }
        Ok(())
    }

    /// The changes so far are on their way to the file; nobody goes back before them.
    pub(crate) fn committed(&mut self) {
        lock(&self.changes).clear();
        self.applied = 0;
    }

    fn fold(&mut self) {
        let changes = self.changes.clone();
        let changes = lock(&changes);
        let Some(new) = changes.get(self.applied..).filter(|new| !new.is_empty()) else { return };
        let mut touched = vec![false; self.tables.len()];
        for change in new {
            if let Some(table) = self.tables.get_mut(change.table) {
                table.apply(change, change.way);
                touched[change.table] = true;
            }
        }
        self.applied = changes.len();
        for (table, _) in self.tables.iter_mut().zip(touched).filter(|(_, touched)| *touched) {
            table.digest = table.sum.digest();
        }
        self.sum_up();
    }

    fn sum_up(&mut self) {
        let tables = self.tables.iter().map(|table| (&*table.name, &table.digest));
        self.digest = digest(&self.schema, tables);
    }
}

/// The digest of the schema and of every table's sum, tables in the order of their names.
fn digest<'a>(
    schema: &[u8; 32],
    tables: impl Iterator<Item = (&'a str, &'a [u8; 32])>,
) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(STATE).update(schema);
    for (name, digest) in tables {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes()).update(digest);
    }
    hasher.finalize().into()
}

fn lock(changes: &Changes) -> MutexGuard<'_, Vec<Change>> {
    changes.lock().unwrap_or_else(PoisonError::into_inner)
}
