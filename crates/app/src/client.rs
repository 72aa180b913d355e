//! The smallest client that can ask a running server: over its Unix socket, or over HTTP.

mod http;
mod lines;

use std::path::Path;

use serde_json::{Value, json};

use crate::exit::Exit;
use crate::failure::Failure;

/// The revision this client speaks: one request, one answer, no session.
const VERSION: &str = "2026-07-28";

/// A server that can be asked.
pub enum Client {
    /// By its Unix socket.
    Lines(lines::Lines),
    /// By its URL, with a token.
    Http(http::Http),
}

impl Client {
    /// Connects to the socket at `path`; none if nobody listens there.
    pub async fn socket(path: &Path) -> Option<Self> {
        lines::Lines::connect(path).await.map(Self::Lines)
    }

    /// Prepares to ask the server at `url` with the token in `token_file`, if there is one.
    pub fn url(url: &str, token_file: &Path) -> Result<Self, Failure> {
        let token = std::fs::read_to_string(token_file).ok();
        http::Http::new(url, token.map(|text| text.trim().to_owned())).map(Self::Http)
    }

    /// Sends one request and gives its result.
    pub async fn ask(&mut self, method: &str, mut params: Value) -> Result<Value, Failure> {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {
                "name": "ensemble", "version": env!("CARGO_PKG_VERSION"),
            },
        });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = match self {
            Self::Lines(lines) => lines.ask(&request).await?,
            Self::Http(http) => http.ask(method, &request).await?,
        };
        if let Some(error) = answer.get("error") {
            let message = error["message"].as_str().unwrap_or("the server gave no reason");
            return Err(Failure::new(Exit::Tool, message));
        }
        Ok(answer["result"].clone())
    }

    /// What the server says of itself.
    pub async fn status(&mut self) -> Result<Value, Failure> {
        let read = self.ask("resources/read", json!({ "uri": "ensemble://status" })).await?;
        let text = read["contents"][0]["text"].as_str().unwrap_or_default();
        serde_json::from_str(text)
            .map_err(|error| Failure::new(Exit::Failure, format!("the status: {error}")))
    }
}
