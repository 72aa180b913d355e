//! Serving a byte stream of lines, whatever socket or pipe is under it.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use super::lines::{LineReader, OUT_FRAMES, write_lines};
use crate::core::Core;
use crate::mcp::{Connection, serve};

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
    let (out, frames) = mpsc::channel(OUT_FRAMES);
    let writer = core.tasks.spawn(async move {
        if let Err(error) = write_lines(sink, frames).await {
            tracing::debug!(%error, "a client stopped reading");
        }
    });
    serve(core, connection, reader, out).await;
    if let Err(error) = writer.await {
        tracing::debug!(%error, "a writer ended early");
    }
}
