//! One call of the Bot API: JSON there, JSON back, over TLS unless the server is this machine.
//!
//! The token is part of the path, so no address ever stands in an error or in the log.

use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{Method, Request, Uri};
use http_body_util::Full;
use outbound::Trust;
use serde_json::Value;

use crate::config::TelegramConfig;
use crate::error::Refusal;

/// The longest answer that is read.
const MOST_BYTES: usize = 8 << 20;
/// How long a call may take beyond what it asks the server to wait.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a call came to nothing.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum ApiError {
    /// No answer.
    #[error("`{method}` was not answered: {cause}")]
    Unreachable { method: &'static str, cause: String },
    /// An answer that says no.
    #[error("`{method}` was refused with {code}: {description}")]
    Refused { method: &'static str, code: i64, description: String, retry_after: Option<Duration> },
    /// An answer that is none.
    #[error("`{method}` was answered with status {status} and no result")]
    Garbage { method: &'static str, status: u16 },
}

/// The way to a Bot API.
pub(super) struct Api {
    /// What every address begins with; it holds the token.
    prefix: String,
    trust: Trust,
}

impl Api {
    pub(super) fn new(config: &TelegramConfig) -> Result<Self, Refusal> {
        let wrong = |why: &str| Refusal::InvalidName {
            what: "address of the Bot API",
            name: config.api_base.clone(),
            why: why.to_owned(),
        };
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '_' | '-');
        if !config.token.chars().all(is_letter) {
            let name = "(not shown)".to_owned();
            let why = "it has characters that no token has".to_owned();
            return Err(Refusal::InvalidName { what: "token of the bot", name, why });
        }
        let uri: Uri =
            config.api_base.parse().map_err(|_| wrong("expected https://HOST[:PORT]"))?;
        let authority = uri.authority().ok_or_else(|| wrong("it names no host"))?;
        match uri.scheme_str() {
            Some("http" | "https") if outbound::is_private(&uri) => {}
            Some("http") => return Err(wrong("the token would be sent in the clear; use https")),
            _ => return Err(wrong("expected https://HOST[:PORT]")),
        }
        let scheme = uri.scheme_str().unwrap_or_default();
        let path = uri.path().trim_end_matches('/');
        let prefix = format!("{scheme}://{authority}{path}/bot{}", config.token);
        Ok(Self { prefix, trust: Trust::default() })
    }

    /// Calls a method; `wait` is how long the server itself may take.
    pub(super) async fn call(
        &self,
        method: &'static str,
        params: &Value,
        wait: Duration,
    ) -> Result<Value, ApiError> {
        let exchange = tokio::time::timeout(wait + PATIENCE, self.exchange(method, params));
        let unreachable = |cause: String| ApiError::Unreachable { method, cause };
        let (status, bytes) = exchange
            .await
            .map_err(|_| unreachable("it took too long".to_owned()))?
            .map_err(unreachable)?;
        let mut answer: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        if answer["ok"] == true && answer.get("result").is_some() {
            return Ok(answer["result"].take());
        }
        let Some(code) = answer["error_code"].as_i64() else {
            return Err(ApiError::Garbage { method, status });
        };
        let description = answer["description"].as_str().unwrap_or_default().to_owned();
        let seconds = answer["parameters"]["retry_after"].as_u64();
        let retry_after = seconds.map(Duration::from_secs);
        Err(ApiError::Refused { method, code, description, retry_after })
    }

    async fn exchange(&self, method: &str, params: &Value) -> Result<(u16, Bytes), String> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/{method}", self.prefix))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(params.to_string())))
            .map_err(|_| "the request cannot be sent".to_owned())?;
        let answer = outbound::exchange(request, &self.trust, MOST_BYTES).await;
        let answer = answer.map_err(|error| error.to_string())?;
        Ok((answer.status().as_u16(), answer.into_body()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(token: &str, api_base: &str) -> TelegramConfig {
        TelegramConfig {
            token: token.to_owned(),
            api_base: api_base.to_owned(),
            chats: Vec::new(),
            users: Vec::new(),
            poll: Duration::ZERO,
            edit_every: Duration::ZERO,
        }
    }

    #[test]
    fn a_token_never_leaves_this_machine_in_the_clear_and_is_never_shown() {
        for local in ["http://127.0.0.1:8081", "http://localhost:8081/", "http://[::1]:8081"] {
            assert!(Api::new(&config("1:secret", local)).is_ok(), "{local}");
        }
        for wrong in ["http://api.example.org", "ftp://localhost", "nonsense", ""] {
            let refused = Api::new(&config("1:secret", wrong)).err().unwrap().to_string();
            assert!(!refused.contains("secret"), "{refused}");
        }
        let odd = config("1:sec ret/..", "http://127.0.0.1:1");
        assert!(!Api::new(&odd).err().unwrap().to_string().contains("sec"));
        assert!(!format!("{odd:?}").contains("sec"));
    }
}
