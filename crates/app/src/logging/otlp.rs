//! Spans of tool calls to an OpenTelemetry collector, as OTLP in protobuf over HTTP.
//!
//! The SDK reads the variables `OTEL_*` by itself; read here are those that decide whether anything
//! is sent at all, and those it leaves to the one who carries the bytes.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Bytes;
use kernel::TraceContext;
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use outbound::Trust;
use tokio::runtime::Handle;
use tracing::level_filters::LevelFilter;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

use super::Surroundings;
use crate::config::{ConfigError, Origin, Traces};
use crate::environment::Environment;

const ENDPOINT: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const PROTOCOL: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const TIMEOUT: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"];
const USUAL_TIMEOUT_MS: u64 = 10_000;
const MOST_ANSWER_BYTES: usize = 1 << 20;
const LAST_WORDS_WITHIN: Duration = Duration::from_secs(5);

/// Traces on their way out.
pub(super) struct Export(SdkTracerProvider);

impl Export {
    /// Sends what waits.
    pub(super) fn finish(self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST_WORDS_WITHIN) {
            tracing::warn!(%error, "the last traces could not be sent");
        }
    }
}

/// Starts to send spans if the setting and the variables ask for it.
pub(super) fn start<S>(
    traces: Traces,
    around: &Surroundings<'_>,
) -> Result<Option<(impl Layer<S> + use<S>, Export)>, ConfigError>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    if !wanted(traces, around.environment)? {
        return Ok(None);
    }
    let refused = |error: &dyn std::fmt::Display| ConfigError::Value {
        key: "log.traces".to_owned(),
        origin: around.settings.origin("log.traces"),
        message: error.to_string(),
    };
    let collector = Collector {
        runtime: around.runtime.clone(),
        within: Duration::from_millis(timeout(around.environment)),
        trust: Trust::default(),
    };
    let exporter = SpanExporter::builder().with_http().with_http_client(collector);
    let exporter = exporter.build().map_err(|error| refused(&error))?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(resource(around.environment))
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("ensemble"))
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        .with_filter(Targets::new().with_target("gateway::call", LevelFilter::DEBUG));
    Ok(Some((layer, Export(provider))))
}

/// Puts a span under the trace its caller named.
pub(super) fn adopt(span: &Span, trace: &TraceContext) {
    let mut carrier = HashMap::new();
    carrier.insert("traceparent".to_owned(), trace.traceparent.clone());
    if let Some(state) = &trace.tracestate {
        carrier.insert("tracestate".to_owned(), state.clone());
    }
    let parent = TraceContextPropagator::new().extract(&carrier);
    if let Err(error) = span.set_parent(parent) {
        tracing::trace!(%error, "a span stays without its parent");
    }
}

fn first<'a>(
    environment: &'a Environment,
    names: [&'static str; 2],
) -> Option<(&'static str, &'a str)> {
    names.into_iter().find_map(|name| Some((name, environment.variable(name)?)))
}

/// Whether spans are sent; variables that ask for what cannot be done here are refused.
fn wanted(traces: Traces, environment: &Environment) -> Result<bool, ConfigError> {
    let says = |name: &str, text: &str| {
        environment.variable(name).is_some_and(|value| value.eq_ignore_ascii_case(text))
    };
    let endpoint = first(environment, ENDPOINT);
    let asked = match traces {
        Traces::Off => false,
        Traces::Auto => endpoint.is_some(),
        Traces::Otlp => true,
    };
    if !asked || says("OTEL_SDK_DISABLED", "true") || says("OTEL_TRACES_EXPORTER", "none") {
        return Ok(false);
    }
    let refuse = |name: &str, message: String| {
        let origin = Origin::Variable { name: name.to_owned() };
        Err(ConfigError::Value { key: "log.traces".to_owned(), origin, message })
    };
    let is_known = |url: &str| url.starts_with("http://") || url.starts_with("https://");
    if let Some((name, url)) = endpoint.filter(|(_, url)| !is_known(url)) {
        let message = format!("`{url}` is not a URL such as https://HOST:PORT");
        return refuse(name, message);
    }
    match first(environment, PROTOCOL).filter(|(_, protocol)| *protocol != "http/protobuf") {
        Some((name, other)) => refuse(name, format!("`{other}` is not `http/protobuf`")),
        None => Ok(true),
    }
}

fn timeout(environment: &Environment) -> u64 {
    let set = first(environment, TIMEOUT).and_then(|(_, text)| text.parse().ok());
    set.unwrap_or(USUAL_TIMEOUT_MS)
}

/// Who sends: the variables have the say, then this program's own name.
fn resource(environment: &Environment) -> Resource {
    let attributes = environment.variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
    let named = environment.variable("OTEL_SERVICE_NAME").is_some()
        || attributes.split(',').any(|pair| pair.trim_start().starts_with("service.name="));
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder().with_attribute(version);
    if named { resource.build() } else { resource.with_service_name("ensemble").build() }
}

/// Carries the exporter's requests on the program's own runtime.
#[derive(Debug)]
struct Collector {
    runtime: Handle,
    within: Duration,
    trust: Trust,
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let trust = self.trust.clone();
        let exchange = async move {
            outbound::exchange(request.map(Full::new), &trust, MOST_ANSWER_BYTES).await
        };
        let within = self.within;
        // The exporter calls from a thread of its own, which has no runtime.
        let sending =
            self.runtime.spawn(async move { tokio::time::timeout(within, exchange).await });
        Ok(sending.await???)
    }
}
