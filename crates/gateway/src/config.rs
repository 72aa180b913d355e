//! Every limit of the gateway, with its name and default; reaching one is an error that says so.

use std::time::Duration;

/// The bounds that keep one client from harming another.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest HTTP body in bytes (`limits.body_bytes`).
    pub body_bytes: usize,
    /// The longest line on stdio, TCP and Unix sockets in bytes (`limits.line_bytes`).
    pub line_bytes: usize,
    /// The largest WebSocket message in bytes (`limits.frame_bytes`).
    pub frame_bytes: usize,
    /// Calls one connection may have under way (`limits.in_flight_per_connection`).
    pub in_flight_per_connection: usize,
    /// HTTP requests under way at once (`limits.in_flight_http`).
    pub in_flight_http: usize,
    /// HTTP sessions open at once (`limits.sessions`).
    pub sessions: usize,
    /// HTTP, WebSocket and TCP connections open at once (`limits.connections`).
    pub connections: usize,
    /// Connections to the owner's socket open at once, beside those (`limits.owner_connections`).
    pub owner_connections: usize,
    /// How long a request's header, or the next request, is waited for (`limits.header_seconds`).
    pub header_time: Duration,
    /// How long a request's body may take to come (`limits.body_seconds`).
    pub body_time: Duration,
    /// How long a silent connection or session is kept (`limits.idle_seconds`).
    pub idle: Duration,
    /// How long a call may take where its tool sets no time of its own
    /// (`limits.call_timeout_seconds`).
    pub call_timeout: Duration,
    /// Calls a second for one principal and tool, 0 for no limit (`limits.rate_per_second`).
    pub rate_per_second: u32,
    /// Calls that may come at once before the rate applies (`limits.rate_burst`).
    pub rate_burst: u32,
    /// Resources one connection may be subscribed to (`limits.subscriptions_per_connection`).
    pub subscriptions_per_connection: usize,
    /// The least time between two updates of one resource to one subscriber
    /// (`limits.update_interval_ms`).
    pub update_interval: Duration,
    /// Items in one page of a list (`limits.page_items`).
    pub page_items: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            line_bytes: 4 << 20,
            frame_bytes: 4 << 20,
            in_flight_per_connection: 64,
            in_flight_http: 512,
            sessions: 256,
            connections: 1024,
            owner_connections: 256,
            header_time: Duration::from_secs(30),
            body_time: Duration::from_secs(30),
            idle: Duration::from_secs(300),
            call_timeout: Duration::from_secs(30),
            rate_per_second: 0,
            rate_burst: 100,
            subscriptions_per_connection: 256,
            update_interval: Duration::from_millis(50),
            page_items: 200,
        }
    }
}

/// Which names browsers and proxies may reach the HTTP listener by.
#[derive(Debug, Clone, Default)]
pub struct HttpGuard {
    /// Host names accepted beside loopback ones (`--allowed-host`).
    pub allowed_hosts: Vec<String>,
    /// Origins accepted beside loopback ones (`--allowed-origin`).
    pub allowed_origins: Vec<String>,
}
