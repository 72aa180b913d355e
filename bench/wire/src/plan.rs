//! What is compared: which servers, on which wires, under which load.

use clap::ValueEnum;

/// The token every server of the product asks for; a bare server is sent it all the same.
pub(crate) const TOKEN: &str = "c2f1d6a04be97d35c2f1d6a04be97d35c2f1d6a04be97d35c2f1d6a04be97d35";

/// What `add` answers to every call: the two numbers differ from call to call, their sum does not.
pub(crate) const SUM: u64 = 1_000_000_007;

/// A server under measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// `rmcp` alone, with its tool macros.
    Bare,
    /// The gateway: tokens, limits, rates and metrics on, calls not journaled.
    Gateway,
    /// The gateway with every call written to the journal.
    Journaled,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Bare, Self::Gateway, Self::Journaled];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Gateway => "gateway",
            Self::Journaled => "journaled",
        }
    }

    /// Whether it writes every call to a journal.
    pub(crate) fn journals(self) -> bool {
        match self {
            Self::Bare | Self::Gateway => false,
            Self::Journaled => true,
        }
    }
}

/// A wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wire {
    /// Standard input and output.
    Stdio,
    /// Lines over TCP.
    Tcp,
    /// Lines over a Unix socket.
    Unix,
    /// Text frames of a WebSocket.
    Websocket,
    /// Streamable HTTP of 2026-07-28: no session, JSON answers.
    HttpModern,
    /// Streamable HTTP of 2025-11-25: a session, answers as event streams.
    HttpLegacy,
}

impl Wire {
    pub(crate) const ALL: [Self; 6] =
        [Self::Stdio, Self::Tcp, Self::Unix, Self::Websocket, Self::HttpModern, Self::HttpLegacy];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Tcp => "tcp",
            Self::Unix => "unix",
            Self::Websocket => "websocket",
            Self::HttpModern => "http-modern",
            Self::HttpLegacy => "http-legacy",
        }
    }

    pub(crate) fn loads(self) -> &'static [Load] {
        match self {
            Self::Stdio | Self::Tcp | Self::Unix | Self::Websocket => {
                &[Load::PingPong, Load::Pipelined]
            }
            Self::HttpModern => &[Load::PingPong, Load::Connections(8)],
            Self::HttpLegacy => &[Load::PingPong],
        }
    }
}

/// How the client calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    /// The next call follows the answer.
    PingPong,
    /// [`WINDOW`] calls are under way on one connection.
    Pipelined,
    /// So many connections, each in ping-pong.
    Connections(usize),
}

/// Calls under way in a pipelined load.
pub(crate) const WINDOW: usize = 64;

impl std::fmt::Display for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::PingPong => f.write_str("ping-pong"),
            Self::Pipelined => write!(f, "pipelined {WINDOW}"),
            Self::Connections(count) => write!(f, "{count} connections"),
        }
    }
}
