//! Whose certificates are believed: those this system trusts, and further ones where given.

use std::io;
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The certificates to believe, read at the first use and kept with it: who wants a renewed one to
/// count makes another.
#[derive(Debug, Clone, Default)]
pub struct Trust {
    further: Option<Arc<[u8]>>,
    config: Arc<OnceCell<Arc<ClientConfig>>>,
}

impl Trust {
    /// Believes also what `further` holds, in PEM.
    pub fn with(further: Option<Arc<[u8]>>) -> Self {
        Self { further, config: Arc::default() }
    }

    /// Makes a connection to `host` one that nobody else can read or change.
    pub(crate) async fn secure(
        &self,
        stream: TcpStream,
        host: &str,
    ) -> io::Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let config = self.config.get_or_try_init(|| self.read()).await?;
        TlsConnector::from(Arc::clone(config)).connect(name, stream).await
    }

    /// Reading the system's certificates blocks.
    async fn read(&self) -> io::Result<Arc<ClientConfig>> {
        let further = self.further.clone();
        tokio::task::spawn_blocking(move || config(further.as_deref()).map(Arc::new)).await?
    }
}

fn config(further: Option<&[u8]>) -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    // One certificate that cannot be read is no reason to trust none of the others.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    for certificate in CertificateDer::pem_slice_iter(further.unwrap_or_default()) {
        roots.add(certificate.map_err(io::Error::other)?).map_err(io::Error::other)?;
    }
    if roots.is_empty() {
        let why = "this system has no certificates to trust; install `ca-certificates`";
        return Err(io::Error::other(why));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
