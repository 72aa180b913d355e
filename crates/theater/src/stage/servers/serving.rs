//! One listener of an actor's server: HTTP in, calls of the actor, HTTP out.

use std::convert::Infallible;
use std::net::TcpListener as StdListener;
use std::sync::Arc;

use http::{HeaderName, HeaderValue, Request, Response as HttpResponse, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{Route, fits};
use crate::ActorId;
use crate::actor::{Mail, Reply};
use crate::engine::{GuestCall, Response};
use crate::error::TheaterError;
use crate::stage::Stage;
use crate::web::{Answered, Asked};

/// Connections of one server at most; further ones wait.
const MOST_CONNECTIONS: usize = 64;

/// Serves until it is told to stop.
pub(super) async fn serve(
    stage: Arc<Stage>,
    (actor, server): (ActorId, u64),
    listener: StdListener,
    stop: CancellationToken,
) {
    let listener = match TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tracing::error!(%actor, %error, "a server of an actor cannot listen"),
    };
    let mut connections = JoinSet::new();
    let accepting = async {
        loop {
            while connections.len() >= MOST_CONNECTIONS {
                connections.join_next().await;
            }
            let Ok((stream, _)) = listener.accept().await else { continue };
            let stage = stage.clone();
            connections.spawn(async move {
                let answer = service_fn(|request| answer(&stage, (actor, server), request));
                let connection = hyper::server::conn::http1::Builder::new();
                // A client that goes away half way is nobody's mistake here.
                drop(connection.serve_connection(TokioIo::new(stream), answer).await);
            });
        }
    };
    stop.run_until_cancelled(accepting).await;
}

async fn answer(
    stage: &Arc<Stage>,
    place: (ActorId, u64),
    request: Request<Incoming>,
) -> Result<HttpResponse<Full<Bytes>>, Infallible> {
    Ok(match through(stage, place, request).await {
        Ok(answered) => response(answered),
        Err((status, text)) => {
            let mut response = HttpResponse::new(Full::new(Bytes::from(format!("{text}\n"))));
            *response.status_mut() = status;
            response
        }
    })
}

type Refusal = (StatusCode, String);

/// Takes a request through the middleware to its route.
async fn through(
    stage: &Arc<Stage>,
    (actor, server): (ActorId, u64),
    request: Request<Incoming>,
) -> Result<Answered, Refusal> {
    let path = request.uri().path().to_owned();
    let gone = |why: String| (StatusCode::SERVICE_UNAVAILABLE, why);
    let mut book = stage.servers.book(actor);
    let routes = book.server(server).map_err(gone)?.routes.clone();
    let mut asked = asked(request, stage.config.message_bytes).await?;
    for route in routes.iter().filter(|route| route.method.is_none()) {
        if !fits(&route.path, &path) {
            continue;
        }
        let call = GuestCall::Middleware(route.handler, Arc::new(asked));
        let Response::Proceed(proceed, next) = call_actor(stage, actor, call).await? else {
            return Err((StatusCode::BAD_GATEWAY, "the actor gave no answer".to_owned()));
        };
        if !proceed {
            return Err((StatusCode::FORBIDDEN, "refused".to_owned()));
        }
        asked = Arc::unwrap_or_clone(next);
    }
    let of_path: Vec<_> =
        routes.iter().filter(|it| it.method.is_some() && fits(&it.path, &path)).collect();
    let takes = |route: &&&Route| {
        let method = route.method.as_deref().unwrap_or_default();
        method == "*" || method.eq_ignore_ascii_case(&asked.method)
    };
    let Some(route) = of_path.iter().find(takes) else {
        let known = if of_path.is_empty() {
            (StatusCode::NOT_FOUND, format!("there is nothing at `{path}`"))
        } else {
            (StatusCode::METHOD_NOT_ALLOWED, format!("`{}` is not taken here", asked.method))
        };
        return Err(known);
    };
    let call = GuestCall::Http(route.handler, Arc::new(asked));
    let Response::Http(answered) = call_actor(stage, actor, call).await? else {
        return Err((StatusCode::BAD_GATEWAY, "the actor gave no answer".to_owned()));
    };
    Ok(Arc::unwrap_or_clone(answered))
}

async fn asked(request: Request<Incoming>, limit: usize) -> Result<Asked, Refusal> {
    let (parts, body) = request.into_parts();
    let body = Limited::new(body, limit).collect().await;
    let body = body.map_err(|error| (StatusCode::PAYLOAD_TOO_LARGE, error.to_string()))?;
    let text = |(name, value): (&HeaderName, &HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(Asked {
        method: parts.method.to_string(),
        uri: parts.uri.to_string(),
        headers: parts.headers.iter().map(text).collect(),
        body: body.to_bytes().to_vec(),
    })
}

async fn call_actor(stage: &Arc<Stage>, id: ActorId, call: GuestCall) -> Result<Response, Refusal> {
    let told = |error: TheaterError| (StatusCode::BAD_GATEWAY, error.to_string());
    let actor = stage.actor(id).map_err(told)?;
    super::super::alive(&actor).map_err(told)?;
    if !actor.mailbox.has_room(0) {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "the actor's mailbox is full".to_owned()));
    }
    let (sender, receiver) = oneshot::channel();
    let reply: Reply<Response> = Box::new(move |result| drop(sender.send(result)));
    let reply = Some(stage.durably(&actor, reply));
    stage.post(&actor, Mail { reply, ..Mail::new(call) });
    match tokio::time::timeout(stage.config.request_timeout, receiver).await {
        Ok(Ok(result)) => result.map_err(told),
        Ok(Err(_)) => Err(told(TheaterError::Closing)),
        Err(_) => Err((StatusCode::GATEWAY_TIMEOUT, TheaterError::NoAnswer(id).to_string())),
    }
}

fn response(answered: Answered) -> HttpResponse<Full<Bytes>> {
    let mut response = HttpResponse::new(Full::new(Bytes::from(answered.body)));
    *response.status_mut() =
        StatusCode::from_u16(answered.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in answered.headers {
        let header = HeaderName::from_bytes(name.as_bytes()).ok().zip(value.parse().ok());
        // The length is that of the body, whatever the actor says.
        if let Some((name, value)) =
            header.filter(|(name, _)| *name != http::header::CONTENT_LENGTH)
        {
            response.headers_mut().append(name, value);
        }
    }
    response
}
