//! The sections of the house itself, with their defaults.

use std::path::PathBuf;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Listen;

const MEBIBYTE: u64 = 1024 * 1024;

/// Where the house listens and whom it lets in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Address of Streamable HTTP and WebSocket, or `off`.
    pub http: Listen,
    /// Address of the raw TCP transport (one JSON message per line), loopback only, or `off`.
    pub tcp: Listen,
    /// Path of the Unix socket, relative to the data folder, or `off`.
    pub unix: PathBuf,
    /// Host names, with port if not the usual one, that requests may carry besides loopback names.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call besides the house's own.
    pub allowed_origins: Vec<String>,
    /// File with the local token, relative to the data folder.
    pub token_file: PathBuf,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            http: Listen::loopback(7420),
            tcp: Listen::OFF,
            unix: PathBuf::from("ensemble.sock"),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            token_file: PathBuf::from("token"),
        }
    }
}

/// What one caller may use; past a limit the answer names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Largest HTTP body in bytes.
    pub body_bytes: u64,
    /// Longest line on stdio, TCP and Unix sockets in bytes.
    pub line_bytes: u64,
    /// Largest WebSocket message in bytes.
    pub frame_bytes: u64,
    /// Calls of one connection that run at once; further ones wait unread.
    pub in_flight_per_connection: u32,
    /// HTTP requests that are served at once; further ones wait.
    pub in_flight_http: u32,
    /// HTTP sessions open at once.
    pub sessions: u32,
    /// HTTP, WebSocket and TCP connections open at once; one that waits makes room for one that comes.
    pub connections: u32,
    /// Connections to the owner's Unix socket open at once, beside the others.
    pub owner_connections: u32,
    /// Seconds a request's header, or the next request of a connection, is waited for.
    pub header_seconds: u64,
    /// Seconds a request's body may take to come.
    pub body_seconds: u64,
    /// Seconds without traffic after which a session is closed.
    pub idle_seconds: u64,
    /// Seconds a call may take unless its tool says otherwise.
    pub call_timeout_seconds: u64,
    /// Calls per second of one principal to one tool; 0 means no limit.
    pub rate_per_second: u32,
    /// Calls of one principal to one tool that may come at once before the rate applies.
    pub rate_burst: u32,
    /// Resources one connection may be subscribed to.
    pub subscriptions_per_connection: u32,
    /// Least time in milliseconds between two updates of the same subscriber.
    pub update_interval_ms: u64,
    /// Items in one page of a list.
    pub page_items: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 4 * MEBIBYTE,
            line_bytes: 4 * MEBIBYTE,
            frame_bytes: 4 * MEBIBYTE,
            in_flight_per_connection: 64,
            in_flight_http: 512,
            sessions: 256,
            connections: 1024,
            owner_connections: 256,
            header_seconds: 30,
            body_seconds: 30,
            idle_seconds: 300,
            call_timeout_seconds: 30,
            rate_per_second: 0,
            rate_burst: 100,
            subscriptions_per_connection: 256,
            update_interval_ms: 50,
            page_items: 200,
        }
    }
}

/// What the journal records and how it is protected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Journal {
    /// Whether every tool call becomes an event, besides what the services record themselves.
    pub calls: bool,
    /// File that the chain's head is copied to, relative to the data folder; none when unset.
    pub anchor_file: Option<PathBuf>,
    /// Folders that signed heads of the journal are kept in besides the user's state folder.
    pub head_folders: Vec<PathBuf>,
    /// What an acknowledged write outlives: `full` a power cut, `normal` the process.
    pub durability: Durable,
    /// Whether hashes are keyed, so that nobody without the key can rebuild the chain.
    pub keyed: bool,
    /// File with the 32-byte key of a keyed journal; keep it outside the data folder.
    pub key_file: Option<PathBuf>,
}

/// What an acknowledged write outlives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Durable {
    /// A power cut: it is on the disk before the answer.
    #[default]
    Full,
    /// The process.
    Normal,
}

/// What is written to standard error, and where traces go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// Form of a log line: `text` or `json`.
    pub format: LogFormat,
    /// Which lines: a level, or directives such as `info,gateway::call=debug`, which adds a line for
    /// every tool call.
    pub filter: String,
    /// Where the spans of tool calls go: `off`, `otlp` for a collector as the variables `OTEL_*` of
    /// OpenTelemetry say (plain `http` only), or `auto`, which is `otlp` if one of them names an
    /// endpoint; only a build with the feature `otel` can send them.
    pub traces: Traces,
}

impl Default for Log {
    fn default() -> Self {
        Self { format: LogFormat::Text, filter: "info,rmcp=error".to_owned(), traces: Traces::Auto }
    }
}

/// The form of a log line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// Where the spans of tool calls go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Traces {
    /// To a collector if a variable names one.
    Auto,
    /// Nowhere.
    Off,
    /// To a collector.
    Otlp,
}

/// The services of the house by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum ServiceName {
    /// The record of the house itself.
    House,
    /// WebAssembly actors.
    Theater,
    /// Coding agents on repositories.
    Orchestrator,
    /// Questions to a body of writing.
    Avatar,
    /// Facts, rules and proofs.
    Reasoner,
}

impl ServiceName {
    /// The name in configuration, flags and endpoints.
    pub fn name(self) -> &'static str {
        match self {
            Self::House => "house",
            Self::Theater => "theater",
            Self::Orchestrator => "orchestrator",
            Self::Avatar => "avatar",
            Self::Reasoner => "reasoner",
        }
    }
}

/// Which services run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Services {
    /// Services to run; empty means every one this build has.
    pub enabled: Vec<ServiceName>,
}

/// What the common endpoint `/mcp` shows of all services.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Aggregate {
    /// Globs of tool names to show.
    pub include: Vec<String>,
    /// Globs of tool names to hide, even if included.
    pub exclude: Vec<String>,
    /// What is put before the names of each service's tools.
    pub prefix: Prefix,
}

impl Default for Aggregate {
    fn default() -> Self {
        Self { include: vec!["*".to_owned()], exclude: Vec::new(), prefix: Prefix::default() }
    }
}

/// What is put before the names of each service's tools.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prefix {
    /// Prefix of the house's own tools.
    pub house: String,
    /// Prefix of the theater's tools.
    pub theater: String,
    /// Prefix of the orchestrator's tools.
    pub orchestrator: String,
    /// Prefix of the avatar's tools.
    pub avatar: String,
    /// Prefix of the reasoner's tools.
    pub reasoner: String,
}

impl Prefix {
    /// The prefix of one service.
    pub fn of(&self, service: ServiceName) -> &str {
        match service {
            ServiceName::House => &self.house,
            ServiceName::Theater => &self.theater,
            ServiceName::Orchestrator => &self.orchestrator,
            ServiceName::Avatar => &self.avatar,
            ServiceName::Reasoner => &self.reasoner,
        }
    }
}

/// How the house stops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shutdown {
    /// Seconds that running calls get to finish before they are cancelled.
    pub grace_seconds: u64,
}

impl Default for Shutdown {
    fn default() -> Self {
        Self { grace_seconds: 10 }
    }
}
