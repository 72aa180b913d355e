//! A signed head: how large the log was, its root and the time, under the house's Ed25519 key.
//!
//! What is signed is a checkpoint as transparency logs have it: four lines, the log's origin, its
//! size, its root and the time.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::Timestamp;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use crate::journal::{from_hex, hex};
use crate::log::Hash;

/// The key that heads are signed with.
pub struct HouseKey {
    pair: Ed25519KeyPair,
}

impl HouseKey {
    /// The key that a secret of 32 random bytes makes.
    pub fn from_seed(seed: &[u8; 32]) -> Option<Self> {
        Ed25519KeyPair::from_seed_unchecked(seed).ok().map(|pair| Self { pair })
    }

    /// Its public half.
    pub fn public(&self) -> [u8; 32] {
        let mut public = [0; 32];
        public.copy_from_slice(self.pair.public_key().as_ref());
        public
    }

    /// Signs the head of a log.
    pub fn sign(&self, size: u64, root: Hash, at: Timestamp) -> SignedHead {
        let key = self.public();
        let text = text(&key, size, &root, at);
        let signature = STANDARD.encode(self.pair.sign(text.as_bytes()));
        SignedHead { size, root: hex(&root), at, key: hex(&key), signature }
    }
}

/// The end of the log at some time, under a signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedHead {
    /// How many leaves the log had.
    pub size: u64,
    /// Its root in hexadecimal.
    pub root: String,
    /// When it was signed.
    pub at: Timestamp,
    /// The house's public key in hexadecimal.
    pub key: String,
    /// The signature in base64.
    pub signature: String,
}

impl SignedHead {
    /// The root that was signed, if the signature is `key`'s and everything else is as it was.
    pub fn check(&self, key: &[u8; 32]) -> Option<Hash> {
        let root = from_hex(&self.root)?;
        let signature = STANDARD.decode(&self.signature).ok()?;
        let text = text(key, self.size, &root, self.at);
        let signed = from_hex(&self.key)? == *key;
        let verified = UnparsedPublicKey::new(&ED25519, key).verify(text.as_bytes(), &signature);
        (signed && verified.is_ok()).then_some(root)
    }

    /// One line of a file of heads.
    pub(crate) fn line(&self) -> String {
        format!("{} {} {} {}\n", self.size, self.root, self.at, self.signature)
    }

    pub(crate) fn parse(line: &str, key: &[u8; 32]) -> Option<Self> {
        let mut parts = line.split_whitespace();
        let size = parts.next()?.parse().ok()?;
        let root = parts.next()?.to_owned();
        let at = parts.next()?.parse().ok()?;
        let signature = parts.next()?.to_owned();
        parts.next().is_none().then(|| Self { size, root, at, key: hex(key), signature })
    }
}

/// The bytes under the signature.
fn text(key: &[u8; 32], size: u64, root: &Hash, at: Timestamp) -> String {
    format!("{}\n{size}\n{}\n{at}\n", origin(key), STANDARD.encode(root))
}

/// What a house is called among logs.
pub(crate) fn origin(key: &[u8; 32]) -> String {
    format!("ensemble/{}", &hex(key)[..16])
}
