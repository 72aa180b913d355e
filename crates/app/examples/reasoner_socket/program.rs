//! The program under test, and a client of its socket.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::Failure;

/// A running `mcr` in a folder of its own.
pub(crate) struct Program {
    child: Child,
    pub(crate) url: String,
    _home: TempDir,
}

impl Program {
    #[expect(clippy::disallowed_methods, reason = "the benchmark runs the program it measures")]
    pub(crate) fn start(mcr: &str) -> Result<Self, Failure> {
        let home = TempDir::new()?;
        let mut child = std::process::Command::new(mcr)
            .args(["--port", "0", "--log-filter", "error"])
            .env_clear()
            .env("HOME", home.path())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut url = None;
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some(rest) = line.trim().strip_prefix("mcr") {
                url = rest.split_whitespace().next().map(str::to_owned);
                break;
            }
        }
        let url = url.ok_or("mcr did not say where it listens")?;
        Ok(Self { child, url, _home: home })
    }

    /// Resident memory in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS")).ok_or("no VmRSS")?;
        let kilobytes: u64 = line.split_whitespace().nth(1).ok_or("no number")?.parse()?;
        Ok(kilobytes * 1024)
    }

    /// Whether it still runs.
    pub(crate) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// One connection.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    next: u64,
}

impl Socket {
    pub(crate) async fn open(url: &str) -> Result<Self, Failure> {
        let (stream, _) = connect_async(url).await?;
        if let MaybeTlsStream::Plain(tcp) = stream.get_ref() {
            tcp.set_nodelay(true)?;
        }
        let mut socket = Self { stream, next: 0 };
        let greeting = socket.receive().await?;
        if greeting["type"] != "connection_ack" {
            return Err("no connection_ack".into());
        }
        Ok(socket)
    }

    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Failure> {
        Ok(self.stream.send(message).await?)
    }

    pub(crate) async fn receive(&mut self) -> Result<Value, Failure> {
        loop {
            match self.stream.next().await.ok_or("the server hung up")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Close(_) => return Err("the server closed".into()),
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    pub(crate) async fn invoke(&mut self, tool: &str, input: Value) -> Result<u64, Failure> {
        self.next += 1;
        let frame = json!({
            "type": "tool_invoke",
            "messageId": self.next.to_string(),
            "payload": { "tool_name": tool, "input": input },
        });
        self.send(Message::text(frame.to_string())).await?;
        Ok(self.next)
    }

    /// The next answer; news on the way is passed over.
    pub(crate) async fn answer(&mut self) -> Result<Value, Failure> {
        loop {
            let frame = self.receive().await?;
            if frame["type"] == "tool_result" {
                if frame["payload"]["success"] != true {
                    return Err(format!("refused: {}", frame["payload"]).into());
                }
                return Ok(frame["payload"].clone());
            }
        }
    }

    pub(crate) async fn call(&mut self, tool: &str, input: Value) -> Result<Value, Failure> {
        self.invoke(tool, input).await?;
        self.answer().await
    }
}
