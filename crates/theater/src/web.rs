//! HTTP to the hosts that the house allows, plain or over TLS: for the handler `http-client`, and for
//! manifests and components that are named by a URL.

use std::sync::Arc;

use http::{HeaderName, HeaderValue, Method, Request, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use outbound::Trust;
use serde::{Deserialize, Serialize};
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
    trust: Trust,
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
    /// A way to `hosts`, whose certificates may also be those of `trusted`, in PEM; it works where an
    /// asynchronous runtime is there to do the work.
    pub(crate) fn new(hosts: Vec<String>, trusted: Option<Arc<[u8]>>) -> Self {
        Self { hosts, trust: Trust::with(trusted), runtime: Handle::try_current().ok() }
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
        let trust = self.trust.clone();
        drop(runtime.spawn(async move { told(exchange(asked, limit, &trust).await) }));
        Ok(())
    }
}

async fn exchange(asked: Asked, limit: usize, trust: &Trust) -> Result<Answered, String> {
    let uri: Uri = asked.uri.parse().map_err(|_| format!("`{}` is no URL", asked.uri))?;
    let authority = uri.authority().ok_or("the URL names no host")?.clone();
    let answer = outbound::exchange(request(asked, uri)?, trust, limit).await;
    let (parts, body) = answer.map_err(|error| format!("`{authority}`: {error}"))?.into_parts();
    let text = |(name, value): (&HeaderName, &HeaderValue)| {
        (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(Answered {
        status: parts.status.as_u16(),
        headers: parts.headers.iter().map(text).collect(),
        body: body.to_vec(),
    })
}

fn request(asked: Asked, uri: Uri) -> Result<Request<Full<Bytes>>, String> {
    let method = Method::from_bytes(asked.method.as_bytes())
        .map_err(|_| format!("`{}` is no method", asked.method))?;
    let mut request = Request::new(Full::new(Bytes::from(asked.body)));
    *request.method_mut() = method;
    *request.uri_mut() = uri;
    for (name, value) in asked.headers {
        let name = HeaderName::from_bytes(name.as_bytes())
            .map_err(|_| format!("`{name}` is no header's name"))?;
        let value = HeaderValue::from_str(&value)
            .map_err(|_| format!("header `{name}` has a value that cannot be sent"))?;
        request.headers_mut().append(name, value);
    }
    Ok(request)
}
