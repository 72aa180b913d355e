//! One exchange of plain HTTP on a connection of its own. There is no TLS here: what is secret or
//! must not be forged goes to this machine only, which is for the caller to check.

use std::io;

use http::header::HOST;
use http::{HeaderValue, Request, Response, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExchangeError {
    #[error("`{0}` is not a URL such as http://HOST:PORT/path")]
    Url(Uri),
    #[error(transparent)]
    Connect(#[from] io::Error),
    #[error(transparent)]
    Http(#[from] hyper::Error),
    #[error("the answer cannot be read or has over {limit} bytes: {cause}")]
    Body { limit: usize, cause: Box<dyn std::error::Error + Send + Sync> },
}

/// Sends a request with an absolute URL and reads the whole answer, up to `limit` bytes.
pub(crate) async fn exchange(
    mut request: Request<Full<Bytes>>,
    limit: usize,
) -> Result<Response<Bytes>, ExchangeError> {
    let uri = request.uri().clone();
    let url = || ExchangeError::Url(uri.clone());
    let authority = uri.authority().filter(|_| uri.scheme_str() == Some("http"));
    let authority = authority.ok_or_else(url)?;
    let host = HeaderValue::from_str(authority.as_str()).map_err(|_| url())?;
    request.headers_mut().insert(HOST, host);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse().map_err(|_| url())?;

    let name = authority.host().trim_matches(['[', ']']);
    let stream = TcpStream::connect((name, authority.port_u16().unwrap_or(80))).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let driver = tokio::spawn(connection);
    let answer = sender.send_request(request).await?;
    let (parts, body) = answer.into_parts();
    let body = Limited::new(body, limit).collect().await;
    driver.abort();
    let body = body.map_err(|cause| ExchangeError::Body { limit, cause })?;
    Ok(Response::from_parts(parts, body.to_bytes()))
}
