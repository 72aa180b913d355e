//! Public keys from a JSON Web Key Set (RFC 7517), each with the algorithms it may be used for.

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

const RSA: [Algorithm; 6] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];

/// Why a key set cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeySetError {
    /// It is not a key set.
    #[error("this is not a JSON Web Key Set: {0}")]
    Syntax(#[from] serde_json::Error),
    /// Nothing in it can check a signature.
    #[error("no key of the set is an RSA, P-256, P-384 or Ed25519 key for signatures")]
    NoneUsable,
}

/// A public key.
pub(super) struct Key {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    pub(super) key: DecodingKey,
}

impl Key {
    /// Whether a token signed with `algorithm` by the key named `id` may be checked with this one.
    pub(super) fn fits(&self, algorithm: Algorithm, id: Option<&str>) -> bool {
        let named = match (id, self.id.as_deref()) {
            (Some(wanted), Some(own)) => wanted == own,
            (Some(_) | None, None) | (None, Some(_)) => true,
        };
        named && self.algorithms.contains(&algorithm)
    }
}

#[derive(Deserialize)]
struct Set {
    keys: Vec<Value>,
}

pub(super) fn read(text: &str) -> Result<Vec<Key>, KeySetError> {
    let set: Set = serde_json::from_str(text)?;
    // A key of a kind nobody here knows must not take the others with it.
    let known = set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok());
    let keys: Vec<Key> = known.filter_map(|jwk| usable(&jwk)).collect();
    if keys.is_empty() { Err(KeySetError::NoneUsable) } else { Ok(keys) }
}

fn usable(jwk: &Jwk) -> Option<Key> {
    let common = &jwk.common;
    if common.public_key_use.as_ref().is_some_and(|it| *it != PublicKeyUse::Signature) {
        return None;
    }
    let mut algorithms = algorithms(&jwk.algorithm);
    if let Some(only) = common.key_algorithm {
        algorithms.retain(|algorithm| format!("{algorithm:?}") == only.to_string());
    }
    let key = DecodingKey::from_jwk(jwk).ok()?;
    (!algorithms.is_empty()).then(|| Key { id: common.key_id.clone(), algorithms, key })
}

/// A shared secret is no public key: whoever can read the set could sign with it.
fn algorithms(parameters: &AlgorithmParameters) -> Vec<Algorithm> {
    let curve = match parameters {
        AlgorithmParameters::RSA(_) => return RSA.to_vec(),
        AlgorithmParameters::EllipticCurve(key) => &key.curve,
        AlgorithmParameters::OctetKeyPair(key) => &key.curve,
        AlgorithmParameters::OctetKey(_) | AlgorithmParameters::Other(_) | _ => return Vec::new(),
    };
    let algorithm = match curve {
        EllipticCurve::P256 => Algorithm::ES256,
        EllipticCurve::P384 => Algorithm::ES384,
        EllipticCurve::Ed25519 => Algorithm::EdDSA,
        EllipticCurve::P521 | _ => return Vec::new(),
    };
    vec![algorithm]
}
