//! Theater's own TCP protocol, so that clients of Theater 0.2 can use this theater as theirs.
//!
//! A listener, a connection per client, three dialects told apart by the first frame. Every request
//! is answered, and no answer is a closed connection.

mod commands;
mod connection;
pub(crate) mod frames;
mod legacy;
mod pushes;
pub(crate) mod wire;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::Theater;

/// Connections that are served at once; further ones wait to be accepted.
const MOST_CONNECTIONS: usize = 256;

impl Theater {
    /// Serves Theater's TCP protocol at `address` until the theater closes; gives where it listens.
    pub async fn listen(self: &Arc<Self>, address: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(address).await?;
        let bound = listener.local_addr()?;
        let theater = self.clone();
        let stopping = self.stopping();
        self.own(tokio::spawn(async move {
            stopping.run_until_cancelled(accept(&theater, &listener)).await;
        }));
        Ok(bound)
    }
}

async fn accept(theater: &Arc<Theater>, listener: &TcpListener) {
    let mut connections = JoinSet::new();
    loop {
        while connections.len() >= MOST_CONNECTIONS {
            connections.join_next().await;
        }
        match listener.accept().await {
            Ok((stream, _)) => {
                let theater = theater.clone();
                connections.spawn(async move {
                    if let Err(error) = connection::serve(&theater, stream).await {
                        tracing::debug!(%error, "a connection of the theater ended");
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "the theater cannot accept a connection");
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        }
        while connections.try_join_next().is_some() {}
    }
}
