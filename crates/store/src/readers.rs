//! Read-only connections that readers share; each read sees one consistent state of the file.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::work::{self, WorkError};
use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use crate::db::{self, Control};
use crate::{ReadError, Reader, SqlError};

/// How the file is opened for reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// With the write-ahead log, beside a writer.
    Shared,
    /// As a file that nobody changes, for folders that cannot be written.
    Immutable,
}

/// The pool of read-only connections.
pub(crate) struct Readers {
    path: PathBuf,
    access: Access,
    idle: Mutex<Vec<Connection>>,
    permits: Semaphore,
    closed: AtomicBool,
}

impl Readers {
    pub(crate) fn new(path: PathBuf, access: Access, size: usize) -> Self {
        Self {
            path,
            access,
            idle: Mutex::new(Vec::new()),
            permits: Semaphore::new(size.max(1)),
            closed: AtomicBool::new(false),
        }
    }

    /// Runs `read` on a blocking thread.
    pub(crate) async fn read<T, E>(
        self: &Arc<Self>,
        read: impl FnOnce(&Reader<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<ReadError> + Send + 'static,
    {
        let _permit = self.permits.acquire().await.map_err(|_| ReadError::Closed)?;
        let readers = self.clone();
        match work::blocking(move || readers.read_now(read)).await {
            Ok(result) => result,
            Err(WorkError::Stopped(stopped)) => Err(ReadError::Stopped(stopped).into()),
            Err(WorkError::Panicked(_)) => Err(ReadError::Panicked.into()),
        }
    }

    /// Runs `read` on this thread.
    pub(crate) fn read_now<T, E: From<ReadError>>(
        &self,
        read: impl FnOnce(&Reader<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.closed.load(Ordering::Acquire) {
            return Err(ReadError::Closed.into());
        }
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let sql = |error: rusqlite::Error| E::from(ReadError::Sql(SqlError::from(error)));
        let conn = match idle {
            Some(conn) => conn,
            None => self.connect().map_err(sql)?,
        };
        db::control(&conn, Control::BeginRead).map_err(sql)?;
        let result = read(&Reader::new(&conn));
        db::control(&conn, Control::Rollback).map_err(sql)?;
        if !self.closed.load(Ordering::Acquire) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(conn);
        }
        result
    }

    /// A connection of one's own.
    pub(crate) fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = match self.access {
            Access::Shared => Connection::open_with_flags(&self.path, flags)?,
            Access::Immutable => {
                let uri = format!("file:{}?immutable=1", escaped(&self.path.to_string_lossy()));
                Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
            }
        };
        db::configure_reader(&conn)?;
        Ok(conn)
    }

    /// Closes idle connections and refuses new reads.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.permits.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

fn escaped(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3f").replace('#', "%23")
}
