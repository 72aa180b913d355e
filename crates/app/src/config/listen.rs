//! An address to listen on, or `off`.

use std::borrow::Cow;
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An address to listen on; `off` means not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listen(pub Option<SocketAddr>);

/// A text that is no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address, expected `HOST:PORT` with a numeric host, `:PORT` or `off`")]
pub struct ListenError(String);

impl Listen {
    /// Not listening.
    pub const OFF: Self = Self(None);

    /// This machine only, at `port`.
    pub const fn loopback(port: u16) -> Self {
        Self(Some(SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), port)))
    }
}

impl FromStr for Listen {
    type Err = ListenError;

    fn from_str(text: &str) -> Result<Self, ListenError> {
        if text == "off" {
            return Ok(Self::OFF);
        }
        let bare = text.strip_prefix("localhost:").or_else(|| text.strip_prefix(':'));
        if let Some(port) = bare.and_then(|port| port.parse().ok()) {
            return Ok(Self::loopback(port));
        }
        text.parse().map(|address| Self(Some(address))).map_err(|_| ListenError(text.to_owned()))
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(address) => address.fmt(f),
            None => f.write_str("off"),
        }
    }
}

impl Serialize for Listen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Listen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Listen {
    fn schema_name() -> Cow<'static, str> {
        "Listen".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_read_in_their_usual_forms() {
        for (text, printed) in [
            ("off", "off"),
            ("127.0.0.1:7420", "127.0.0.1:7420"),
            (":80", "127.0.0.1:80"),
            ("localhost:80", "127.0.0.1:80"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(text.parse::<Listen>().unwrap().to_string(), printed);
        }
        for bad in ["", "7420", "example.org:80", "127.0.0.1", ":99999"] {
            assert!(bad.parse::<Listen>().is_err(), "{bad}");
        }
    }
}
