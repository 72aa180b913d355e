//! Tokens to principals. Only digests are held; a comparison takes the same time whatever it finds.

mod lease;
mod resource;

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use kernel::{Principal, Scopes, Timestamp};
use subtle::{Choice, ConstantTimeEq};
use tokio_util::sync::CancellationToken;

pub use lease::{Admitted, Lease};
pub(crate) use resource::WELL_KNOWN;
pub use resource::{NotAUrl, ProtectedResource};

/// A token the gateway accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Gives the tokens to accept if they have changed since it was asked last.
pub type Changes = Box<dyn FnMut() -> Option<Vec<TokenEntry>> + Send>;

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
    entries: Arc<RwLock<Vec<Accepted>>>,
    changes: Option<Arc<Mutex<Changes>>>,
    verifier: Option<Verifier>,
    resource: Option<Arc<ProtectedResource>>,
}

/// A token, and what fires when it is accepted no more as it is.
struct Accepted {
    token: TokenEntry,
    revoked: CancellationToken,
}

impl From<TokenEntry> for Accepted {
    fn from(token: TokenEntry) -> Self {
        Self { token, revoked: CancellationToken::new() }
    }
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
            entries: Arc::new(RwLock::new(entries.into_iter().map(Accepted::from).collect())),
            changes: None,
            verifier: None,
            resource: None,
        }
    }

    /// Accepts everybody as `local`.
    pub fn open() -> Self {
        Self { mode: Mode::Open, ..Self::tokens(Vec::new()) }
    }

    /// Asks `changes` before a token is refused as unknown: it may have been made a moment ago.
    #[must_use]
    pub fn with_changes(mut self, changes: Changes) -> Self {
        self.changes = Some(Arc::new(Mutex::new(changes)));
        self
    }

    /// Also accepts what `verifier` vouches for, and tells strangers where `resource` gets tokens.
    #[must_use]
    pub fn with_verifier(mut self, verifier: Verifier, resource: ProtectedResource) -> Self {
        self.verifier = Some(verifier);
        self.resource = Some(Arc::new(resource));
        self
    }

    /// Replaces the accepted tokens. The leases of those that are gone or changed end; who holds
    /// one that stayed the same notices nothing.
    pub fn replace(&self, entries: Vec<TokenEntry>) {
        let mut held = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let mut before = std::mem::take(&mut *held);
        for token in entries {
            let same = before.iter().position(|accepted| accepted.token == token);
            held.push(same.map_or_else(|| token.into(), |at| before.swap_remove(at)));
        }
        drop(held);
        for gone in before {
            gone.revoked.cancel();
        }
    }

    /// Takes over what has changed, if there is somebody to ask; says whether there is.
    pub fn look_again(&self) -> bool {
        let Some(changes) = &self.changes else { return false };
        // Held until the tokens are replaced, so that whoever waited here finds the new ones.
        let mut changes = changes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entries) = changes() {
            self.replace(entries);
        }
        true
    }

    /// Whether a token is asked for at all.
    pub fn is_open(&self) -> bool {
        matches!(self.mode, Mode::Open)
    }

    /// What strangers are told about getting a token from elsewhere.
    pub(crate) fn resource(&self) -> Option<&ProtectedResource> {
        self.resource.as_deref()
    }

    /// Who `token` belongs to, and how long they may stay.
    pub fn admit(&self, token: Option<&str>) -> Result<Admitted, Refusal> {
        if self.is_open() {
            return Ok(Admitted::for_good(Principal::local()));
        }
        let token = token.ok_or(Refusal::Missing)?;
        let digest = digest(token);
        let mut found = self.held(&digest);
        if found.is_none() && self.look_again() {
            found = self.held(&digest);
        }
        match found {
            Some((entry, revoked)) if entry.expires_at.is_none_or(|end| Timestamp::now() < end) => {
                let lease = Lease::of_token(revoked, entry.expires_at);
                Ok(Admitted { principal: Principal::new(entry.name, entry.scopes), lease })
            }
            Some(_) => Err(Refusal::Invalid),
            None => self.vouched(token).ok_or(Refusal::Invalid),
        }
    }

    fn held(&self, digest: &[u8; 32]) -> Option<(TokenEntry, CancellationToken)> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = None;
        for Accepted { token, revoked } in entries.iter() {
            let same: Choice = token.digest[..].ct_eq(&digest[..]);
            if bool::from(same) {
                found = Some((token.clone(), revoked.clone()));
            }
        }
        found
    }

    /// Handles belong to names, so nobody from elsewhere may come under a name given out here.
    fn vouched(&self, token: &str) -> Option<Admitted> {
        let verifier = self.verifier.as_ref()?;
        let principal = verifier(token)?;
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let taken = principal.id == Principal::local().id
            || entries.iter().any(|held| held.token.name == principal.id);
        if taken {
            let subject = &principal.id;
            tracing::warn!(%subject, "refused: a foreign subject has the name of a local token");
            return None;
        }
        Some(Admitted { principal, lease: Lease::vouched(verifier.clone(), token) })
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
        assert_eq!(&*auth.admit(Some("phone")).unwrap().principal.id, "phone");
        assert_eq!(auth.admit(Some("old")).err(), Some(Refusal::Invalid));
        assert_eq!(auth.admit(Some("other")).err(), Some(Refusal::Invalid));
        assert_eq!(auth.admit(None).err(), Some(Refusal::Missing));
        auth.replace(Vec::new());
        assert_eq!(auth.admit(Some("phone")).err(), Some(Refusal::Invalid));
    }

    #[tokio::test]
    async fn a_lease_ends_with_its_token_and_with_no_other() {
        let entry = |name: &str, expires_at| TokenEntry {
            name: Arc::from(name),
            digest: digest(name),
            scopes: Scopes::all(),
            expires_at,
        };
        let soon = Timestamp(Timestamp::now().0 + 50_000);
        let auth = Auth::tokens(vec![entry("lost", None), entry("kept", None)]);
        let lost = auth.admit(Some("lost")).unwrap().lease;
        let kept = auth.admit(Some("kept")).unwrap().lease;
        auth.replace(vec![entry("kept", None), entry("short", Some(soon))]);
        lost.ended().await;
        if let Ok(short) = auth.admit(Some("short")) {
            short.lease.ended().await;
        }
        assert!(auth.admit(Some("short")).is_err(), "it ended when its time had passed");
        assert!(futures_util::FutureExt::now_or_never(kept.ended()).is_none());
    }

    #[test]
    fn a_token_made_a_moment_ago_is_known() {
        let entry = |name: &str| TokenEntry {
            name: Arc::from(name),
            digest: digest(name),
            scopes: Scopes::all(),
            expires_at: None,
        };
        let mut made = vec![vec![entry("new")], vec![entry("new"), entry("newer")]];
        let changes: Changes = Box::new(move || (!made.is_empty()).then(|| made.remove(0)));
        let auth = Auth::tokens(vec![entry("old")]).with_changes(changes);
        assert!(auth.admit(Some("old")).is_ok(), "a known token asks for nothing");
        assert_eq!(&*auth.admit(Some("new")).unwrap().principal.id, "new");
        assert!(auth.admit(Some("new")).is_ok());
        assert_eq!(auth.admit(Some("old")).err(), Some(Refusal::Invalid), "it is gone since");
        assert!(auth.admit(Some("newer")).is_ok());
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
        assert_eq!(&*auth.admit(Some("alice")).unwrap().principal.id, "alice");
        assert_eq!(auth.admit(Some("local")).err(), Some(Refusal::Invalid));
        let phone = auth.admit(Some("phone")).unwrap().principal;
        assert_eq!(phone.scopes, Scopes::all(), "the local token itself goes on working");
        auth.replace(vec![TokenEntry {
            name: Arc::from("alice"),
            digest: digest("secret"),
            scopes: Scopes::all(),
            expires_at: None,
        }]);
        assert_eq!(auth.admit(Some("alice")).err(), Some(Refusal::Invalid));
    }
}
