//! Tokens of an authorization server: who signed them, for whom, until when, and what they allow.
//!
//! It is given key sets as text and fetches nothing itself; signatures are checked by `signatures`.

mod keys;
mod signatures;

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use jsonwebtoken::errors::Error;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use kernel::{Principal, Scopes};
use serde::Deserialize;

use crate::auth::Verifier;
use keys::Key;
pub use keys::KeySetError;

const MOST_SUBJECT_BYTES: usize = 255;

/// What a token must say to be accepted.
#[derive(Debug, Clone)]
pub struct Expected {
    /// Who must have given it out (`iss`).
    pub issuer: String,
    /// Whom it must be for (`aud`): the URL of this server.
    pub audience: String,
    /// How far the clocks of the two servers may be apart.
    pub leeway: Duration,
}

/// Why a token was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// It is no signed token, or one of its claims does not hold.
    #[error(transparent)]
    Token(#[from] Error),
    /// No key of the set fits it.
    #[error("no key of the key set fits a token signed with {algorithm:?} by key {key:?}")]
    NoKey {
        /// How it says it is signed.
        algorithm: Algorithm,
        /// Which key it names.
        key: Option<String>,
    },
    /// It asks to be understood in ways that are not known here.
    #[error("the token has critical headers {0:?}, and none is known here")]
    Critical(Vec<String>),
    /// Its subject cannot be a principal's name.
    #[error("the subject is empty, over {MOST_SUBJECT_BYTES} bytes or has control characters")]
    Subject,
}

/// Judges the tokens of one authorization server.
pub struct ResourceServer {
    validation: Validation,
    keys: RwLock<Arc<Vec<Key>>>,
}

impl ResourceServer {
    /// A judge that has no keys yet and so accepts nothing.
    pub fn new(expected: &Expected) -> Self {
        signatures::install();
        let mut validation = Validation::new(Algorithm::RS256);
        validation.set_issuer(&[&expected.issuer]);
        validation.set_audience(&[&expected.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.leeway = expected.leeway.as_secs();
        validation.validate_nbf = true;
        Self { validation, keys: RwLock::default() }
    }

    /// Takes the usable keys of a JSON Web Key Set in place of those before; says how many.
    pub fn replace_keys(&self, text: &str) -> Result<usize, KeySetError> {
        let keys = keys::read(text)?;
        let count = keys.len();
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        Ok(count)
    }

    /// Accepts nothing until new keys come.
    pub fn forget_keys(&self) {
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::default();
    }

    /// The principal a token stands for.
    pub fn verify(&self, token: &str) -> Result<Principal, Rejected> {
        let header = decode_header(token)?;
        if let Some(critical) = header.crit {
            return Err(Rejected::Critical(critical));
        }
        let mut validation = self.validation.clone();
        validation.algorithms = vec![header.alg];
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner).clone();
        let fitting = keys.iter().filter(|key| key.fits(header.alg, header.kid.as_deref()));
        let mut rejected = Rejected::NoKey { algorithm: header.alg, key: header.kid.clone() };
        for key in fitting {
            match decode::<Claims>(token, &key.key, &validation) {
                Ok(data) => return data.claims.principal(),
                Err(error) => rejected = error.into(),
            }
        }
        Err(rejected)
    }

    /// The judge as [`Auth`](crate::auth::Auth) asks it; why it refused goes to the log.
    pub fn verifier(self: &Arc<Self>) -> Verifier {
        let server = self.clone();
        Arc::new(move |token| match server.verify(token) {
            Ok(principal) => Some(principal),
            Err(reason) => {
                tracing::debug!(%reason, "a token was refused");
                None
            }
        })
    }
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    scope: Option<Granted>,
    scp: Option<Granted>,
}

/// Servers write scopes as one text with spaces or as a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Granted {
    Text(String),
    List(Vec<String>),
}

impl Claims {
    fn principal(self) -> Result<Principal, Rejected> {
        let fits = !self.sub.is_empty() && self.sub.len() <= MOST_SUBJECT_BYTES;
        // Those who come in without such a token keep their names to themselves.
        let taken =
            [Principal::local().id, crate::mcr::guest().id].contains(&self.sub.as_str().into());
        if !fits || taken || self.sub.chars().any(char::is_control) {
            return Err(Rejected::Subject);
        }
        let granted = [self.scope, self.scp].into_iter().flatten();
        let scopes: Scopes = granted.flat_map(Granted::names).flat_map(|it| it.parse()).collect();
        Ok(Principal::new(self.sub, scopes))
    }
}

impl Granted {
    fn names(self) -> Vec<String> {
        match self {
            Self::Text(text) => text.split_whitespace().map(str::to_owned).collect(),
            Self::List(names) => names,
        }
    }
}
