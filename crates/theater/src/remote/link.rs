//! One connection to a remote theater. A single task reads it: what was told unasked goes one way,
//! answers go to whoever waits longest, because the protocol numbers nothing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use super::wire::Told;
use crate::lock::lock;
use crate::protocol::frames::{self, Dialect, Read, Reader};
use crate::protocol::wire::Command;

/// Takes what was told unasked; it must not block.
pub(super) type Hearing = Box<dyn Fn(Told) + Send + Sync>;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Broken {
    /// The connection ended.
    Lost,
    /// It took too long.
    Late,
}

struct Waiting {
    closes_channel: bool,
    reply: oneshot::Sender<Told>,
}

struct Shared {
    waiting: Mutex<VecDeque<Waiting>>,
    ended: CancellationToken,
}

/// One connection.
pub(super) struct Link {
    dialect: Dialect,
    writing: tokio::sync::Mutex<(OwnedWriteHalf, u64)>,
    shared: Arc<Shared>,
}

impl Link {
    /// Takes over a stream; `hearing` gets what is told unasked.
    pub(super) fn new(stream: TcpStream, dialect: Dialect, hearing: Hearing) -> Self {
        let (reading, writing) = stream.into_split();
        let ended = CancellationToken::new();
        let shared = Arc::new(Shared { waiting: Mutex::default(), ended });
        tokio::spawn(listen(shared.clone(), reading, hearing));
        Self { dialect, writing: tokio::sync::Mutex::new((writing, 0)), shared }
    }

    /// Whether the connection has ended.
    pub(super) fn is_over(&self) -> bool {
        self.shared.ended.is_cancelled()
    }

    /// Waits until the connection ends.
    pub(super) async fn ended(&self) {
        self.shared.ended.cancelled().await;
    }

    /// Ends the connection.
    pub(super) fn end(&self) {
        self.shared.ended.cancel();
    }

    /// Sends a command; the answer comes by what is given back.
    pub(super) async fn send(&self, command: &Command) -> Result<oneshot::Receiver<Told>, Broken> {
        // Commands are plain data, which always has a JSON form.
        let message = serde_json::to_vec(command).unwrap_or_default();
        let (reply, answer) = oneshot::channel();
        let closes_channel = matches!(command, Command::CloseChannel { .. });
        let mut writing = self.writing.lock().await;
        let (half, number) = &mut *writing;
        *number += 1;
        let frame = frames::write(self.dialect, *number, &message);
        // Noted under the lock of the writer, so that the order here is the order on the wire.
        lock(&self.shared.waiting).push_back(Waiting { closes_channel, reply });
        if self.is_over() || half.write_all(&frame).await.is_err() {
            self.end();
            return Err(Broken::Lost);
        }
        Ok(answer)
    }

    /// Sends a command and waits for its answer. An answer that comes too late would be taken for
    /// that of the next command, so the connection ends with it.
    pub(super) async fn ask(&self, command: &Command, within: Duration) -> Result<Told, Broken> {
        let asking = async { self.send(command).await?.await.map_err(|_| Broken::Lost) };
        let asked = tokio::time::timeout(within, asking).await;
        asked.unwrap_or_else(|_| {
            self.end();
            Err(Broken::Late)
        })
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.end();
    }
}

async fn listen(shared: Arc<Shared>, reading: OwnedReadHalf, hearing: Hearing) {
    let mut reader = Reader::new(BufReader::with_capacity(64 * 1024, reading));
    let rounds = async {
        while let Ok(Read::Message(message)) = reader.next().await {
            match serde_json::from_slice::<Told>(&message) {
                Ok(told) => pass(&shared, told, &hearing),
                Err(error) => {
                    tracing::warn!(%error, "a remote theater told something unknown");
                    return;
                }
            }
        }
    };
    shared.ended.run_until_cancelled(rounds).await;
    shared.ended.cancel();
    // Whoever still waits learns that nothing comes.
    lock(&shared.waiting).clear();
}

fn pass(shared: &Shared, told: Told, hearing: &Hearing) {
    let waiting = {
        let mut all = lock(&shared.waiting);
        let closing = all.front().is_some_and(|first| first.closes_channel);
        if told.is_push() || (told.ends_channel() && !closing) { None } else { all.pop_front() }
    };
    match waiting {
        // Whoever asked may have gone.
        Some(waiting) => drop(waiting.reply.send(told)),
        None => hearing(told),
    }
}
