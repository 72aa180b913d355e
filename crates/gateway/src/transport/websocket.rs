//! WebSocket: one JSON-RPC message in each text frame, subprotocol `mcp`.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};

use crate::auth::Admitted;
use crate::core::Core;
use crate::mcp::{Connection, FrameSink, Frames, Incoming, Outbox, serve};
use crate::mcr::{self, Speaking};
use crate::metrics::Wire;
use crate::registry::Endpoint;
use crate::transport::connections::{Place, Serving};

const PING_EVERY: Duration = Duration::from_secs(20);
const TOO_BIG: u16 = 1009;

/// The prefix of a subprotocol that carries a token, for browsers that can set no header.
pub(super) const BEARER_PROTOCOL: &str = "bearer.";

/// Answers the upgrade and serves `endpoint` on the socket.
pub(super) fn upgrade(
    core: Arc<Core>,
    endpoint: Arc<Endpoint>,
    admitted: Admitted,
    (upgrade, serving): (WebSocketUpgrade, Option<Serving>),
) -> Response {
    let limit = core.limits.frame_bytes;
    upgrade.protocols(["mcp"]).max_message_size(limit).max_frame_size(limit).on_upgrade(
        move |socket| async move {
            let place = serving;
            let idle = Some(core.limits.idle);
            let connection = Connection { endpoint, wire: Wire::WebSocket, admitted, idle };
            let serving = core.tasks.track_future(run(core.clone(), connection, socket));
            serving.await;
            drop(place);
        },
    )
}

/// Answers the upgrade and serves the dialect of `endpoint`, or plain MCP if the client chose it.
pub(super) fn upgrade_to_dialect(
    core: Arc<Core>,
    endpoint: Arc<Endpoint>,
    admitted: Admitted,
    (upgrade, place): (WebSocketUpgrade, Option<Arc<Place>>),
) -> Response {
    let limit = core.limits.frame_bytes;
    let upgrade = upgrade.protocols(["mcp", "mcr"]).max_message_size(limit).max_frame_size(limit);
    let only_mcp = upgrade.selected_protocol().is_some_and(|protocol| protocol == "mcp");
    let guest = admitted.principal == mcr::guest();
    upgrade.on_upgrade(move |socket| async move {
        let serving = async {
            if only_mcp {
                let endpoint = if guest { endpoint } else { core.aggregate.clone() };
                let idle = Some(core.limits.idle);
                let connection = Connection { endpoint, wire: Wire::WebSocket, admitted, idle };
                run(core.clone(), connection, socket).await;
            } else {
                speak(core.clone(), endpoint, admitted, socket).await;
            }
        };
        let serving = core.tasks.track_future(serving);
        match place {
            // A guest makes room when others come, however long it stays.
            Some(place) if guest => tokio::select! {
                () = serving => {}
                () = place.evicted() => core.metrics.refused("evicted"),
            },
            place => {
                let _serving = place.map(|place| place.serve());
                serving.await;
            }
        }
    })
}

/// Serves the dialect; the frames of MCP among it are served by the protocol itself.
async fn speak(core: Arc<Core>, endpoint: Arc<Endpoint>, admitted: Admitted, socket: WebSocket) {
    let principal = admitted.principal.clone();
    let (reader, outbox) = ends(&core, socket);
    let ends = (reader, outbox.clone());
    let frames = Speaking::begin(core.clone(), endpoint.clone(), principal.clone(), ends).await;
    // A guest was let in to this service alone.
    let reach = if principal == mcr::guest() { endpoint } else { core.aggregate.clone() };
    // The dialect bears silence by its own rules.
    let connection = Connection { endpoint: reach, wire: Wire::WebSocket, admitted, idle: None };
    tokio::select! {
        () = serve(core, connection, frames, outbox.clone()) => {}
        () = ping(&outbox) => {}
    }
}

fn ends(core: &Core, socket: WebSocket) -> (Reader, Arc<Outbox<Writer>>) {
    let (sink, source) = socket.split();
    let goodbye = Arc::new(OnceLock::new());
    let outbox = Outbox::new(Writer { sink, waiting: VecDeque::new(), goodbye: goodbye.clone() });
    (Reader { source, goodbye, limit: core.limits.frame_bytes, ended: false }, outbox)
}

async fn run(core: Arc<Core>, connection: Connection, socket: WebSocket) {
    let (reader, outbox) = ends(&core, socket);
    tokio::select! {
        () = serve(core, connection, reader, outbox.clone()) => {}
        () = ping(&outbox) => {}
    }
}

/// Pings for as long as it is polled.
async fn ping(outbox: &Outbox<Writer>) {
    let mut every = tokio::time::interval_at(tokio::time::Instant::now() + PING_EVERY, PING_EVERY);
    loop {
        every.tick().await;
        let pinged = outbox.flush(|writer| writer.waiting.push_back(Message::Ping(Bytes::new())));
        if let Err(error) = pinged.await {
            tracing::debug!(%error, "a socket could not be pinged");
        }
    }
}

struct Reader {
    source: SplitStream<WebSocket>,
    goodbye: Arc<OnceLock<CloseFrame>>,
    limit: usize,
    ended: bool,
}

impl Frames for Reader {
    fn ends_both_ways(&self) -> bool {
        true
    }

    async fn next(&mut self) -> Option<Incoming> {
        loop {
            if self.ended {
                return None;
            }
            match self.source.next().await {
                Some(Ok(Message::Text(text))) => return Some(Incoming::Frame(text.into())),
                Some(Ok(Message::Binary(bytes))) => return Some(Incoming::Frame(bytes)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_))) | None => return None,
                Some(Err(error)) => {
                    self.ended = true;
                    if !too_big(&error) {
                        tracing::debug!(%error, "a socket broke");
                        return None;
                    }
                    let reason = format!("over {} bytes (limits.frame_bytes)", self.limit);
                    let close = CloseFrame { code: TOO_BIG, reason: reason.into() };
                    // The writer sends it after the error that names the limit.
                    drop(self.goodbye.set(close));
                    return Some(Incoming::TooLong {
                        limit: self.limit,
                        key: "limits.frame_bytes",
                    });
                }
            }
        }
    }
}

fn too_big(error: &axum::Error) -> bool {
    error.to_string().contains("too long") || error.to_string().contains("too large")
}

struct Writer {
    sink: SplitSink<WebSocket, Message>,
    waiting: VecDeque<Message>,
    /// What the reader wants to be said at the end.
    goodbye: Arc<OnceLock<CloseFrame>>,
}

impl FrameSink for Writer {
    fn push(&mut self, frame: Vec<u8>) {
        // Frames are written by serde_json and so are UTF-8.
        if let Ok(text) = Bytes::from(frame).try_into() {
            self.waiting.push_back(Message::Text(text));
        }
    }

    async fn flush(&mut self) -> io::Result<()> {
        while !self.waiting.is_empty() {
            // A message leaves the queue only when the sink takes it.
            poll_fn(|context| self.sink.poll_ready_unpin(context))
                .await
                .map_err(io::Error::other)?;
            if let Some(message) = self.waiting.pop_front() {
                self.sink.start_send_unpin(message).map_err(io::Error::other)?;
            }
        }
        SinkExt::flush(&mut self.sink).await.map_err(io::Error::other)
    }

    async fn close(&mut self) -> io::Result<()> {
        let goodbye = Message::Close(self.goodbye.get().cloned());
        self.sink.send(goodbye).await.map_err(io::Error::other)?;
        SinkExt::close(&mut self.sink).await.map_err(io::Error::other)
    }
}
