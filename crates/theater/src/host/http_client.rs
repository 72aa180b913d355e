//! `theater:simple/http-client`: requests to the hosts that the house and the actor's permissions
//! allow. There is no TLS here: what must be private goes through a proxy on this machine.

use std::time::Duration;

use tokio::sync::oneshot;
use wasmtime::StoreContextMut;
use wasmtime::component::Linker;

use super::Guest;
use super::http_types::{HttpRequest, HttpResponse};
use crate::chain::Blob;
use crate::web::{self, Answered, Asked};

type Cx<'a> = StoreContextMut<'a, Guest>;

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/http-client")?;
    host.func_wrap_async("send-http", |mut cx: Cx<'_>, (request,): (HttpRequest,)| {
        Box::new(async move {
            let function = "theater:simple/http-client/send-http";
            let asked = Asked::from(request);
            let kept = (asked.clone(), Blob::from(asked.body.as_slice()));
            let guest = cx.data_mut();
            let send = send(guest, asked);
            let answer = guest.answer_later(function, &kept, send).await?;
            let response = answer.map(|(answered, body)| {
                HttpResponse::from(Answered { body: body.0.to_vec(), ..answered })
            });
            Ok((response,))
        })
    })
}

/// Sends a request that the actor may send, once what it did before is on the disk.
fn send(
    guest: &Guest,
    asked: Asked,
) -> impl Future<Output = Result<(Answered, Blob), String>> + Send + use<> {
    let stage = guest.turn.stage().cloned();
    let (grants, stop, actor) = (guest.grants.clone(), guest.stop.clone(), guest.actor);
    async move {
        let stage = stage.ok_or("no theater")?;
        let grant = &grants.http_client;
        let listed = |list: &Option<Vec<String>>, name: &str| {
            list.as_ref()
                .is_none_or(|list| list.iter().any(|known| known.eq_ignore_ascii_case(name)))
        };
        if !listed(&grant.allowed_methods, &asked.method) {
            return Err(format!("method `{}` is not permitted", asked.method));
        }
        let host = web::host(&asked.uri)?;
        if !listed(&grant.allowed_hosts, &host) {
            return Err(format!("host `{host}` is not permitted"));
        }
        stage.acknowledged(actor).await.map_err(|error| error.to_string())?;
        let most = grant.timeout.map_or(stage.config.request_timeout, Duration::from_millis);
        let limit = stage.config.message_bytes;
        let (sender, receiver) = oneshot::channel();
        stage.web.ask(asked, limit, move |answer| drop(sender.send(answer)))?;
        let answer = tokio::select! {
            answer = receiver => answer.unwrap_or(Err("the theater is closing".to_owned())),
            () = tokio::time::sleep(most) => Err("no answer came in time".to_owned()),
            () = stop.wanted() => Err("the actor is stopping".to_owned()),
        }?;
        let body = Blob::from(answer.body.as_slice());
        Ok((answer, body))
    }
}
