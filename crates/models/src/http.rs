//! One exchange with a server, over plain HTTP or TLS, on a connection of its own.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::tls;

/// The longest answer that is read.
const MOST_BYTES: usize = 8 << 20;

/// Where to send, and which certificates are trusted beside the system's.
#[derive(Debug, Clone)]
pub struct Target {
    /// The address.
    pub url: String,
    /// Certificates in PEM.
    pub certificates: Option<Arc<[u8]>>,
}

/// What is sent.
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    /// Headers beside the usual ones.
    pub headers: &'a [(&'static str, String)],
    /// A body makes it a POST, none a GET.
    pub body: Option<&'a Value>,
}

/// What came back; a body that is not JSON is a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Value,
}

/// Why nothing came back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    /// The address cannot be used.
    #[error("`{url}` cannot be used: {problem}")]
    Address {
        /// As configured.
        url: String,
        /// What is wrong.
        problem: &'static str,
    },
    /// The server cannot be reached or hung up.
    #[error("`{url}` cannot be reached: {reason}")]
    Unreachable {
        /// Where it was expected.
        url: String,
        /// What the system said.
        reason: String,
    },
}

/// A connection, encrypted or not.
trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

impl Target {
    fn wrong(&self, problem: &'static str) -> HttpError {
        HttpError::Address { url: self.url.clone(), problem }
    }

    fn broken(&self, reason: &dyn ToString) -> HttpError {
        HttpError::Unreachable { url: self.url.clone(), reason: reason.to_string() }
    }

    async fn connect(&self, uri: &Uri) -> Result<Box<dyn Wire>, HttpError> {
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

    fn request(&self, uri: &Uri, sent: Sent<'_>) -> Result<Request<Full<Bytes>>, HttpError> {
        let host = uri.authority().map_or("", |authority| authority.as_str());
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let method = if sent.body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder().method(method).uri(path).header(HOST, host);
        if sent.body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        for (name, value) in sent.headers {
            request = request.header(*name, value);
        }
        let body = sent.body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        request.body(Full::new(body)).map_err(|_| self.wrong("a header cannot be sent"))
    }

    /// Sends and gives the answer, whatever its status says. There is no time limit here.
    pub async fn send(&self, sent: Sent<'_>) -> Result<Answered, HttpError> {
        let uri: Uri =
            self.url.parse().map_err(|_| self.wrong("expected http://HOST:PORT/PATH"))?;
        let broken = |reason: &dyn ToString| self.broken(reason);
        let stream = self.connect(&uri).await?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| broken(&error))?;
        let request = self.request(&uri, sent)?;
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
                tracing::debug!(%error, "a connection ended badly");
            }
            std::future::pending::<()>().await;
        };
        let (status, bytes) = tokio::select! {
            exchanged = exchange => exchanged?,
            () = driving => return Err(broken(&"the connection ended")),
        };
        let text = || Value::String(String::from_utf8_lossy(&bytes).into_owned());
        let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| text());
        Ok(Answered { status, body })
    }
}
