//! One client: its requests in order, and what it is told in between.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use serde_json::json;
use tokio::io::{AsyncWriteExt, BufReader, BufWriter};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use super::commands::{self, Session};
use super::frames::{self, Dialect, Read, Reader};
use super::wire::{Command, Response};
use crate::Theater;

/// Pushes that wait to be written; whoever has more to tell waits.
const MOST_WAITING: usize = 64;

/// Serves a client until it leaves.
pub(super) async fn serve(theater: &Arc<Theater>, stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (reading, writing) = stream.into_split();
    let mut reader = Reader::new(BufReader::with_capacity(64 * 1024, reading));
    let first = reader.next().await?;
    let dialect = reader.dialect().unwrap_or(Dialect::Wrapped);
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let writer = Arc::new(Writer { dialect, half: Mutex::new((BufWriter::new(writing), 0)) });
    let pushing = tokio::spawn(push(writer.clone(), receiver));
    let mut session = Session {
        theater: theater.clone(),
        dialect,
        pushes: sender,
        tasks: JoinSet::new(),
        subscriptions: HashMap::new(),
        channels: Vec::new(),
    };
    let served = answer_all(&mut session, &mut reader, &writer, first).await;
    let open = std::mem::take(&mut session.channels);
    let close = move |stage: &Arc<crate::stage::Stage>| {
        // One that was closed before is none to close now.
        open.iter().for_each(|id| drop(stage.close_channel(id)));
        Ok(())
    };
    drop(theater.on_a_thread(close).await);
    drop(session);
    let pushed = pushing.await.map_err(io::Error::other)?;
    served.and(pushed)
}

/// Answers one request after another until the client leaves.
async fn answer_all(
    session: &mut Session,
    reader: &mut Reader<BufReader<OwnedReadHalf>>,
    writer: &Writer,
    first: Read,
) -> io::Result<()> {
    let dialect = session.dialect;
    let mut read = first;
    loop {
        let response = match read {
            Read::End => return Ok(()),
            Read::Unusable(problem) => invalid(dialect, &problem),
            Read::Message(message) => match serde_json::from_slice::<Command>(&message) {
                Ok(command) => commands::answer(session, command).await,
                Err(error) => invalid(dialect, &error.to_string()),
            },
        };
        writer.write(&response).await?;
        while session.tasks.try_join_next().is_some() {}
        read = reader.next().await?;
    }
}

fn invalid(dialect: Dialect, problem: &str) -> Response {
    Response::Error(match dialect {
        Dialect::Plain => json!({ "message": problem }),
        Dialect::Wrapped => json!({ "error": { "InvalidRequest": problem } }),
    })
}

/// The writing half of a connection. Answers are written by whoever made them, because handing them
/// to another task costs more than the writing.
struct Writer {
    dialect: Dialect,
    half: Mutex<(BufWriter<OwnedWriteHalf>, u64)>,
}

impl Writer {
    async fn write(&self, response: &Response) -> io::Result<()> {
        let message = serde_json::to_vec(response).map_err(io::Error::other)?;
        let mut half = self.half.lock().await;
        let (stream, number) = &mut *half;
        *number += 1;
        stream.write_all(&frames::write(self.dialect, *number, &message)).await?;
        stream.flush().await
    }
}

/// Writes what the client is told unasked.
async fn push(writer: Arc<Writer>, mut pushes: mpsc::Receiver<Response>) -> io::Result<()> {
    while let Some(response) = pushes.recv().await {
        writer.write(&response).await?;
    }
    Ok(())
}
