//! The wires: each turns its bytes into frames and hands them to the protocol.

pub(crate) mod connections;
mod http;
mod lines;
mod stdio;
mod stream;
mod tcp;
#[cfg(unix)]
mod unix;
mod websocket;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why a listener could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The port is taken.
    #[error("{address} is in use; stop the other program or choose another address with {flag}")]
    InUse {
        /// The address asked for.
        address: SocketAddr,
        /// The flag that chooses it.
        flag: &'static str,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Address {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The address can be reached from other machines, and nothing would keep strangers out.
    #[error(
        "{0} can be reached from other machines; that needs tokens and at least one --allowed-host"
    )]
    Exposed(SocketAddr),
    /// Raw TCP has no headers to check and stays on this machine.
    #[error("raw TCP is served on loopback only, not on {0}; use --http for other machines")]
    NotLoopback(SocketAddr),
    /// The socket file cannot be made.
    #[error("cannot listen on {path}: {source}", path = path.display())]
    Socket {
        /// The path asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn listen_error(address: SocketAddr, flag: &'static str, source: io::Error) -> ListenError {
    if source.kind() == io::ErrorKind::AddrInUse {
        ListenError::InUse { address, flag }
    } else {
        ListenError::Address { address, source }
    }
}
