//! WebSocket: one JSON-RPC message in each text frame, subprotocol `mcp`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use kernel::Principal;
use tokio::sync::mpsc;

use super::lines::OUT_FRAMES;
use crate::core::Core;
use crate::mcp::{Connection, Frames, Incoming, serve};
use crate::metrics::Wire;
use crate::registry::Endpoint;

const PING_EVERY: Duration = Duration::from_secs(20);
const TOO_BIG: u16 = 1009;

/// The prefix of a subprotocol that carries a token, for browsers that can set no header.
pub(super) const BEARER_PROTOCOL: &str = "bearer.";

/// Answers the upgrade and serves `endpoint` on the socket.
pub(super) fn upgrade(
    core: Arc<Core>,
    endpoint: Arc<Endpoint>,
    principal: Principal,
    upgrade: WebSocketUpgrade,
) -> Response {
    let limit = core.limits.frame_bytes;
    upgrade.protocols(["mcp"]).max_message_size(limit).max_frame_size(limit).on_upgrade(
        move |socket| async move {
            let idle = Some(core.limits.idle);
            let connection = Connection { endpoint, wire: Wire::WebSocket, principal, idle };
            let serving = core.tasks.track_future(run(core.clone(), connection, socket));
            serving.await;
        },
    )
}

async fn run(core: Arc<Core>, connection: Connection, socket: WebSocket) {
    let (sink, source) = socket.split();
    let (out, frames) = mpsc::channel(OUT_FRAMES);
    let (control, controls) = mpsc::channel(4);
    let writer = tokio::spawn(write(sink, frames, controls));
    let reader = Reader { source, control, limit: core.limits.frame_bytes, ended: false };
    serve(core, connection, reader, out).await;
    if let Err(error) = writer.await {
        tracing::debug!(%error, "a writer ended early");
    }
}

struct Reader {
    source: SplitStream<WebSocket>,
    control: mpsc::Sender<Message>,
    limit: usize,
    ended: bool,
}

impl Frames for Reader {
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
                    drop(self.control.try_send(Message::Close(Some(close))));
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

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut frames: mpsc::Receiver<Bytes>,
    mut controls: mpsc::Receiver<Message>,
) {
    let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING_EVERY, PING_EVERY);
    let mut group = Vec::new();
    loop {
        let sent = tokio::select! {
            biased;
            count = frames.recv_many(&mut group, OUT_FRAMES) => {
                if count == 0 {
                    break;
                }
                send_all(&mut sink, &mut group).await
            }
            _ = ping.tick() => sink.send(Message::Ping(Bytes::new())).await,
        };
        if sent.is_err() {
            return;
        }
    }
    let last = controls.try_recv().unwrap_or(Message::Close(None));
    drop(sink.send(last).await);
    drop(sink.close().await);
}

async fn send_all(
    sink: &mut SplitSink<WebSocket, Message>,
    group: &mut Vec<Bytes>,
) -> Result<(), axum::Error> {
    for frame in group.drain(..) {
        // Frames are written by serde_json and so are UTF-8.
        let Ok(text) = frame.try_into() else { continue };
        sink.feed(Message::Text(text)).await?;
    }
    sink.flush().await
}
