//! One exchange of JSON with a server.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use http_body_util::{Full, LengthLimitError};
use outbound::{OutboundError, Trust};
use serde_json::Value;

/// The longest answer that is read.
const MOST_BYTES: usize = 8 << 20;
/// The longest pause that a server is given.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

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
    /// How long the server asks to be left alone.
    pub retry_after: Option<Duration>,
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
    /// The answer is too long.
    #[error("the answer of `{url}` has over {most} bytes")]
    TooLong {
        /// Whose answer it is.
        url: String,
        /// How long it may be.
        most: usize,
    },
}

impl Target {
    fn wrong(&self, problem: &'static str) -> HttpError {
        HttpError::Address { url: self.url.clone(), problem }
    }

    fn broken(&self, reason: &dyn ToString) -> HttpError {
        HttpError::Unreachable { url: self.url.clone(), reason: reason.to_string() }
    }

    fn request(&self, uri: &Uri, sent: Sent<'_>) -> Result<Request<Full<Bytes>>, HttpError> {
        let method = if sent.body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder().method(method).uri(uri);
        if sent.body.is_some() {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        for (name, value) in sent.headers {
            request = request.header(*name, value);
        }
        let body = sent.body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        request.body(Full::new(body)).map_err(|_| self.wrong("a header cannot be sent"))
    }

    /// Sends and gives the answer, whatever its status says. There is no time limit here. A server that has
    /// too much to do and says when to come again is asked once more, unless that is long.
    pub async fn send(&self, sent: Sent<'_>) -> Result<Answered, HttpError> {
        let uri: Uri =
            self.url.parse().map_err(|_| self.wrong("expected http://HOST:PORT/PATH"))?;
        match uri.scheme_str() {
            Some("http" | "https") => {}
            _ => return Err(self.wrong("expected http or https")),
        }
        let mut answer = self.exchange(&uri, sent).await?;
        if let Some(pause) = pause(&answer) {
            tracing::debug!(url = self.url, ?pause, "asking again when the server said");
            tokio::time::sleep(pause).await;
            answer = self.exchange(&uri, sent).await?;
        }
        let retry_after = retry_after(answer.headers());
        let bytes = answer.body();
        let text = || Value::String(String::from_utf8_lossy(bytes).into_owned());
        let body = serde_json::from_slice(bytes).unwrap_or_else(|_| text());
        Ok(Answered { status: answer.status().as_u16(), body, retry_after })
    }

    async fn exchange(&self, uri: &Uri, sent: Sent<'_>) -> Result<Response<Bytes>, HttpError> {
        let request = self.request(uri, sent)?;
        let trust = Trust::with(self.certificates.clone());
        let answer = outbound::exchange(request, &trust, MOST_BYTES).await;
        answer.map_err(|error| match error {
            OutboundError::Address => self.wrong("it names no host"),
            OutboundError::Body { most, cause } if cause.is::<LengthLimitError>() => {
                HttpError::TooLong { url: self.url.clone(), most }
            }
            OutboundError::Connect(_) | OutboundError::Http(_) | OutboundError::Body { .. } => {
                self.broken(&error)
            }
        })
    }
}

/// How long a server that has too much to do asks to be left alone, if that is worth waiting for.
fn pause(answer: &Response<Bytes>) -> Option<Duration> {
    let pause = retry_after(answer.headers())?;
    (answer.status() == StatusCode::TOO_MANY_REQUESTS && pause <= LONGEST_PAUSE).then_some(pause)
}

/// The header's form with seconds; the one with a date is for pages, not for services.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}
