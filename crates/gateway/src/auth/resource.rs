//! What a stranger is told about getting a token: the metadata of a protected resource (RFC 9728).

use http::Uri;
use kernel::Scope;
use serde_json::{Value, json};

/// Where the metadata of a resource lies, before the resource's own path.
pub(crate) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// A text that is not the URL it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a URL such as https://house.example/mcp, without query or fragment")]
pub struct NotAUrl(String);

/// The endpoints as OAuth sees them: one resource and the server that gives out tokens for it.
#[derive(Debug, Clone)]
pub struct ProtectedResource {
    resource: String,
    issuer: String,
    path: String,
    metadata_url: String,
}

impl ProtectedResource {
    /// The resource that clients know by the URL `resource`, with tokens from `issuer`.
    pub fn new(resource: &str, issuer: &str) -> Result<Self, NotAUrl> {
        let uri = url(resource)?;
        url(issuer)?;
        let path = uri.path().trim_end_matches('/').to_owned();
        let (scheme, authority) = (uri.scheme_str(), uri.authority());
        let (Some(scheme), Some(authority)) = (scheme, authority) else {
            return Err(NotAUrl(resource.to_owned()));
        };
        let metadata_url = format!("{scheme}://{authority}{WELL_KNOWN}{path}");
        Ok(Self { resource: resource.to_owned(), issuer: issuer.to_owned(), path, metadata_url })
    }

    /// The URL of the metadata, as the outside reaches it.
    pub fn metadata_url(&self) -> &str {
        &self.metadata_url
    }

    /// Whether the metadata is also that of the endpoint at `path`.
    pub(crate) fn covers(&self, path: &str) -> bool {
        path == self.path || path == "/mcp" || path.starts_with("/mcp/")
    }

    pub(crate) fn metadata(&self) -> Value {
        json!({
            "resource": self.resource,
            "authorization_servers": [self.issuer],
            "scopes_supported": Scope::ALL.map(Scope::name),
            "bearer_methods_supported": ["header"],
            "resource_name": "Ensemble",
        })
    }
}

/// The text goes into a quoted header value, so it must not be able to end the quotation.
fn url(text: &str) -> Result<Uri, NotAUrl> {
    let fails = || NotAUrl(text.to_owned());
    let uri: Uri = text.parse().map_err(|_| fails())?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    if !is_web || uri.authority().is_none() || text.contains(['?', '#', '"', '\\']) {
        return Err(fails());
    }
    Ok(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_lies_between_the_host_and_the_path_of_the_resource() {
        for (resource, expected) in [
            ("https://a.example/mcp", "https://a.example/.well-known/oauth-protected-resource/mcp"),
            ("https://a.example", "https://a.example/.well-known/oauth-protected-resource"),
            ("http://[::1]:7/", "http://[::1]:7/.well-known/oauth-protected-resource"),
        ] {
            let made = ProtectedResource::new(resource, "https://login.example").unwrap();
            assert_eq!(made.metadata_url(), expected);
        }
        for wrong in ["", "mcp", "/mcp", "ftp://a/b", "https://a/b?c", "https://a/\"b", "urn:a:b"] {
            assert!(ProtectedResource::new(wrong, "https://login.example").is_err(), "{wrong}");
            assert!(ProtectedResource::new("https://a.example", wrong).is_err(), "{wrong}");
        }
    }
}
