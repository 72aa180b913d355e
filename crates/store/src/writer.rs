//! The one thread that writes: it takes what waits, runs it in one transaction, commits, answers
//! and only then publishes. A failed commit fails its group and nothing else.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::{EventFeed, NewEvent};
use rusqlite::Connection;

use crate::db::{self, Checkpoint, Control};
use crate::heads::Keeper;
use crate::journal::{Anchor, Chain, Mark};
use crate::lock::Lock;
use crate::queue::{Answer, Job, Queue, Taken, Work};
use crate::{CommitError, CommitErrorKind, Durability, StoreConfig, Tx};

const RETRY_FIRST: Duration = Duration::from_millis(50);
const RETRY_LAST: Duration = Duration::from_secs(5);

/// What the writer has done so far.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) events: AtomicU64,
    pub(crate) commits: AtomicU64,
    pub(crate) failed_commits: AtomicU64,
    pub(crate) deferred: AtomicU64,
    pub(crate) lost: AtomicU64,
    failing: Mutex<Option<CommitError>>,
}

impl Counters {
    /// Why the last commit failed, if none has succeeded since.
    pub(crate) fn failing(&self) -> Option<CommitError> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_failing(&self, error: Option<CommitError>) {
        *self.failing.lock().unwrap_or_else(PoisonError::into_inner) = error;
    }
}

/// The writer's state; it lives on its own thread.
pub(crate) struct Writer {
    conn: Connection,
    chain: Chain,
    anchor: Option<Anchor>,
    keeper: Option<Keeper>,
    queue: Arc<Queue>,
    feed: EventFeed,
    counters: Arc<Counters>,
    durability: Durability,
    group_events: usize,
    group_time: Duration,
    waiting: VecDeque<Job>,
    deferred: VecDeque<Job>,
    retry: Option<(Instant, Duration)>,
    /// Only events of failed commits are being written.
    retrying: bool,
    /// The last commit failed, and none has succeeded since.
    failing: bool,
    synced: bool,
    committed_at: Option<Instant>,
    // Last, so that the connection is closed before the lock is given up.
    _lock: Lock,
}

/// What the writer is made of.
pub(crate) struct Parts {
    pub(crate) conn: Connection,
    pub(crate) chain: Chain,
    pub(crate) anchor: Option<Anchor>,
    pub(crate) keeper: Option<Keeper>,
    pub(crate) queue: Arc<Queue>,
    pub(crate) feed: EventFeed,
    pub(crate) counters: Arc<Counters>,
    pub(crate) lock: Lock,
}

/// The members of one commit, as far as they got.
#[derive(Default)]
struct Group {
    answers: Vec<Answer>,
    appended: Vec<(u64, u32)>,
    rejected: Vec<Job>,
}

impl Writer {
    pub(crate) fn new(parts: Parts, config: &StoreConfig) -> Self {
        Self {
            conn: parts.conn,
            chain: parts.chain,
            anchor: parts.anchor,
            keeper: parts.keeper,
            durability: config.durability,
            queue: parts.queue,
            feed: parts.feed,
            counters: parts.counters,
            group_events: config.group_events.max(1),
            group_time: config.group_time,
            waiting: VecDeque::new(),
            deferred: VecDeque::new(),
            retry: None,
            retrying: false,
            failing: false,
            synced: false,
            committed_at: None,
            _lock: parts.lock,
        }
    }

    /// Works until the queue is closed and empty.
    pub(crate) fn run(mut self) {
        loop {
            if self.waiting.is_empty() {
                // Idle, an event is committed at once; right after a commit, events gather.
                let linger = self.committed_at.map(|at| at + self.group_time);
                let wake_at = self.retry.map(|(at, _)| at);
                if matches!(self.queue.take(&mut self.waiting, linger, wake_at), Taken::Closed) {
                    break;
                }
            }
            if self.retry.is_some_and(|(at, _)| at <= Instant::now()) {
                self.retry_deferred();
            }
            self.step();
        }
        self.finish();
    }

    fn step(&mut self) {
        match self.waiting.pop_front() {
            None => {}
            Some(Job::Upkeep(upkeep)) => {
                upkeep(&self.conn);
                self.queue.release(0, 1);
            }
            Some(first) => {
                self.waiting.push_front(first);
                self.commit_group();
            }
        }
    }

