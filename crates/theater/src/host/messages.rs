//! `theater:simple/message-server-host`: what an actor sends to others.
//!
//! A message without an answer leaves when the call that sent it is written down, together with it;
//! a request leaves at once, after everything before it was written.

use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::{Delivery, Guest};
use crate::actor::Held;
use crate::chain::{Blob, Hash};
use crate::stage::Participant;

type Cx<'a> = StoreContextMut<'a, Guest>;
type Said = Result<(), String>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/message-server-host")?;
    host.func_wrap("send", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Ok((send(cx.data_mut(), &to, data)?,))
    })?;
    host.func_wrap_async("request", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Box::new(async move {
            let answer = request(cx.data_mut(), to, data).await?;
            Ok((answer.map(|blob| blob.0),))
        })
    })?;
    host.func_wrap_async("open-channel", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Box::new(async move { Ok((open_channel(cx.data_mut(), to, data).await?,)) })
    })?;
    host.func_wrap("send-on-channel", |mut cx: Cx<'_>, (id, data): (String, Vec<u8>)| {
        Ok((send_on_channel(cx.data_mut(), &id, data)?,))
    })?;
    host.func_wrap("close-channel", |mut cx: Cx<'_>, (id,): (String,)| {
        Ok((close_channel(cx.data_mut(), &id)?,))
    })?;
    host.func_wrap("list-outstanding-requests", |mut cx: Cx<'_>, ()| {
        let function = "theater:simple/message-server-host/list-outstanding-requests";
        Ok((cx.data_mut().answer(function, &(), outstanding)?,))
    })?;
    host.func_wrap("respond-to-request", |mut cx: Cx<'_>, (id, data): (String, Vec<u8>)| {
        Ok((respond(cx.data_mut(), id, data)?,))
    })?;
    host.func_wrap("cancel-request", |mut cx: Cx<'_>, (id,): (String,)| {
        let function = "theater:simple/message-server-host/cancel-request";
        let said = cx.data_mut().answer(function, &id.clone(), |guest| {
            settle(guest, &id)?;
            guest.turn.withdrawn.push(id);
            Ok::<(), String>(())
        })?;
        Ok((said,))
    })
}

fn send(guest: &mut Guest, to: &str, data: Vec<u8>) -> wasmtime::Result<Said> {
    let blob = Blob::from(data);
    let function = "theater:simple/message-server-host/send";
    let mut found = None;
    let before = guest.turn.resumed.front().map(|recorded| recorded.hash);
    let said = guest.answer(function, &(to, &blob), |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        let coming = |id| guest.turn.addressed.get(&id).copied().unwrap_or(0);
        let receiver = stage.receiver(to, blob.0.len(), coming);
        found = Some(receiver.map_err(|error| error.to_string())?);
        Ok::<(), String>(())
    })?;
    if let (Some(cause), Ok(()), Some(stage)) = (before, &said, guest.turn.stage()) {
        // It was sent before the process ended; whether it left is in the log.
        let to = stage.named(to).ok().map(|to| to.id());
        let to = to.filter(|to| !stage.arrived(*to, cause));
        guest.turn.outgoing.extend(to.map(|to| (Delivery::Send(to, blob.0.clone()), cause)));
    }
    if let (Some(to), Some(cause)) = (found, guest.last_event()) {
        *guest.turn.addressed.entry(to).or_default() += 1;
        guest.charge(blob.0.len())?;
        guest.turn.outgoing.push((Delivery::Send(to, blob.0), cause));
    }
    Ok(said)
}

async fn request(
    guest: &mut Guest,
    to: String,
    data: Vec<u8>,
) -> wasmtime::Result<Result<Blob, String>> {
    let blob = Blob::from(data);
    let names = (
        "theater:simple/message-server-host/request",
        "theater:simple/message-server-host/request.result",
    );
    send_ahead(guest, &to);
    let input = (to.clone(), blob.clone());
    let ask = |guest: &mut Guest, cause: Hash| {
        let (stage, from) = (guest.turn.stage().cloned(), guest.actor);
        async move {
            let stage = stage.ok_or("no theater")?;
            let answer = stage.request_from(from, &to, blob.0, cause).await;
            answer.map(Blob).map_err(|error| error.to_string())
        }
    };
    guest.answer_in_two(names, &input, ask).await
}

