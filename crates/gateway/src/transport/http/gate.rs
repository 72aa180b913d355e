//! What a request must bring to be let in, and the words it is turned away with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(not(feature = "conformance"))]
use std::time::Duration;
use std::time::Instant;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::StreamExt;
use http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, SEC_WEBSOCKET_PROTOCOL, UPGRADE,
    WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use kernel::{Principal, Scope, Scopes};
use serde_json::json;

use super::Http;
use crate::auth::{Admitted, Lease, Refusal};
use crate::core::Core;
use crate::guard::Guard;
use crate::mcr;
use crate::transport::websocket::BEARER_PROTOCOL;

static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const MODERN: &str = "2026-07-28";

type Turned = Box<Response>;

/// An error a person can act on, in JSON.
pub(super) fn refuse(status: StatusCode, message: &str) -> Response {
    let body = json!({ "error": { "status": status.as_u16(), "message": message } }).to_string();
    let mut response = (status, body).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

pub(super) fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.get(UPGRADE).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// The session a client of the older revisions posts its message in.
pub(super) fn posted_in(request: &Parts) -> Option<&str> {
    let session = request.headers.get(&SESSION).filter(|_| request.method == Method::POST)?;
    session.to_str().ok()
}

impl Http {
    pub(super) async fn admit(&self, path: &str, request: &Parts) -> Result<Admitted, Turned> {
        let (core, headers) = (&self.core, &request.headers);
        core.guard.check(&request.uri, headers).map_err(|turned| {
            core.metrics.refused("host_or_origin");
            Box::new(refuse(StatusCode::FORBIDDEN, &turned.to_string()))
        })?;
        let admitted = core.auth.admit(bearer(headers)).map_err(|refusal| {
            core.metrics.refused("token");
            Box::new(unauthorized(core, refusal))
        })?;
        let principal = &admitted.principal;
        if principal.scopes == Scopes::default() {
            core.metrics.refused("scope");
            return Err(Box::new(without_scope(core, principal)));
        }
        self.check_size(headers)?;
        self.check_session(path, request, principal).await?;
        Ok(admitted)
    }

    /// Who comes to the dialect's socket: the bearer of a token or, where that is allowed and the
    /// request was made on this machine, a guest.
    pub(super) async fn admit_to_dialect(
        &self,
        path: &str,
        request: &Parts,
    ) -> Result<Admitted, Turned> {
        let headers = &request.headers;
        let guest = self.guests
            && bearer(headers).is_none()
            && !self.core.auth.is_open()
            && self.core.guard.check(&request.uri, headers).is_ok()
            && Guard::is_local(&request.uri, headers);
        if guest { Ok(Admitted::for_good(mcr::guest())) } else { self.admit(path, request).await }
    }

    fn check_size(&self, headers: &HeaderMap) -> Result<(), Turned> {
        let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let length = length.and_then(|text| text.parse::<usize>().ok());
        if length.is_some_and(|length| length > self.core.limits.body_bytes) {
            self.core.metrics.refused("size");
            return Err(Box::new(too_large(&self.core)));
        }
        Ok(())
    }

    async fn check_session(
        &self,
        path: &str,
        request: &Parts,
        principal: &Principal,
    ) -> Result<(), Turned> {
        let headers = &request.headers;
        if let Some(id) = headers.get(&SESSION).and_then(|value| value.to_str().ok()) {
            if !self.owners.owns(path, principal, id) {
                self.core.metrics.refused("session");
                return Err(Box::new(refuse(StatusCode::NOT_FOUND, "there is no such session")));
            }
            return Ok(());
        }
        let opens = request.method == Method::POST
            && headers.get(&VERSION).is_none_or(|version| version != MODERN);
        if !opens {
            return Ok(());
        }
        let open = self.sessions.count().await;
        if self.owners.len() > open * 2 + 64 {
            self.forget_closed().await;
        }
        if open < self.core.limits.sessions {
            return Ok(());
        }
        self.core.metrics.refused("sessions");
        let message = format!("{open} sessions are open; raise limits.sessions or close some");
        let mut response = refuse(StatusCode::SERVICE_UNAVAILABLE, &message);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        Err(Box::new(response))
    }

    /// Whether the session is open and the protocol library heard of it not long ago.
    #[cfg(not(feature = "conformance"))]
    pub(super) async fn heard_of(&self, session: &str) -> bool {
        self.owners.heard_within(session, self.core.limits.idle / 4)
            && self.sessions.is_open(session).await
    }

    async fn forget_closed(&self) {
        for id in self.owners.ids() {
            if !self.sessions.is_open(&id).await {
                self.owners.forget(&id);
            }
        }
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    if let Some(value) = headers.get(AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then_some(token.trim());
    }
    let protocols = headers.get(SEC_WEBSOCKET_PROTOCOL)?.to_str().ok()?;
    protocols.split(',').find_map(|protocol| protocol.trim().strip_prefix(BEARER_PROTOCOL))
}

fn unauthorized(core: &Core, refusal: Refusal) -> Response {
    let message = match refusal {
        Refusal::Missing => "this server asks for a token: send Authorization: Bearer TOKEN",
        Refusal::Invalid => "this token is unknown, revoked or expired",
    };
    let mut challenge = "Bearer realm=\"ensemble\"".to_owned();
    if refusal == Refusal::Invalid {
        challenge.push_str(", error=\"invalid_token\"");
    }
    challenged(core, StatusCode::UNAUTHORIZED, message, challenge)
}

/// A token that may do nothing at all gets no further than this.
fn without_scope(core: &Core, principal: &Principal) -> Response {
    let known = Scope::ALL.map(Scope::name).join(", ");
    let message = format!("the token of `{}` has no scope of this server: {known}", principal.id);
    let challenge = "Bearer realm=\"ensemble\", error=\"insufficient_scope\"".to_owned();
    challenged(core, StatusCode::FORBIDDEN, &message, challenge)
}

fn challenged(core: &Core, status: StatusCode, message: &str, mut challenge: String) -> Response {
    if let Some(resource) = core.auth.resource() {
        let (url, scope) = (resource.metadata_url(), Scope::Read);
        challenge.push_str(&format!(", resource_metadata=\"{url}\", scope=\"{scope}\""));
    }
    let mut response = refuse(status, message);
    if let Ok(value) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(WWW_AUTHENTICATE, value);
    }
    response
}

fn too_large(core: &Core) -> Response {
    let limit = core.limits.body_bytes;
    let message = format!("a body may have at most {limit} bytes; raise limits.body_bytes");
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &message)
}

