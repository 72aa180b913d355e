//! Language models behind one trait: what is asked, what comes back, what it cost.
//!
//! Three wire formats are spoken (OpenAI-compatible, Anthropic, Ollama), with a time limit, retries
//! and an account of tokens; a GGUF file is served by a server that is started for it. No service
//! and no configuration file is known here.

mod cited;
mod endpoint;
mod error;
mod gguf;
pub mod http;
mod patient;
mod scripted;
mod wire;

use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use cited::{Cited, Cites, Part, Source};
pub use endpoint::{Endpoint, Provider};
pub use error::ModelError;
pub use gguf::Gguf;
pub use patient::{Patience, Patient};
pub use scripted::Scripted;

/// What a model is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What it is told it does.
    pub system: String,
    /// What it is asked.
    pub user: String,
    /// The longest answer wanted, in tokens.
    pub max_tokens: u32,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// What it took.
    pub usage: Usage,
    /// The model that gave it.
    pub model: String,
}

/// Tokens sent and received.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens sent.
    pub prompt_tokens: u64,
    /// Tokens received.
    pub completion_tokens: u64,
}

/// What a million tokens cost, in US dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Price {
    /// Sent.
    pub input: f64,
    /// Received.
    pub output: f64,
}

impl Price {
    /// What some usage costs.
    #[expect(clippy::cast_precision_loss, reason = "money is shown to a few digits")]
    pub fn of(self, usage: Usage) -> f64 {
        let (sent, received) = (usage.prompt_tokens as f64, usage.completion_tokens as f64);
        (sent * self.input + received * self.output) / 1_000_000.0
    }
}

/// Something that completes texts.
pub trait Model: Send + Sync {
    /// Asks once.
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>>;

    /// Whether it can say by itself which blocks of given sources an answer rests on.
    fn cites(&self) -> bool {
        false
    }

    /// Asks once for an answer whose parts name the blocks of the sources they rest on.
    fn cite(
        &self,
        _request: Request,
        _sources: Vec<Source>,
    ) -> BoxFuture<'_, Result<Cited, ModelError>> {
        Box::pin(std::future::ready(Err(ModelError::NoCitations)))
    }
}

/// A model to share.
pub type SharedModel = Arc<dyn Model>;