/// What was sent to somebody before a request to the same arrives before it.
fn send_ahead(guest: &mut Guest, to: &str) {
    let turn = &mut guest.turn;
    let Some(to) = turn.stage().and_then(|stage| stage.named(to).ok()).map(|to| to.id()) else {
        return;
    };
    let mine = |(it, _): &mut (Delivery, _)| matches!(it, Delivery::Send(of, _) if *of == to);
    let ahead: Vec<_> = turn.outgoing.extract_if(.., mine).collect();
    turn.held.extend(ahead.into_iter().map(|(it, cause)| Held::Delivery(it, cause)));
}

async fn open_channel(
    guest: &mut Guest,
    to: String,
    data: Vec<u8>,
) -> wasmtime::Result<Result<String, String>> {
    let blob = Blob::from(data);
    let names = (
        "theater:simple/message-server-host/open-channel",
        "theater:simple/message-server-host/open-channel.result",
    );
    let input = (to.clone(), blob.clone());
    let open = |guest: &mut Guest, cause: Hash| {
        let (stage, from) = (guest.turn.stage().cloned(), guest.actor);
        async move {
            let stage = stage.ok_or("no theater")?;
            let opened = stage.open_channel_from(from, &to, (blob.0, cause)).await;
            opened.map_err(|error| error.to_string())
        }
    };
    guest.answer_in_two(names, &input, open).await
}

fn send_on_channel(guest: &mut Guest, id: &str, data: Vec<u8>) -> wasmtime::Result<Said> {
    let blob = Blob::from(data);
    let function = "theater:simple/message-server-host/send-on-channel";
    let mut live = false;
    let said = guest.answer(function, &(id, &blob), |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        let me = Participant::Actor(guest.actor);
        stage.channels.check(id, me).map_err(|error| error.to_string())?;
        let closes = |(it, _): &(Delivery, _)| matches!(it, Delivery::CloseChannel(of) if of == id);
        if guest.turn.outgoing.iter().any(closes) {
            return Err(format!("channel `{id}` is closed"));
        }
        live = true;
        Ok::<(), String>(())
    })?;
    if let (true, Some(cause)) = (live, guest.last_event()) {
        guest.charge(blob.0.len())?;
        guest.turn.outgoing.push((Delivery::OnChannel(id.to_owned(), blob.0), cause));
    }
    Ok(said)
}

fn close_channel(guest: &mut Guest, id: &str) -> wasmtime::Result<Said> {
    let function = "theater:simple/message-server-host/close-channel";
    let mut live = false;
    let said = guest.answer(function, &id, |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        let me = Participant::Actor(guest.actor);
        stage.channels.check(id, me).map_err(|error| error.to_string())?;
        live = true;
        Ok::<(), String>(())
    })?;
    if let (true, Some(cause)) = (live, guest.last_event()) {
        guest.turn.outgoing.push((Delivery::CloseChannel(id.to_owned()), cause));
    }
    Ok(said)
}

fn respond(guest: &mut Guest, id: String, data: Vec<u8>) -> wasmtime::Result<Said> {
    let blob = Blob::from(data);
    let function = "theater:simple/message-server-host/respond-to-request";
    guest.answer(function, &(id.clone(), &blob), |guest| {
        settle(guest, &id)?;
        guest.turn.answers.push((id, blob.0.clone()));
        Ok::<(), String>(())
    })
}

/// Takes a request off the list of those that wait.
fn settle(guest: &mut Guest, id: &str) -> Result<(), String> {
    let before = guest.turn.outstanding.len();
    guest.turn.outstanding.retain(|known| **known != *id);
    if guest.turn.outstanding.len() == before {
        return Err(format!("there is no outstanding request `{id}`"));
    }
    Ok(())
}

fn outstanding(guest: &mut Guest) -> Vec<String> {
    guest.turn.outstanding.iter().map(ToString::to_string).collect()
}
