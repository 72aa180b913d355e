//! Newline JSON over pipes and sockets.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use anyhow::bail;
use serde_json::json;

use super::Frames;
use super::message::{Reply, request};

/// Lines read from one side and written to the other.
pub(crate) struct LineFrames {
    source: Box<dyn Read + Send>,
    sink: Box<dyn Write + Send>,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
}

impl LineFrames {
    pub(crate) fn new(
        source: impl Read + Send + 'static,
        sink: impl Write + Send + 'static,
    ) -> Self {
        let (source, sink) = (Box::new(source), Box::new(sink));
        Self { source, sink, incoming: Vec::new(), outgoing: Vec::new() }
    }

    pub(crate) fn tcp(address: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self::new(stream.try_clone()?, stream))
    }

    pub(super) fn unix(path: &str) -> anyhow::Result<Self> {
        let stream = UnixStream::connect(path)?;
        Ok(Self::new(stream.try_clone()?, stream))
    }

    /// Sends the first line that the product asks for on TCP.
    pub(crate) fn show_token(&mut self, token: &str) -> anyhow::Result<()> {
        self.push(request(0, "ensemble/auth", &json!({ "token": token })).as_bytes());
        self.flush()?;
        let mut admitted = false;
        while !admitted {
            self.pull(&mut |frame| {
                if let Err(error) = Reply::read(frame)?.result {
                    bail!("the token was refused: {error}");
                }
                admitted = true;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Its two sides, for a client that writes without waiting.
    pub(crate) fn split(self) -> (Box<dyn Read + Send>, Box<dyn Write + Send>) {
        (self.source, self.sink)
    }
}

impl Frames for LineFrames {
    fn push(&mut self, json: &[u8]) {
        self.outgoing.extend_from_slice(json);
        self.outgoing.push(b'\n');
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        if !self.outgoing.is_empty() {
            self.sink.write_all(&self.outgoing)?;
            self.sink.flush()?;
            self.outgoing.clear();
        }
        Ok(())
    }

    fn pull(&mut self, each: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
        read_more(&mut self.source, &mut self.incoming)?;
        let mut start = 0;
        while let Some(length) = self.incoming[start..].iter().position(|byte| *byte == b'\n') {
            each(&self.incoming[start..start + length])?;
            start += length + 1;
        }
        self.incoming.drain(..start);
        Ok(())
    }
}

/// Reads once from `source` to the end of `buffer`; the end of the source is an error.
pub(super) fn read_more(source: &mut impl Read, buffer: &mut Vec<u8>) -> anyhow::Result<()> {
    const CHUNK: usize = 64 << 10;
    let filled = buffer.len();
    buffer.resize(filled + CHUNK, 0);
    let read = source.read(&mut buffer[filled..]);
    buffer.truncate(filled + read.as_ref().copied().unwrap_or(0));
    match read? {
        0 => bail!("the server closed the connection"),
        _ => Ok(()),
    }
}
