//! A model behind TLS: reached when its certificate is vouched for, and not otherwise.

use std::sync::Arc;

use models::{Endpoint, Model, ModelError, Provider, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

const AUTHORITY: &[u8] = include_bytes!("certificates/authority.pem");
const CERTIFICATE: &[u8] = include_bytes!("certificates/server.pem");
const KEY: &[u8] = include_bytes!("certificates/server.key");

fn acceptor() -> TlsAcceptor {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(CERTIFICATE).collect();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain.unwrap(), PrivateKeyDer::from_pem_slice(KEY).unwrap())
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

/// Answers every connection that trusts it with one completion.
async fn server() -> (String, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind(("localhost", 0)).await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let serving = tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor().accept(stream).await else { continue };
            let mut heard = Vec::new();
            while !heard.ends_with(b"}") {
                stream.read_buf(&mut heard).await.unwrap();
            }
            let body = r#"{"choices":[{"message":{"content":"hi"}}]}"#;
            let answer = format!("HTTP/1.1 200 X\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
        }
    });
    (url, serving)
}

#[tokio::test]
async fn a_certificate_must_be_vouched_for() {
    let (url, serving) = server().await;
    let request = Request { system: "be brief".into(), user: "hello".into(), max_tokens: 7 };
    let stranger = Endpoint::new(Provider::OpenAi, &url, "m", None);
    let refused = stranger.complete(request.clone()).await.unwrap_err();
    assert!(matches!(refused, ModelError::Unreachable { .. }), "{refused}");
    let trusted = stranger.trusting(AUTHORITY.to_vec());
    assert_eq!(trusted.complete(request.clone()).await.unwrap().text, "hi");
    let damaged =
        trusted.trusting(b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----".to_vec());
    assert!(damaged.complete(request).await.is_err());
    serving.abort();
}
