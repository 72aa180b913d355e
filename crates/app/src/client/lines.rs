//! Asking over the Unix socket: one JSON message a line.

use std::path::Path;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use crate::exit::Exit;
use crate::failure::Failure;

/// A connection to the socket.
pub struct Lines(BufReader<UnixStream>);

impl Lines {
    /// Connects; none if nobody listens there.
    pub(super) async fn connect(path: &Path) -> Option<Self> {
        UnixStream::connect(path).await.ok().map(|stream| Self(BufReader::new(stream)))
    }

    /// Sends a request and reads lines until its answer comes.
    pub(super) async fn ask(&mut self, request: &Value) -> Result<Value, Failure> {
        let broken = |error: std::io::Error| Failure::new(Exit::Unreachable, error);
        self.0.get_mut().write_all(format!("{request}\n").as_bytes()).await.map_err(broken)?;
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).await.map_err(broken)? == 0 {
                return Err(Failure::new(Exit::Unreachable, "the server hung up"));
            }
            let message: Value = serde_json::from_str(&line)
                .map_err(|error| Failure::new(Exit::Failure, format!("the answer: {error}")))?;
            if message["id"] == request["id"] {
                return Ok(message);
            }
        }
    }
}
