//! The threads that run actors: as many as there is work for, up to a limit, all ended together.
//!
//! A thread inherits the priority of the one that makes it, so slow threads make none: what they
//! would need a thread for is seen to by [`Pool::tender`], which somebody else calls all the time.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::lock::lock;

/// A thread without work for this long ends.
const IDLE: Duration = Duration::from_secs(10);
/// Room for calls within calls: a guest's own stack is limited to 512 KiB.
const STACK: usize = 8 * 1024 * 1024;

thread_local! {
    static SLOW: Cell<bool> = const { Cell::new(false) };
}

/// Lets all other threads go before the calling one until it ends; false if the system does not.
pub(crate) fn slow_down() -> bool {
    // On Linux this is a matter of the calling thread alone.
    let slow = rustix::process::setpriority_process(None, 10).is_ok();
    SLOW.set(slow);
    slow
}

/// What a thread does with its work; false ends the thread.
pub(crate) type Work<T> = dyn Fn(T) -> Stay + Send + Sync;

/// Whether a thread goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stay {
    /// It takes more work.
    Yes,
    /// It ends, and another may take its place.
    No,
}

/// The threads.
pub(crate) struct Pool<T> {
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    inner: Mutex<Inner<T>>,
    wake: Condvar,
    work: Box<Work<T>>,
    most: usize,
}

struct Inner<T> {
    queue: VecDeque<T>,
    threads: Vec<JoinHandle<()>>,
    alive: usize,
    idle: usize,
    closing: bool,
}

impl<T: Send + 'static> Pool<T> {
    /// Threads that do `work`, at most `most` at once.
    pub(crate) fn new(most: usize, work: Box<Work<T>>) -> Self {
        let inner = Inner {
            queue: VecDeque::new(),
            threads: Vec::new(),
            alive: 0,
            idle: 0,
            closing: false,
        };
        let shared = Shared { inner: Mutex::new(inner), wake: Condvar::new(), work, most };
        Self { shared: Arc::new(shared) }
    }

    /// Hands over a piece of work.
    pub(crate) fn submit(&self, work: T) {
        let mut inner = lock(&self.shared.inner);
        if inner.closing {
            return;
        }
        inner.queue.push_back(work);
        if inner.idle >= inner.queue.len() {
            drop(inner);
            self.shared.wake.notify_one();
        } else if !SLOW.get() {
            grow(&self.shared, &mut inner);
        }
    }

    /// Something to be called all the time: it makes a thread for work that waits without one.
    pub(crate) fn tender(&self) -> impl Fn() + Send + Sync + 'static {
        let shared = Arc::downgrade(&self.shared);
        move || {
            let Some(shared) = shared.upgrade() else { return };
            let mut inner = lock(&shared.inner);
            if inner.queue.len() > inner.idle && !inner.closing {
                grow(&shared, &mut inner);
            }
        }
    }

    /// Ends all threads after what they do now and waits for them; queued work is left.
    pub(crate) fn close(&self) {
        let threads = {
            let mut inner = lock(&self.shared.inner);
            inner.closing = true;
            inner.queue.clear();
            std::mem::take(&mut inner.threads)
        };
        self.shared.wake.notify_all();
        let own = std::thread::current().id();
        for thread in threads.into_iter().filter(|thread| thread.thread().id() != own) {
            if thread.join().is_err() {
                tracing::error!("a thread of the theater ended by a panic");
            }
        }
    }
}

fn grow<T: Send + 'static>(shared: &Arc<Shared<T>>, inner: &mut Inner<T>) {
    if inner.alive >= shared.most.max(1) {
        return;
    }
    inner.threads.retain(|thread| !thread.is_finished());
    let of_thread = shared.clone();
    let spawned = std::thread::Builder::new()
        .name("theater-actor".to_owned())
        .stack_size(STACK)
        .spawn(move || run(&of_thread));
    match spawned {
        Ok(thread) => {
            inner.threads.push(thread);
            inner.alive += 1;
        }
        Err(error) => tracing::error!(%error, "no further thread for actors"),
    }
}

fn run<T: Send + 'static>(shared: &Arc<Shared<T>>) {
    while let Some(work) = next(shared) {
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (shared.work)(work)));
        if worked.is_err() {
            tracing::error!("running an actor panicked");
        }
        if matches!(worked, Ok(Stay::No)) {
            break;
        }
    }
    let mut inner = lock(&shared.inner);
    inner.alive -= 1;
    if !inner.queue.is_empty() && inner.idle == 0 && !inner.closing && !SLOW.get() {
        grow(shared, &mut inner);
    }
}

fn next<T>(shared: &Shared<T>) -> Option<T> {
    let mut inner = lock(&shared.inner);
    loop {
        if inner.closing {
            return None;
        }
        if let Some(work) = inner.queue.pop_front() {
            return Some(work);
        }
        inner.idle += 1;
        let (guard, waited) = match shared.wake.wait_timeout(inner, IDLE) {
            Ok(result) => result,
            Err(poisoned) => poisoned.into_inner(),
        };
        inner = guard;
        inner.idle -= 1;
        if waited.timed_out() && inner.queue.is_empty() {
            return None;
        }
    }
}
