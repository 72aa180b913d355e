//! What operators and strangers look at: liveness, readiness, metrics, version, and where tokens
//! come from.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use kernel::Health;
use serde_json::{Map, Value, json};

use super::gate::refuse;
use crate::auth::WELL_KNOWN;
use crate::core::Core;

const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub(super) fn routes(core: &Arc<Core>) -> Router {
    let pages = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/version", get(version))
        .route(WELL_KNOWN, get(resource))
        .route(&format!("{WELL_KNOWN}/{{*path}}"), get(resource_at))
        .with_state(core.clone());
    guard(core, pages)
}

/// Turns away who comes by a foreign name.
pub(super) fn guard(core: &Arc<Core>, routes: Router) -> Router {
    routes.layer(middleware::from_fn_with_state(core.clone(), guarded))
}

/// These pages tell nothing secret, but a foreign page in a browser has no business with them.
async fn guarded(State(core): State<Arc<Core>>, request: Request, next: Next) -> Response {
    match core.guard.check(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(turned) => {
            core.metrics.refused("host_or_origin");
            refuse(StatusCode::FORBIDDEN, &turned.to_string())
        }
    }
}

async fn ready(State(core): State<Arc<Core>>) -> Response {
    let mut services = Map::new();
    let mut all_ready = !core.stop.is_cancelled();
    for service in &core.services {
        let state = match service.health().await {
            Health::Ready => json!({ "ready": true }),
            Health::NotReady(reason) => {
                all_ready = false;
                json!({ "ready": false, "reason": reason })
            }
        };
        services.insert(service.info.name.to_owned(), state);
    }
    let status = if all_ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "ready": all_ready, "services": services }))).into_response()
}

async fn metrics(State(core): State<Arc<Core>>) -> Response {
    ([(CONTENT_TYPE, METRICS_TYPE)], core.metrics.text()).into_response()
}

async fn version(State(core): State<Arc<Core>>) -> Json<Value> {
    Json(json!({ "name": "ensemble", "version": core.version }))
}

async fn resource(State(core): State<Arc<Core>>) -> Response {
    match core.auth.resource() {
        Some(resource) => Json(resource.metadata()).into_response(),
        None => no_resource(),
    }
}

async fn resource_at(State(core): State<Arc<Core>>, Path(path): Path<String>) -> Response {
    let covered = core.auth.resource().filter(|resource| resource.covers(&format!("/{path}")));
    match covered {
        Some(resource) => Json(resource.metadata()).into_response(),
        None => no_resource(),
    }
}

fn no_resource() -> Response {
    refuse(StatusCode::NOT_FOUND, "no authorization server gives out tokens for this")
}
