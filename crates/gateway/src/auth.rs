//! Tokens to principals. Only digests are held; a comparison takes the same time whatever it finds.

mod resource;

use std::sync::{Arc, PoisonError, RwLock};

use kernel::{Principal, Scopes, Timestamp};
use subtle::{Choice, ConstantTimeEq};

pub(crate) use resource::WELL_KNOWN;
pub use resource::{NotAUrl, ProtectedResource};

/// A token the gateway accepts.
#[derive(Debug, Clone)]
pub struct TokenEntry {
    /// The principal it stands for.
    pub name: Arc<str>,
    /// The BLAKE3 digest of its secret.
    pub digest: [u8; 32],
    /// What it may do.
    pub scopes: Scopes,
    /// When it ends to be accepted.
    pub expires_at: Option<Timestamp>,
}

/// The digest that stands for `secret` in a [`TokenEntry`].
pub fn digest(secret: &str) -> [u8; 32] {
    *blake3::hash(secret.as_bytes()).as_bytes()
}

/// Turns a bearer token into the principal it belongs to, in an optional mode of the application's.
pub type Verifier = Arc<dyn Fn(&str) -> Option<Principal> + Send + Sync>;

#[derive(Clone)]
enum Mode {
    /// Nobody is asked: for the conformance suite and for tests on loopback.
    Open,
    /// The bearer must hold one of these tokens.
    Tokens,
}

/// Who may come in.
#[derive(Clone)]
pub struct Auth {
    mode: Mode,
    entries: Arc<RwLock<Vec<TokenEntry>>>,
    verifier: Option<Verifier>,
    resource: Option<Arc<ProtectedResource>>,
}

/// Why a bearer was not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// No token came.
    Missing,
    /// A token came that is unknown, revoked or expired.
    Invalid,
}

impl Auth {
    /// Accepts the given tokens.
    pub fn tokens(entries: Vec<TokenEntry>) -> Self {
        Self {
            mode: Mode::Tokens,
            entries: Arc::new(RwLock::new(entries)),
            verifier: None,
            resource: None,
        }
    }

    /// Accepts everybody as `local`.
    pub fn open() -> Self {
        Self { mode: Mode::Open, ..Self::tokens(Vec::new()) }
    }

    /// Also accepts what `verifier` vouches for, and tells strangers where `resource` gets tokens.
    #[must_use]
    pub fn with_verifier(mut self, verifier: Verifier, resource: ProtectedResource) -> Self {
        self.verifier = Some(verifier);
        self.resource = Some(Arc::new(resource));
        self
    }

    /// Replaces the accepted tokens; connections already open keep what they have.
    pub fn replace(&self, entries: Vec<TokenEntry>) {
        *self.entries.write().unwrap_or_else(PoisonError::into_inner) = entries;
    }

    /// Whether a token is asked for at all.
    pub fn is_open(&self) -> bool {
        matches!(self.mode, Mode::Open)
    }

    /// What strangers are told about getting a token from elsewhere.
    pub(crate) fn resource(&self) -> Option<&ProtectedResource> {
        self.resource.as_deref()
    }

    /// The principal `token` belongs to.
    pub fn admit(&self, token: Option<&str>) -> Result<Principal, Refusal> {
        if self.is_open() {
            return Ok(Principal::local());
        }
        let token = token.ok_or(Refusal::Missing)?;
        let digest = digest(token);
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for entry in entries.iter() {
            let same: Choice = entry.digest[..].ct_eq(&digest[..]);
            if bool::from(same) {
                found = Some(entry.clone());
            }
        }
        drop(entries);
        match found {
            Some(entry) if entry.expires_at.is_none_or(|end| Timestamp::now() < end) => {
                Ok(Principal::new(entry.name, entry.scopes))
            }
            Some(_) => Err(Refusal::Invalid),
            None => self.vouched(token).ok_or(Refusal::Invalid),
        }
    }

    /// Handles belong to names, so nobody from elsewhere may come under a name given out here.
    fn vouched(&self, token: &str) -> Option<Principal> {
        let principal = self.verifier.as_ref()?(token)?;
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let taken = principal.id == Principal::local().id
            || entries.iter().any(|entry| entry.name == principal.id);
        if taken {
            let subject = &principal.id;
            tracing::warn!(%subject, "refused: a foreign subject has the name of a local token");
            return None;
        }
        Some(principal)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Scope;

    use super::*;

    #[test]
    fn a_token_is_admitted_until_it_expires_or_is_replaced() {
        let entry = |name: &str, expires_at| TokenEntry {
            name: Arc::from(name),
            digest: digest(name),
            scopes: [Scope::Read].into_iter().collect(),
            expires_at,
        };
        let auth = Auth::tokens(vec![entry("phone", None), entry("old", Some(Timestamp(1)))]);
        assert_eq!(&*auth.admit(Some("phone")).unwrap().id, "phone");
        assert_eq!(auth.admit(Some("old")), Err(Refusal::Invalid));
        assert_eq!(auth.admit(Some("other")), Err(Refusal::Invalid));
        assert_eq!(auth.admit(None), Err(Refusal::Missing));
        auth.replace(Vec::new());
        assert_eq!(auth.admit(Some("phone")), Err(Refusal::Invalid));
    }
    #[test]
    fn a_foreign_subject_cannot_take_a_local_name() {
        let entry = TokenEntry {
            name: Arc::from("phone"),
            digest: digest("phone"),
            scopes: Scopes::all(),
            expires_at: None,
        };
        let echo: Verifier = Arc::new(|token| Some(Principal::new(token, Scopes::default())));
        let resource = ProtectedResource::new("https://a.example/mcp", "https://b.example");
        let auth = Auth::tokens(vec![entry]).with_verifier(echo, resource.unwrap());
        assert_eq!(&*auth.admit(Some("alice")).unwrap().id, "alice");
        assert_eq!(auth.admit(Some("local")), Err(Refusal::Invalid));
        let phone = auth.admit(Some("phone")).unwrap();
        assert_eq!(phone.scopes, Scopes::all(), "the local token itself goes on working");
        auth.replace(vec![TokenEntry {
            name: Arc::from("alice"),
            digest: digest("secret"),
            scopes: Scopes::all(),
            expires_at: None,
        }]);
        assert_eq!(auth.admit(Some("alice")), Err(Refusal::Invalid));
    }
}
