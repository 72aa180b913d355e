//! A model whose answers are written down beforehand: for tests, and for trying a strategy out.

use std::sync::{Mutex, PoisonError};

use futures_util::future::BoxFuture;

use crate::{Completion, Model, ModelError, Request, Usage};

/// Answers a request by the first line whose cue its user text contains.
#[derive(Debug, Default)]
pub struct Scripted {
    lines: Vec<(String, Result<String, ModelError>)>,
    heard: Mutex<Vec<Request>>,
}

impl Scripted {
    /// A model with nothing to say.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what to answer to a text that contains `cue`.
    #[must_use]
    pub fn line(mut self, cue: &str, answer: &str) -> Self {
        self.lines.push((cue.to_owned(), Ok(answer.to_owned())));
        self
    }

    /// Adds a cue that fails.
    #[must_use]
    pub fn failing(mut self, cue: &str, error: ModelError) -> Self {
        self.lines.push((cue.to_owned(), Err(error)));
        self
    }

    /// What it was asked so far.
    pub fn heard(&self) -> Vec<Request> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn answer(&self, request: &Request) -> Result<Completion, ModelError> {
        let found = self.lines.iter().find(|(cue, _)| request.user.contains(cue.as_str()));
        let (_, answer) = found.ok_or(ModelError::Empty)?;
        let text = answer.clone()?;
        let words = |text: &str| u64::try_from(text.split_whitespace().count()).unwrap_or(0);
        let usage = Usage {
            prompt_tokens: words(&request.system) + words(&request.user),
            completion_tokens: words(&text),
        };
        Ok(Completion { text, usage, model: "scripted".to_owned() })
    }
}

impl Model for Scripted {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        Box::pin(std::future::ready(self.answer(&request)))
    }
}
