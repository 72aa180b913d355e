//! `theater:simple/timing`: the time, and waiting. A waiting actor holds no thread.

use std::time::Duration;

use kernel::Timestamp;
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
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
