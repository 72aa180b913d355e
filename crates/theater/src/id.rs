//! What an actor is called: a random UUID, kept as a number and written in the usual form.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The identity of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActorId(u128);

/// A text that is no actor id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an actor id, expected a UUID such as 6f1c2d3e-0a1b-4c2d-8e3f-001122334455")]
pub struct BadActorId(String);

impl ActorId {
    /// Nobody: the owner of what belongs to no actor.
    pub(crate) const NOBODY: Self = Self(0);

    /// A new identity from the system's randomness.
    pub fn random() -> Result<Self, getrandom::Error> {
        random_bytes().map(Self::from_random)
    }

    /// The version-4 UUID made of sixteen random bytes.
    pub fn from_random(mut bytes: [u8; 16]) -> Self {
        bytes[6] = (bytes[6] & 0x0F) | 0x40;
        bytes[8] = (bytes[8] & 0x3F) | 0x80;
        Self(u128::from_be_bytes(bytes))
    }

    /// Its sixteen bytes.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The first half, which is random enough to index by.
    pub(crate) fn key(self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0.to_be_bytes();
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}

/// Sixteen bytes from the system's randomness.
pub(crate) fn random_bytes() -> Result<[u8; 16], getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

impl fmt::Display for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex = format!("{:032x}", self.0);
        let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
        write!(
            f,
            "{}-{}-{}-{}-{}",
            part(0, 8),
            part(8, 12),
            part(12, 16),
            part(16, 20),
            part(20, 32)
        )
    }
}

impl FromStr for ActorId {
    type Err = BadActorId;

    fn from_str(text: &str) -> Result<Self, BadActorId> {
        let bad = || BadActorId(text.chars().take(80).collect());
        let dashes = text.char_indices().filter(|(_, c)| *c == '-').map(|(at, _)| at);
        if text.len() != 36 || !dashes.eq([8, 13, 18, 23]) || text.contains('+') {
            return Err(bad());
        }
        u128::from_str_radix(&text.replace('-', ""), 16).map(Self).map_err(|_| bad())
    }
}

impl Serialize for ActorId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for ActorId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
        } else {
            u128::deserialize(deserializer).map(Self)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_back_as_it_was_written_and_nothing_else_reads() {
        let id = ActorId::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in [
            "",
            "counter",
            "6f1c2d3e0a1b4c2d8e3f001122334455",
            "+f1c2d3e-0a1b-4c2d-8e3f-001122334455",
        ] {
            assert!(bad.parse::<ActorId>().is_err(), "{bad}");
        }
    }
}
