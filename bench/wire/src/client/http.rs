//! Streamable HTTP over connections that are kept alive.

use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use super::lines::read_more;
use super::message::{Era, INITIALIZE, INITIALIZED, Reply, added, tool_call, write_add};
use super::{Sample, nanos};

/// One client; every connection it makes shares its session, if it has one.
pub(crate) struct HttpClient {
    address: String,
    token: String,
    era: Era,
    session: Option<String>,
    connections: Vec<Exchange>,
    next_id: u64,
}

impl HttpClient {
    /// A client of 2026-07-28, which needs no handshake.
    pub(crate) fn modern(address: &str, token: &str) -> Self {
        Self {
            address: address.to_owned(),
            token: token.to_owned(),
            era: Era::Modern,
            session: None,
            connections: Vec::new(),
            next_id: 1,
        }
    }

    /// A client of 2025-11-25 with a session.
    pub(crate) fn legacy(address: &str, token: &str) -> anyhow::Result<Self> {
        let mut client = Self { era: Era::Legacy, ..Self::modern(address, token) };
        let mut exchange = Exchange::open(address)?;
        let head = client.head("initialize", "");
        let response = exchange.post(&head, INITIALIZE.as_bytes())?;
        response.expect_ok()?;
        client.session = Some(response.header("mcp-session-id").context("no session")?);
        let head = client.head("notifications/initialized", "");
        exchange.post(&head, INITIALIZED.as_bytes())?.expect_ok()?;
        client.connections.push(exchange);
        Ok(client)
    }

    /// The head of a request, up to the length of its body.
    fn head(&self, method: &str, name: &str) -> String {
        let (address, token) = (&self.address, &self.token);
        let mut head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
        );
        match (self.era, &self.session) {
            (Era::Modern, _) => head.push_str(&format!(
                "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nMcp-Name: {name}\r\n"
            )),
            (Era::Legacy, Some(session)) => head.push_str(&format!(
                "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: {session}\r\n"
            )),
            (Era::Legacy, None) => {}
        }
        head
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        self.connect(1)?;
        let id = self.next_id;
        self.next_id += 1;
        let head = self.head("tools/call", tool);
        let body = tool_call(id, tool, arguments, self.era);
        let exchange = self.connections.first_mut().context("no connection")?;
        let response = exchange.post(&head, body.as_bytes())?;
        let reply = Reply::read(response.message()?)?;
        match reply.result {
            Ok(result) => Ok(result),
            Err(error) => bail!("call {id}: {error}"),
        }
    }

    fn connect(&mut self, count: usize) -> anyhow::Result<()> {
        while self.connections.len() < count {
            self.connections.push(Exchange::open(&self.address)?);
        }
        Ok(())
    }

    /// Ping-pong on `count` connections at once.
    pub(super) fn run(&mut self, count: usize, until: Instant) -> anyhow::Result<Sample> {
        self.connect(count)?;
        let (head, era) = (self.head("tools/call", "add"), self.era);
        if let ([exchange], 1) = (&mut self.connections[..], count) {
            return exchange.ping_pong(&head, era, until);
        }
        let head = &head;
        thread::scope(|scope| {
            let connections = self.connections.iter_mut().take(count);
            let threads: Vec<_> = connections
                .map(|exchange| scope.spawn(move || exchange.ping_pong(head, era, until)))
                .collect();
            let mut all = Sample::default();
            for thread in threads {
                let one = thread.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
                all.calls += one.calls;
                all.latencies.extend(one.latencies);
            }
            Ok(all)
        })
    }
}

/// One connection: a request, then its response.
pub(crate) struct Exchange {
    stream: TcpStream,
    incoming: Vec<u8>,
    text: Vec<u8>,
    body: Vec<u8>,
    next_id: u64,
}

impl Exchange {
    pub(crate) fn open(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let (incoming, text, body) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { stream, incoming, text, body, next_id: 1 })
    }

    fn ping_pong(&mut self, head: &str, era: Era, until: Instant) -> anyhow::Result<Sample> {
        let mut sample = Sample::default();
        while Instant::now() < until {
            let id = self.next_id;
            self.next_id += 1;
            let mut body = std::mem::take(&mut self.body);
            body.clear();
            write_add(&mut body, id, era);
            let start = Instant::now();
            let answered = added(self.post(head, &body)?.message()?)?;
            sample.latencies.push(nanos(start));
            self.body = body;
            if answered != id {
                bail!("call {id} was answered as {answered}");
            }
            sample.calls += 1;
        }
        Ok(sample)
    }

    /// Sends one request and reads its response.
    pub(crate) fn post(&mut self, head: &str, body: &[u8]) -> anyhow::Result<Response> {
        self.text.clear();
        self.text.extend_from_slice(head.as_bytes());
        write!(self.text, "Content-Length: {}\r\n\r\n", body.len())?;
        self.text.extend_from_slice(body);
        self.stream.write_all(&self.text)?;
        let head_end = loop {
            if let Some(at) = find(&self.incoming, b"\r\n\r\n") {
                break at + 4;
            }
            read_more(&mut self.stream, &mut self.incoming)?;
        };
        let head = String::from_utf8_lossy(&self.incoming[..head_end]).into_owned();
        self.incoming.drain(..head_end);
        let mut response = Response { head, body: Vec::new() };
        match response.header("content-length") {
            Some(length) => self.read_sized(length.parse()?, &mut response.body)?,
            None if response.header("transfer-encoding").is_some() => {
                self.read_chunks(&mut response.body)?;
            }
            None => {}
        }
        Ok(response)
    }

    fn read_sized(&mut self, length: usize, body: &mut Vec<u8>) -> anyhow::Result<()> {
        while self.incoming.len() < length {
            read_more(&mut self.stream, &mut self.incoming)?;
        }
        body.extend(self.incoming.drain(..length));
        Ok(())
    }

    fn read_chunks(&mut self, body: &mut Vec<u8>) -> anyhow::Result<()> {
        loop {
            let line = loop {
                if let Some(at) = find(&self.incoming, b"\r\n") {
                    break at;
                }
                read_more(&mut self.stream, &mut self.incoming)?;
            };
            let size = std::str::from_utf8(&self.incoming[..line])?.trim();
            let size = usize::from_str_radix(size, 16)?;
            self.incoming.drain(..line + 2);
            self.read_sized(size, body)?;
            self.read_sized(2, &mut Vec::new())?;
            if size == 0 {
                return Ok(());
            }
        }
    }
}

/// A response, read whole.
pub(crate) struct Response {
    head: String,
    body: Vec<u8>,
}

impl Response {
    pub(crate) fn status(&self) -> u16 {
        let status = self.head.split_whitespace().nth(1);
        status.and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    fn header(&self, name: &str) -> Option<String> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    }

    fn expect_ok(&self) -> anyhow::Result<()> {
        if !(200..300).contains(&self.status()) {
            bail!("{}{}", self.head, String::from_utf8_lossy(&self.body));
        }
        Ok(())
    }

    /// The JSON-RPC message: the body, or the data of the last event in it.
    fn message(&self) -> anyhow::Result<&[u8]> {
        self.expect_ok()?;
        if self.body.starts_with(b"{") {
            return Ok(&self.body);
        }
        let mut lines = self.body.rsplit(|byte| *byte == b'\n');
        let data = lines.find_map(|line| line.strip_prefix(b"data:").map(<[u8]>::trim_ascii));
        data.filter(|data| !data.is_empty())
            .with_context(|| format!("no message in {}", String::from_utf8_lossy(&self.body)))
    }
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    bytes.windows(pattern.len()).position(|window| window == pattern)
}
