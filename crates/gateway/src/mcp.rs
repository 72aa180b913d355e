//! The Model Context Protocol: the only place that knows `rmcp`.

#![expect(deprecated, reason = "clients of the older revisions still use logging and subscribe")]

#[cfg(feature = "conformance")]
pub mod conformance;
mod convert;
mod duplex;
mod frames;
mod handler;
mod http;
mod news;
mod outbox;
#[cfg(not(feature = "conformance"))]
mod plain;
mod side;
mod silence;
mod span;

pub(crate) use duplex::{Connection, Frames, Incoming, serve};
pub(crate) use http::{McpHttp, McpSessions, http_service};
pub(crate) use outbox::{FrameSink, Outbox};
#[cfg(not(feature = "conformance"))]
pub(crate) use plain::{PlainCall, SessionCalls, may_be as may_be_plain, session_of};
