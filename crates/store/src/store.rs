//! The store: one database file, opened once, shared by every service.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use kernel::{EventFeed, NewEvent};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use serde::Serialize;
use tokio::sync::oneshot;

use crate::db;
use crate::journal::{self, Head, Journal, SealError, Sealed};
use crate::open;
use crate::queue::{Job, Queue, Ran};
use crate::readers::{Access, Readers};
use crate::writer::{Counters, Parts, Writer};
use crate::{
    AppendError, CommitError, Durability, OpenError, ReadError, Reader, StoreConfig, Tx, WriteError,
};

/// A handle on the open database; clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    queue: Arc<Queue>,
    readers: Arc<Readers>,
    journal: Journal,
    key: Option<[u8; 32]>,
    feed: EventFeed,
    counters: Arc<Counters>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

/// Sizes and counts, for people and for metrics.
#[derive(Debug, Clone, Serialize)]
pub struct StoreStats {
    /// The database file.
    pub path: PathBuf,
    /// The size of the database file in bytes.
    pub file_bytes: u64,
    /// The size of the write-ahead log in bytes.
    pub log_bytes: u64,
    /// The end of the journal.
    pub head: Head,
    /// The last event that was moved to an archive, 0 if none was.
    pub sealed: u64,
    /// Events and writes that wait for the writer.
    pub queued: usize,
    /// Events committed since the store was opened.
    pub events: u64,
    /// Commits since the store was opened.
    pub commits: u64,
    /// Commits that failed since the store was opened.
    pub failed_commits: u64,
    /// Events of failed commits that are being tried again.
    pub deferred: u64,
}

