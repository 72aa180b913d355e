//! A model that is asked again when a failure may pass.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::{Cited, Completion, Model, ModelError, Request, SharedModel, Source};

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

    async fn once<T>(
        &self,
        asked: impl Future<Output = Result<T, ModelError>>,
    ) -> Result<T, ModelError> {
        let asked = tokio::time::timeout(self.patience.timeout, asked);
        let seconds = self.patience.timeout.as_secs();
        asked.await.unwrap_or(Err(ModelError::TimedOut { seconds }))
    }

    /// Asks, and asks again while that may help. A server that says when to come back is left
    /// alone until then, or given up if that is longer than an answer may take.
    async fn again<T, F>(&self, ask: impl Fn() -> F) -> Result<T, ModelError>
    where
        F: Future<Output = Result<T, ModelError>>,
    {
        let mut pause = self.patience.pause;
        for _ in 0..self.patience.retries {
            match self.once(ask()).await {
                Err(error) if error.is_passing() => {
                    tracing::debug!(%error, "asking the model again");
                    let wanted = error.retry_after().unwrap_or_default();
                    if wanted > self.patience.timeout {
                        return Err(error);
                    }
                    tokio::time::sleep(pause.max(wanted)).await;
                    pause = pause.saturating_mul(2);
                }
                settled => return settled,
            }
        }
        self.once(ask()).await
    }
}

impl Model for Patient {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        Box::pin(async move { self.again(|| self.model.complete(request.clone())).await })
    }

    fn cites(&self) -> bool {
        self.model.cites()
    }

    fn cite(
        &self,
        request: Request,
        sources: Vec<Source>,
    ) -> BoxFuture<'_, Result<Cited, ModelError>> {
        Box::pin(
            async move { self.again(|| self.model.cite(request.clone(), sources.clone())).await },
        )
    }
}
