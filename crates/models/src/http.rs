//! One request and its answer, over plain HTTP or TLS.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::{ModelError, tls};

/// The longest answer that is read.
const MOST_BYTES: usize = 8 << 20;

/// Where to send, and which certificates are trusted beside the system's.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) url: String,
    pub(crate) certificates: Option<Arc<[u8]>>,
}

/// A connection, encrypted or not.
trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

impl Target {
    fn wrong(&self, problem: &'static str) -> ModelError {
        ModelError::Address { url: self.url.clone(), problem }
    }

    fn broken(&self, reason: &dyn ToString) -> ModelError {
        ModelError::Unreachable { url: self.url.clone(), reason: reason.to_string() }
    }

    async fn connect(&self, uri: &Uri) -> Result<Box<dyn Wire>, ModelError> {
        let (secure, port) = match uri.scheme_str() {
            Some("http") => (false, 80),
            Some("https") => (true, 443),
            _ => return Err(self.wrong("expected http or https")),
        };
        let host = uri.host().ok_or_else(|| self.wrong("it names no host"))?;
        let host = host.trim_matches(['[', ']']);
        let target = (host, uri.port_u16().unwrap_or(port));
        let stream = TcpStream::connect(target).await.map_err(|error| self.broken(&error))?;
        if !secure {
            return Ok(Box::new(stream));
        }
        let opened = tls::open(stream, host, self.certificates.clone()).await;
        Ok(Box::new(opened.map_err(|error| self.broken(&error))?))
    }

    fn request(
        &self,
        uri: &Uri,
        headers: &[(&'static str, String)],
        body: Option<&Value>,
    ) -> Result<Request<Full<Bytes>>, ModelError> {
        let host = uri.authority().map_or("", |authority| authority.as_str());
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::builder()
            .method(if body.is_some() { Method::POST } else { Method::GET })
            .uri(path)
            .header(HOST, host)
            .header(CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let body = body.map(ToString::to_string).unwrap_or_default();
        request
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| self.wrong("a header cannot be sent"))
    }
}

/// Sends `body` with `headers` and gives the answer, whatever its status says.
pub(crate) async fn post(
    target: &Target,
    headers: &[(&'static str, String)],
    body: &Value,
) -> Result<(u16, Value), ModelError> {
    exchange(target, headers, Some(body)).await
}

/// Asks for a page and gives the status.
pub(crate) async fn get(url: &str) -> Result<u16, ModelError> {
    let target = Target { url: url.to_owned(), certificates: None };
    exchange(&target, &[], None).await.map(|(status, _)| status)
}

async fn exchange(
    target: &Target,
    headers: &[(&'static str, String)],
    body: Option<&Value>,
) -> Result<(u16, Value), ModelError> {
    let uri: Uri =
        target.url.parse().map_err(|_| target.wrong("expected http://HOST:PORT/PATH"))?;
    let broken = |reason: &dyn ToString| target.broken(reason);
    let stream = target.connect(&uri).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|error| broken(&error))?;
    let request = target.request(&uri, headers, body)?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(|e| broken(&e))?;
        let status = response.status().as_u16();
        let read = Limited::new(response.into_body(), MOST_BYTES).collect().await;
        let bytes = read.map_err(|error| broken(&error))?.to_bytes();
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
        () = driving => return Err(broken(&"the connection ended")),
    };
    let text = String::from_utf8_lossy(&bytes);
    let value = serde_json::from_slice(&bytes).unwrap_or_else(|_| Value::String(text.into_owned()));
    Ok((status, value))
}