impl Store {
    /// Opens the database, making it if it is missing. Blocks; it is meant for start-up.
    pub fn open(config: StoreConfig) -> Result<Self, OpenError> {
        let opened = open::open(&config)?;
        let queue = Arc::new(Queue::new(&config));
        let readers = Arc::new(Readers::new(config.path.clone(), Access::Shared, config.readers));
        let feed = journal::feed(readers.clone(), config.feed_capacity);
        let counters = Arc::new(Counters::default());
        let parts = Parts {
            conn: opened.conn,
            chain: opened.chain,
            anchor: opened.anchor,
            keeper: opened.keeper,
            queue: queue.clone(),
            feed: feed.clone(),
            counters: counters.clone(),
            lock: opened.lock,
        };
        let writer = Writer::new(parts, &config);
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.run())
            .map_err(|source| OpenError::Unwritable { path: config.path.clone(), source })?;
        let journal = Journal::new(readers.clone(), &config);
        Ok(Self {
            inner: Arc::new(Inner {
                path: config.path,
                queue,
                readers,
                journal,
                key: config.key,
                feed,
                counters,
                writer: Mutex::new(Some(thread)),
            }),
        })
    }

    /// Opens the journal for reading only, while another process may be writing to it.
    pub fn open_read_only(config: &StoreConfig) -> Result<Journal, OpenError> {
        open::open_read_only(config)
    }

    /// Runs `change` in a transaction and answers after its commit; its events are published then.
    ///
    /// An error rolls back this change alone. The closure runs on the writer's thread: it must not
    /// wait for anything. Once queued it runs, even if the caller no longer waits for the answer.
    pub async fn write<T, E>(
        &self,
        durability: Durability,
        change: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, WriteError<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let work = Box::new(move |tx: Result<&mut Tx<'_>, CommitError>| run(tx, change, reply));
        let queued = self.inner.queue.write(Job::Write(durability, work)).await;
        queued.map_err(|()| WriteError::Closed)?;
        answer.await.unwrap_or(Err(WriteError::Closed))
    }

    /// Reads one consistent state of the database, on a blocking thread.
    pub async fn read<T, E>(
        &self,
        read: impl FnOnce(&Reader<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<ReadError> + Send + 'static,
    {
        self.inner.readers.read(read).await
    }

    /// Queues an event nobody waits for; waits while the queue is full.
    pub async fn append_later(&self, event: NewEvent) -> Result<(), AppendError> {
        self.inner.queue.append(event).await
    }

    /// Queues an event nobody waits for, or hands it back if the queue is full.
    pub fn try_append_later(&self, event: NewEvent) -> Result<(), AppendError> {
        self.inner.queue.try_append(event)
    }

    /// Waits until everything queued so far is committed or has failed.
    pub async fn flush(&self) -> Result<(), WriteError<std::convert::Infallible>> {
        self.write(Durability::Normal, |_| Ok(())).await
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.inner.journal
    }

    /// Events as they are committed, for any number of followers.
    pub fn feed(&self) -> EventFeed {
        self.inner.feed.clone()
    }

    /// Moves every event up to `up_to` to an archive file in `folder`.
    pub async fn seal(&self, up_to: u64, folder: impl Into<PathBuf>) -> Result<Sealed, SealError> {
        let (folder, key) = (folder.into(), self.inner.key);
        let archived =
            self.read(move |reader| journal::archive(reader.conn(), key, up_to, &folder));
        let sealed = archived.await?;
        let recorded = sealed.clone();
        let pruned =
            self.write(Durability::Full, move |tx| journal::prune(tx, key, &recorded)).await;
        match pruned {
            Ok(()) => Ok(sealed),
            Err(WriteError::Refused(error)) => Err(error),
            Err(WriteError::Failed(error)) => Err(error.into()),
            Err(WriteError::Panicked) => Err(ReadError::Panicked.into()),
            Err(WriteError::Closed) => Err(SealError::Closed),
        }
    }

    /// Copies the database, as it is now, to a new file at `path`.
    pub async fn backup(&self, path: impl Into<PathBuf>) -> Result<(), ReadError> {
        let path = path.into();
        self.read(move |reader| backup(reader.conn(), &path)).await
    }

    /// Copies the write-ahead log back into the file and empties it.
    pub async fn checkpoint(&self) -> Result<(), ReadError> {
        let (reply, answer) = oneshot::channel();
        let upkeep = Box::new(move |conn: &Connection| drop(reply.send(db::checkpoint(conn))));
        let queued = self.inner.queue.write(Job::Upkeep(upkeep)).await;
        queued.map_err(|()| ReadError::Closed)?;
        answer.await.map_err(|_| ReadError::Closed)??;
        Ok(())
    }

    /// Why the last commit failed, if no write has succeeded since.
    pub fn failing(&self) -> Option<CommitError> {
        self.inner.counters.failing()
    }

    /// Sizes and counts.
    pub async fn stats(&self) -> Result<StoreStats, ReadError> {
        let (head, sealed) = self
            .read(|reader| {
                let head = journal::head_link(reader.conn())?;
                Ok::<_, ReadError>((Head::from(head), journal::sealed(reader.conn())?.seq))
            })
            .await?;
        let size = |suffix: &str| {
            let mut path = self.inner.path.as_os_str().to_owned();
            path.push(suffix);
            std::fs::metadata(path).map_or(0, |file| file.len())
        };
        let counters = &self.inner.counters;
        Ok(StoreStats {
            path: self.inner.path.clone(),
            file_bytes: size(""),
            log_bytes: size("-wal"),
            head,
            sealed,
            queued: self.inner.queue.len(),
            events: counters.events.load(Ordering::Relaxed),
            commits: counters.commits.load(Ordering::Relaxed),
            failed_commits: counters.failed_commits.load(Ordering::Relaxed),
            deferred: counters.deferred.load(Ordering::Relaxed),
        })
    }

    /// Finishes what is queued, checkpoints and closes; gives the number of events that could not
    /// be written. Clones of the handle answer `Closed` from now on.
    pub async fn close(&self) -> u64 {
        self.inner.queue.close();
        let inner = self.inner.clone();
        let joined = tokio::task::spawn_blocking(move || inner.join());
        if joined.await.is_err() {
            tracing::error!("the store's writer ended by a panic");
        }
        self.inner.counters.lost.load(Ordering::Relaxed)
    }
}

impl Inner {
    fn join(&self) {
        let thread = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A write may hold the last handle; the writer cannot wait for itself.
        let thread = thread.filter(|thread| thread.thread().id() != std::thread::current().id());
        self.readers.close();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the store's writer ended by a panic");
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.queue.close();
        self.join();
    }
}

/// The copy appears under its name only when it is whole.
fn backup(conn: &Connection, path: &Path) -> Result<(), ReadError> {
    let failed = |source| ReadError::File { path: path.to_owned(), source };
    let unfinished = path.with_extension("unfinished");
    if path.exists() {
        return Err(failed(std::io::ErrorKind::AlreadyExists.into()));
    }
    if unfinished.exists() {
        std::fs::remove_file(&unfinished).map_err(failed)?;
    }
    let mut copy = Connection::open(&unfinished)?;
    let finished = Backup::new(conn, &mut copy)?.step(-1)?;
    copy.close().map_err(|(_, error)| error)?;
    if finished != StepResult::Done {
        return Err(failed(std::io::ErrorKind::ResourceBusy.into()));
    }
    std::fs::File::open(&unfinished).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(&unfinished, path).map_err(failed)
}

/// Runs one change and says how it ended; a panic in it costs nobody else anything.
fn run<T, E>(
    tx: Result<&mut Tx<'_>, CommitError>,
    change: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    reply: oneshot::Sender<Result<T, WriteError<E>>>,
) -> Ran
where
    T: Send + 'static,
    E: Send + 'static,
{
    let result = match tx {
        Err(error) => Err(WriteError::Failed(error)),
        Ok(tx) => match catch_unwind(AssertUnwindSafe(|| change(tx))) {
            Ok(result) => result.map_err(WriteError::Refused),
            Err(_) => Err(WriteError::Panicked),
        },
    };
    let keep = result.is_ok();
    let answer = Box::new(move |committed: Result<(), CommitError>| {
        // A caller that went away does not need the answer.
        drop(reply.send(result.and_then(|value| Ok(committed.map(|()| value)?))));
    });
    Ran { keep, answer }
}
