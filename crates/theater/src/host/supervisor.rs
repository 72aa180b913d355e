//! `theater:simple/supervisor`: what an actor does with its children.

use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Linker, Lower};

use super::Guest;
use crate::ActorId;
use crate::chain::{Blob, Hash, Tail};
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
    host.func_wrap_async("spawn", |mut cx: Cx<'_>, wanted: (String, Init)| {
        let names = ("theater:simple/supervisor/spawn", "theater:simple/supervisor/spawn.result");
        Box::new(async move { Ok((begin(cx.data_mut(), names, wanted, Beginning::Init).await?,)) })
    })?;
    host.func_wrap_async("resume", |mut cx: Cx<'_>, wanted: (String, Init)| {
        let names = ("theater:simple/supervisor/resume", "theater:simple/supervisor/resume.result");
        Box::new(
            async move { Ok((begin(cx.data_mut(), names, wanted, Beginning::Resume).await?,)) },
        )
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
    host.func_wrap_async("stop-child", |mut cx: Cx<'_>, (id,): (String,)| {
        let names =
            ("theater:simple/supervisor/stop-child", "theater:simple/supervisor/stop-child.result");
        Box::new(async move { Ok((order(cx.data_mut(), names, id, Wish::Stop).await?,)) })
    })?;
    host.func_wrap_async("restart-child", |mut cx: Cx<'_>, (id,): (String,)| {
        let names = (
            "theater:simple/supervisor/restart-child",
            "theater:simple/supervisor/restart-child.result",
        );
        Box::new(async move { Ok((order(cx.data_mut(), names, id, Wish::Restart).await?,)) })
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

/// What a parent wants of its child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Stop,
    Restart,
}

/// Starts a child: what it becomes follows from the event that begins here.
async fn begin(
    guest: &mut Guest,
    names: (&'static str, &'static str),
    (manifest, init): (String, Init),
    beginning: Beginning,
) -> wasmtime::Result<Result<String, String>> {
    let noted = (manifest.clone(), init.clone().map(Blob::from));
    let start = |guest: &mut Guest, cause: Hash| {
        let (stage, parent) = (guest.turn.stage().cloned(), Some(guest.actor));
        let cause = Some(cause);
        let wanted =
            Wanted { manifest, state: init, parent, cause, beginning, ..Wanted::default() };
        async move {
            let started = stage.ok_or("no theater")?.start_later(wanted).await;
            Ok::<_, String>(started.map_err(|error| error.to_string())?.id().to_string())
        }
    };
    guest.answer_in_two(names, &noted, start).await
}

async fn order(
    guest: &mut Guest,
    names: (&'static str, &'static str),
    id: String,
    wish: Wish,
) -> wasmtime::Result<Result<(), String>> {
    let noted = id.clone();
    let give = |guest: &mut Guest, _: Hash| {
        let found = child(guest, &id);
        async move {
            let (stage, child) = found?;
            let done = match wish {
                Wish::Stop => stage.stop_later(child, "stopped by its parent").await,
                Wish::Restart => stage.restart_later(child, "restarted by its parent").await,
            };
            done.map_err(|error| error.to_string())
        }
    };
    guest.answer_in_two(names, &noted, give).await
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
