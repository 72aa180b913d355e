//! Newline-delimited JSON: a reader that bears any line length and a writer that groups frames.

use std::io;

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::mcp::{FrameSink, Frames, Incoming};

const CHUNK: usize = 64 << 10;

/// Reads lines of at most `limit` bytes; a longer one is thrown away as it comes in.
pub(super) struct LineReader<R> {
    source: R,
    buffer: BytesMut,
    scanned: usize,
    discarding: bool,
    limit: usize,
    ended: bool,
    broken: bool,
    unread: Option<Incoming>,
}

impl<R: AsyncRead + Send + Unpin + 'static> LineReader<R> {
    pub(super) fn new(source: R, limit: usize) -> Self {
        let buffer = BytesMut::new();
        Self {
            source,
            buffer,
            scanned: 0,
            discarding: false,
            limit,
            ended: false,
            broken: false,
            unread: None,
        }
    }

    /// Gives a line back, to be the next one again.
    pub(super) fn unread(&mut self, line: Incoming) {
        self.unread = Some(line);
    }

    /// A line that is in the buffer already, if there is one.
    fn buffered(&mut self) -> Option<Incoming> {
        let Some(at) = self.buffer[self.scanned..].iter().position(|byte| *byte == b'\n') else {
            self.scanned = self.buffer.len();
            if self.buffer.len() > self.limit {
                self.discarding = true;
            }
            if self.discarding {
                self.buffer.clear();
                self.scanned = 0;
            }
            return None;
        };
        let line = self.buffer.split_to(self.scanned + at + 1).freeze();
        self.scanned = 0;
        let too_long = std::mem::take(&mut self.discarding) || line.len() > self.limit + 1;
        Some(if too_long {
            Incoming::TooLong { limit: self.limit, key: "limits.line_bytes" }
        } else {
            Incoming::Frame(line.slice(..line.len() - 1))
        })
    }

    /// What is left when the source ends without a newline.
    fn rest(&mut self) -> Option<Incoming> {
        let rest = self.buffer.split().freeze();
        self.scanned = 0;
        (!rest.is_empty() && !self.discarding).then_some(Incoming::Frame(rest))
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Frames for LineReader<R> {
    async fn next(&mut self) -> Option<Incoming> {
        if let Some(line) = self.unread.take() {
            return Some(line);
        }
        loop {
            if let Some(incoming) = self.buffered() {
                return Some(incoming);
            }
            if self.ended {
                return self.rest();
            }
            self.buffer.reserve(CHUNK);
            match self.source.read_buf(&mut self.buffer).await {
                Ok(0) => self.ended = true,
                Ok(_) => {}
                Err(error) => {
                    tracing::debug!(%error, "a connection broke");
                    self.ended = true;
                    self.broken = true;
                }
            }
        }
    }

    fn ends_both_ways(&self) -> bool {
        // An end alone may be that of `printf … | ensemble serve --stdio`, which waits for answers.
        self.broken
    }
}

/// Writes frames as lines, as many at a time as were taken.
pub(super) struct LineSink<W> {
    sink: W,
    buffer: BytesMut,
}

impl<W> LineSink<W> {
    pub(super) fn new(sink: W) -> Self {
        Self { sink, buffer: BytesMut::new() }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> FrameSink for LineSink<W> {
    fn push(&mut self, frame: Vec<u8>) {
        self.buffer.extend_from_slice(&frame);
        self.buffer.extend_from_slice(b"\n");
    }

    async fn flush(&mut self) -> io::Result<()> {
        while !self.buffer.is_empty() {
            if self.sink.write_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
        }
        self.sink.flush().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.sink.shutdown().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read_all(text: &[u8], limit: usize) -> Vec<String> {
        let mut reader = LineReader::new(io::Cursor::new(text.to_vec()), limit);
        let mut lines = Vec::new();
        while let Some(incoming) = reader.next().await {
            lines.push(match incoming {
                Incoming::Frame(frame) => String::from_utf8_lossy(&frame).into_owned(),
                Incoming::TooLong { limit, .. } => format!("over {limit}"),
            });
        }
        lines
    }

    #[tokio::test]
    async fn a_line_over_the_limit_is_named_and_the_next_one_is_read() {
        assert_eq!(read_all(b"ab\ncd", 4).await, ["ab", "cd"]);
        assert_eq!(read_all(b"abcd\nabcde\nx\n", 4).await, ["abcd", "over 4", "x"]);
        let mut long = vec![b'z'; CHUNK * 5];
        long.extend_from_slice(b"\nok\n");
        assert_eq!(read_all(&long, 4).await, ["over 4", "ok"]);
    }
}
