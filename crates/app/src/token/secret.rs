//! Random secrets and their hashes.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use subtle::ConstantTimeEq;

use crate::private_file;

/// What every secret begins with, so that scanners for leaked credentials can tell it.
const MARK: &str = "ens_";

/// 256 random bits as text; never printed by `Debug`.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new secret from the system's generator.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(format!("{MARK}{}", URL_SAFE_NO_PAD.encode(bytes))))
    }

    /// The secret's text, for the one place that shows or sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The BLAKE3 hash of a secret; 256 random bits need no slow hash.
#[derive(Debug, Clone, Copy)]
pub struct Hash([u8; 32]);

impl Hash {
    /// The hash of a text that a caller presents.
    pub fn of(presented: &str) -> Self {
        Self(blake3::hash(presented.as_bytes()).into())
    }

    /// The hash's bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether two hashes are equal, in time that does not depend on where they differ.
    pub fn matches(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hash = blake3::Hash::from_hex(&text).map_err(de::Error::custom)?;
        Ok(Self(hash.into()))
    }
}

/// The local secret in `path`; made on the first start, readable by its owner alone.
pub fn local_secret(path: &Path) -> io::Result<Secret> {
    match fs::read_to_string(path) {
        Ok(text) if text.trim().is_empty() => {
            Err(io::Error::new(io::ErrorKind::InvalidData, "the file is empty"))
        }
        Ok(text) => Ok(Secret(text.trim().to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make_local(path),
        Err(error) => Err(error),
    }
}

fn make_local(path: &Path) -> io::Result<Secret> {
    let secret = Secret::random()?;
    match private_file::create(path, format!("{}\n", secret.reveal()).as_bytes()) {
        Ok(()) => Ok(secret),
        // Another process of the house was faster; its secret is the one that counts.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(Secret(fs::read_to_string(path)?.trim().to_owned()))
        }
        Err(error) => Err(error),
    }
}
