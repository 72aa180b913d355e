//! The one small face of the database that services see.
//!
//! `db.rs` files write the dialect SQLite and PostgreSQL share, with parameters `$1`, `$2`, ... that
//! first appear in that order, and use nothing of the driver but what is re-exported here.

use kernel::NewEvent;
use rusqlite::{CachedStatement, Connection, ErrorCode};

pub use rusqlite::types::{FromSql, ToSql, Value};
pub use rusqlite::{Params, Row, params, params_from_iter};

use crate::journal::Chain;

/// What the database said when it refused a statement.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SqlError(#[from] rusqlite::Error);

impl SqlError {
    /// Whether a row with the same unique key was already there.
    pub fn is_duplicate(&self) -> bool {
        use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        self.0.sqlite_error().is_some_and(|error| {
            matches!(error.extended_code, SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY)
        })
    }

    /// Whether a constraint of the schema was broken.
    pub fn is_constraint(&self) -> bool {
        self.0.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
    }

    /// Whether the file itself is damaged.
    pub fn is_corrupt(&self) -> bool {
        matches!(
            self.0.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        )
    }
}

/// A consistent view of the database to read from.
pub struct Reader<'a> {
    conn: &'a Connection,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(conn: &'a Connection) -> Self {
        Self { conn }
    }

    pub(crate) fn conn(&self) -> &'a Connection {
        self.conn
    }

    /// A statement that changes nothing; changes have to go through [`Tx::execute`].
    fn prepare(&self, sql: &str) -> Result<CachedStatement<'a>, SqlError> {
        let statement = self.conn.prepare_cached(sql)?;
        if statement.readonly() { Ok(statement) } else { Err(rusqlite::Error::InvalidQuery.into()) }
    }

    /// Every row of the result, each made by `read`.
    pub fn query<T>(
        &self,
        sql: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<Vec<T>, SqlError> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read(row)?);
        }
        Ok(found)
    }

    /// The first row of the result, if there is one.
    pub fn query_one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<Option<T>, SqlError> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params)?;
        rows.next()?.map(read).transpose()
    }
}

/// A write in progress: it is committed with its group, or rolled back alone.
pub struct Tx<'a> {
    reader: Reader<'a>,
    chain: &'a mut Chain,
}

impl<'a> Tx<'a> {
    pub(crate) fn new(conn: &'a Connection, chain: &'a mut Chain) -> Self {
        Self { reader: Reader::new(conn), chain }
    }

    /// Changes rows and says how many.
    pub fn execute(&mut self, sql: &str, params: impl Params) -> Result<usize, SqlError> {
        let mut statement = self.reader.conn.prepare_cached(sql)?;
        let mark = self.chain.ledger().mark();
        let changed = statement.execute(params);
        if changed.is_err() {
            // A statement that fails half way takes back what it did.
            self.chain.ledger().restore(mark);
        }
        Ok(changed?)
    }

    /// Appends an event to the journal and gives its number; followers see it after the commit.
    pub fn append(&mut self, event: NewEvent) -> Result<u64, SqlError> {
        self.chain.append(self.reader.conn, event).map_err(|rejected| rejected.error.into())
    }
}

impl<'a> std::ops::Deref for Tx<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}
