//! Bytes to calls and back: MCP over stdio, TCP, Unix socket, Streamable HTTP and WebSocket.
//!
//! The gateway reads the tables of the services it is given and serves them on every wire with the
//! same rules: who may call, how often, in which order, for how long. It knows no service by name,
//! no database, and takes every setting as a typed value.

mod apart;
pub mod auth;
mod clients;
pub mod config;
mod core;
mod guard;
mod hub;
mod mcp;
pub mod mcr;
mod metrics;
#[cfg(feature = "oauth")]
pub mod oauth;
mod order;
mod pipeline;
mod rate;
mod registry;
pub mod transport;

#[cfg(feature = "conformance")]
pub use mcp::conformance;

pub use clients::ClientSeen;
pub use core::{Adopt, CallRecord, Gateway, GatewayParts, Instances, Recorder};
pub use registry::{Aggregate, Endpoint, RegistryError, Selection};
