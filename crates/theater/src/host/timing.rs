//! `theater:simple/timing`: the time, and waiting. A waiting actor holds its thread, not its peers.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use kernel::Timestamp;
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;

/// How long a sleeper may go on after it was stopped.
const NAP: Duration = Duration::from_millis(20);

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/timing")?;
    host.func_wrap("now", |mut cx: Cx<'_>, ()| {
        Ok((cx.data_mut().answer("theater:simple/timing/now", &(), |_| now_ms())?,))
    })?;
    host.func_wrap("sleep", |mut cx: Cx<'_>, (ms,): (u64,)| {
        let slept = cx.data_mut().answer("theater:simple/timing/sleep", &ms, |guest| {
            let settings = &guest.grants.timing;
            let (least, most) = (settings.min_sleep_duration, settings.max_sleep_duration);
            if !(least..=most).contains(&ms) {
                return Err(format!("a sleep of {ms} ms, expected {least} to {most}"));
            }
            sleep(guest, Duration::from_millis(ms))
        })?;
        Ok((slept,))
    })?;
    host.func_wrap("deadline", |mut cx: Cx<'_>, (at,): (u64,)| {
        let slept = cx.data_mut().answer("theater:simple/timing/deadline", &at, |guest| {
            let ms = at.saturating_sub(now_ms());
            let most = guest.grants.timing.max_sleep_duration;
            if ms > most {
                return Err(format!("a sleep of {ms} ms, expected at most {most}"));
            }
            sleep(guest, Duration::from_millis(ms))
        })?;
        Ok((slept,))
    })
}

fn now_ms() -> u64 {
    u64::try_from(Timestamp::now().0 / 1000).unwrap_or_default()
}

fn sleep(guest: &mut Guest, time: Duration) -> Result<(), String> {
    guest.waiting(|guest| {
        let begun = Instant::now();
        while let Some(left) = time.checked_sub(begun.elapsed()).filter(|left| !left.is_zero()) {
            if guest.stop.load(Ordering::SeqCst) {
                return Err("the actor is stopping".to_owned());
            }
            std::thread::sleep(left.min(NAP));
        }
        Ok(())
    })
}
