//! The measure: `rmcp` with its tool macros and nothing of ours around it.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt, future};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{Json, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};

use super::{LOOPBACK, SOCKET, announce, until_released};
use crate::plan::Wire;

#[derive(Deserialize, JsonSchema)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

#[derive(Serialize, JsonSchema)]
struct Settled {
    events: u64,
}

/// The router is made once and shared: the fastest of the ways the macros offer.
#[derive(Clone)]
struct Adder {
    router: Arc<ToolRouter<Self>>,
}

#[tool_router]
impl Adder {
    fn new() -> Self {
        Self { router: Arc::new(Self::tool_router()) }
    }

    #[tool(description = "Adds two numbers")]
    async fn add(&self, Parameters(Add { a, b }): Parameters<Add>) -> Json<Sum> {
        Json(Sum { sum: a + b })
    }

    #[tool(description = "Waits until every event is written and says how many there are")]
    async fn settle(&self) -> Json<Settled> {
        Json(Settled { events: 0 })
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Adder {}

pub(super) async fn run(wire: Wire, folder: &Path) -> anyhow::Result<()> {
    match wire {
        Wire::Stdio => {
            Adder::new().serve(rmcp::transport::stdio()).await?.waiting().await?;
            return Ok(());
        }
        Wire::Tcp => {
            let listener = TcpListener::bind(LOOPBACK).await?;
            announce(&listener.local_addr()?.to_string())?;
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    drop(stream.set_nodelay(true));
                    let (source, sink) = stream.into_split();
                    tokio::spawn(serve_lines(source, sink));
                }
            });
        }
        Wire::Unix => {
            let path = folder.join(SOCKET);
            let listener = UnixListener::bind(&path)?;
            announce(&path.to_string_lossy())?;
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    let (source, sink) = stream.into_split();
                    tokio::spawn(serve_lines(source, sink));
                }
            });
        }
        Wire::Websocket | Wire::HttpModern | Wire::HttpLegacy => serve_http().await?,
    }
    until_released().await
}

async fn serve_lines<R, W>(source: R, sink: W)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    if let Ok(running) = Adder::new().serve((source, sink)).await {
        drop(running.waiting().await);
    }
}

async fn serve_http() -> anyhow::Result<()> {
    let listener = TcpListener::bind(LOOPBACK).await?;
    announce(&listener.local_addr()?.to_string())?;
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let config = StreamableHttpServerConfig::default().with_json_response(true);
    let adder = Adder::new();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(adder.clone()), sessions, config);
    let routes = Router::new().route_service("/mcp", service).route(
        "/ws",
        get(|upgrade: WebSocketUpgrade| async {
            upgrade.protocols(["mcp"]).on_upgrade(serve_websocket)
        }),
    );
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(())
}

async fn serve_websocket(socket: WebSocket) {
    let (sink, source) = socket.split();
    let sink = sink.with(|message: ServerJsonRpcMessage| {
        let text = serde_json::to_string(&message).map_err(axum::Error::new);
        future::ready(text.map(|text| Message::Text(text.into())))
    });
    let source = source.filter_map(|frame| {
        let message = match frame {
            Ok(Message::Text(text)) => serde_json::from_str::<ClientJsonRpcMessage>(&text).ok(),
            Ok(_) | Err(_) => None,
        };
        future::ready(message)
    });
    if let Ok(running) = Adder::new().serve((sink, source)).await {
        drop(running.waiting().await);
    }
}
