//! How `jsonwebtoken` checks signatures: with `ring`, public keys only. Nothing is ever signed here.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result, new_error};
use jsonwebtoken::signature::{Error, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: no_signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes the library use this file; the first of several calls counts.
pub(super) fn install() {
    if PROVIDER.install_default().is_err() {
        tracing::trace!("signatures are checked already");
    }
}

fn no_signer(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Err(new_error(ErrorKind::UnsupportedAlgorithm))
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let wrong = || new_error(ErrorKind::InvalidAlgorithm);
    if key.family() != algorithm.family() {
        return Err(wrong());
    }
    let check = Check::of(*algorithm).ok_or_else(wrong)?;
    Ok(Box::new(Signature { algorithm: *algorithm, check, key: key.clone() }))
}

/// The two ways in which `ring` wants a key.
#[derive(Clone, Copy)]
enum Check {
    Rsa(&'static RsaParameters),
    Curve(&'static dyn VerificationAlgorithm),
}

impl Check {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the library may add more; none is allowed")]
    fn of(algorithm: Algorithm) -> Option<Self> {
        Some(match algorithm {
            Algorithm::RS256 => Self::Rsa(&RSA_PKCS1_2048_8192_SHA256),
            Algorithm::RS384 => Self::Rsa(&RSA_PKCS1_2048_8192_SHA384),
            Algorithm::RS512 => Self::Rsa(&RSA_PKCS1_2048_8192_SHA512),
            Algorithm::PS256 => Self::Rsa(&RSA_PSS_2048_8192_SHA256),
            Algorithm::PS384 => Self::Rsa(&RSA_PSS_2048_8192_SHA384),
            Algorithm::PS512 => Self::Rsa(&RSA_PSS_2048_8192_SHA512),
            Algorithm::ES256 => Self::Curve(&ECDSA_P256_SHA256_FIXED),
            Algorithm::ES384 => Self::Curve(&ECDSA_P384_SHA384_FIXED),
            Algorithm::EdDSA => Self::Curve(&ED25519),
            _ => return None,
        })
    }
}

struct Signature {
    algorithm: Algorithm,
    check: Check,
    key: DecodingKey,
}

impl Verifier<Vec<u8>> for Signature {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let checked = match (self.check, self.key.kind()) {
            (Check::Rsa(how), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(how, message, signature)
            }
            (Check::Curve(how), DecodingKeyKind::SecretOrDer(point)) => {
                UnparsedPublicKey::new(how, point).verify(message, signature)
            }
            (Check::Rsa(_), DecodingKeyKind::SecretOrDer(_))
            | (Check::Curve(_), DecodingKeyKind::RsaModulusExponent { .. }) => {
                return Err(Error::new());
            }
        };
        checked.map_err(|_| Error::new())
    }
}

impl JwtVerifier for Signature {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
