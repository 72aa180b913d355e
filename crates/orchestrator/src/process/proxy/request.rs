//! The head of a request to a proxy, read as strictly as a proxy can.

/// Where a request wants to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) host: String,
    pub(super) port: u16,
}

/// A request's first line and headers, and what came after them.
pub(super) struct Head {
    method: String,
    place: String,
    headers: Vec<String>,
    rest: Vec<u8>,
}

impl Head {
    /// The head, once it is there as a whole.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let text = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = text.split("\r\n").map(str::to_owned);
        let first = lines.next()?;
        let words: Vec<&str> = first.split(' ').collect();
        let [method, place, "HTTP/1.1" | "HTTP/1.0"] = words[..] else { return None };
        Some(Self {
            method: method.to_owned(),
            place: place.to_owned(),
            headers: lines.collect(),
            rest: bytes[end + 4..].to_vec(),
        })
    }

    /// What followed the head.
    pub(super) fn rest(&self) -> &[u8] {
        &self.rest
    }

    /// Where it wants to go.
    pub(super) fn target(&self) -> Option<Target> {
        if self.method == "CONNECT" {
            return target(&self.place, None);
        }
        let rest = self.place.strip_prefix("http://")?;
        target(rest.split(['/', '?', '#']).next()?, Some(80))
    }

    /// The head as the server is to see it; none for a tunnel.
    pub(super) fn forwarded(&self) -> Option<Vec<u8>> {
        if self.method == "CONNECT" {
            return None;
        }
        let rest = self.place.strip_prefix("http://")?;
        let at = rest.find(['/', '?']).unwrap_or(rest.len());
        let path = &rest[at..];
        let slash = if path.starts_with('/') { "" } else { "/" };
        let mut text = format!("{} {slash}{path} HTTP/1.1\r\n", self.method);
        for header in &self.headers {
            let name = header.split(':').next().unwrap_or_default().to_ascii_lowercase();
            let own =
                ["host", "connection", "proxy-connection", "proxy-authorization", "keep-alive"];
            if !own.contains(&name.as_str()) {
                text.push_str(header);
                text.push_str("\r\n");
            }
        }
        // The server is asked for the name that was judged.
        let authority = rest[..at].rsplit('@').next().unwrap_or_default();
        text.push_str(&format!("Host: {authority}\r\n"));
        // One request a connection: the next one is judged anew.
        text.push_str("Connection: close\r\n\r\n");
        Some(text.into_bytes())
    }
}

fn target(authority: &str, usual: Option<u16>) -> Option<Target> {
    let plain = authority.rsplit('@').next()?;
    let (host, port) = match plain.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            (host, port.parse().ok()?)
        }
        _ => (plain, usual?),
    };
    let host = host.trim_matches(['[', ']']);
    (!host.is_empty()).then(|| Target { host: host.to_owned(), port })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_its_place_or_is_none() {
        for (line, expected) in [
            ("CONNECT example.org:443 HTTP/1.1", Some(("example.org", 443))),
            ("CONNECT example.org HTTP/1.1", None),
            ("CONNECT [::1]:443 HTTP/1.1", Some(("::1", 443))),
            ("GET http://example.org/x HTTP/1.1", Some(("example.org", 80))),
            ("GET http://a@example.org:8080?x HTTP/1.1", Some(("example.org", 8080))),
            ("GET /x HTTP/1.1", None),
            ("GET https://example.org/ HTTP/1.1", None),
        ] {
            let head = Head::read(format!("{line}\r\nHost: elsewhere\r\n\r\n").as_bytes()).unwrap();
            let found = head.target().map(|it| (it.host, it.port));
            assert_eq!(found, expected.map(|(host, port)| (host.to_owned(), port)), "{line}");
        }
        assert!(Head::read(b"GET  http://x/ HTTP/1.1\r\n\r\n").is_none());
        assert!(Head::read(b"GET http://x/ HTTP/1.1\r\n").is_none());
    }

    #[test]
    fn a_plain_request_is_sent_on_by_its_path_and_for_one_answer() {
        let head = Head::read(
            b"POST http://h:1/p?q=1 HTTP/1.1\r\nHost: elsewhere\r\nProxy-Connection: x\r\n\r\nbody",
        );
        let head = head.unwrap();
        let sent = String::from_utf8(head.forwarded().unwrap()).unwrap();
        assert_eq!(sent, "POST /p?q=1 HTTP/1.1\r\nHost: h:1\r\nConnection: close\r\n\r\n");
        assert_eq!(head.rest(), b"body");
    }
}
