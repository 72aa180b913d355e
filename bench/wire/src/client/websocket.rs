//! Text frames of a WebSocket, as short as RFC 6455 lets a client be.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::bail;

use super::Frames;
use super::lines::read_more;

const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;

/// One socket after its upgrade.
pub(super) struct WebSocketFrames {
    stream: TcpStream,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
}

impl WebSocketFrames {
    pub(super) fn open(address: &str, token: &str) -> anyhow::Result<Self> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             Sec-WebSocket-Protocol: mcp\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes())?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.extend_from_slice(&byte);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            bail!("no upgrade: {}", String::from_utf8_lossy(&head));
        }
        Ok(Self { stream, incoming: Vec::new(), outgoing: Vec::new() })
    }
}

impl Frames for WebSocketFrames {
    fn push(&mut self, json: &[u8]) {
        // A client must mask; the mask of zeros leaves the text as it is.
        let masked = |length: usize| 0x80 | u8::try_from(length).unwrap_or(u8::MAX);
        self.outgoing.push(TEXT);
        match u16::try_from(json.len()) {
            Ok(0..=125) => self.outgoing.push(masked(json.len())),
            Ok(length) => {
                self.outgoing.push(masked(126));
                self.outgoing.extend_from_slice(&length.to_be_bytes());
            }
            Err(_) => {
                self.outgoing.push(masked(127));
                self.outgoing.extend_from_slice(&(json.len() as u64).to_be_bytes());
            }
        }
        self.outgoing.extend_from_slice(&[0; 4]);
        self.outgoing.extend_from_slice(json);
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if !self.outgoing.is_empty() {
            self.stream.write_all(&self.outgoing)?;
            self.outgoing.clear();
        }
        Ok(())
    }

    fn pull(&mut self, each: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
        read_more(&mut self.stream, &mut self.incoming)?;
        let mut start = 0;
        while let Some((kind, head, length)) = frame_at(&self.incoming[start..]) {
            let payload = &self.incoming[start + head..start + head + length];
            match kind {
                TEXT => each(payload)?,
                CLOSE => bail!("the server closed the socket"),
                _ => {}
            }
            start += head + length;
        }
        self.incoming.drain(..start);
        Ok(())
    }
}

/// The kind, the length of the head and the length of the payload of a frame that is whole.
fn frame_at(bytes: &[u8]) -> Option<(u8, usize, usize)> {
    let (kind, short) = (*bytes.first()?, *bytes.get(1)?);
    let (head, length) = match short {
        126 => (4, usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => {
            let length = u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?);
            (10, usize::try_from(length).ok()?)
        }
        short => (2, usize::from(short)),
    };
    (bytes.len() >= head + length).then_some((kind, head, length))
}
