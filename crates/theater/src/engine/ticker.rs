//! The clock of the engines: a thread of its own, so that no busy guest can hold it up.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use super::Engines;
use crate::lock::lock;

/// Ticks without a running guest after which the clock rests.
const RESTS_AFTER: u32 = 1000;

/// The clock; its thread is made when the first guest runs.
pub(crate) struct Ticker {
    shared: Arc<Shared>,
    engines: Arc<Engines>,
    tick: Duration,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What is done at every tick.
type Chore = Box<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct Shared {
    running: AtomicUsize,
    resting: AtomicBool,
    closing: AtomicBool,
    wake: Condvar,
    rest: Mutex<()>,
    chore: OnceLock<Chore>,
}

/// A guest runs while this is held.
pub(crate) struct Running<'a>(&'a Shared);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Ticker {
    /// A clock that rests.
    pub(crate) fn new(engines: Arc<Engines>, tick: Duration) -> Self {
        let shared = Shared { resting: AtomicBool::new(true), ..Shared::default() };
        Self { shared: Arc::new(shared), engines, tick, thread: Mutex::new(None) }
    }

    /// Says what is to be done at every tick besides; it must not block.
    pub(crate) fn each_tick(&self, chore: impl Fn() + Send + Sync + 'static) {
        self.shared.chore.get_or_init(|| Box::new(chore));
    }

    /// Says that a guest runs, until the result is dropped.
    pub(crate) fn running(&self) -> Running<'_> {
        self.shared.running.fetch_add(1, Ordering::SeqCst);
        if self.shared.resting.load(Ordering::SeqCst) {
            self.wake();
        }
        Running(&self.shared)
    }

    fn wake(&self) {
        let mut thread = lock(&self.thread);
        if thread.is_none() && !self.shared.closing.load(Ordering::SeqCst) {
            let (shared, engines, tick) = (self.shared.clone(), self.engines.clone(), self.tick);
            let builder = std::thread::Builder::new().name("theater-clock".to_owned());
            match builder.spawn(move || run(&shared, &engines, tick)) {
                Ok(spawned) => *thread = Some(spawned),
                Err(error) => tracing::error!(%error, "the theater's clock cannot run"),
            }
        }
        let _rest = lock(&self.shared.rest);
        self.shared.wake.notify_all();
    }

    /// Stops the clock and waits for its thread.
    pub(crate) fn stop(&self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        {
            let _rest = lock(&self.shared.rest);
            self.shared.wake.notify_all();
        }
        let thread = lock(&self.thread).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the theater's clock ended by a panic");
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn run(shared: &Shared, engines: &Engines, tick: Duration) {
    let mut idle = 0;
    shared.resting.store(false, Ordering::SeqCst);
    while !shared.closing.load(Ordering::SeqCst) {
        if shared.running.load(Ordering::SeqCst) > 0 {
            idle = 0;
        } else {
            idle += 1;
        }
        if idle > RESTS_AFTER {
            rest(shared);
            idle = 0;
            continue;
        }
        std::thread::sleep(tick);
        engines.tick();
        if let Some(chore) = shared.chore.get() {
            chore();
        }
    }
}

/// Waits until a guest runs or the clock is stopped.
fn rest(shared: &Shared) {
    let mut guard = lock(&shared.rest);
    shared.resting.store(true, Ordering::SeqCst);
    while shared.running.load(Ordering::SeqCst) == 0 && !shared.closing.load(Ordering::SeqCst) {
        guard = match shared.wake.wait(guard) {
            Ok(guard) => guard,
            Err(poisoned) => poisoned.into_inner(),
        };
    }
    shared.resting.store(false, Ordering::SeqCst);
    drop(guard);
}
