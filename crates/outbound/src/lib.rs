//! One exchange of HTTP with a server elsewhere, on a connection of its own, plain or over TLS.
//!
//! Who may be asked, and for how long, is for the caller to say. No error names the address, since it
//! may hold a secret: the caller adds what may be shown.

mod trust;

use std::io;
use std::net::IpAddr;

use bytes::Bytes;
use http::header::HOST;
use http::uri::Authority;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

pub use trust::Trust;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The address cannot be used.
    #[error("expected a URL such as https://HOST:PORT/path")]
    Address,
    /// The server cannot be reached, or is not the one it says it is.
    #[error(transparent)]
    Connect(#[from] io::Error),
    /// It hung up, or does not speak HTTP.
    #[error(transparent)]
    Http(#[from] hyper::Error),
    /// The answer broke off, or is too long.
    #[error("the answer cannot be read or has over {most} bytes: {cause}")]
    Body {
        /// How long it may be.
        most: usize,
        /// What the library says.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Sends a request with an absolute URL and reads the whole answer, whatever its status says.
pub async fn exchange(
    mut request: Request<Full<Bytes>>,
    trust: &Trust,
    most: usize,
) -> Result<Response<Bytes>, OutboundError> {
    let uri = std::mem::take(request.uri_mut());
    let authority = uri.authority().ok_or(OutboundError::Address)?;
    let host = HeaderValue::from_str(authority.as_str()).map_err(|_| OutboundError::Address)?;
    request.headers_mut().insert(HOST, host);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse().map_err(|_| OutboundError::Address)?;
    match uri.scheme_str() {
        Some("http") => {
            let stream = connect(authority, 80).await?;
            speak(stream, request, most).await
        }
        Some("https") => {
            let stream = connect(authority, 443).await?;
            let stream = trust.secure(stream, host_of(&uri)).await?;
            speak(stream, request, most).await
        }
        _ => Err(OutboundError::Address),
    }
}

/// Whether nobody on the way can read or change what goes to this URL: it is behind TLS, or on this
/// machine.
pub fn is_private(uri: &Uri) -> bool {
    let host = host_of(uri);
    match uri.scheme_str() {
        Some("https") => !host.is_empty(),
        Some("http") => {
            host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        }
        _ => false,
    }
}

/// The host a URL names, an IPv6 address without its brackets; empty if it names none.
fn host_of(uri: &Uri) -> &str {
    uri.host().unwrap_or_default().trim_matches(['[', ']'])
}

async fn connect(authority: &Authority, usual: u16) -> io::Result<TcpStream> {
    let name = authority.host().trim_matches(['[', ']']);
    TcpStream::connect((name, authority.port_u16().unwrap_or(usual))).await
}

async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send,
    request: Request<Full<Bytes>>,
    most: usize,
) -> Result<Response<Bytes>, OutboundError> {
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let speaking = async {
        let (parts, body) = sender.send_request(request).await?.into_parts();
        let body = Limited::new(body, most).collect().await;
        let body = body.map_err(|cause| OutboundError::Body { most, cause })?;
        Ok(Response::from_parts(parts, body.to_bytes()))
    };
    tokio::pin!(speaking);
    tokio::select! {
        answer = &mut speaking => answer,
        // It may hang up as soon as everything has arrived; the answer is still to be put together.
        ended = connection => match (speaking.await, ended) {
            (Err(_), Err(broken)) => Err(broken.into()),
            (answer, _) => answer,
        },
    }
}
