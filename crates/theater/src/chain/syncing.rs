//! Syncing the log in groups: one thread syncs all that was written meanwhile, and tells everybody who
//! waited for it.
//!
//! It knows files, not what is in them.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;

use super::log::LogError;
use crate::lock::lock;

/// Who is told when something is synced; it must not block.
pub(crate) type Told = Box<dyn FnOnce(Result<(), LogError>) + Send>;

/// The thread that syncs, made when the first one waits.
pub(super) struct Syncing {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    folder: PathBuf,
    /// Frames that were written.
    written: AtomicU64,
    /// Frames of which it is known that they are synced.
    synced: AtomicU64,
    queue: Mutex<Queue>,
    wake: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: Vec<Told>,
    /// The files that may hold something that is not synced, the one being written last.
    files: Vec<Arc<File>>,
    /// Whether a file's name may not be on the disk yet.
    named: bool,
    closing: bool,
}

impl fmt::Debug for Syncing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syncing").field("folder", &self.shared.folder).finish_non_exhaustive()
    }
}

impl Syncing {
    /// Nothing is written yet.
    pub(super) fn new(folder: &Path) -> Self {
        let shared = Shared {
            folder: folder.to_owned(),
            written: AtomicU64::new(0),
            synced: AtomicU64::new(0),
            queue: Mutex::default(),
            wake: Condvar::new(),
        };
        Self { shared: Arc::new(shared), thread: Mutex::new(None) }
    }

    /// From now on `file` is the one being written.
    pub(super) fn follow(&self, file: Arc<File>) {
        let mut queue = lock(&self.shared.queue);
        queue.files.push(file);
        queue.named = true;
    }

    /// Another frame was written.
    pub(super) fn wrote(&self) {
        self.shared.written.fetch_add(1, Ordering::Release);
    }

    /// Calls `told` when everything written so far is synced.
    pub(super) fn when_synced(&self, told: Told) {
        let shared = &self.shared;
        if shared.synced.load(Ordering::Acquire) >= shared.written.load(Ordering::Acquire) {
            return told(Ok(()));
        }
        let first = {
            let mut queue = lock(&shared.queue);
            if queue.closing {
                drop(queue);
                return told(shared.sync().map_err(|error| unsynced(&error)));
            }
            queue.waiting.push(told);
            queue.waiting.len() == 1
        };
        if first {
            self.begin();
            self.shared.wake.notify_one();
        }
    }

    fn begin(&self) {
        let mut thread = lock(&self.thread);
        if thread.is_some() {
            return;
        }
        let shared = self.shared.clone();
        let builder = std::thread::Builder::new().name("theater-sync".to_owned());
        match builder.spawn(move || run(&shared)) {
            Ok(spawned) => *thread = Some(spawned),
            Err(error) => {
                tracing::error!(%error, "no thread to sync the actors' log");
                let waiting = std::mem::take(&mut lock(&self.shared.queue).waiting);
                waiting
                    .into_iter()
                    .for_each(|told| told(self.shared.sync().map_err(|error| unsynced(&error))));
            }
        }
    }

    /// Syncs all that is written and ends the thread.
    pub(super) fn finish(&self) {
        lock(&self.shared.queue).closing = true;
        self.shared.wake.notify_all();
        let thread = lock(&self.thread).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("syncing the actors' log panicked");
        }
        if let Err(error) = self.shared.sync() {
            tracing::error!(%error, "the actors' log cannot be synced");
        }
    }
}

impl Shared {
    /// Syncs everything that was written before.
    fn sync(&self) -> io::Result<()> {
        let written = self.written.load(Ordering::Acquire);
        let (files, named) = {
            let mut queue = lock(&self.queue);
            (queue.files.clone(), std::mem::take(&mut queue.named))
        };
        let synced = files.iter().try_for_each(|file| file.sync_data());
        let synced =
            synced.and_then(|()| if named { File::open(&self.folder)?.sync_all() } else { Ok(()) });
        let mut queue = lock(&self.queue);
        if synced.is_err() {
            queue.named |= named;
            return synced;
        }
        // A file that another one follows gets nothing more.
        let last = queue.files.last().cloned();
        let done = |file: &Arc<File>| files.iter().any(|it| Arc::ptr_eq(it, file));
        queue
            .files
            .retain(|file| last.as_ref().is_some_and(|it| Arc::ptr_eq(it, file)) || !done(file));
        self.synced.fetch_max(written, Ordering::AcqRel);
        Ok(())
    }
}

fn unsynced(error: &io::Error) -> LogError {
    LogError::Unsynced { reason: error.to_string() }
}

fn run(shared: &Shared) {
    loop {
        let waiting = {
            let mut queue = lock(&shared.queue);
            while queue.waiting.is_empty() && !queue.closing {
                queue = match shared.wake.wait(queue) {
                    Ok(queue) => queue,
                    Err(poisoned) => poisoned.into_inner(),
                };
            }
            std::mem::take(&mut queue.waiting)
        };
        if waiting.is_empty() {
            return;
        }
        let synced = shared.sync().map_err(|error| error.to_string());
        for told in waiting {
            told(synced.clone().map_err(|reason| LogError::Unsynced { reason }));
        }
    }
}
