//! The servers that are measured, each in a process of its own.
//!
//! A server on a socket says its address in one line on standard output and lives until its
//! standard input ends, so that none outlives the client.

mod bare;
mod gateway;
mod record;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use tokio::io::AsyncReadExt;

use crate::plan::{Kind, Wire};

/// The loopback address servers listen on.
const LOOPBACK: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The name of the socket in the folder a server is given.
pub(crate) const SOCKET: &str = "server.sock";

#[tokio::main]
pub(crate) async fn run(kind: Kind, wire: Wire, folder: &Path) -> anyhow::Result<()> {
    match kind {
        Kind::Bare => bare::run(wire, folder).await,
        Kind::Gateway => gateway::run(wire, folder, None).await,
        Kind::Journaled => {
            let store = record::open(folder)?;
            gateway::run(wire, folder, Some(store)).await
        }
    }
}

/// Tells the client where to connect.
fn announce(address: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{address}")?;
    Ok(out.flush()?)
}

/// Waits until the client lets go.
async fn until_released() -> anyhow::Result<()> {
    let mut rest = Vec::new();
    tokio::io::stdin().read_to_end(&mut rest).await?;
    Ok(())
}
