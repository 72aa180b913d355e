//! Asking over HTTP: one POST for each request.

use http::{Request, StatusCode, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use outbound::Trust;
use serde_json::Value;

use crate::exit::Exit;
use crate::failure::Failure;

/// A server at a URL.
pub struct Http {
    uri: Uri,
    host: String,
    token: Option<String>,
}

impl Http {
    /// Reads the URL.
    pub(super) fn new(url: &str, token: Option<String>) -> Result<Self, Failure> {
        let wrong = |what: &str| {
            Failure::new(Exit::Usage, format!("`{url}` {what}, expected http://HOST:PORT/mcp"))
        };
        let uri: Uri = url.parse().map_err(|_| wrong("is not a URL"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err(wrong("is neither http nor https"));
        }
        let host = uri.authority().ok_or_else(|| wrong("names no host"))?.to_string();
        Ok(Self { uri, host, token })
    }

    /// Posts a request and reads its answer.
    pub(super) async fn ask(&self, method: &str, request: &Value) -> Result<Value, Failure> {
        let post = self.post(method, request)?;
        let response =
            outbound::exchange(post, &Trust::default(), usize::MAX).await.map_err(|error| {
                Failure::new(Exit::Unreachable, format!("no answer from {}: {error}", self.host))
                    .hint("is the server running? `ensemble serve` starts one")
            })?;
        answer(response.status(), response.body())
    }

    fn post(&self, method: &str, request: &Value) -> Result<Request<Full<Bytes>>, Failure> {
        let mut post = Request::post(&self.uri)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", super::VERSION)
            .header("mcp-method", method);
        let named = request["params"].get("name").or_else(|| request["params"].get("uri"));
        if let Some(name) = named.and_then(Value::as_str) {
            post = post.header("mcp-name", name);
        }
        if let Some(token) = &self.token {
            post = post.header("authorization", format!("Bearer {token}"));
        }
        post.body(Full::new(Bytes::from(request.to_string())))
            .map_err(|error| Failure::new(Exit::Usage, error))
    }
}

fn answer(status: StatusCode, body: &[u8]) -> Result<Value, Failure> {
    let text = String::from_utf8_lossy(body);
    // A tool that reports progress is answered with a stream of events; the last one is the answer.
    let json = text.lines().filter_map(|line| line.strip_prefix("data:")).next_back();
    let parsed = serde_json::from_str::<Value>(json.unwrap_or(&text));
    let said = |value: &Value| value["error"]["message"].as_str().map(str::to_owned);
    match (status, parsed) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, parsed) => {
            let message = parsed.ok().and_then(|value| said(&value));
            let message = message.unwrap_or_else(|| format!("the server answered {status}"));
            Err(Failure::new(Exit::Auth, message).hint("give a token with `--token-file FILE`"))
        }
        (_, Ok(value)) if value.get("jsonrpc").is_some() => Ok(value),
        (_, parsed) => {
            let message = parsed.ok().and_then(|value| said(&value));
            let message = message.unwrap_or_else(|| format!("the server answered {status}"));
            Err(Failure::new(Exit::Failure, message))
        }
    }
}
