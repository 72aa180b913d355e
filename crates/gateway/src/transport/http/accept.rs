//! Connections of HTTP: each has its place, a time for its headers, and ends when the server stops.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::request::Parts;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use super::gate::is_stream;
use crate::core::Core;
use crate::transport::connections::{Place, Serving};

/// Accepts until the gateway stops.
pub(super) async fn accept(core: Arc<Core>, listener: TcpListener, routes: Router) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = core.stop.cancelled() => return,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(place) = core.connections.admit().await else {
            core.metrics.refused("connections");
            continue;
        };
        core.tasks.spawn(serve(core.clone(), stream, place, routes.clone()));
    }
}

async fn serve(core: Arc<Core>, stream: TcpStream, place: Arc<Place>, routes: Router) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY");
    }
    let holder = place.clone();
    let service = service_fn(move |mut request: http::Request<Incoming>| {
        request.extensions_mut().insert(holder.clone());
        routes.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(core.limits.header_time)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = place.evicted() => return core.metrics.refused("evicted"),
        () = core.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "an HTTP connection ended");
    }
}

/// The place of the connection that a request came by.
pub(super) fn place(request: &Parts) -> Option<Arc<Place>> {
    request.extensions.get::<Arc<Place>>().cloned()
}

/// Keeps the connection of a request whose sender was admitted.
pub(super) fn served(request: &Parts) -> Option<Serving> {
    place(request).map(|place| place.serve())
}

/// Keeps the connection of a stream until it ends.
pub(super) fn until_sent(response: Response, serving: Option<Serving>) -> Response {
    if !is_stream(&response) {
        return response;
    }
    response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _serving = &serving;
            frame
        }))
    })
}
