//! `theater:simple/http-client`: requests to the hosts that the house and the actor's permissions
//! allow. There is no TLS here: what must be private goes through a proxy on this machine.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;
use super::http_types::{HttpRequest, HttpResponse};
use crate::chain::Blob;
use crate::web::{self, Answered, Asked};

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/http-client")?;
    host.func_wrap("send-http", |mut cx: Cx<'_>, (request,): (HttpRequest,)| {
        let function = "theater:simple/http-client/send-http";
        let asked = Asked::from(request);
        let kept = (&asked, Blob::from(asked.body.as_slice()));
        let answer = cx.data_mut().answer(function, &kept, |guest| send(guest, asked.clone()))?;
        let response = answer.map(|(answered, body)| {
            HttpResponse::from(Answered { body: body.0.to_vec(), ..answered })
        });
        Ok((response,))
    })
}

fn send(guest: &mut Guest, asked: Asked) -> Result<(Answered, Blob), String> {
    let stage = guest.turn.stage().cloned().ok_or("no theater")?;
    let grant = &guest.grants.http_client;
    let listed = |list: &Option<Vec<String>>, name: &str| {
        list.as_ref().is_none_or(|list| list.iter().any(|known| known.eq_ignore_ascii_case(name)))
    };
    if !listed(&grant.allowed_methods, &asked.method) {
        return Err(format!("method `{}` is not permitted", asked.method));
    }
    let host = web::host(&asked.uri)?;
    if !listed(&grant.allowed_hosts, &host) {
        return Err(format!("host `{host}` is not permitted"));
    }
    let most = grant.timeout.map_or(stage.config.request_timeout, Duration::from_millis);
    let limit = stage.config.message_bytes;
    let (sender, receiver) = sync_channel(1);
    stage.web.ask(asked, limit, move |answer| drop(sender.try_send(answer)))?;
    let answer = guest.waiting(|_| match receiver.recv_timeout(most) {
        Ok(answer) => answer,
        Err(RecvTimeoutError::Timeout) => Err("no answer came in time".to_owned()),
        Err(RecvTimeoutError::Disconnected) => Err("the theater is closing".to_owned()),
    })?;
    let body = Blob::from(answer.body.as_slice());
    Ok((answer, body))
}
