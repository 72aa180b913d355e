//! A second process on one data folder: standard input and output joined to the running server.
//!
//! Clients start a process each; the folder has one owner. So the later ones carry lines between
//! their client and the first one's socket, and the client notices nothing.

use std::path::Path;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;

use crate::arguments::ServeArgs;
use crate::exit::Exit;
use crate::failure::Failure;

/// Reaches the server that owns the folder.
pub async fn connect(socket: &Path) -> Result<UnixStream, Failure> {
    UnixStream::connect(socket).await.map_err(|error| unreachable(socket, &error))
}

fn unreachable(socket: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot reach the running server at {}: {error}", socket.display());
    Failure::new(Exit::Unreachable, message)
        .hint("stop the process that uses the data folder, or choose another with `--data`")
}

/// Carries lines both ways until either side ends.
pub async fn run(stream: UnixStream, socket: &Path, arguments: &ServeArgs) -> Result<(), Failure> {
    let failed = |error: std::io::Error| unreachable(socket, &error);
    let (mut from_server, mut to_server) = stream.into_split();
    if let [only] = &arguments.services[..] {
        let choice = json!({ "service": only.name(), "instance": arguments.avatar });
        let line = json!({ "jsonrpc": "2.0", "method": "ensemble/endpoint", "params": choice });
        to_server.write_all(format!("{line}\n").as_bytes()).await.map_err(failed)?;
    }
    tracing::info!(socket = %socket.display(), "joined to the server that runs already");
    let up = async move {
        let carried = tokio::io::copy(&mut tokio::io::stdin(), &mut to_server).await;
        // The server sees the end of the input and answers what is under way.
        carried.and(to_server.shutdown().await)
    };
    let down = async move {
        let carried = tokio::io::copy(&mut from_server, &mut tokio::io::stdout()).await;
        carried.and(tokio::io::stdout().flush().await)
    };
    let up = tokio::spawn(up);
    down.await.map_err(failed)?;
    up.abort();
    Ok(())
}
