//! What waits for the writer: a queue that holds callers back when it is full.
//!
//! Appends and writes have their own bounds, so that a flood of events cannot keep a write from
//! being answered. Space is given back only after the commit.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use kernel::NewEvent;
use rusqlite::Connection;
use tokio::sync::Semaphore;

use crate::{AppendError, CommitError, Durability, StoreConfig, Tx};

/// Tells the caller how its write ended, once its group is committed or not.
pub(crate) type Answer = Box<dyn FnOnce(Result<(), CommitError>) + Send>;

/// A write that ran, and whether its changes stay.
pub(crate) struct Ran {
    pub(crate) keep: bool,
    pub(crate) answer: Answer,
}

/// A write to run in a transaction, or to answer with the reason why there is none.
pub(crate) type Work = Box<dyn FnOnce(Result<&mut Tx<'_>, CommitError>) -> Ran + Send>;

/// One thing for the writer to do.
pub(crate) enum Job {
    /// An event nobody waits for, and the space it takes.
    Append(NewEvent, u32),
    /// A write somebody waits for.
    Write(Durability, Work),
    /// Upkeep that runs outside any transaction.
    Upkeep(Box<dyn FnOnce(&Connection) + Send>),
}

/// What came of waiting for jobs.
pub(crate) enum Taken {
    Jobs,
    Nothing,
    Closed,
}

struct State {
    jobs: VecDeque<Job>,
    urgent: bool,
    closed: bool,
    waiting: Waiting,
}

#[derive(Clone, Copy, PartialEq)]
enum Waiting {
    No,
    ForAny,
    ForUrgent,
}

/// The queue between callers and the writer.
pub(crate) struct Queue {
    state: Mutex<State>,
    ready: Condvar,
    appends: Semaphore,
    writes: Semaphore,
    append_space: u32,
    max_event_bytes: usize,
    group: usize,
}

impl Queue {
    pub(crate) fn new(config: &StoreConfig) -> Self {
        let append_space = u32::try_from(config.queue_events.max(1)).unwrap_or(u32::MAX >> 4);
        Self {
            state: Mutex::new(State {
                jobs: VecDeque::new(),
                urgent: false,
                closed: false,
                waiting: Waiting::No,
            }),
            ready: Condvar::new(),
            appends: Semaphore::new(append_space as usize),
            writes: Semaphore::new(config.queue_writes.max(1)),
            append_space,
            max_event_bytes: config.max_event_bytes,
            group: config.group_events.max(1),
        }
    }

    /// Waits for space, then queues an event.
    pub(crate) async fn append(&self, event: NewEvent) -> Result<(), AppendError> {
        let space = self.space_of(&event)?;
        self.appends.acquire_many(space).await.map_err(|_| AppendError::Closed)?.forget();
        self.push(Job::Append(event, space)).map_err(|_| AppendError::Closed)
    }

    /// Queues an event if there is space now.
    pub(crate) fn try_append(&self, event: NewEvent) -> Result<(), AppendError> {
        use tokio::sync::TryAcquireError;
        let space = self.space_of(&event)?;
        match self.appends.try_acquire_many(space) {
            Ok(permit) => permit.forget(),
            Err(TryAcquireError::NoPermits) => return Err(AppendError::Full(Box::new(event))),
            Err(TryAcquireError::Closed) => return Err(AppendError::Closed),
        }
        self.push(Job::Append(event, space)).map_err(|_| AppendError::Closed)
    }

    /// Waits for space, then queues a write; an error means that the store is closed.
    pub(crate) async fn write(&self, job: Job) -> Result<(), ()> {
        self.writes.acquire().await.map_err(drop)?.forget();
        self.push(job)
    }

    /// Gives back the space of jobs that are done.
    pub(crate) fn release(&self, append_space: usize, writes: usize) {
        self.appends.add_permits(append_space);
        self.writes.add_permits(writes);
    }

    /// Takes no more jobs; the writer ends when it has done those it has.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.appends.close();
        self.writes.close();
        self.ready.notify_all();
    }

    /// How many jobs wait.
    pub(crate) fn len(&self) -> usize {
        self.lock().jobs.len()
    }

    /// Moves every waiting job to `out`. Waits for one if there is none, until `wake_at`; while
    /// only appends wait, lets them gather until `linger`.
    pub(crate) fn take(
        &self,
        out: &mut VecDeque<Job>,
        linger: Option<Instant>,
        wake_at: Option<Instant>,
    ) -> Taken {
        let mut state = self.lock();
        loop {
            if !state.jobs.is_empty() {
                let gather = linger
                    .filter(|_| !state.urgent && !state.closed && state.jobs.len() < self.group);
                match gather.and_then(|until| until.checked_duration_since(Instant::now())) {
                    Some(left) if !left.is_zero() => {
                        state.waiting = Waiting::ForUrgent;
                        state = self.wait(state, Some(left));
                        continue;
                    }
                    _ => {}
                }
                state.waiting = Waiting::No;
                state.urgent = false;
                out.append(&mut state.jobs);
                return Taken::Jobs;
            }
            if state.closed {
                return Taken::Closed;
            }
            let left = wake_at.map(|at| at.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Taken::Nothing;
            }
            state.waiting = Waiting::ForAny;
            state = self.wait(state, left);
        }
    }

    fn push(&self, job: Job) -> Result<(), ()> {
        let mut state = self.lock();
        if state.closed {
            return Err(());
        }
        let urgent = !matches!(job, Job::Append(..));
        state.urgent |= urgent;
        state.jobs.push_back(job);
        let wake = match state.waiting {
            Waiting::No => false,
            Waiting::ForAny => true,
            Waiting::ForUrgent => urgent || state.jobs.len() >= self.group,
        };
        if wake {
            state.waiting = Waiting::No;
            drop(state);
            self.ready.notify_one();
        }
        Ok(())
    }

    fn space_of(&self, event: &NewEvent) -> Result<u32, AppendError> {
        let found = size_of_event(event);
        if found > self.max_event_bytes {
            return Err(AppendError::TooLarge { found, limit: self.max_event_bytes });
        }
        Ok(u32::try_from(1 + found / 4096).unwrap_or(u32::MAX).min(self.append_space))
    }

    fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        left: Option<std::time::Duration>,
    ) -> MutexGuard<'a, State> {
        match left {
            Some(left) => {
                self.ready.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.ready.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size_of_event(event: &NewEvent) -> usize {
    let touches: usize = event
        .touches
        .iter()
        .map(|touch| match touch {
            kernel::Touch::Resource(uri) => uri.len(),
            kernel::Touch::ResourceList | kernel::Touch::ToolList | kernel::Touch::PromptList => 16,
        })
        .sum();
    event.service.len()
        + event.kind.len()
        + event.stream.len()
        + event.principal.len()
        + event.data.get().len()
        + touches
}
