//! Raw TCP: newline JSON on loopback; the first line must bring a token.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use kernel::Principal;
use serde::Deserialize;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use super::connections::Place;
use super::lines::LineReader;
use super::stream::serve_lines;
use super::{ListenError, listen_error};
use crate::auth::{Admitted, Refusal};
use crate::core::{Core, Gateway};
use crate::mcp::{Connection, Frames, Incoming};
use crate::metrics::Wire;
use crate::registry::Endpoint;

const FIRST_LINE_WITHIN: Duration = Duration::from_secs(10);

impl Gateway {
    /// Serves `endpoint` on raw TCP; says which address it listens on.
    pub async fn listen_tcp(
        &self,
        address: SocketAddr,
        endpoint: Arc<Endpoint>,
    ) -> Result<SocketAddr, ListenError> {
        if !address.ip().is_loopback() {
            return Err(ListenError::NotLoopback(address));
        }
        let fail = |source| listen_error(address, "--tcp", source);
        let listener = TcpListener::bind(address).await.map_err(fail)?;
        let bound = listener.local_addr().map_err(fail)?;
        let core = self.core.clone();
        self.core.tasks.spawn(accept(core, listener, endpoint));
        Ok(bound)
    }
}

async fn accept(core: Arc<Core>, listener: TcpListener, endpoint: Arc<Endpoint>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = core.stop.cancelled() => return,
        };
        let (stream, _) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = core.connections.admit().await else {
            core.metrics.refused("connections");
            continue;
        };
        let (core, endpoint) = (core.clone(), endpoint.clone());
        core.clone().tasks.spawn(async move {
            tokio::select! {
                () = serve_stream(core.clone(), stream, endpoint, place.clone()) => {}
                () = place.evicted() => core.metrics.refused("evicted"),
            }
        });
    }
}

async fn serve_stream(
    core: Arc<Core>,
    stream: TcpStream,
    endpoint: Arc<Endpoint>,
    place: Arc<Place>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY");
    }
    let (source, mut sink) = stream.into_split();
    let mut reader = LineReader::new(source, core.limits.line_bytes);
    let admitted = if core.auth.is_open() {
        Admitted::for_good(Principal::local())
    } else {
        let first = tokio::select! {
            first = tokio::time::timeout(FIRST_LINE_WITHIN, reader.next()) => first,
            () = core.stop.cancelled() => return,
        };
        match admit(&core, first.ok().flatten().as_ref()) {
            Ok((admitted, greeting)) => {
                if let Some(line) = greeting
                    && sink.write_all(line.as_bytes()).await.is_err()
                {
                    return;
                }
                admitted
            }
            Err(line) => {
                core.metrics.refused("token");
                drop(sink.write_all(line.as_bytes()).await);
                return;
            }
        }
    };
    let _serving = place.serve();
    let idle = Some(core.limits.idle);
    let connection = Connection { endpoint, wire: Wire::Tcp, admitted, idle };
    serve_lines(core, connection, reader, sink).await;
}

#[derive(Deserialize)]
struct FirstLine {
    #[serde(default)]
    id: Option<serde_json::Value>,
    method: String,
    params: FirstParams,
}

#[derive(Deserialize)]
struct FirstParams {
    token: String,
}

/// Who is behind the first line and the answer to it, or the line that turns it away.
fn admit(core: &Core, first: Option<&Incoming>) -> Result<(Admitted, Option<String>), String> {
    let parsed = match first {
        Some(Incoming::Frame(frame)) => serde_json::from_slice::<FirstLine>(frame).ok(),
        Some(Incoming::TooLong { .. }) | None => None,
    };
    let parsed = parsed.filter(|line| line.method == "ensemble/auth");
    let id = parsed.as_ref().and_then(|line| line.id.clone());
    match core.auth.admit(parsed.as_ref().map(|line| line.params.token.as_str())) {
        Ok(admitted) => {
            let answer = id.map(|id| line(&json!({ "jsonrpc": "2.0", "id": id, "result": {} })));
            Ok((admitted, answer))
        }
        Err(refusal) => {
            let message = match refusal {
                Refusal::Missing => {
                    "the first line must be {\"jsonrpc\":\"2.0\",\"method\":\"ensemble/auth\",\"params\":{\"token\":\"…\"}}"
                }
                Refusal::Invalid => "this token is unknown, revoked or expired",
            };
            Err(line(&json!({
                "jsonrpc": "2.0", "id": id, "error": { "code": -32001, "message": message },
            })))
        }
    }
}

fn line(value: &serde_json::Value) -> String {
    format!("{value}\n")
}
