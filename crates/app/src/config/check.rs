//! Rules over the settled values that no single type can hold.

use std::net::SocketAddr;

use super::error::ConfigError;
use super::{Config, Origin, Settings, Traces, oauth};

/// Refuses combinations that would be unsafe or could never work.
pub(super) fn check(config: &Config, settings: &Settings) -> Result<(), ConfigError> {
    let refuse = |key: &str, message: String| {
        Err(ConfigError::Value { key: key.to_owned(), origin: settings.origin(key), message })
    };
    if let Some(key) = zero_limit(config) {
        return refuse(key, "must be at least 1".to_owned());
    }
    if let Some(address) = config.server.http.0.filter(|address| is_open(*address))
        && config.server.allowed_hosts.is_empty()
    {
        let message = format!(
            "`{address}` is reachable from other machines; name the hosts that may be asked for \
             with `server.allowed_hosts` or `--allowed-host`"
        );
        return refuse("server.http", message);
    }
    if let Some(address) = config.server.tcp.0.filter(|address| is_open(*address)) {
        let message = format!("`{address}` is not a loopback address; raw TCP has no encryption");
        return refuse("server.tcp", message);
    }
    if let Some(address) = config.theater.listen.0.filter(|address| is_open(*address)) {
        let message = format!("`{address}` is not a loopback address; the protocol has no tokens");
        return refuse("theater.listen", message);
    }
    if let Some((key, message)) = remote_theater(config) {
        return refuse(key, message);
    }
    if config.journal.keyed && config.journal.key_file.is_none() {
        return refuse("journal.keyed", "needs `journal.key_file`".to_owned());
    }
    if let Some((key, feature)) = beyond_this_build(config, settings) {
        let message = format!(
            "this build lacks the feature `{feature}`; make one that has it with \
             `cargo build --release --features {feature}`"
        );
        return refuse(key, message);
    }
    match oauth::wrong(&config.oauth) {
        Some((key, message)) => refuse(key, message),
        None => Ok(()),
    }
}

/// What is wrong with fronting a remote theater.
fn remote_theater(config: &Config) -> Option<(&'static str, String)> {
    let address = config.theater.remote_address()?;
    let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
        let message = format!("`{address}` is not an address, expected `HOST:PORT` or `off`");
        return Some(("theater.remote", message));
    }
    config.theater.listen.0.map(|_| {
        let message = "there is no theater of this program to serve while `theater.remote` is set";
        ("theater.listen", message.to_owned())
    })
}

/// A key somebody set although nothing in this build would heed it, and what it needs.
fn beyond_this_build<'a>(
    config: &Config,
    settings: &'a Settings,
) -> Option<(&'a str, &'static str)> {
    if !cfg!(feature = "otel") && config.log.traces == Traces::Otlp {
        return Some(("log.traces", "otel"));
    }
    let mut set = settings.iter().filter(|setting| setting.origin != Origin::Default);
    let foreign = set.find(|setting| setting.key.starts_with("oauth."))?;
    (!cfg!(feature = "oauth")).then_some((foreign.key.as_str(), "oauth"))
}

fn is_open(address: SocketAddr) -> bool {
    !address.ip().is_loopback()
}

fn zero_limit(config: &Config) -> Option<&'static str> {
    let limits = &config.limits;
    [
        ("limits.body_bytes", limits.body_bytes),
        ("limits.line_bytes", limits.line_bytes),
        ("limits.frame_bytes", limits.frame_bytes),
        ("limits.in_flight_per_connection", limits.in_flight_per_connection.into()),
        ("limits.in_flight_http", limits.in_flight_http.into()),
        ("limits.sessions", limits.sessions.into()),
        ("limits.connections", limits.connections.into()),
        ("limits.owner_connections", limits.owner_connections.into()),
        ("limits.header_seconds", limits.header_seconds),
        ("limits.body_seconds", limits.body_seconds),
        ("limits.page_items", limits.page_items.into()),
        ("limits.idle_seconds", limits.idle_seconds),
        ("limits.call_timeout_seconds", limits.call_timeout_seconds),
        ("limits.rate_burst", limits.rate_burst.into()),
        ("limits.subscriptions_per_connection", limits.subscriptions_per_connection.into()),
        ("theater.actors", config.theater.actors),
        ("theater.workers", config.theater.workers.into()),
        ("theater.pool", config.theater.pool.into()),
        ("theater.memory_bytes", config.theater.memory_bytes),
        ("theater.deadline_ms", config.theater.deadline_ms),
        ("theater.mailbox", config.theater.mailbox),
        ("theater.message_bytes", config.theater.message_bytes),
        (
            "orchestrator.runner.max_concurrent_jobs",
            config.orchestrator.runner.max_concurrent_jobs.into(),
        ),
    ]
    .into_iter()
    .find_map(|(key, value)| (value == 0).then_some(key))
}
