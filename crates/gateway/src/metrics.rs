//! What the gateway counts, in the names OpenTelemetry gives to MCP servers.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use kernel::{Tool, ToolError};
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::registry::Exposed;

const SECONDS: [f64; 14] =
    [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// The wire a call came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wire {
    Stdio,
    Tcp,
    Unix,
    Http,
    WebSocket,
}

impl Wire {
    fn transport(self) -> &'static str {
        match self {
            Self::Stdio => "pipe",
            Self::Unix => "unix",
            Self::Tcp | Self::Http | Self::WebSocket => "tcp",
        }
    }

    pub(crate) fn protocol(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Tcp => "tcp",
            Self::Unix => "unix",
            Self::Http => "http",
            Self::WebSocket => "websocket",
        }
    }
}

/// A label that is known when the program is written, or once when it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) &'static str);

impl EncodeLabelValue for Label {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), std::fmt::Error> {
        encoder.write_str(self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Operation {
    pub(crate) mcp_method_name: Label,
    pub(crate) gen_ai_tool_name: Label,
    pub(crate) error_type: Label,
    pub(crate) network_transport: Label,
    pub(crate) network_protocol_name: Label,
    pub(crate) mcp_protocol_version: Label,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    reason: Label,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Protocol {
    network_protocol_name: Label,
}

/// The counters and the registry that prints them.
pub(crate) struct Metrics {
    registry: Registry,
    operations: Family<Operation, Histogram, fn() -> Histogram>,
    refused: Family<Reason, Counter>,
    connections: Family<Protocol, Gauge>,
    connection_seconds: Family<Protocol, Histogram, fn() -> Histogram>,
    subscriptions: Gauge,
    journal_head: Gauge,
    work: Gauge,
}

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut metrics = Self {
            registry: Registry::default(),
            operations: Family::new_with_constructor(seconds),
            refused: Family::default(),
            connections: Family::default(),
            connection_seconds: Family::new_with_constructor(seconds),
            subscriptions: Gauge::default(),
            journal_head: Gauge::default(),
            work: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        registry.register(
            "mcp_server_operation_duration_seconds",
            "How long each MCP operation took",
            metrics.operations.clone(),
        );
        registry.register(
            "mcp_server_session_duration_seconds",
            "How long each connection lasted",
            metrics.connection_seconds.clone(),
        );
        registry.register("ensemble_refused", "Requests turned away", metrics.refused.clone());
        registry.register("ensemble_connections", "Open connections", metrics.connections.clone());
        registry.register(
            "ensemble_subscriptions",
            "Live subscriptions",
            metrics.subscriptions.clone(),
        );
        registry.register(
            "ensemble_journal_head",
            "The newest event",
            metrics.journal_head.clone(),
        );
        registry.register(
            "ensemble_work_running",
            "Threads that compute for a call",
            metrics.work.clone(),
        );
        metrics
    }

    pub(crate) fn operation(&self, operation: &Operation, took: Duration) {
        self.operations.get_or_create(operation).observe(took.as_secs_f64());
    }

    pub(crate) fn refused(&self, reason: &'static str) {
        self.refused.get_or_create(&Reason { reason: Label(reason) }).inc();
    }

    pub(crate) fn connected(self: &Arc<Self>, wire: Wire) -> Connected {
        let protocol = Protocol { network_protocol_name: Label(wire.protocol()) };
        self.connections.get_or_create(&protocol).inc();
        Connected { metrics: self.clone(), protocol, since: std::time::Instant::now() }
    }

    pub(crate) fn subscriptions(&self, count: usize) {
        self.subscriptions.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    pub(crate) fn journal_head(&self, seq: u64) {
        self.journal_head.set(i64::try_from(seq).unwrap_or(i64::MAX));
    }

    /// The number of the newest event that was delivered.
    pub(crate) fn head(&self) -> u64 {
        u64::try_from(self.journal_head.get()).unwrap_or(0)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.work.set(i64::try_from(kernel::work::running()).unwrap_or(i64::MAX));
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(error) => format!("# metrics cannot be written: {error}\n"),
        }
    }
}

/// Counts a connection for as long as it lives.
pub(crate) struct Connected {
    metrics: Arc<Metrics>,
    protocol: Protocol,
    since: std::time::Instant,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.metrics.connections.get_or_create(&self.protocol).dec();
        let lasted = self.since.elapsed().as_secs_f64();
        self.metrics.connection_seconds.get_or_create(&self.protocol).observe(lasted);
    }
}

impl Operation {
    pub(crate) fn new(method: &'static str, wire: Wire, version: &'static str) -> Self {
        Self {
            mcp_method_name: Label(method),
            gen_ai_tool_name: Label(""),
            error_type: Label(""),
            network_transport: Label(wire.transport()),
            network_protocol_name: Label(wire.protocol()),
            mcp_protocol_version: Label(version),
        }
    }

    /// Adds which tool it was and how it ended. Names that callers make up are left out.
    pub(crate) fn answered<T>(
        &mut self,
        tool: Option<&Exposed<Tool>>,
        answer: &Result<T, ToolError>,
    ) {
        if let Some(exposed) = tool {
            self.gen_ai_tool_name = Label(exposed.item.spec.name);
        }
        if let Err(error) = answer {
            self.error_type = Label(error.kind.code());
        }
    }
}
