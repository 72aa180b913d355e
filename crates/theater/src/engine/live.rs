//! A living instance: brought to life from a script, called until it fails or is given up.

use std::sync::Arc;
use std::time::Instant;

use rustix::io::Errno;
use wasmtime::component::Instance;
use wasmtime::{PoolConcurrencyLimitError, Store, StoreContextMut, Trap, UpdateDeadline};

use super::exports::{Functions, Target, Unanswered};
use super::{Answer, GuestCall, Lane, Script, Ticker};
use crate::error::{CallFailure, TheaterError};
use crate::host::{Ended, Guest, Turn};
use crate::pool::slow_down;

/// A call that is met running at more ticks lets all others go first. Ticks are counted, not time:
/// a quick call that had to wait for its processor is met only once.
const QUICK: u32 = 1;

/// A living instance.
pub(crate) struct Live {
    store: Store<Guest>,
    instance: Instance,
    functions: Functions,
    script: Arc<Script>,
}

/// Why a script did not come to life.
pub(crate) enum Stillborn {
    /// The pool has no place for it now.
    NoPlace,
    /// It failed.
    Failed(CallFailure),
}

impl From<TheaterError> for Stillborn {
    fn from(error: TheaterError) -> Self {
        Self::Failed(CallFailure::Instance(error.to_string()))
    }
}

impl Live {
    /// Brings `script` to life for the actor of `guest`.
    pub(crate) async fn new(
        script: &Arc<Script>,
        guest: Guest,
        clock: &Ticker,
    ) -> Result<Self, Stillborn> {
        let engine = script.pre.engine();
        let mut store = Store::new(engine, guest);
        store.limiter(|guest| &mut guest.limiter);
        store.epoch_deadline_callback(on_tick);
        if script.lane == Lane::Metered {
            let fuel = store.data().fuel.unwrap_or(u64::MAX);
            store.set_fuel(fuel).map_err(|error| broken(&error))?;
        }
        store.data_mut().begin(Instant::now());
        store.set_epoch_deadline(1);
        let _running = clock.running();
        let made = if script.waits {
            script.pre.instantiate_async(&mut store).await
        } else {
            script.pre.instantiate(&mut store)
        };
        match made {
            Ok(instance) => Ok(Self {
                store,
                instance,
                functions: Functions::default(),
                script: script.clone(),
            }),
            Err(error) if has_no_place(&error) => Err(Stillborn::NoPlace),
            Err(error) => {
                let found = failure(&mut store, &error);
                Err(Stillborn::Failed(if let CallFailure::Trap(detail) = found {
                    CallFailure::Instance(detail)
                } else {
                    found
                }))
            }
        }
    }

    /// Bytes of memory in use, and the most there ever were.
    pub(crate) fn memory(&self) -> (usize, usize) {
        self.store.data().limiter.memory()
    }

    /// Calls the guest now with `state`, recording in `turn`; after a failure that is not the guest's
    /// own word the instance must not be used again.
    pub(crate) async fn call(
        &mut self,
        (call, now): (&GuestCall, Instant),
        state: Option<Arc<[u8]>>,
        turn: &mut Box<Turn>,
        clock: &Ticker,
    ) -> Result<Answer, CallFailure> {
        let Self { store, instance, functions, script } = self;
        std::mem::swap(&mut store.data_mut().turn, turn);
        store.data_mut().begin(now);
        store.set_epoch_deadline(1);
        if script.lane == Lane::Metered {
            let fuel = store.data().fuel.unwrap_or(u64::MAX);
            if let Err(error) = store.set_fuel(fuel) {
                tracing::error!(%error, "fuel cannot be set");
            }
        }
        let running = clock.running();
        let (waits, exports) = (script.waits, &script.exports);
        let target = Target { store: &mut *store, instance: *instance, exports, waits };
        let result = functions.call(target, call, state).await;
        drop(running);
        let result = result.map_err(|unanswered| match unanswered {
            Unanswered::Said(text) => CallFailure::Said(text),
            Unanswered::Missing(failure) => failure,
            Unanswered::Broke(error) => failure(store, &error),
        });
        std::mem::swap(&mut store.data_mut().turn, turn);
        result
    }
}

/// Whether the pool, or the system, has no memory for another instance now.
fn has_no_place(error: &wasmtime::Error) -> bool {
    let refused = error.chain().find_map(|cause| cause.downcast_ref::<Errno>());
    error.is::<PoolConcurrencyLimitError>() || refused == Some(&Errno::NOMEM)
}

fn broken(error: &wasmtime::Error) -> Stillborn {
    Stillborn::Failed(CallFailure::Instance(format!("{error:#}")))
}

/// Looks after a running guest at every tick: whether it was stopped, or ran too long.
fn on_tick(mut store: StoreContextMut<'_, Guest>) -> wasmtime::Result<UpdateDeadline> {
    let guest = store.data_mut();
    if guest.stop.is_wanted() {
        guest.ended = Some(Ended::Stopped);
        return Ok(UpdateDeadline::Interrupt);
    }
    if Instant::now() >= guest.deadline {
        guest.ended = Some(Ended::Late);
        return Ok(UpdateDeadline::Interrupt);
    }
    if !guest.turn.held.is_empty() && guest.write_down().is_err() {
        return Ok(UpdateDeadline::Interrupt);
    }
    guest.ticks += 1;
    // Busy guests must not make quick ones wait.
    if guest.ticks > QUICK {
        slow_down();
    }
    Ok(UpdateDeadline::Continue(1))
}

/// Says how a call ended that did not come back.
fn failure(store: &mut Store<Guest>, error: &wasmtime::Error) -> CallFailure {
    let guest = store.data_mut();
    match guest.ended.take() {
        Some(Ended::Late) => return CallFailure::Deadline(guest.deadline_ms),
        Some(Ended::Stopped) => return CallFailure::Stopped,
        Some(Ended::Limit(limit)) => return CallFailure::Limit(limit),
        Some(Ended::Unwritten(reason)) => return CallFailure::Unwritten(reason),
        Some(Ended::Diverged(detail)) => return CallFailure::Diverged(detail),
        None => {}
    }
    if let Some(limit) = guest.limiter.reached() {
        return CallFailure::Limit(limit);
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => CallFailure::Fuel,
        Some(trap) => CallFailure::Trap(trap.to_string()),
        None => CallFailure::Trap(format!("{error:#}")),
    }
}
