//! The log, to standard error only because standard output may be the protocol, and the way of
//! spans out of the process.

#[cfg(feature = "otel")]
mod otlp;

use std::io::IsTerminal;

use tokio::runtime::Handle;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::config::{ConfigError, Log, LogFormat, Origin, Settings};
use crate::environment::Environment;

/// What the log is started with besides its own settings.
pub struct Surroundings<'a> {
    /// Where each setting came from, for messages.
    pub settings: &'a Settings,
    /// The variables, which say where traces go.
    pub environment: &'a Environment,
    /// What carries traces out.
    pub runtime: &'a Handle,
}

/// A log that runs.
#[must_use]
pub struct Started {
    #[cfg(feature = "otel")]
    traces: Option<otlp::Export>,
}

/// Starts the log; a filter that does not parse is a configuration error.
pub fn start(log: &Log, around: &Surroundings<'_>) -> Result<Started, ConfigError> {
    let refused = |message: String| ConfigError::Value {
        key: "log.filter".to_owned(),
        origin: around.settings.origin("log.filter"),
        message,
    };
    let filter = EnvFilter::try_new(&log.filter).map_err(|error| refused(error.to_string()))?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_span_events(FmtSpan::CLOSE);
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let subscriber = tracing_subscriber::registry().with(lines.with_filter(filter));
    #[cfg(feature = "otel")]
    let (subscriber, traces) = {
        let (layer, export) = otlp::start(log.traces, around)?.unzip();
        (subscriber.with(layer), export)
    };
    subscriber.try_init().map_err(|error| ConfigError::Value {
        key: "log".to_owned(),
        origin: Origin::Default,
        message: error.to_string(),
    })?;
    Ok(Started {
        #[cfg(feature = "otel")]
        traces,
    })
}

impl Started {
    /// Sends what waits to be sent; the runtime must still run.
    pub fn finish(self) {
        #[cfg(feature = "otel")]
        if let Some(traces) = self.traces {
            traces.finish();
        }
    }
}

/// How spans of calls join the traces of callers in this build.
pub fn adopt() -> Option<gateway::Adopt> {
    #[cfg(feature = "otel")]
    return Some(std::sync::Arc::new(otlp::adopt));
    #[cfg(not(feature = "otel"))]
    None
}
