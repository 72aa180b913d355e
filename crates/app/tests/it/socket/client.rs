//! The real `mcr` on a free port, and a real WebSocket client that talks to it.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::program::Home;

const PATIENCE: Duration = Duration::from_secs(60);

/// A running `mcr`.
pub(super) struct Mcr {
    child: Child,
    url: String,
}

impl Mcr {
    pub(super) fn start(home: &Home) -> Self {
        let mut command = home.command_of(env!("CARGO_BIN_EXE_mcr"), &["--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines
            .find_map(|line| {
                let line = line.unwrap();
                let url = line.trim().strip_prefix("mcr")?.split_whitespace().next()?;
                Some(url.to_owned())
            })
            .unwrap();
        Self { child, url }
    }
}

impl Drop for Mcr {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// One connection.
pub(super) struct Socket {
    runtime: Runtime,
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub(super) fn open(mcr: &Mcr) -> Self {
        Self::open_with(mcr, &[]).unwrap()
    }

    pub(super) fn open_with(mcr: &Mcr, headers: &[(&str, &str)]) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mut request = mcr.url.as_str().into_client_request().unwrap();
        for (name, value) in headers {
            let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let connected = runtime.block_on(connect_async(request));
        let (stream, _) = connected.map_err(|error| error.to_string())?;
        Ok(Self { runtime, stream })
    }

    pub(super) fn send_text(&mut self, text: &str) {
        self.runtime.block_on(self.stream.send(Message::text(text))).unwrap();
    }

    pub(super) fn send(&mut self, frame: &Value) {
        self.send_text(&frame.to_string());
    }

    pub(super) fn invoke(&mut self, id: &str, tool: &str, input: &Value) {
        let payload = json!({ "tool_name": tool, "input": input });
        self.send(&json!({ "type": "tool_invoke", "messageId": id, "payload": payload }));
    }

    pub(super) fn receive(&mut self) -> Value {
        let next = async {
            loop {
                match self.stream.next().await.unwrap().unwrap() {
                    Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                    Message::Close(why) => panic!("the server hung up: {why:?}"),
                    Message::Binary(_)
                    | Message::Ping(_)
                    | Message::Pong(_)
                    | Message::Frame(_) => {}
                }
            }
        };
        let waited = async { tokio::time::timeout(PATIENCE, next).await.unwrap() };
        self.runtime.block_on(waited)
    }
}
