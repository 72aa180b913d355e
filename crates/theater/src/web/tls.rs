//! TLS to a host: the certificates this system trusts, and further ones where the house names them.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Opens TLS over a connection to `host`.
pub(super) async fn open(
    stream: TcpStream,
    host: &str,
    further: Option<Arc<[u8]>>,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    // Reading the system's certificates blocks.
    let roots = tokio::task::spawn_blocking(move || roots(further.as_deref())).await??;
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

fn roots(further: Option<&[u8]>) -> io::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    // One certificate that cannot be read is no reason to trust none of the others.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for certificate in CertificateDer::pem_slice_iter(further.unwrap_or_default()) {
        roots.add(certificate.map_err(io::Error::other)?).map_err(io::Error::other)?;
    }
    if roots.is_empty() {
        return Err(io::Error::other("this system has no certificates to trust"));
    }
    Ok(roots)
}
