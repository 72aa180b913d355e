//! HTTP: the MCP endpoints, their WebSocket upgrades, and what operators look at.
//!
//! Every request to an endpoint passes the same gate first: host, origin, token, size, and whose
//! session it names.

mod accept;
mod events;
mod gate;
mod pages;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Path, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use bytes::Bytes;
use http::StatusCode;
#[cfg(not(feature = "conformance"))]
use http::header::CONTENT_TYPE;
use http::request::Parts;
use kernel::Principal;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::{ListenError, listen_error, websocket};
use crate::auth::{Admitted, Lease};
use crate::core::{Core, Gateway};
use crate::mcp::{McpHttp, McpSessions, http_service};
#[cfg(not(feature = "conformance"))]
use crate::mcp::{PlainCall, SessionCalls, may_be_plain, session_of};
use crate::registry::Endpoint;
use gate::{Owners, refuse};

impl Gateway {
    /// Serves every endpoint on HTTP; says which address it listens on. Other routes, such as a
    /// console, may be added by `extra`; they pass the same check of host and origin.
    pub async fn listen_http(
        &self,
        address: SocketAddr,
        extra: Router,
    ) -> Result<SocketAddr, ListenError> {
        if !address.ip().is_loopback() && !self.may_be_exposed() {
            return Err(ListenError::Exposed(address));
        }
        let fail = |source| listen_error(address, "--http", source);
        let listener = TcpListener::bind(address).await.map_err(fail)?;
        let bound = listener.local_addr().map_err(fail)?;
        let guests = bound.ip().is_loopback()
            && self.core.dialect.as_ref().is_some_and(|dialect| dialect.guests);
        let routes = routes(&self.core, guests).merge(pages::guard(&self.core, extra));
        self.core.tasks.spawn(accept::accept(self.core.clone(), listener, routes));
        Ok(bound)
    }

    fn may_be_exposed(&self) -> bool {
        !self.core.auth.is_open() && self.core.guard.names_a_host()
    }
}

/// What the HTTP handlers share.
struct Http {
    core: Arc<Core>,
    sessions: McpSessions,
    owners: Owners,
    services: RwLock<HashMap<String, McpHttp>>,
    #[cfg(not(feature = "conformance"))]
    session_calls: Arc<SessionCalls>,
    places: Semaphore,
    /// Whether the dialect's socket lets programs on this machine in without a token.
    guests: bool,
}

fn routes(core: &Arc<Core>, guests: bool) -> Router {
    let shared = Arc::new(Http {
        core: core.clone(),
        sessions: McpSessions::new(core),
        owners: Owners::default(),
        services: RwLock::default(),
        #[cfg(not(feature = "conformance"))]
        session_calls: Arc::default(),
        places: Semaphore::new(core.limits.in_flight_http),
        guests,
    });
    let endpoints = Router::new()
        .route("/mcp", any(aggregate))
        .route("/ws", get(dialect))
        .route("/events", get(events::serve))
        .route("/mcp/{service}", any(single))
        .route("/mcp/{service}/{instance}", any(instance))
        .with_state(shared);
    endpoints.merge(pages::routes(core))
}

async fn aggregate(State(http): State<Arc<Http>>, request: Request) -> Response {
    let endpoint = http.core.aggregate.clone();
    serve(&http, "mcp".to_owned(), endpoint, request).await
}

/// The dialect's socket, where a service has one; everything together otherwise.
async fn dialect(State(http): State<Arc<Http>>, request: Request) -> Response {
    let spoken = http.core.dialect.as_ref().and_then(|it| http.core.endpoints.get(it.service));
    let Some(endpoint) = spoken.cloned().filter(|_| gate::is_upgrade(request.headers())) else {
        return aggregate(State(http), request).await;
    };
    let (mut parts, _) = request.into_parts();
    let admitted = match http.admit_to_dialect("mcp", &parts).await {
        Ok(admitted) => admitted,
        Err(response) => return *response,
    };
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => {
            let upgrade = (upgrade, accept::place(&parts));
            websocket::upgrade_to_dialect(http.core.clone(), endpoint, admitted, upgrade)
        }
        Err(rejection) => rejection.into_response(),
    }
}

async fn single(
    State(http): State<Arc<Http>>,
    Path(service): Path<String>,
    request: Request,
) -> Response {
    let Some(endpoint) = http.core.endpoints.get(service.as_str()).cloned() else {
        let known: Vec<_> = http.core.endpoints.keys().copied().collect();
        let message = format!("no service `{service}` here; there are: {}", known.join(", "));
        return refuse(StatusCode::NOT_FOUND, &message);
    };
    serve(&http, service, endpoint, request).await
}

