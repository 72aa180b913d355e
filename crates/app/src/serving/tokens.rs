//! The tokens a running gateway accepts, kept as their files have them.

use std::sync::Arc;
use std::time::Duration;

use gateway::auth::{Auth, TokenEntry};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::house::Doorman;
use crate::token::{TokenRecord, TokenSource};

const LOOK_EVERY: Duration = Duration::from_millis(500);

pub(super) fn entries(source: &TokenSource) -> Vec<TokenEntry> {
    source.records().iter().map(entry).collect()
}

fn entry(record: &TokenRecord) -> TokenEntry {
    TokenEntry {
        name: Arc::from(record.name.as_str()),
        digest: *record.hash.bytes(),
        scopes: record.scopes,
        expires_at: record.expires_at,
    }
}

/// Looks at once, for those who just changed the files.
pub(super) fn doorman(source: Arc<TokenSource>, auth: Auth) -> Doorman {
    Box::new(move || auth.replace(entries(&source)))
}

/// Looks at the token files now and then, so that a revoked token is refused soon.
pub(super) struct Watch(JoinHandle<()>);

impl Watch {
    pub(super) fn start(source: Arc<TokenSource>, auth: Auth, stop: CancellationToken) -> Self {
        Self(tokio::spawn(async move {
            let mut seen = source.records();
            loop {
                tokio::select! {
                    () = tokio::time::sleep(LOOK_EVERY) => {}
                    () = stop.cancelled() => return,
                }
                let records = source.records();
                if !Arc::ptr_eq(&records, &seen) {
                    auth.replace(records.iter().map(entry).collect());
                    seen = records;
                }
            }
        }))
    }

    pub(super) async fn stopped(self) {
        if let Err(error) = self.0.await {
            tracing::warn!(%error, "the watch over the tokens ended badly");
        }
    }
}
