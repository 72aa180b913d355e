//! Names that may be reached: `example.org`, `*.example.org` for every name below it, each with a
//! port where one is meant. A name without a port means 443 and 80.

/// The list.
#[derive(Debug, Clone, Default)]
pub(super) struct Hosts(Vec<Host>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Host {
    name: String,
    below: bool,
    port: Option<u16>,
}

/// Why an entry of the list cannot be used.
pub(crate) fn check_host(entry: &str) -> Result<(), String> {
    read(entry).map(drop)
}

fn read(entry: &str) -> Result<Host, String> {
    let wrong = || format!("`{entry}` is no name, `*.name` or `name:port`");
    let entry = entry.trim();
    let (name, port) = match entry.rsplit_once(':') {
        Some((name, port)) if !name.ends_with(':') => {
            (name, Some(port.parse().map_err(|_| wrong())?))
        }
        _ => (entry, None),
    };
    let (below, name) = match name.strip_prefix("*.") {
        Some(rest) => (true, rest),
        None => (false, name),
    };
    let plain =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-._[]:".contains(c));
    if !plain {
        return Err(wrong());
    }
    Ok(Host { name: normal(name), below, port })
}

fn normal(name: &str) -> String {
    name.trim_end_matches('.').trim_matches(['[', ']']).to_ascii_lowercase()
}

impl Hosts {
    /// The entries that can be read; the configuration was checked before.
    pub(super) fn new(entries: &[String]) -> Self {
        Self(entries.iter().filter_map(|entry| read(entry).ok()).collect())
    }

    /// Whether it names this host and port.
    pub(super) fn name(&self, host: &str, port: u16) -> bool {
        let host = normal(host);
        self.0.iter().any(|it| {
            let same = if it.below {
                host.strip_suffix(&it.name).is_some_and(|rest| rest.ends_with('.'))
            } else {
                host == it.name
            };
            same && it.port.map_or(port == 443 || port == 80, |wanted| wanted == port)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_names_and_ports_fit() {
        let entries = ["example.org", "*.packages.test", "10.0.0.7:8080", "Own.Test:9000"];
        let hosts = Hosts::new(&entries.map(str::to_owned));
        for (host, port, fits) in [
            ("example.org", 443, true),
            ("EXAMPLE.org.", 80, true),
            ("example.org", 22, false),
            ("example.org.evil.test", 443, false),
            ("evilexample.org", 443, false),
            ("a.packages.test", 443, true),
            ("packages.test", 443, false),
            ("evilpackages.test", 443, false),
            ("10.0.0.7", 8080, true),
            ("10.0.0.7", 443, false),
            ("own.test", 9000, true),
            ("0x0a000007", 8080, false),
        ] {
            assert_eq!(hosts.name(host, port), fits, "{host}:{port}");
        }
        for bad in ["", "*", "a b", "x:y", "http://x"] {
            assert!(check_host(bad).is_err(), "{bad}");
        }
    }
}
