//! `theater:simple/http-framework`: servers of the actor's own, on this machine alone. WebSockets and
//! TLS are refused by name.

use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lift, Linker, LinkerInstance, Lower};

use super::Guest;
use crate::stage::{Book, Route};

type Cx<'a> = StoreContextMut<'a, Guest>;
type Host<'a> = LinkerInstance<'a, Guest>;

const NO_SOCKETS: &str = "this theater does not provide WebSockets to actors";

#[derive(ComponentType, Lift, Serialize)]
#[component(record)]
struct TlsConfig {
    #[component(name = "cert-path")]
    cert_path: String,
    #[component(name = "key-path")]
    key_path: String,
}

#[derive(ComponentType, Lift, Serialize)]
#[component(record)]
struct ServerConfig {
    port: Option<u16>,
    host: Option<String>,
    #[component(name = "tls-config")]
    tls_config: Option<TlsConfig>,
}

#[derive(ComponentType, Lower, Serialize, Deserialize)]
#[component(record)]
struct ServerInfo {
    id: u64,
    port: u16,
    host: String,
    running: bool,
    #[component(name = "routes-count")]
    routes_count: u32,
    #[component(name = "middleware-count")]
    middleware_count: u32,
    #[component(name = "websocket-enabled")]
    websocket_enabled: bool,
}

#[derive(ComponentType, Lift, Serialize)]
#[component(variant)]
enum MessageType {
    #[component(name = "text")]
    Text,
    #[component(name = "binary")]
    Binary,
    #[component(name = "connect")]
    Connect,
    #[component(name = "close")]
    Close,
    #[component(name = "ping")]
    Ping,
    #[component(name = "pong")]
    Pong,
    #[component(name = "other")]
    Other(String),
}

#[derive(ComponentType, Lift, Serialize)]
#[component(record)]
struct WebsocketMessage {
    ty: MessageType,
    data: Option<Vec<u8>>,
    text: Option<String>,
}

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/http-framework")?;
    servers(&mut host)?;
    routes(&mut host)?;
    sockets(&mut host)
}

/// Answers a call that changes what the actor has.
fn change<T: Serialize + serde::de::DeserializeOwned>(
    cx: &mut Cx<'_>,
    function: &'static str,
    input: &impl Serialize,
    run: impl FnOnce(&mut Book) -> Result<T, String>,
) -> wasmtime::Result<(Result<T, String>,)> {
    let changed = cx.data_mut().answer(function, input, |guest| {
        let stage = guest.turn.stage().ok_or("no theater")?;
        stage.servers.change(guest.actor, run)
    })?;
    Ok((changed,))
}

fn servers(host: &mut Host<'_>) -> wasmtime::Result<()> {
    host.func_wrap("create-server", |mut cx: Cx<'_>, (config,): (ServerConfig,)| {
        change(&mut cx, "theater:simple/http-framework/create-server", &config, |book| {
            if config.tls_config.is_some() {
                return Err("there is no TLS here; put a proxy before the server".to_owned());
            }
            book.create(config.host.as_deref(), config.port)
        })
    })?;
    host.func_wrap("get-server-info", |mut cx: Cx<'_>, (id,): (u64,)| {
        let function = "theater:simple/http-framework/get-server-info";
        Ok((cx.data_mut().answer(function, &id, |guest| info(guest, id))?,))
    })?;
    host.func_wrap("start-server", |mut cx: Cx<'_>, (id,): (u64,)| {
        let function = "theater:simple/http-framework/start-server";
        let port = cx.data_mut().answer(function, &id, |guest| {
            guest.turn.stage().ok_or("no theater")?.listen(guest.actor, id)
        })?;
        Ok((port,))
    })?;
    host.func_wrap("stop-server", |mut cx: Cx<'_>, (id,): (u64,)| {
        silence(&cx, id);
        change(&mut cx, "theater:simple/http-framework/stop-server", &id, |book| {
            book.server(id)?.running = false;
            Ok(())
        })
    })?;
    host.func_wrap("destroy-server", |mut cx: Cx<'_>, (id,): (u64,)| {
        silence(&cx, id);
        change(&mut cx, "theater:simple/http-framework/destroy-server", &id, |book| {
            book.server(id)?;
            book.servers.retain(|server| server.id != id);
            Ok(())
        })
    })
}

fn silence(cx: &Cx<'_>, server: u64) {
    let guest = cx.data();
    if let Some(stage) = guest.turn.stage() {
        stage.servers.silence(guest.actor, server);
    }
}

fn info(guest: &Guest, id: u64) -> Result<ServerInfo, String> {
    let stage = guest.turn.stage().ok_or("no theater")?;
    let mut book = stage.servers.book(guest.actor);
    let server = book.server(id)?;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(ServerInfo {
        id,
        port: server.address.port(),
        host: server.address.ip().to_string(),
        running: server.running,
        routes_count: count(server.routes.len() - server.middleware()),
        middleware_count: count(server.middleware()),
        websocket_enabled: false,
    })
}

fn routes(host: &mut Host<'_>) -> wasmtime::Result<()> {
    host.func_wrap("register-handler", |mut cx: Cx<'_>, (name,): (String,)| {
        change(&mut cx, "theater:simple/http-framework/register-handler", &name, |book| {
            Ok(book.register(name.clone()))
        })
    })?;
    type Added = (u64, String, String, u64);
    host.func_wrap("add-route", |mut cx: Cx<'_>, input: Added| {
        change(&mut cx, "theater:simple/http-framework/add-route", &input, |book| {
            let (server, path, method, handler) = input.clone();
            book.add_route(server, Route { id: 0, path, method: Some(method), handler })
        })
    })?;
    host.func_wrap("remove-route", |mut cx: Cx<'_>, (id,): (u64,)| {
        change(&mut cx, "theater:simple/http-framework/remove-route", &id, |book| {
            book.remove_route(id)
        })
    })?;
    host.func_wrap("add-middleware", |mut cx: Cx<'_>, input: (u64, String, u64)| {
        change(&mut cx, "theater:simple/http-framework/add-middleware", &input, |book| {
            let (server, path, handler) = input.clone();
            book.add_route(server, Route { id: 0, path, method: None, handler })
        })
    })?;
    host.func_wrap("remove-middleware", |mut cx: Cx<'_>, (id,): (u64,)| {
        change(&mut cx, "theater:simple/http-framework/remove-middleware", &id, |book| {
            book.remove_route(id)
        })
    })
}

/// Answers that there are no WebSockets.
fn refuse(
    cx: &mut Cx<'_>,
    function: &'static str,
    input: &impl Serialize,
) -> wasmtime::Result<(Result<(), String>,)> {
    let refused = |_: &mut Guest| Err::<(), String>(NO_SOCKETS.to_owned());
    Ok((cx.data_mut().answer(function, input, refused)?,))
}

fn sockets(host: &mut Host<'_>) -> wasmtime::Result<()> {
    type Enabled = (u64, String, Option<u64>, u64, Option<u64>);
    host.func_wrap("enable-websocket", |mut cx: Cx<'_>, input: Enabled| {
        refuse(&mut cx, "theater:simple/http-framework/enable-websocket", &input)
    })?;
    host.func_wrap(
        "send-websocket-message",
        |mut cx: Cx<'_>, input: (u64, u64, WebsocketMessage)| {
            refuse(&mut cx, "theater:simple/http-framework/send-websocket-message", &input)
        },
    )?;
    host.func_wrap("close-websocket", |mut cx: Cx<'_>, input: (u64, u64)| {
        refuse(&mut cx, "theater:simple/http-framework/close-websocket", &input)
    })
}
