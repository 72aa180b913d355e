//! Which `Host` and `Origin` an HTTP request or WebSocket upgrade may carry.
//!
//! A page in a browser can reach a loopback port; what it cannot do is lie about where it came from.

use http::HeaderMap;
use http::header::{HOST, ORIGIN};
use http::uri::{Authority, Uri};

use crate::config::HttpGuard;

/// Why a request was turned away, in words for the one who has to change a flag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Turned {
    #[error("the request has no valid Host header")]
    NoHost,
    #[error("host `{0}` is not allowed; start with --allowed-host {0} to allow it")]
    Host(String),
    #[error("origin `{0}` is not allowed; start with --allowed-origin {0} to allow it")]
    Origin(String),
}

/// The names requests may come by.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Guard {
    pub(crate) fn new(config: &HttpGuard) -> Self {
        let lower = |names: &[String]| names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { hosts: lower(&config.allowed_hosts), origins: lower(&config.allowed_origins) }
    }

    /// Whether a name beside loopback was allowed by the one who started the server.
    pub(crate) fn names_a_host(&self) -> bool {
        !self.hosts.is_empty()
    }

    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Turned> {
        let authority = match (headers.get(HOST), uri.authority()) {
            (Some(value), _) => {
                let text = value.to_str().map_err(|_| Turned::NoHost)?;
                text.parse::<Authority>().map_err(|_| Turned::NoHost)?
            }
            (None, Some(authority)) => authority.clone(),
            (None, None) => return Err(Turned::NoHost),
        };
        if !self.host_allowed(&authority) {
            return Err(Turned::Host(authority.to_string()));
        }
        let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
        let origin = String::from_utf8_lossy(origin.as_bytes()).to_ascii_lowercase();
        if self.origin_allowed(&origin, &authority) { Ok(()) } else { Err(Turned::Origin(origin)) }
    }

    /// Whether a request names this machine and came here without a proxy between: it says no more
    /// than a program that opens a WebSocket itself does, and every proxy adds something.
    pub(crate) fn is_local(uri: &Uri, headers: &HeaderMap) -> bool {
        const SAID: [&str; 13] = [
            "accept",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "connection",
            "dnt",
            "host",
            "origin",
            "pragma",
            "sec-gpc",
            "upgrade",
            "user-agent",
            "cookie",
        ];
        let said = |name: &str| {
            SAID.contains(&name)
                || name.starts_with("sec-websocket-")
                || name.starts_with("sec-fetch-")
                || name.starts_with("sec-ch-")
        };
        let host = match headers.get(HOST) {
            Some(value) => value.to_str().ok().and_then(|text| text.parse::<Authority>().ok()),
            None => uri.authority().cloned(),
        };
        host.is_some_and(|host| is_loopback(host.host()))
            && headers.keys().all(|name| said(name.as_str()))
    }

    fn host_allowed(&self, authority: &Authority) -> bool {
        let (full, name) = (authority.as_str(), authority.host());
        let same =
            |host: &String| host.eq_ignore_ascii_case(full) || host.eq_ignore_ascii_case(name);
        is_loopback(name) || self.hosts.iter().any(same)
    }

    fn origin_allowed(&self, origin: &str, host: &Authority) -> bool {
        if self.origins.iter().any(|allowed| allowed == origin) {
            return true;
        }
        let Ok(uri) = origin.parse::<Uri>() else { return false };
        let Some(authority) = uri.authority() else { return false };
        // A page served by this very server, or by another port of this machine.
        authority.as_str().eq_ignore_ascii_case(host.as_str()) || is_loopback(authority.host())
    }
}

fn is_loopback(name: &str) -> bool {
    let names = ["127.0.0.1", "localhost", "[::1]", "::1"];
    names.iter().any(|loopback| loopback.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, origin: Option<&str>) -> Result<(), Turned> {
        let guard = Guard::new(&HttpGuard {
            allowed_hosts: vec!["House.example".into()],
            allowed_origins: vec!["https://app.example".into()],
        });
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        guard.check(&Uri::from_static("/mcp"), &headers)
    }

    #[test]
    fn a_guest_says_nothing_that_a_proxy_would_add() {
        let local = |more: Option<(&'static str, &'static str)>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "127.0.0.1:7420".parse().unwrap());
            headers.insert("sec-websocket-key", "x".parse().unwrap());
            if let Some((name, value)) = more {
                headers.insert(name, value.parse().unwrap());
            }
            Guard::is_local(&Uri::from_static("/ws"), &headers)
        };
        assert!(local(None) && local(Some(("user-agent", "node"))));
        for name in ["x-real-ip", "x-forwarded-for", "via", "cf-connecting-ip", "x-request-id"] {
            assert!(!local(Some((name, "1"))), "{name}");
        }
    }

    #[test]
    fn only_known_hosts_and_origins_pass() {
        assert_eq!(check("127.0.0.1:7420", None), Ok(()));
        assert_eq!(check("LocalHost", None), Ok(()));
        assert_eq!(check("HOUSE.example", None), Ok(()));
        assert_eq!(check("[::1]:7420", Some("http://localhost:3000")), Ok(()));
        assert_eq!(check("house.example:443", Some("https://app.example")), Ok(()));
        assert_eq!(check("house.example", Some("http://house.example")), Ok(()));
        assert!(matches!(check("evil.example", None), Err(Turned::Host(_))));
        assert!(matches!(check("127.0.0.1", Some("http://evil.example")), Err(Turned::Origin(_))));
        assert!(matches!(check("127.0.0.1", Some("null")), Err(Turned::Origin(_))));
        assert!(matches!(check("localhost.evil.example", None), Err(Turned::Host(_))));
        assert!(matches!(check("", None), Err(Turned::NoHost)));
    }
}
