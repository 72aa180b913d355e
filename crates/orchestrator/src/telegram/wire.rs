//! One call of the Bot API: JSON there, JSON back, over TLS unless the server is this machine.
//!
//! The token is part of the path, so no address ever stands in an error or in the log.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HOST};
use http::{Method, Request, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

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
    host: String,
    port: u16,
    /// What every path begins with; it holds the token.
    prefix: String,
    tls: Option<(TlsConnector, ServerName<'static>)>,
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
        let host = uri.host().ok_or_else(|| wrong("it names no host"))?;
        let host = host.trim_matches(['[', ']']).to_owned();
        let tls = match uri.scheme_str() {
            Some("https") => Some((connector()?, name(&host).ok_or_else(|| wrong("no name"))?)),
            Some("http") if is_this_machine(&host) => None,
            Some("http") => return Err(wrong("the token would be sent in the clear; use https")),
            _ => return Err(wrong("expected https://HOST[:PORT]")),
        };
        let port = uri.port_u16().unwrap_or(if tls.is_some() { 443 } else { 80 });
        let prefix = format!("{}/bot{}", uri.path().trim_end_matches('/'), config.token);
        Ok(Self { host, port, prefix, tls })
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
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await;
        let stream = stream.map_err(|error| error.to_string())?;
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/{method}", self.prefix))
            .header(HOST, format!("{}:{}", self.host, self.port))
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(params.to_string())))
            .map_err(|_| "the request cannot be sent".to_owned())?;
        match &self.tls {
            None => send(stream, request).await,
            Some((connector, name)) => {
                let secured = connector.connect(name.clone(), stream).await;
                send(secured.map_err(|error| error.to_string())?, request).await
            }
        }
    }
}

async fn send<S>(stream: S, request: Request<Full<Bytes>>) -> Result<(u16, Bytes), String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let text = |error: hyper::Error| error.to_string();
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(text)?;
    let exchange = async {
        let response = sender.send_request(request).await.map_err(text)?;
        let status = response.status().as_u16();
        let read = Limited::new(response.into_body(), MOST_BYTES).collect().await;
        Ok((status, read.map_err(|error| error.to_string())?.to_bytes()))
    };
    // The server may hang up as soon as it has answered; the answer is still to be read.
    let driving = async {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the Bot API ended badly");
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        exchanged = exchange => exchanged,
        () = driving => Err("the connection ended".to_owned()),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

fn name(host: &str) -> Option<ServerName<'static>> {
    ServerName::try_from(host.to_owned()).ok()
}

/// TLS with the certificates this system trusts.
fn connector() -> Result<TlsConnector, Refusal> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        let why = "this system has no certificates to trust; install `ca-certificates`";
        return Err(Refusal::Runner(why.to_owned()));
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Refusal::defect)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
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
