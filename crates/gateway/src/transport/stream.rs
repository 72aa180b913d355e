//! Serving a byte stream of lines, whatever socket or pipe is under it.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};

use super::lines::{LineReader, LineSink};
use crate::core::Core;
use crate::mcp::{Connection, Outbox, serve};

/// Serves `connection` on lines read from `reader` and written to `sink`, until either ends.
pub(super) async fn serve_lines<R, W>(
    core: Arc<Core>,
    connection: Connection,
    reader: LineReader<R>,
    sink: W,
) where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve(core, connection, reader, Outbox::new(LineSink::new(sink))).await;
}
