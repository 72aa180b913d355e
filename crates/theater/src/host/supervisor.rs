//! `theater:simple/supervisor`: what an actor does with its children.

use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Linker, Lower};

use super::Guest;
use crate::ActorId;
use crate::chain::{Blob, Hash, Tail};
use crate::error::TheaterError;
use crate::stage::{Beginning, Stage, Wanted};

/// Events of a child that its parent may look back on.
const MOST_EVENTS: usize = 1000;

type Cx<'a> = StoreContextMut<'a, Guest>;
type Init = Option<Vec<u8>>;

#[derive(ComponentType, Lower, Serialize, Deserialize)]
#[component(record)]
struct ChainEvent {
    hash: Vec<u8>,
    #[component(name = "parent-hash")]
    parent_hash: Option<Vec<u8>>,
    #[component(name = "event-type")]
    event_type: String,
    data: Vec<u8>,
    timestamp: u64,
}

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/supervisor")?;
    host.func_wrap("spawn", |mut cx: Cx<'_>, (manifest, init): (String, Init)| {
        let names = ("theater:simple/supervisor/spawn", "theater:simple/supervisor/spawn.result");
        Ok((begin(cx.data_mut(), names, (manifest, init), Beginning::Init)?,))
    })?;
    host.func_wrap("resume", |mut cx: Cx<'_>, (manifest, init): (String, Init)| {
        let names = ("theater:simple/supervisor/resume", "theater:simple/supervisor/resume.result");
        Ok((begin(cx.data_mut(), names, (manifest, init), Beginning::Resume)?,))
    })?;
    host.func_wrap("list-children", |mut cx: Cx<'_>, ()| {
        let function = "theater:simple/supervisor/list-children";
        let children = cx.data_mut().answer(function, &(), |guest| {
            let children = guest.turn.stage().map(|stage| stage.children(guest.actor));
            let ids = children.unwrap_or_default().into_iter().map(|child| child.id().to_string());
            ids.collect::<Vec<_>>()
        })?;
        Ok((children,))
    })?;
    host.func_wrap("stop-child", |mut cx: Cx<'_>, (id,): (String,)| {
        let names =
            ("theater:simple/supervisor/stop-child", "theater:simple/supervisor/stop-child.result");
        Ok(
            (order(cx.data_mut(), names, &id, |stage, id| {
                stage.stop(id, "stopped by its parent")
            })?,),
        )
    })?;
    host.func_wrap("restart-child", |mut cx: Cx<'_>, (id,): (String,)| {
        let names = (
            "theater:simple/supervisor/restart-child",
            "theater:simple/supervisor/restart-child.result",
        );
        let restart = |stage: &Stage, id: ActorId| stage.restart(id, "restarted by its parent");
        Ok((order(cx.data_mut(), names, &id, restart)?,))
    })?;
    host.func_wrap("get-child-state", |mut cx: Cx<'_>, (id,): (String,)| {
        let function = "theater:simple/supervisor/get-child-state";
        let state = cx.data_mut().answer(function, &id, |guest| {
            let (stage, child) = child(guest, &id)?;
            let state = stage.actor(child).and_then(|actor| stage.state_of(&actor));
            Ok::<_, String>(state.map_err(|error| error.to_string())?.map(Blob))
        })?;
        Ok((state.map(|state| state.map(|blob| blob.0)),))
    })?;
    host.func_wrap("get-child-events", |mut cx: Cx<'_>, (id,): (String,)| {
        let function = "theater:simple/supervisor/get-child-events";
        Ok((cx.data_mut().answer(function, &id, |guest| events(guest, &id))?,))
    })
}

/// Starts a child: what it becomes follows from the event that begins here.
fn begin(
    guest: &mut Guest,
    names: (&'static str, &'static str),
    (manifest, init): (String, Init),
    beginning: Beginning,
) -> wasmtime::Result<Result<String, String>> {
    let noted = (manifest.clone(), init.clone().map(Blob::from));
    guest.answer_in_two(names, &noted, |guest, cause| {
        let stage = written(guest)?;
        let parent = Some(guest.actor);
        let wanted = Wanted { manifest, state: init, parent, cause: Some(cause), beginning };
        let started = stage.start(&wanted).map_err(|error| error.to_string())?;
        Ok::<_, String>(started.id().to_string())
    })
}

fn order(
    guest: &mut Guest,
    names: (&'static str, &'static str),
    id: &str,
    run: impl FnOnce(&Stage, ActorId) -> Result<(), TheaterError>,
) -> wasmtime::Result<Result<(), String>> {
    guest.answer_in_two(names, &id, |guest, _: Hash| {
        written(guest)?;
        let (stage, child) = child(guest, id)?;
        run(&stage, child).map_err(|error| error.to_string())
    })
}

/// The stage, after everything before was written: others see what happens next.
fn written(guest: &mut Guest) -> Result<std::sync::Arc<Stage>, String> {
    let stage = guest.turn.stage().cloned().ok_or("no theater")?;
    guest.write_down()?;
    Ok(stage)
}

fn child(guest: &Guest, id: &str) -> Result<(std::sync::Arc<Stage>, ActorId), String> {
    let stage = guest.turn.stage().cloned().ok_or("no theater")?;
    let known = stage.children(guest.actor).into_iter().find(|it| it.id().to_string() == id);
    let known = known.ok_or_else(|| format!("`{id}` is no child of this actor"))?;
    Ok((stage, known.id()))
}

fn events(guest: &Guest, id: &str) -> Result<Vec<ChainEvent>, String> {
    let (stage, child) = child(guest, id)?;
    let head = stage.actor(child).map_err(|error| error.to_string())?.face().head.seq;
    let found = stage
        .log
        .events(child, Tail::Last(head), MOST_EVENTS)
        .map_err(|error| error.to_string())?;
    let event = |found: crate::chain::Found| ChainEvent {
        hash: found.event.hash.0.to_vec(),
        parent_hash: found.previous.map(|hash| hash.0.to_vec()),
        event_type: found.event.kind.into_owned(),
        data: found.event.data.into_bytes(),
        timestamp: u64::try_from(found.event.at / 1000).unwrap_or_default(),
    };
    Ok(found.into_iter().map(event).collect())
}
