//! The threads that run actors: as many as there is work for, up to a limit, all ended together.
//!
//! A thread inherits the priority of the one that makes it, so slow threads make none: what they
//! would need a thread for is seen to by [`Pool::tender`], which somebody else calls all the time.
//! An actor that waits for another hands its thread to the other, which spares waking a second one.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::actor::Actor;
use crate::lock::lock;

/// A thread without work for this long ends.
const IDLE: Duration = Duration::from_secs(10);
/// Room for calls within calls: a guest's own stack is limited to 512 KiB.
const STACK: usize = 8 * 1024 * 1024;
/// Actors that a thread takes from its own hand before it looks at the queue again.
const MOST_HANDED: usize = 32;

thread_local! {
    static SLOW: Cell<bool> = const { Cell::new(false) };
    static MINE: Cell<bool> = const { Cell::new(false) };
    static YIELDING: Cell<bool> = const { Cell::new(false) };
    static NEXT: RefCell<Option<Arc<Actor>>> = const { RefCell::new(None) };
}

/// Lets all other threads go before the calling one until it ends; it must be one of a pool.
pub(crate) fn slow_down() {
    if MINE.get() && !SLOW.get() {
        // On Linux this is a matter of the calling thread alone.
        SLOW.set(rustix::process::setpriority_process(None, 10).is_ok());
    }
}

/// Runs `act`, after which the calling thread has nothing more to do for its actor: whom it wakes
/// may have the thread next.
pub(crate) fn yielding<T>(act: impl FnOnce() -> T) -> T {
    let before = YIELDING.replace(MINE.get());
    let acted = act();
    YIELDING.set(before);
    acted
}

/// What a thread does with an actor.
pub(crate) type Work = dyn Fn(Arc<Actor>) + Send + Sync;

/// The threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    inner: Mutex<Inner>,
    wake: Condvar,
    work: Box<Work>,
    most: usize,
}

struct Inner {
    queue: VecDeque<Arc<Actor>>,
    threads: Vec<JoinHandle<()>>,
    alive: usize,
    idle: usize,
    closing: bool,
}

impl Pool {
    /// Threads that do `work`, at most `most` at once.
    pub(crate) fn new(most: usize, work: Box<Work>) -> Self {
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

    /// Hands over an actor that has something to do.
    pub(crate) fn submit(&self, actor: Arc<Actor>) {
        let Some(actor) = keep(actor) else { return };
        let mut inner = lock(&self.shared.inner);
        if inner.closing {
            return;
        }
        inner.queue.push_back(actor);
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

/// Keeps an actor in the calling thread's own hand, if it is free and about to be; else gives it back.
fn keep(actor: Arc<Actor>) -> Option<Arc<Actor>> {
    if !YIELDING.get() || SLOW.get() {
        return Some(actor);
    }
    NEXT.with_borrow_mut(|next| match next {
        Some(_) => Some(actor),
        None => {
            *next = Some(actor);
            None
        }
    })
}

fn grow(shared: &Arc<Shared>, inner: &mut Inner) {
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

fn run(shared: &Arc<Shared>) {
    MINE.set(true);
    let mut handed = 0;
    loop {
        let mine = NEXT.take();
        handed = if mine.is_some() { handed + 1 } else { 0 };
        let actor = match mine {
            Some(actor) if handed <= MOST_HANDED && !SLOW.get() => Some(actor),
            other => {
                handed = 0;
                let swap = |actor| {
                    let mut inner = lock(&shared.inner);
                    inner.queue.push_back(actor);
                    drop(inner);
                    shared.wake.notify_one();
                };
                other.map(swap);
                // A thread that had to give way ends, and another may take its place.
                if SLOW.get() { None } else { next(shared) }
            }
        };
        let Some(actor) = actor else { break };
        let worked =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| (shared.work)(actor)));
        if worked.is_err() {
            tracing::error!("running an actor panicked");
        }
    }
    let mut inner = lock(&shared.inner);
    inner.alive -= 1;
    if !inner.queue.is_empty() && inner.idle == 0 && !inner.closing && !SLOW.get() {
        grow(shared, &mut inner);
    }
}

fn next(shared: &Shared) -> Option<Arc<Actor>> {
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
