//! One client: its requests in order, and what it is told in between.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use serde_json::json;
use tokio::io::{AsyncWriteExt, BufReader, BufWriter};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::commands::{self, Session};
use super::frames::{self, Dialect, Read, Reader};
use super::wire::{Command, Response};
use crate::Theater;

/// Answers and pushes that wait to be written; whoever has more to tell waits.
const MOST_WAITING: usize = 64;

/// Serves a client until it leaves.
pub(super) async fn serve(theater: &Arc<Theater>, stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (reading, writing) = stream.into_split();
    let mut reader = Reader::new(BufReader::with_capacity(64 * 1024, reading));
    let first = reader.next().await?;
    let dialect = reader.dialect().unwrap_or(Dialect::Wrapped);
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let writer = tokio::spawn(write(writing, dialect, receiver));
    let mut session = Session {
        theater: theater.clone(),
        dialect,
        pushes: sender.clone(),
        tasks: JoinSet::new(),
        subscriptions: HashMap::new(),
    };
    let mut read = first;
    loop {
        let response = match read {
            Read::End => break,
            Read::Unusable(problem) => invalid(dialect, &problem),
            Read::Message(message) => match serde_json::from_slice::<Command>(&message) {
                Ok(command) => commands::answer(&mut session, command).await,
                Err(error) => invalid(dialect, &error.to_string()),
            },
        };
        if sender.send(response).await.is_err() {
            break;
        }
        while session.tasks.try_join_next().is_some() {}
        read = reader.next().await?;
    }
    drop(sender);
    drop(session);
    writer.await.map_err(io::Error::other)?
}

fn invalid(dialect: Dialect, problem: &str) -> Response {
    Response::Error(match dialect {
        Dialect::Plain => json!({ "message": problem }),
        Dialect::Wrapped => json!({ "error": { "InvalidRequest": problem } }),
    })
}

async fn write(
    stream: OwnedWriteHalf,
    dialect: Dialect,
    mut responses: mpsc::Receiver<Response>,
) -> io::Result<()> {
    let mut stream = BufWriter::new(stream);
    let mut number = 0;
    while let Some(response) = responses.recv().await {
        let message = serde_json::to_vec(&response).map_err(io::Error::other)?;
        number += 1;
        stream.write_all(&frames::write(dialect, number, &message)).await?;
        if responses.is_empty() {
            stream.flush().await?;
        }
    }
    stream.flush().await
}
