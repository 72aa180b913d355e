//! The work behind a call: how it learns, on whatever thread it runs, that nobody waits any more.
//!
//! A call's work is known to the task that serves it and, through [`blocking`], to the thread that
//! computes for it; loops ask [`checkpoint`] as they go. A task that a service starts for itself
//! has no such work and goes on. This file knows nothing of what is computed.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use crate::{ErrorKind, ToolError};

tokio::task_local! {
    static OF_TASK: Work;
}

thread_local! {
    static OF_THREAD: RefCell<Option<Work>> = const { RefCell::new(None) };
}

static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// What tells the work of one call to stop: a flag, and the moment the call is given up.
#[derive(Debug, Clone, Default)]
pub struct Work {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

/// Why work ended before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The caller withdrew the call or vanished.
    #[error("the call was cancelled")]
    Withdrawn,
    /// The call's deadline passed.
    #[error("the call's deadline passed")]
    Late,
    /// It needed more than it may.
    #[error("this takes more than the limit `{limit}` of {most}")]
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// Its value.
        most: usize,
    },
}

impl From<Stopped> for ToolError {
    fn from(stopped: Stopped) -> Self {
        let kind = match stopped {
            Stopped::Withdrawn => ErrorKind::Cancelled,
            Stopped::Late => ErrorKind::TimedOut,
            Stopped::Limit { .. } => ErrorKind::LimitReached,
        };
        Self::new(kind, stopped.to_string())
    }
}

impl Work {
    /// The work of the call that this task or thread serves; one that nobody stops where there is
    /// none.
    pub fn current() -> Self {
        let of_thread = OF_THREAD.with_borrow(Clone::clone);
        of_thread.or_else(|| OF_TASK.try_with(Clone::clone).ok()).unwrap_or_default()
    }

    /// The same work, given up at `deadline`.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Self {
        self.deadline = deadline;
        self
    }

    /// When it is given up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Stops the work on every thread that does it.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Stops the work if what this gives is let go of before it is told that all is done.
    pub fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(Some(self.clone()))
    }

    /// The flag itself, for engines that know nothing of calls.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }

    /// An error once the work is to stop.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Late);
        }
        if self.flag.load(Ordering::Relaxed) { Err(Stopped::Withdrawn) } else { Ok(()) }
    }

    /// Runs `serving` as part of this work.
    pub async fn of<F: Future>(self, serving: F) -> F::Output {
        OF_TASK.scope(self, serving).await
    }

    /// Runs `work` on this thread as part of this work.
    pub fn here<T>(self, work: impl FnOnce() -> T) -> T {
        let _before = Before(OF_THREAD.replace(Some(self)));
        work()
    }
}

/// Puts back what the thread worked for before.
struct Before(Option<Work>);

impl Drop for Before {
    fn drop(&mut self) {
        OF_THREAD.set(self.0.take());
    }
}

/// Stops work when it is dropped.
#[must_use = "dropping it stops the work"]
pub struct StopOnDrop(Option<Work>);

impl StopOnDrop {
    /// The call was answered: what it left behind, such as a job, goes on.
    pub fn done(mut self) {
        self.0 = None;
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(work) = &self.0 {
            work.stop();
        }
    }
}

/// Whether the work that this thread does is to stop.
pub fn stopped() -> Option<Stopped> {
    OF_THREAD.with_borrow(|work| work.as_ref().and_then(|work| work.check().err()))
}

/// Ends the work that this thread does if nobody waits for it any more: for loops to ask now and
/// then. It leaves by unwinding, past every function between, up to [`blocking`], [`ending`] or
/// whoever else catches it, so that pure code needs no error for it.
pub fn checkpoint() {
    if let Some(stopped) = stopped() {
        // No panic: nothing is wrong, and no hook reports it.
        resume_unwind(Box::new(stopped));
    }
}

/// Ends the work that this thread does because it would pass a limit, in the way of [`checkpoint`].
pub fn exceeded(limit: &'static str, most: usize) -> ! {
    resume_unwind(Box::new(Stopped::Limit { limit, most }))
}

/// Why there is no result of work on another thread.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It failed inside.
    #[error("the work failed inside: {0}")]
    Panicked(String),
}

impl From<WorkError> for ToolError {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Stopped(stopped) => stopped.into(),
            WorkError::Panicked(_) => Self::internal(error.to_string()),
        }
    }
}

/// Runs `work` on a thread that may be busy for long, as part of the call this task serves.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, WorkError> {
    let current = Work::current();
    let running = tokio::task::spawn_blocking(move || {
        let _counted = Counted::new();
        current.here(|| {
            // It may have waited long for a thread.
            checkpoint();
            work()
        })
    });
    running.await.map_err(|error| match error.try_into_panic() {
        Ok(panic) => why(panic.as_ref()),
        Err(_) => WorkError::Panicked("the runtime is stopping".to_owned()),
    })
}

/// Runs `work` on this thread and tells what ended it.
pub fn ending<T>(work: impl FnOnce() -> T) -> Result<T, WorkError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| why(panic.as_ref()))
}

fn why(panic: &(dyn Any + Send)) -> WorkError {
    match panic.downcast_ref::<Stopped>() {
        Some(stopped) => WorkError::Stopped(*stopped),
        None => WorkError::Panicked(panic_text(panic)),
    }
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// Work that threads are doing for calls now.
pub fn running() -> usize {
    RUNNING.load(Ordering::Relaxed)
}

struct Counted;

impl Counted {
    fn new() -> Self {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}
