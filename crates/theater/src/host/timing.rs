//! `theater:simple/timing`: the time, and waiting. A waiting actor holds no thread.
//! And `theater:simple/alarms`: messages to oneself that come later and survive restarts.

use std::time::Duration;

use kernel::Timestamp;
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::{Delivery, Guest};
use crate::chain::Blob;
use crate::stage::MOST_ALARMS;

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    link_alarms(linker)?;
    let mut host = linker.instance("theater:simple/timing")?;
    host.func_wrap("now", |mut cx: Cx<'_>, ()| {
        Ok((cx.data_mut().answer("theater:simple/timing/now", &(), |_| now_ms())?,))
    })?;
    host.func_wrap_async("sleep", |mut cx: Cx<'_>, (ms,): (u64,)| {
        Box::new(async move {
            let guest = cx.data_mut();
            let settings = &guest.grants.timing;
            let (least, most) = (settings.min_sleep_duration, settings.max_sleep_duration);
            let refused = (!(least..=most).contains(&ms))
                .then(|| format!("a sleep of {ms} ms, expected {least} to {most}"));
            let sleep = sleep(guest, ms, refused);
            Ok((guest.answer_later("theater:simple/timing/sleep", &ms, sleep).await?,))
        })
    })?;
    host.func_wrap_async("deadline", |mut cx: Cx<'_>, (at,): (u64,)| {
        Box::new(async move {
            let guest = cx.data_mut();
            let ms = at.saturating_sub(now_ms());
            let most = guest.grants.timing.max_sleep_duration;
            let refused =
                (ms > most).then(|| format!("a sleep of {ms} ms, expected at most {most}"));
            let sleep = sleep(guest, ms, refused);
            Ok((guest.answer_later("theater:simple/timing/deadline", &at, sleep).await?,))
        })
    })
}

fn link_alarms(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/alarms")?;
    host.func_wrap("set", |mut cx: Cx<'_>, (ms, message): (u64, Vec<u8>)| {
        Ok((set_alarm(cx.data_mut(), ms, message)?,))
    })
}

/// Sends the actor a message when so many milliseconds are over, whatever happens until then. Like
/// any message it leaves when the call that sends it ends well.
fn set_alarm(
    guest: &mut Guest,
    ms: u64,
    message: Vec<u8>,
) -> wasmtime::Result<Result<u64, String>> {
    let blob = Blob::from(message);
    let function = "theater:simple/alarms/set";
    let before = guest.turn.resumed.front().map(|recorded| recorded.hash);
    let set = guest.answer(function, &(ms, &blob), |guest| {
        let actor = guest.turn.actor.as_ref().ok_or("no theater")?;
        let coming = guest.turn.addressed.get(&guest.actor).copied().unwrap_or(0);
        if actor.mailbox.expected() + coming >= MOST_ALARMS {
            return Err(format!("the actor has {MOST_ALARMS} alarms already"));
        }
        Ok(now_ms().saturating_add(ms))
    })?;
    let cause = match (before, guest.turn.stage()) {
        (_, None) => None,
        // It was set before the process ended; whether it left is in the log.
        (Some(cause), Some(stage)) => Some(cause).filter(|it| !stage.arrived(guest.actor, *it)),
        (None, Some(_)) => guest.last_event(),
    };
    if let (Some(cause), Ok(due)) = (cause, &set) {
        guest.charge(blob.0.len())?;
        let due = i64::try_from(due.saturating_mul(1000)).unwrap_or(i64::MAX);
        *guest.turn.addressed.entry(guest.actor).or_default() += 1;
        guest.turn.outgoing.push((Delivery::Later(due, blob.0), cause));
    }
    Ok(set)
}

fn now_ms() -> u64 {
    u64::try_from(Timestamp::now().0 / 1000).unwrap_or_default()
}

/// Waits, unless it is refused, until the time is over or the actor is stopped.
fn sleep(
    guest: &Guest,
    ms: u64,
    refused: Option<String>,
) -> impl Future<Output = Result<(), String>> + Send + use<> {
    let stop = guest.stop.clone();
    async move {
        refused.map_or(Ok(()), Err)?;
        tokio::select! {
            () = tokio::time::sleep(Duration::from_millis(ms)) => Ok(()),
            () = stop.wanted() => Err("the actor is stopping".to_owned()),
        }
    }
}
