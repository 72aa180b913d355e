//! How long somebody who was let in may stay: until their token is revoked, changed or runs out.
//!
//! A request that is answered at once needs no lease; connections and streams that stay open do.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Principal, Timestamp};
use tokio_util::sync::CancellationToken;

use super::Verifier;

/// Clocks are set and machines sleep, so that an end is looked at this often at least.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// Somebody who was let in.
#[derive(Clone)]
pub struct Admitted {
    /// Who they are.
    pub principal: Principal,
    /// How long they may stay.
    pub lease: Lease,
}

impl Admitted {
    /// Lets `principal` stay for as long as they like, as on a socket only its owner can open.
    pub fn for_good(principal: Principal) -> Self {
        Self { principal, lease: Lease(Kind::Endless) }
    }
}

/// The time somebody may stay.
#[derive(Clone)]
pub struct Lease(Kind);

#[derive(Clone)]
enum Kind {
    Endless,
    Token { revoked: CancellationToken, until: Option<Timestamp> },
    Vouched { verifier: Verifier, token: Arc<str> },
}

impl Lease {
    pub(super) fn of_token(revoked: CancellationToken, until: Option<Timestamp>) -> Self {
        Self(Kind::Token { revoked, until })
    }

    pub(super) fn vouched(verifier: Verifier, token: &str) -> Self {
        Self(Kind::Vouched { verifier, token: Arc::from(token) })
    }

    /// Whether nothing can end it.
    pub fn is_endless(&self) -> bool {
        matches!(self.0, Kind::Endless)
    }

    /// Waits for its end.
    pub async fn ended(&self) {
        match &self.0 {
            Kind::Endless => std::future::pending().await,
            Kind::Token { revoked, until: None } => revoked.cancelled().await,
            Kind::Token { revoked, until: Some(until) } => tokio::select! {
                () = revoked.cancelled() => {}
                () = passed(*until) => {}
            },
            Kind::Vouched { verifier, token } => {
                while verifier(token).is_some() {
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            }
        }
    }
}

async fn passed(until: Timestamp) {
    loop {
        let left = until.0.saturating_sub(Timestamp::now().0);
        if left <= 0 {
            return;
        }
        let left = Duration::from_micros(left.unsigned_abs());
        tokio::time::sleep(left.min(LOOK_EVERY)).await;
    }
}
