//! A model that is asked again when a failure may pass.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::{Completion, Model, ModelError, Request, SharedModel};

/// How long and how often to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How long one answer may take.
    pub timeout: Duration,
    /// How often to ask again.
    pub retries: u32,
    /// How long to wait before the first time, doubled for each further one.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(60), retries: 2, pause: Duration::from_millis(500) }
    }
}

/// A model that is asked again when a failure may pass.
pub struct Patient {
    model: SharedModel,
    patience: Patience,
}

impl Patient {
    /// The same model with patience.
    pub fn new(model: SharedModel, patience: Patience) -> Self {
        Self { model, patience }
    }

    async fn once(&self, request: Request) -> Result<Completion, ModelError> {
        let asked = tokio::time::timeout(self.patience.timeout, self.model.complete(request));
        let seconds = self.patience.timeout.as_secs();
        asked.await.unwrap_or(Err(ModelError::TimedOut { seconds }))
    }
}

impl Model for Patient {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        Box::pin(async move {
            let mut pause = self.patience.pause;
            for _ in 0..self.patience.retries {
                match self.once(request.clone()).await {
                    Err(error) if error.is_passing() => {
                        tracing::debug!(%error, "asking the model again");
                        tokio::time::sleep(pause).await;
                        pause = pause.saturating_mul(2);
                    }
                    settled => return settled,
                }
            }
            self.once(request).await
        })
    }
}
