//! `theater:simple/runtime`: log lines, the actor's own chain and state, and its wish to end.

use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Linker, Lower};

use super::Guest;
use crate::chain::{Blob, Tail};

/// Events that a guest may look back on.
const MOST_EVENTS: usize = 1000;

#[derive(ComponentType, Lower)]
#[component(record)]
struct PlainEvent {
    #[component(name = "event-type")]
    event_type: String,
    parent: Option<u64>,
    data: Vec<u8>,
}

#[derive(ComponentType, Lower)]
#[component(record)]
struct MetaEvent {
    hash: u64,
    event: PlainEvent,
}

#[derive(ComponentType, Lower)]
#[component(record)]
struct Chain {
    events: Vec<MetaEvent>,
}

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut runtime = linker.instance("theater:simple/runtime")?;
    runtime.func_wrap("log", |mut cx: Cx<'_>, (text,): (String,)| {
        cx.data_mut().answer("theater:simple/runtime/log", &text, |guest| {
            tracing::info!(target: "theater::actor", actor = %guest.actor, "{text}");
        })
    })?;
    runtime.func_wrap("get-chain", |mut cx: Cx<'_>, ()| Ok((chain(cx.data_mut())?,)))?;
    runtime.func_wrap("get-state", |mut cx: Cx<'_>, ()| {
        let state = cx.data().turn.state.clone();
        let size = state.as_ref().map_or(0, |state| state.len());
        // The state is in the chain already; only that it was read is new.
        cx.data_mut().answer("theater:simple/runtime/get-state", &(), |_| size)?;
        Ok((state.map_or_else(Vec::new, |state| state.to_vec()),))
    })?;
    runtime.func_wrap("shutdown", |mut cx: Cx<'_>, (result,): (Option<Vec<u8>>,)| {
        let noted = result.clone().map(Blob::from);
        let guest = cx.data_mut();
        guest.turn.shutdown = Some(result);
        let function = "theater:simple/runtime/shutdown";
        Ok((guest.answer(function, &noted, |_| Ok::<(), String>(()))?,))
    })
}

/// The last events of the actor's chain. What it answers depends on the chain alone, so a replay
/// that has reached the same event is given the same answer without a copy of it in the record.
fn chain(guest: &mut Guest) -> wasmtime::Result<Chain> {
    let (actor, base) = (guest.actor, guest.turn.base);
    guest.write_down().map_err(wasmtime::Error::msg)?;
    let events = match guest.turn.history() {
        Some(log) => {
            log.events(actor, Tail::Last(base), MOST_EVENTS).map_err(wasmtime::Error::new)?
        }
        None => Vec::new(),
    };
    let seen = events.last().map_or(0, |last| last.event.seq);
    guest.answer("theater:simple/runtime/get-chain", &seen, |_| ())?;
    let event = |found: crate::chain::Found| MetaEvent {
        hash: found.event.hash.key(),
        event: PlainEvent {
            event_type: found.event.kind.into_owned(),
            parent: found.previous.map(crate::chain::Hash::key),
            data: found.event.data.into_bytes(),
        },
    };
    Ok(Chain { events: events.into_iter().map(event).collect() })
}
