//! `theater:simple/message-server-host`: what an actor sends to others.
//!
//! A message without an answer leaves when the call that sent it is written down, together with it;
//! a request leaves at once, after everything before it was written.

use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::{Delivery, Guest};
use crate::chain::Blob;
use crate::stage::Participant;

type Cx<'a> = StoreContextMut<'a, Guest>;
type Said = Result<(), String>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/message-server-host")?;
    host.func_wrap("send", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Ok((send(cx.data_mut(), &to, data)?,))
    })?;
    host.func_wrap("request", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Ok((request(cx.data_mut(), &to, data)?.map(|blob| blob.0),))
    })?;
    host.func_wrap("open-channel", |mut cx: Cx<'_>, (to, data): (String, Vec<u8>)| {
        Ok((open_channel(cx.data_mut(), &to, data)?,))
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
    let said = guest.answer(function, &(to, &blob), |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        found = Some(stage.receiver(to, blob.0.len()).map_err(|error| error.to_string())?);
        Ok::<(), String>(())
    })?;
    if let (Some(to), Some(cause)) = (found, guest.last_event()) {
        guest.turn.outgoing.push((Delivery::Send(to, blob.0), cause));
    }
    Ok(said)
}

fn request(guest: &mut Guest, to: &str, data: Vec<u8>) -> wasmtime::Result<Result<Blob, String>> {
    let blob = Blob::from(data);
    let names = (
        "theater:simple/message-server-host/request",
        "theater:simple/message-server-host/request.result",
    );
    guest.answer_in_two(names, &(to, &blob), |guest, cause| {
        let stage = guest.turn.stage().ok_or("no theater")?.clone();
        let told = |error: crate::TheaterError| error.to_string();
        guest.write_down()?;
        let waiting = guest.turn.waiting.clone();
        stage.request_from(waiting, to, blob.0.clone(), cause).map(Blob).map_err(told)
    })
}

fn open_channel(
    guest: &mut Guest,
    to: &str,
    data: Vec<u8>,
) -> wasmtime::Result<Result<String, String>> {
    let blob = Blob::from(data);
    let names = (
        "theater:simple/message-server-host/open-channel",
        "theater:simple/message-server-host/open-channel.result",
    );
    guest.answer_in_two(names, &(to, &blob), |guest, cause| {
        let stage = guest.turn.stage().ok_or("no theater")?.clone();
        let told = |error: crate::TheaterError| error.to_string();
        guest.write_down()?;
        let waiting = guest.turn.waiting.clone();
        let first = (blob.0.clone(), cause);
        stage.open_channel_from(guest.actor, waiting, to, first).map_err(told)
    })
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
