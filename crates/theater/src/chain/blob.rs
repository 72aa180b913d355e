//! Bytes in an event's JSON: a string where they are text, `{"base64": …}` where they are not.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes that people can read where they are text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob(pub Arc<[u8]>);

impl From<&[u8]> for Blob {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<&str> for Blob {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().into())
    }
}

impl Blob {
    /// The bytes as text, with a mark for what is none.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let mut object = serializer.serialize_struct("Blob", 1)?;
                object.serialize_field("base64", &STANDARD.encode(&self.0))?;
                object.end()
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { base64: String },
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Text(text) => Ok(Self(text.into_bytes().into())),
            Written::Bytes { base64 } => {
                STANDARD.decode(base64).map(Self::from).map_err(de::Error::custom)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whether_they_are_text_or_not() {
        for bytes in [&b"plain"[..], &[0xFF, 0x00, 0x80][..], &[][..]] {
            let written = serde_json::to_string(&Blob::from(bytes)).unwrap();
            assert_eq!(
                serde_json::from_str::<Blob>(&written).unwrap(),
                Blob::from(bytes),
                "{written}"
            );
        }
    }
}
