//! The log: to standard error only, because standard output may be the protocol.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{ConfigError, Log, LogFormat, Origin, Settings};

/// Starts the log; a filter that does not parse is a configuration error.
pub fn start(log: &Log, settings: &Settings) -> Result<(), ConfigError> {
    let refused = |message: String| ConfigError::Value {
        key: "log.filter".to_owned(),
        origin: settings.origin("log.filter"),
        message,
    };
    let filter = EnvFilter::try_new(&log.filter).map_err(|error| refused(error.to_string()))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let builder = builder.with_ansi(std::io::stderr().is_terminal());
    let started = match log.format {
        LogFormat::Text => builder.finish().try_init(),
        LogFormat::Json => builder.json().finish().try_init(),
    };
    started.map_err(|error| ConfigError::Value {
        key: "log".to_owned(),
        origin: Origin::Default,
        message: error.to_string(),
    })
}
