//! Streamable HTTP, as `rmcp` serves it; host, origin and token were checked before.

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::handler::Handler;
use crate::core::Core;
use crate::metrics::Wire;
use crate::registry::Endpoint;

/// How long an answer can still be fetched by a client that missed it; it comes back after three
/// seconds, as the stream tells it to.
const RESUMABLE: Duration = Duration::from_secs(10);

/// The HTTP service of one endpoint.
pub(crate) type McpHttp = StreamableHttpService<Handler, LocalSessionManager>;

/// The legacy sessions of every endpoint.
pub(crate) struct McpSessions(Arc<LocalSessionManager>);

impl McpSessions {
    pub(crate) fn new(core: &Core) -> Self {
        let mut manager = LocalSessionManager::default();
        manager.session_config.keep_alive = Some(core.limits.idle);
        // Every message looks through all answers that are kept, so they are kept just long enough
        // for a client that lost its connection to come back.
        manager.session_config.completed_cache_ttl = RESUMABLE;
        Self(Arc::new(manager))
    }

    pub(crate) async fn count(&self) -> usize {
        self.0.sessions.read().await.len()
    }

    pub(crate) async fn is_open(&self, id: &str) -> bool {
        self.0.sessions.read().await.contains_key(id)
    }
}

/// The service that answers at one endpoint's URL.
pub(crate) fn http_service(
    core: &Arc<Core>,
    endpoint: Arc<Endpoint>,
    sessions: &McpSessions,
) -> McpHttp {
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_json_response(true)
        .with_max_request_body_bytes(core.limits.body_bytes)
        .with_cancellation_token(core.stop.clone());
    let core = core.clone();
    let handler = move || Ok(Handler::new(core.clone(), endpoint.clone(), Wire::Http, None));
    StreamableHttpService::new(handler, sessions.0.clone(), config)
}
