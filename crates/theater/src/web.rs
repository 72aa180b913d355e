//! HTTP to the hosts that the house allows, plain or over TLS: for the handler `http-client`, and for
//! manifests and components that are named by a URL.

mod tls;

use std::sync::Arc;

use http::{HeaderName, HeaderValue, Method, Request, Uri, header};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::runtime::Handle;

/// A request; written down, its head is JSON and its body stands beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) uri: String,
    pub(crate) headers: Vec<(String, String)>,
    #[serde(skip)]
    pub(crate) body: Vec<u8>,
}

/// An answer, written down like a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    #[serde(skip)]
    pub(crate) body: Vec<u8>,
}

/// The way to the hosts that are allowed.
#[derive(Debug)]
pub(crate) struct Web {
    hosts: Vec<String>,
    /// Certificates to trust besides the system's own, as PEM.
    trusted: Option<Arc<[u8]>>,
    runtime: Option<Handle>,
}

/// The host that a URL names, in small letters.
pub(crate) fn host(uri: &str) -> Result<String, String> {
    let parsed: Uri = uri.parse().map_err(|_| format!("`{uri}` is no URL"))?;
    match (parsed.scheme_str(), parsed.host()) {
        (Some("http" | "https"), Some(host)) => Ok(host.to_ascii_lowercase()),
        _ => Err(format!("`{uri}` is no URL such as https://HOST:PORT/path")),
    }
}

impl Web {
    /// A way to `hosts`; it works where an asynchronous runtime is there to do the work.
    pub(crate) fn new(hosts: Vec<String>, trusted: Option<Arc<[u8]>>) -> Self {
        Self { hosts, trusted, runtime: Handle::try_current().ok() }
    }

    /// Asks; the answer of at most `limit` bytes comes by `told`.
    pub(crate) fn ask(
        &self,
        asked: Asked,
        limit: usize,
        told: impl FnOnce(Result<Answered, String>) + Send + 'static,
    ) -> Result<(), String> {
        let host = host(&asked.uri)?;
        if !self.hosts.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(&host)) {
            return Err(format!("host `{host}` is not in `theater.web_hosts`"));
        }
        let runtime = self.runtime.as_ref().ok_or("nothing is fetched while reading an archive")?;
        // The task ends with its connection, and with the runtime at the latest.
        let trusted = self.trusted.clone();
        drop(runtime.spawn(async move { told(exchange(asked, limit, trusted).await) }));
        Ok(())
    }
}

async fn exchange(
    asked: Asked,
    limit: usize,
    trusted: Option<Arc<[u8]>>,
) -> Result<Answered, String> {
    let uri: Uri = asked.uri.parse().map_err(|_| format!("`{}` is no URL", asked.uri))?;
    let authority = uri.authority().ok_or("the URL names no host")?.clone();
    let name = authority.host().trim_matches(['[', ']']).to_owned();
    let told = |error: &dyn std::fmt::Display| format!("`{authority}`: {error}");
    let request = request(asked, &uri, authority.as_str())?;
    let secret = uri.scheme_str() == Some("https");
    let port = authority.port_u16().unwrap_or(if secret { 443 } else { 80 });
    let stream = TcpStream::connect((name.as_str(), port)).await.map_err(|error| told(&error))?;
    if secret {
        let stream = tls::open(stream, &name, trusted).await.map_err(|error| told(&error))?;
        return speak(stream, request, limit, authority.as_str()).await;
    }
    speak(stream, request, limit, authority.as_str()).await
}

/// One request and its answer on a connection of their own.
async fn speak(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send,
    request: Request<Full<Bytes>>,
    limit: usize,
    authority: &str,
) -> Result<Answered, String> {
    let told = |error: &dyn std::fmt::Display| format!("`{authority}`: {error}");
    let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|error| told(&error))?;
    let speaking = async {
        let response = sender.send_request(request).await.map_err(|error| told(&error))?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, limit).collect().await;
        let body = body.map_err(|error| format!("`{authority}`: the answer: {error}"))?;
        let text = |(name, value): (&HeaderName, &HeaderValue)| {
            (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        Ok(Answered {
            status: parts.status.as_u16(),
            headers: parts.headers.iter().map(text).collect(),
            body: body.to_bytes().to_vec(),
        })
    };
    tokio::pin!(speaking);
    tokio::select! {
        answer = &mut speaking => answer,
        ended = connection => match ended {
            // Everything has arrived; the rest of the work is to put it together.
            Ok(()) => speaking.await,
            Err(error) => Err(told(&error)),
        },
    }
}

fn request(asked: Asked, uri: &Uri, host: &str) -> Result<Request<Full<Bytes>>, String> {
    let method = Method::from_bytes(asked.method.as_bytes())
        .map_err(|_| format!("`{}` is no method", asked.method))?;
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::new(Full::new(Bytes::from(asked.body)));
    *request.method_mut() = method;
    *request.uri_mut() = path.parse().map_err(|_| format!("`{path}` is no path"))?;
    for (name, value) in asked.headers {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| format!("`{name}` is no header's name"))?;
        let value = HeaderValue::from_str(&value)
            .map_err(|_| format!("header `{name}` has a value that cannot be sent"))?;
        request.headers_mut().append(name, value);
    }
    let host = HeaderValue::from_str(host).map_err(|_| format!("`{host}` is no host"))?;
    request.headers_mut().insert(header::HOST, host);
    Ok(request)
}
