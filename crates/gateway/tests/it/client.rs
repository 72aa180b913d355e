//! Plain clients: they write the bytes a client would and read what comes back.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::house::{House, TOKEN};

pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<TcpStream>>;

enum Wire {
    Lines(Box<dyn AsyncWrite + Send + Unpin>, BufReader<Box<dyn AsyncRead + Send + Unpin>>),
    Socket(Box<Socket>),
}

/// A client on a wire that carries frames both ways.
pub(crate) struct Client {
    wire: Wire,
    next: u64,
    /// What every request carries in the modern era.
    meta: Option<Value>,
    /// Notifications that came while an answer was awaited.
    pub(crate) heard: Vec<Value>,
}

impl Client {
    fn new(wire: Wire) -> Self {
        Self { wire, next: 0, meta: None, heard: Vec::new() }
    }

    fn lines(
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Self {
        let reader: Box<dyn AsyncRead + Send + Unpin> = Box::new(reader);
        Self::new(Wire::Lines(Box::new(writer), BufReader::new(reader)))
    }

    pub(crate) async fn tcp(house: &House) -> Self {
        let (reader, writer) = TcpStream::connect(house.tcp).await.unwrap().into_split();
        let mut client = Self::lines(reader, writer);
        client
            .send(&json!({"jsonrpc":"2.0","method":"ensemble/auth","params":{"token":TOKEN}}))
            .await;
        client
    }

    pub(crate) async fn tcp_without_token(house: &House) -> Self {
        let (reader, writer) = TcpStream::connect(house.tcp).await.unwrap().into_split();
        Self::lines(reader, writer)
    }

    pub(crate) async fn unix(house: &House) -> Self {
        let (reader, writer) = UnixStream::connect(&house.unix).await.unwrap().into_split();
        Self::lines(reader, writer)
    }

    pub(crate) async fn websocket(house: &House) -> Self {
        let url = format!("ws://{}/mcp", house.http);
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("authorization", format!("Bearer {TOKEN}").parse().unwrap());
        headers.insert("sec-websocket-protocol", "mcp".parse().unwrap());
        let (socket, response) = tokio_tungstenite::connect_async(request).await.unwrap();
        assert_eq!(response.headers()["sec-websocket-protocol"], "mcp");
        Self::new(Wire::Socket(Box::new(socket)))
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        match &mut self.wire {
            Wire::Lines(writer, _) => {
                writer.write_all(format!("{text}\n").as_bytes()).await.unwrap();
            }
            Wire::Socket(socket) => socket.send(Message::text(text)).await.unwrap(),
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    /// The next message, or none when the other side hung up.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        let text = tokio::time::timeout(PATIENCE, self.receive_text()).await.unwrap()?;
        Some(serde_json::from_str(&text).unwrap())
    }

    async fn receive_text(&mut self) -> Option<String> {
        match &mut self.wire {
            Wire::Lines(_, reader) => {
                let mut line = String::new();
                let read = reader.read_line(&mut line).await.unwrap_or(0);
                (read > 0).then_some(line)
            }
            Wire::Socket(socket) => loop {
                match socket.next().await? {
                    Ok(Message::Text(text)) => return Some(text.to_string()),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            },
        }
    }

    /// Sends a request and says under which id.
    pub(crate) async fn start(&mut self, method: &str, mut params: Value) -> u64 {
        self.next += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        let id = self.next;
        self.send(&json!({"jsonrpc":"2.0","id":id,"method":method,"params":params})).await;
        id
    }

    /// The answer to request `id`; notifications on the way are kept.
    pub(crate) async fn answer(&mut self, id: u64) -> Value {
        if let Some(at) = self.heard.iter().position(|message| message["id"] == id) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.receive().await.expect("the connection should live");
            if message["id"] == id {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.start(method, params).await;
        self.answer(id).await
    }

    /// The next notification of `method`.
    pub(crate) async fn notification(&mut self, method: &str) -> Value {
        if let Some(at) = self.heard.iter().position(|message| message["method"] == method) {
            return self.heard.remove(at);
        }
        loop {
            let message = self.receive().await.expect("the connection should live");
            if message["method"] == method {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Opens the conversation in the way `version` asks for.
    pub(crate) async fn open(&mut self, version: &str) -> Value {
        if version == "2026-07-28" {
            self.meta = Some(modern_meta(version));
            return self.request("server/discover", json!({})).await;
        }
        let answer = self.request("initialize", initialize(version)).await;
        self.send(&json!({"jsonrpc":"2.0","method":"notifications/initialized"})).await;
        answer
    }
}

pub(crate) fn modern_meta(version: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    })
}

pub(crate) fn initialize(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" },
    })
}

/// One HTTP exchange on a connection of its own.
pub(crate) struct Http {
    pub(crate) status: u16,
    pub(crate) headers: http::HeaderMap,
    pub(crate) body: String,
}

impl Http {
    pub(crate) async fn exchange(
        house: &House,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Self {
        let response = Self::start(house, method, path, headers, body.into()).await;
        let (parts, body) = response.into_parts();
        let body = tokio::time::timeout(PATIENCE, body.collect()).await.unwrap().unwrap();
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: String::from_utf8_lossy(&body.to_bytes()).into_owned(),
        }
    }

    pub(crate) async fn start(
        house: &House,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> http::Response<hyper::body::Incoming> {
        let stream = TokioIo::new(TcpStream::connect(house.http).await.unwrap());
        let (mut sender, connection) = hyper::client::conn::http1::handshake(stream).await.unwrap();
        tokio::spawn(connection);
        let mut request = http::Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", house.http.to_string());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        sender.send_request(request.body(Full::new(body)).unwrap()).await.unwrap()
    }

    /// The messages of the answer, whether it came as JSON or as a stream of events.
    pub(crate) fn messages(&self) -> Vec<Value> {
        if self.body.starts_with('{') {
            return vec![serde_json::from_str(&self.body).unwrap()];
        }
        let lines = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        lines.filter_map(|data| serde_json::from_str(data.trim()).ok()).collect()
    }
}