    fn commit_group(&mut self) {
        let full = self.wants_full();
        let mark = self.chain.mark();
        let mut group = Group::default();
        let outcome = self
            .fill(&mut group, full)
            .and_then(|()| self.chain.finish(&self.conn).map_err(|e| (&e).into()))
            .and_then(|()| db::control(&self.conn, Control::Commit).map_err(|e| (&e).into()));
        match outcome {
            Ok(()) => self.committed(group, full),
            Err(error) => self.failed(group, mark, &error),
        }
        self.committed_at = Some(Instant::now());
    }

    fn wants_full(&self) -> bool {
        let members = self.waiting.iter().take(self.group_events);
        let mut members = members.take_while(|job| !matches!(job, Job::Upkeep(_)));
        let next = self.chain.head().seq + 1;
        let full = |asked| asked == Durability::Full || self.durability == Durability::Full;
        let size = self.chain.log().size() + 1;
        self.anchor.as_ref().is_some_and(|anchor| anchor.is_due(next))
            || self.keeper.as_ref().is_some_and(|keeper| keeper.is_due(size))
            || members.any(|job| matches!(job, Job::Write(asked, _) if full(*asked)))
    }

    fn fill(&mut self, group: &mut Group, full: bool) -> Result<(), CommitError> {
        let started = Instant::now();
        if let Err(error) = self.begin(full) {
            self.refuse(group, &error);
            return Err(error);
        }
        let awaited = self.waiting.iter().any(|job| !matches!(job, Job::Append(..)));
        for count in 1..=self.group_events {
            match self.waiting.pop_front() {
                None => break,
                Some(Job::Append(event, space)) => self.append(group, event, space)?,
                Some(Job::Write(_, work)) => self.write(group, work)?,
                Some(upkeep @ Job::Upkeep(_)) => {
                    self.waiting.push_front(upkeep);
                    break;
                }
            }
            // Reading the clock for each would cost more than it saves. While nobody waits for an
            // answer, a larger group is only cheaper.
            if count % 16 == 0
                && started.elapsed() >= self.group_time
                && (awaited || self.queue.is_urgent())
            {
                break;
            }
        }
        Ok(())
    }

    fn begin(&mut self, full: bool) -> Result<(), CommitError> {
        if self.synced != full {
            db::set_synchronous(&self.conn, full).map_err(|error| CommitError::from(&error))?;
            self.synced = full;
        }
        db::control(&self.conn, Control::Begin).map_err(|error| CommitError::from(&error))
    }

    /// Takes the next group's members off the queue without running them.
    fn refuse(&mut self, group: &mut Group, error: &CommitError) {
        for _ in 0..self.group_events {
            match self.waiting.pop_front() {
                None => break,
                Some(Job::Write(_, work)) => group.answers.push(work(Err(error.clone())).answer),
                Some(append @ Job::Append(..)) => group.rejected.push(append),
                Some(upkeep @ Job::Upkeep(_)) => {
                    self.waiting.push_front(upkeep);
                    break;
                }
            }
        }
    }

    fn append(
        &mut self,
        group: &mut Group,
        event: NewEvent,
        space: u32,
    ) -> Result<(), CommitError> {
        match self.chain.append(&self.conn, event) {
            Ok(seq) => {
                group.appended.push((seq, space));
                Ok(())
            }
            Err(rejected) => {
                group.rejected.push(Job::Append(*rejected.event, space));
                Err((&rejected.error).into())
            }
        }
    }

    fn write(&mut self, group: &mut Group, work: Work) -> Result<(), CommitError> {
        let failed = |error: rusqlite::Error| CommitError::from(&error);
        let begun = self.chain.flush(&self.conn);
        let begun = begun.and_then(|()| db::control(&self.conn, Control::Savepoint));
        if let Err(error) = begun.map_err(failed) {
            group.answers.push(work(Err(error.clone())).answer);
            return Err(error);
        }
        let mark = self.chain.mark();
        let ran = work(Ok(&mut Tx::new(&self.conn, &mut self.chain)));
        group.answers.push(ran.answer);
        if self.conn.is_autocommit() {
            return Err(CommitError {
                kind: CommitErrorKind::Other,
                message: "the database rolled the transaction back".to_owned(),
            });
        }
        if !ran.keep {
            db::control(&self.conn, Control::RollbackTo).map_err(failed)?;
            self.chain.restore(mark);
        }
        db::control(&self.conn, Control::Release).map_err(failed)
    }

