//! The tokens a running gateway accepts, kept as their files have them.

use std::sync::Arc;
use std::time::Duration;

use gateway::auth::{Auth, TokenEntry};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::house::Doorman;
use crate::token::{TokenRecord, TokenSource};

const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Lets in who holds one of the tokens, as the files have them whenever one is not known.
pub(super) fn accepted(source: TokenSource) -> Auth {
    let mut seen = source.records();
    let first = seen.iter().map(entry).collect();
    Auth::tokens(first).with_changes(Box::new(move || {
        let records = source.records();
        let is_new = !Arc::ptr_eq(&records, &seen);
        seen = records;
        is_new.then(|| seen.iter().map(entry).collect())
    }))
}

fn entry(record: &TokenRecord) -> TokenEntry {
    TokenEntry {
        name: Arc::from(record.principal()),
        digest: *record.hash.bytes(),
        scopes: record.scopes,
        expires_at: record.expires_at,
    }
}

/// Looks at once, for those who just changed the files.
pub(super) fn doorman(auth: Auth) -> Doorman {
    Box::new(move || {
        auth.look_again();
    })
}

/// Looks at the token files now and then, so that a revoked token is refused soon.
pub(super) struct Watch(JoinHandle<()>);

impl Watch {
    pub(super) fn start(auth: Auth, stop: CancellationToken) -> Self {
        Self(tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                    () = stop.cancelled() => return,
                }
                auth.look_again();
            }
        }))
    }

    pub(super) async fn stopped(self) {
        if let Err(error) = self.0.await {
            tracing::warn!(%error, "the watch over the tokens ended badly");
        }
    }
}