async fn instance(
    State(http): State<Arc<Http>>,
    Path((service, instance)): Path<(String, String)>,
    request: Request,
) -> Response {
    let Some(endpoint) = http.core.find_endpoint(&service, Some(&instance)) else {
        return refuse(StatusCode::NOT_FOUND, &format!("`{service}` has no `{instance}`"));
    };
    serve(&http, format!("{service}/{instance}"), endpoint, request).await
}

async fn serve(http: &Http, path: String, endpoint: Arc<Endpoint>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let admitted = match http.admit(&path, &parts).await {
        Ok(admitted) => admitted,
        Err(response) => return *response,
    };
    if gate::is_upgrade(&parts.headers) {
        return upgrade(http, endpoint, admitted, parts).await;
    }
    let Admitted { principal, lease } = admitted;
    // Nobody takes a place while they are still sending.
    let body = match gate::read_body(&http.core, body).await {
        Ok(body) => body,
        Err(response) => return *response,
    };
    let serving = accept::served(&parts);
    let response = answer(http, (path, endpoint), (principal, lease), (parts, body)).await;
    accept::until_sent(response, serving)
}

/// Answers a request that is here as a whole.
async fn answer(
    http: &Http,
    (path, endpoint): (String, Arc<Endpoint>),
    (principal, lease): (Principal, Lease),
    (mut parts, body): (Parts, Bytes),
) -> Response {
    let Ok(place) = http.places.acquire().await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping");
    };
    // The suite's fixtures need the whole protocol around every call.
    #[cfg(not(feature = "conformance"))]
    if let Some(response) = plainly(http, &endpoint, &principal, (&parts, &body)).await {
        return response;
    }
    let session = gate::posted_in(&parts).map(str::to_owned);
    parts.extensions.insert(principal.clone());
    #[cfg(feature = "conformance")]
    let hang_up = crate::mcp::conformance::HangUp::default();
    #[cfg(feature = "conformance")]
    parts.extensions.insert(hang_up.clone());
    let request = Request::from_parts(parts, Body::from(body));
    let response = http.service(&path, endpoint).handle(request).await;
    drop(place);
    let response = response.map(Body::new);
    #[cfg(feature = "conformance")]
    let response = hang_up.ends(response);
    let Some(session) = session else {
        http.owners.learn(&path, &principal, &response);
        return gate::until_ended(response, lease);
    };
    // Its stream is that of one call and ends by itself.
    http.owners.heard(&session);
    response
}

/// Answers a request in the short way, if it is one that can be.
#[cfg(not(feature = "conformance"))]
async fn plainly(
    http: &Http,
    endpoint: &Arc<Endpoint>,
    principal: &Principal,
    (parts, body): (&Parts, &Bytes),
) -> Option<Response> {
    let session = session_of(&parts.method, &parts.headers);
    if session.is_none() && !may_be_plain(&parts.method, &parts.headers) {
        return None;
    }
    let read = match session {
        None => PlainCall::read(&parts.headers, body).map(|call| (call, None)),
        Some(session) => {
            let read = http.session_calls.read(session, &parts.headers, endpoint, body);
            // The library closes sessions it hears nothing of, so it is shown some of the calls.
            let heard = read.is_some() && http.heard_of(session).await;
            read.filter(|_| heard).map(|(call, noted)| (call, Some(noted)))
        }
    };
    let (call, _noted) = read?;
    Some(match call.answer(&http.core, endpoint, principal.clone()).await {
        Ok(bytes) => ([(CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(error) => refuse(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
    })
}

async fn upgrade(
    http: &Http,
    endpoint: Arc<Endpoint>,
    admitted: Admitted,
    mut parts: Parts,
) -> Response {
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => {
            let serving = accept::served(&parts);
            websocket::upgrade(http.core.clone(), endpoint, admitted, (upgrade, serving))
        }
        Err(rejection) => rejection.into_response(),
    }
}

impl Http {
    fn service(&self, path: &str, endpoint: Arc<Endpoint>) -> McpHttp {
        let services = self.services.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = services.get(path) {
            return service.clone();
        }
        drop(services);
        let service = http_service(&self.core, endpoint, &self.sessions);
        let mut services = self.services.write().unwrap_or_else(PoisonError::into_inner);
        services.entry(path.to_owned()).or_insert(service).clone()
    }
}
