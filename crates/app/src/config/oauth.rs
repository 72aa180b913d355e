//! Whose tokens are accepted beside the local ones, and what must be said of them together.

use std::path::PathBuf;

use gateway::auth::ProtectedResource;
use http::Uri;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A token that ended longer ago than this is no matter of clocks.
const MOST_LEEWAY_SECONDS: u64 = 300;

/// Whose tokens are accepted beside the local ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Oauth {
    /// URL of the authorization server whose tokens are accepted beside the local ones; their claim
    /// `scope` holds the scopes of `ensemble token new`. Needs a build with the feature `oauth`.
    pub issuer: Option<String>,
    /// URL of this server's `/mcp` as clients reach it; every token must name it as its audience.
    pub audience: Option<String>,
    /// File with the issuer's public keys (a JSON Web Key Set), relative to the data folder; read
    /// again when it changes.
    pub jwks_file: Option<PathBuf>,
    /// URL to fetch those keys from, every minute, in place of the file: `https`, or `http` on this
    /// machine.
    pub jwks_url: Option<String>,
    /// Seconds that the issuer's clock may differ from this machine's.
    pub leeway_seconds: u64,
}

impl Default for Oauth {
    fn default() -> Self {
        Self { issuer: None, audience: None, jwks_file: None, jwks_url: None, leeway_seconds: 60 }
    }
}

/// What is wrong with the section, and at which key.
pub(super) fn wrong(oauth: &Oauth) -> Option<(&'static str, String)> {
    let needs = |key, missing: &str| Some((key, format!("needs `oauth.{missing}`")));
    let Some(issuer) = &oauth.issuer else {
        let set = [
            ("oauth.audience", oauth.audience.is_some()),
            ("oauth.jwks_file", oauth.jwks_file.is_some()),
            ("oauth.jwks_url", oauth.jwks_url.is_some()),
        ];
        let (key, _) = set.into_iter().find(|(_, is_set)| *is_set)?;
        return needs(key, "issuer");
    };
    let Some(audience) = &oauth.audience else { return needs("oauth.issuer", "audience") };
    if let Err(error) = ProtectedResource::new(issuer, issuer) {
        return Some(("oauth.issuer", error.to_string()));
    }
    if let Err(error) = ProtectedResource::new(audience, issuer) {
        return Some(("oauth.audience", error.to_string()));
    }
    if oauth.leeway_seconds > MOST_LEEWAY_SECONDS {
        return Some(("oauth.leeway_seconds", format!("must be at most {MOST_LEEWAY_SECONDS}")));
    }
    match (&oauth.jwks_file, &oauth.jwks_url) {
        (Some(_), None) => None,
        (None, Some(url)) if is_safe(url) => None,
        (None, Some(url)) => Some((
            "oauth.jwks_url",
            format!(
                "`{url}` is neither an https URL nor an http URL on this machine; use one, or name the \
                 keys with `oauth.jwks_file`"
            ),
        )),
        (None, None) => needs("oauth.issuer", "jwks_file` or `oauth.jwks_url"),
        (Some(_), Some(_)) => Some(("oauth.jwks_url", "`oauth.jwks_file` is set too".to_owned())),
    }
}

/// Keys decide who is let in, so they may not cross a network unprotected.
fn is_safe(url: &str) -> bool {
    url.parse::<Uri>().is_ok_and(|uri| outbound::is_private(&uri))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_whole_or_absent() {
        let text = |text: &str| Some(text.to_owned());
        let whole = Oauth {
            issuer: text("https://login.example"),
            audience: text("https://house.example/mcp"),
            jwks_file: Some(PathBuf::from("jwks.json")),
            ..Oauth::default()
        };
        let by_url = |url: &str| Oauth { jwks_file: None, jwks_url: text(url), ..whole.clone() };
        for good in [
            Oauth::default(),
            whole.clone(),
            by_url("http://127.0.0.1:8080/keys"),
            by_url("http://[::1]/keys"),
            by_url("http://localhost:8080/"),
            by_url("https://login.example/keys"),
        ] {
            assert_eq!(wrong(&good), None, "{good:?}");
        }
        for (bad, key, words) in [
            (Oauth { issuer: None, ..whole.clone() }, "oauth.audience", "`oauth.issuer`"),
            (Oauth { issuer: text("login"), ..whole.clone() }, "oauth.issuer", "not a URL"),
            (Oauth { audience: None, ..whole.clone() }, "oauth.issuer", "`oauth.audience`"),
            (Oauth { audience: text("mcp"), ..whole.clone() }, "oauth.audience", "not a URL"),
            (Oauth { jwks_file: None, ..whole.clone() }, "oauth.issuer", "`oauth.jwks_file`"),
            (Oauth { leeway_seconds: 301, ..whole.clone() }, "oauth.leeway_seconds", "300"),
            (
                Oauth { jwks_url: text("http://[::1]/"), ..whole.clone() },
                "oauth.jwks_url",
                "is set too",
            ),
            (by_url("ftp://127.0.0.1/keys"), "oauth.jwks_url", "neither an https URL"),
            (by_url("http://login.example/keys"), "oauth.jwks_url", "`oauth.jwks_file`"),
        ] {
            let (at, message) = wrong(&bad).unwrap_or_else(|| panic!("accepted: {bad:?}"));
            assert_eq!(at, key, "{message}");
            assert!(message.contains(words), "{message}");
        }
    }
}