/// Whether a response goes on for as long as somebody listens.
pub(super) fn is_stream(response: &Response<Body>) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// Ends a stream of events with the lease of who listens to it.
pub(super) fn until_ended(response: Response<Body>, lease: Lease) -> Response {
    if !is_stream(&response) || lease.is_endless() {
        return response;
    }
    let ended = Box::pin(async move { lease.ended().await });
    response.map(|body| Body::from_stream(body.into_data_stream().take_until(ended)))
}

/// A request's body as a whole, within its size and time.
pub(super) async fn read_body(core: &Core, body: Body) -> Result<Bytes, Turned> {
    let (most, time) = (core.limits.body_bytes, core.limits.body_time);
    match tokio::time::timeout(time, axum::body::to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) => Err(Box::new(unread(core, &error))),
        Err(_) => {
            core.metrics.refused("slow");
            let message = format!(
                "the body did not come within {} s; raise limits.body_seconds",
                time.as_secs_f64()
            );
            Err(Box::new(refuse(StatusCode::REQUEST_TIMEOUT, &message)))
        }
    }
}

/// A body that is too long, or that broke off.
fn unread(core: &Core, error: &axum::Error) -> Response {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<http_body_util::LengthLimitError>() {
            core.metrics.refused("size");
            return too_large(core);
        }
        cause = error.source();
    }
    refuse(StatusCode::BAD_REQUEST, &format!("the body could not be read: {error}"))
}

/// Which session belongs to whom: a session's id is no credential.
#[derive(Default)]
pub(super) struct Owners(Mutex<HashMap<String, Owned>>);

struct Owned {
    path: String,
    owner: Arc<str>,
    /// When the protocol library was last given a message of the session.
    heard: Instant,
}

impl Owners {
    fn map(&self) -> MutexGuard<'_, HashMap<String, Owned>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the protocol library was given a message of the session.
    pub(super) fn heard(&self, id: &str) {
        if let Some(session) = self.map().get_mut(id) {
            session.heard = Instant::now();
        }
    }

    /// Notes the session that `response` opened.
    pub(super) fn learn(&self, path: &str, principal: &Principal, response: &Response<Body>) {
        let Some(id) = response.headers().get(&SESSION).and_then(|value| value.to_str().ok())
        else {
            return;
        };
        let mut map = self.map();
        if !map.contains_key(id) {
            let (path, owner) = (path.to_owned(), principal.id.clone());
            map.insert(id.to_owned(), Owned { path, owner, heard: Instant::now() });
        }
    }

    fn owns(&self, path: &str, principal: &Principal, id: &str) -> bool {
        self.map().get(id).is_some_and(|it| it.path == path && it.owner == principal.id)
    }

    #[cfg(not(feature = "conformance"))]
    fn heard_within(&self, id: &str, time: Duration) -> bool {
        self.map().get(id).is_some_and(|it| it.heard.elapsed() < time)
    }

    fn len(&self) -> usize {
        self.map().len()
    }

    fn ids(&self) -> Vec<String> {
        self.map().keys().cloned().collect()
    }

    fn forget(&self, id: &str) {
        self.map().remove(id);
    }
}