    fn committed(&mut self, group: Group, full: bool) {
        let events = self.chain.committed();
        self.counters.commits.fetch_add(1, Ordering::Relaxed);
        self.counters.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        let head = self.chain.head();
        if let Some(anchor) = self.anchor.as_mut().filter(|anchor| full && anchor.is_due(head.seq))
        {
            anchor.write(head);
        }
        if let Some(keeper) = self.keeper.as_mut().filter(|_| full) {
            keeper.offer(self.chain.log());
        }
        if !events.is_empty() {
            self.recovered();
        }
        if self.retrying {
            // Whoever hears of an event must not find it counted as waiting still.
            self.counters.deferred.fetch_sub(group.appended.len() as u64, Ordering::Relaxed);
        }
        let writes = group.answers.len();
        for answer in group.answers {
            answer(Ok(()));
        }
        for event in events {
            self.feed.publish(event);
        }
        let space = group.appended.iter().map(|(_, space)| *space as usize).sum();
        self.queue.release(space, writes);
    }

    fn failed(&mut self, group: Group, mark: Mark, error: &CommitError) {
        self.counters.failed_commits.fetch_add(1, Ordering::Relaxed);
        tracing::error!(%error, events = group.appended.len(), "commit failed");
        self.counters.set_failing(Some(error.clone()));
        self.failing = true;
        for (seq, space) in &group.appended {
            let Some(event) = self.chain.uncommitted(*seq) else { continue };
            self.deferred.push_back(Job::Append(event, *space));
        }
        self.deferred.extend(group.rejected);
        if !self.conn.is_autocommit()
            && let Err(error) = db::control(&self.conn, Control::Rollback)
        {
            tracing::error!(%error, "rollback failed");
        }
        self.chain.restore(mark);
        self.note_deferred();
        let writes = group.answers.len();
        for answer in group.answers {
            answer(Err(error.clone()));
        }
        self.queue.release(0, writes);
    }

    fn note_deferred(&mut self) {
        self.counters.deferred.store(self.deferred.len() as u64, Ordering::Relaxed);
        self.retry = if self.deferred.is_empty() && !self.failing {
            None
        } else {
            let pause = self.retry.map_or(RETRY_FIRST, |(_, pause)| (pause * 2).min(RETRY_LAST));
            Some((Instant::now() + pause, pause))
        };
    }

    /// Tries the events of failed commits again, by themselves, so that they fail nobody else.
    fn retry_deferred(&mut self) {
        if self.deferred.is_empty() {
            return self.probe();
        }
        let later = std::mem::replace(&mut self.waiting, std::mem::take(&mut self.deferred));
        self.retrying = true;
        while !self.waiting.is_empty() && self.deferred.is_empty() {
            self.commit_group();
        }
        self.retrying = false;
        let untried = std::mem::replace(&mut self.waiting, later);
        self.deferred.extend(untried);
        self.counters.deferred.store(self.deferred.len() as u64, Ordering::Relaxed);
        if self.deferred.is_empty() && !self.failing {
            self.retry = None;
        }
    }

    /// Finds out whether a write succeeds again, when there is nothing that waits to be written.
    fn probe(&mut self) {
        let probed = self.begin(true).and_then(|()| {
            let written = db::probe(&self.conn);
            let written = written.and_then(|()| db::control(&self.conn, Control::Commit));
            written.map_err(|error| CommitError::from(&error))
        });
        match probed {
            Ok(()) => self.recovered(),
            Err(error) => {
                if !self.conn.is_autocommit()
                    && let Err(error) = db::control(&self.conn, Control::Rollback)
                {
                    tracing::error!(%error, "rollback failed");
                }
                self.counters.set_failing(Some(error));
                self.note_deferred();
            }
        }
    }

    /// A write succeeded, so the disk takes writes again.
    fn recovered(&mut self) {
        if std::mem::replace(&mut self.failing, false) {
            tracing::info!("writes succeed again");
            self.counters.set_failing(None);
            if self.deferred.is_empty() {
                self.retry = None;
            }
        }
    }

    fn finish(mut self) {
        if !self.deferred.is_empty() {
            self.retry_deferred();
        }
        if !self.deferred.is_empty() {
            let lost = self.deferred.len() as u64;
            self.counters.lost.fetch_add(lost, Ordering::Relaxed);
            tracing::error!(lost, "events could not be written before the store closed");
        }
        let checkpoint = db::checkpoint(&self.conn);
        if let (Ok(_), Some(keeper)) = (&checkpoint, &mut self.keeper) {
            keeper.offer(self.chain.log());
        }
        match checkpoint {
            Ok(Checkpoint::Whole) => {
                let head = self.chain.head();
                if let Some(anchor) = &mut self.anchor {
                    anchor.write(head);
                }
            }
            Ok(Checkpoint::Partial) => tracing::info!("a reader kept the log from being emptied"),
            Err(error) => tracing::warn!(%error, "checkpoint at close failed"),
        }
    }
}
