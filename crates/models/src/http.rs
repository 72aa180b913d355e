//! One POST of JSON; plain HTTP only, a proxy on this machine adds TLS where it is needed.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::ModelError;

/// The longest answer that is read.
const MOST_BYTES: usize = 8 << 20;

/// Sends `body` with `headers` and gives the answer, whatever its status says.
pub(crate) async fn post(
    url: &str,
    headers: &[(&'static str, String)],
    body: &Value,
) -> Result<(u16, Value), ModelError> {
    let address = |problem| ModelError::Address { url: url.to_owned(), problem };
    let broken = |reason: String| ModelError::Unreachable { url: url.to_owned(), reason };
    let uri: Uri = url.parse().map_err(|_| address("expected http://HOST:PORT/PATH"))?;
    if uri.scheme_str() != Some("http") {
        return Err(address("expected plain http; put a proxy in front of https"));
    }
    let authority = uri.authority().ok_or_else(|| address("it names no host"))?;
    let target = (authority.host().trim_matches(['[', ']']), authority.port_u16().unwrap_or(80));
    let stream = TcpStream::connect(target).await.map_err(|error| broken(error.to_string()))?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| broken(error.to_string()))?;
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(HOST, authority.as_str())
        .header(CONTENT_TYPE, "application/json");
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request
        .body(Full::new(Bytes::from(body.to_string())))
        .map_err(|_| address("a header cannot be sent"))?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(|e| broken(e.to_string()))?;
        let status = response.status().as_u16();
        let read = Limited::new(response.into_body(), MOST_BYTES).collect().await;
        let bytes = read.map_err(|error| broken(error.to_string()))?.to_bytes();
        Ok((status, bytes))
    };
    // The server may hang up as soon as it has answered; the answer is still to be read.
    let driving = async {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "the connection to a model ended badly");
        }
        std::future::pending::<()>().await;
    };
    let (status, bytes) = tokio::select! {
        exchanged = exchange => exchanged?,
        () = driving => return Err(broken("the connection ended".to_owned())),
    };
    let text = String::from_utf8_lossy(&bytes);
    let value = serde_json::from_slice(&bytes).unwrap_or_else(|_| Value::String(text.into_owned()));
    Ok((status, value))
}
