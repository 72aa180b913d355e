//! TLS to a model's server: the certificates this system trusts, and further ones where given.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Opens TLS over a connection; certificates are read anew each time, so that a renewed one holds.
pub(crate) async fn open(
    stream: TcpStream,
    host: &str,
    further: Option<Arc<[u8]>>,
) -> io::Result<TlsStream<TcpStream>> {
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let config = tokio::task::spawn_blocking(move || config(further.as_deref())).await??;
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

fn config(further: Option<&[u8]>) -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    // A single certificate of the system that cannot be read is no reason to trust none.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for certificate in CertificateDer::pem_slice_iter(further.unwrap_or_default()) {
        let certificate = certificate.map_err(io::Error::other)?;
        roots.add(certificate).map_err(io::Error::other)?;
    }
    if roots.is_empty() {
        return Err(io::Error::other("this system has no certificates to trust"));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
