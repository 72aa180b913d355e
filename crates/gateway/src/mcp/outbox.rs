//! Messages on their way out of a connection.
//!
//! Whoever sends writes all that waits: a lone answer goes out at once from the task that has it,
//! and answers that are ready together go out together.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::ServerJsonRpcMessage;
use tokio::sync::OwnedSemaphorePermit;

/// Where frames go. Dropping `flush` half-way must lose nothing: the next one goes on from there.
pub(crate) trait FrameSink: Send + 'static {
    /// Takes a frame that is to be written.
    fn push(&mut self, frame: Vec<u8>);
    /// Writes all that was taken.
    fn flush(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// Says goodbye, as far as the wire has a way to.
    fn close(&mut self) -> impl Future<Output = io::Result<()>> + Send;
}

/// The way out of one connection.
pub(crate) struct Outbox<S> {
    waiting: Mutex<Vec<Parcel>>,
    sink: tokio::sync::Mutex<S>,
}

/// A message, with the place among the calls under way that is free once it is written.
struct Parcel {
    message: ServerJsonRpcMessage,
    _place: Option<OwnedSemaphorePermit>,
}

impl<S: FrameSink> Outbox<S> {
    pub(crate) fn new(sink: S) -> Arc<Self> {
        Arc::new(Self { waiting: Mutex::default(), sink: tokio::sync::Mutex::new(sink) })
    }

    /// Puts `message` in line, for the next one who writes.
    pub(super) fn put(&self, message: ServerJsonRpcMessage, place: Option<OwnedSemaphorePermit>) {
        self.waiting().push(Parcel { message, _place: place });
    }

    /// Puts `message` in line at once; the future sees to it that it is written.
    ///
    /// An answer gives back its `place` when it is written, which bounds how many wait. What has no
    /// place waits here instead.
    pub(super) fn send(
        self: &Arc<Self>,
        message: ServerJsonRpcMessage,
        place: Option<OwnedSemaphorePermit>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let bounded = place.is_some();
        self.put(message, place);
        let outbox = self.clone();
        async move { if bounded { outbox.hand_over().await } else { outbox.flush(|_| ()).await } }
    }

    /// Waits for the sink, does `first` to it and writes all that waits.
    pub(crate) async fn flush(&self, first: impl FnOnce(&mut S) + Send) -> io::Result<()> {
        let mut sink = self.sink.lock().await;
        first(&mut sink);
        self.write(&mut sink).await?;
        drop(sink);
        self.hand_over().await
    }

    /// Writes all that waits, unless another task is writing: that one looks again when it is done.
    async fn hand_over(&self) -> io::Result<()> {
        while !self.waiting().is_empty() {
            let Ok(mut sink) = self.sink.try_lock() else { return Ok(()) };
            self.write(&mut sink).await?;
        }
        Ok(())
    }

    async fn write(&self, sink: &mut S) -> io::Result<()> {
        loop {
            let parcels = std::mem::take(&mut *self.waiting());
            for parcel in &parcels {
                match serde_json::to_vec(&parcel.message) {
                    Ok(frame) => sink.push(frame),
                    Err(error) => tracing::error!(%error, "a message could not be written"),
                }
            }
            sink.flush().await?;
            if parcels.is_empty() {
                return Ok(());
            }
            // Their places are free from here on.
            drop(parcels);
        }
    }

    /// Writes what is left and says goodbye.
    pub(super) async fn close(&self) -> io::Result<()> {
        let mut sink = self.sink.lock().await;
        self.write(&mut sink).await?;
        sink.close().await
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Parcel>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
