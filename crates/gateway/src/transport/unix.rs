//! A Unix socket only its owner can open: newline JSON, no token, because the file's mode is one.
//!
//! The first line may choose a service: `{"jsonrpc":"2.0","method":"ensemble/endpoint",
//! "params":{"service":"theater"}}`; without it, all of them are served.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::Principal;
use serde::Deserialize;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{UnixListener, UnixStream};

use super::ListenError;
use super::connections::Place;
use super::lines::LineReader;
use super::stream::serve_lines;
use crate::auth::Admitted;
use crate::core::{Core, Gateway};
use crate::mcp::{Connection, Frames, Incoming};
use crate::metrics::Wire;
use crate::registry::Endpoint;

impl Gateway {
    /// Serves `endpoint` on a socket at `path`, which only the owner of this process can open.
    pub async fn listen_unix(
        &self,
        path: &Path,
        endpoint: Arc<Endpoint>,
    ) -> Result<(), ListenError> {
        let fail = |source| ListenError::Socket { path: path.to_owned(), source };
        remove_stale(path).await.map_err(fail)?;
        let listener = bind_private(path).map_err(fail)?;
        let socket = Socket { listener, path: path.to_owned() };
        self.core.tasks.spawn(accept(self.core.clone(), socket, endpoint));
        Ok(())
    }
}

struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "the socket file was gone already");
        }
    }
}

/// Binds under another name and moves the socket into place once its mode is set, so that there is
/// no moment at which another user could open it.
fn bind_private(path: &Path) -> io::Result<UnixListener> {
    let mut hidden = path.as_os_str().to_owned();
    hidden.push(format!(".{}", std::process::id()));
    let hidden = PathBuf::from(hidden);
    let listener = UnixListener::bind(&hidden)?;
    std::fs::set_permissions(&hidden, Permissions::from_mode(0o600))?;
    std::fs::rename(&hidden, path)?;
    Ok(listener)
}

/// Removes a socket nobody listens on; anything else at `path` is left alone.
async fn remove_stale(path: &Path) -> io::Result<()> {
    let Ok(metadata) = std::fs::symlink_metadata(path) else { return Ok(()) };
    if !metadata.file_type().is_socket() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a file is there already"));
    }
    if UnixStream::connect(path).await.is_ok() {
        return Err(io::Error::new(io::ErrorKind::AddrInUse, "another server listens there"));
    }
    std::fs::remove_file(path)
}

async fn accept(core: Arc<Core>, socket: Socket, endpoint: Arc<Endpoint>) {
    loop {
        let accepted = tokio::select! {
            accepted = socket.listener.accept() => accepted,
            () = core.stop.cancelled() => return,
        };
        let Ok((stream, _)) = accepted else {
            core.metrics.refused("accept");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            continue;
        };
        let Some(place) = core.owner_connections.admit().await else {
            core.metrics.refused("connections");
            continue;
        };
        let (core, endpoint) = (core.clone(), endpoint.clone());
        core.clone().tasks.spawn(async move {
            tokio::select! {
                () = serve_stream(core.clone(), stream, endpoint, place.clone()) => {}
                () = place.evicted() => core.metrics.refused("evicted"),
            }
        });
    }
}

async fn serve_stream(
    core: Arc<Core>,
    stream: UnixStream,
    default: Arc<Endpoint>,
    place: Arc<Place>,
) {
    let (source, mut sink) = stream.into_split();
    let mut reader = LineReader::new(source, core.limits.line_bytes);
    let first = tokio::select! {
        first = reader.next() => first,
        () = core.stop.cancelled() => return,
    };
    let Some(first) = first else { return };
    let _serving = place.serve();
    let endpoint = match chosen(&core, &first) {
        None => {
            reader.unread(first);
            default
        }
        Some(Ok(endpoint)) => endpoint,
        Some(Err(message)) => {
            let error = json!({ "code": -32602, "message": message });
            let line = format!("{}\n", json!({ "jsonrpc": "2.0", "id": null, "error": error }));
            drop(sink.write_all(line.as_bytes()).await);
            return;
        }
    };
    let connection = Connection {
        endpoint,
        wire: Wire::Unix,
        admitted: Admitted::for_good(Principal::local()),
        idle: Some(core.limits.idle),
    };
    serve_lines(core, connection, reader, sink).await;
}

#[derive(Deserialize)]
struct FirstLine {
    method: String,
    params: Choice,
}

#[derive(Deserialize)]
struct Choice {
    service: String,
    instance: Option<String>,
}

/// The endpoint the first line chooses, if it is such a line.
fn chosen(core: &Core, first: &Incoming) -> Option<Result<Arc<Endpoint>, String>> {
    let Incoming::Frame(frame) = first else { return None };
    let line: FirstLine = serde_json::from_slice(frame).ok()?;
    if line.method != "ensemble/endpoint" {
        return None;
    }
    let Choice { service, instance } = line.params;
    Some(core.find_endpoint(&service, instance.as_deref()).ok_or_else(|| match instance {
        Some(instance) => format!("`{service}` has no `{instance}`"),
        None => format!("the running server has no service `{service}`"),
    }))
}
