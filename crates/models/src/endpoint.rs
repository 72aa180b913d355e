//! A model behind an address, in one of the wire formats.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::http::{Answered, Sent, Target};
use crate::wire::{Format, anthropic, ollama, openai};
use crate::{Completion, Model, ModelError, Request};

/// Whose wire format is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// `/v1/chat/completions`, as OpenAI and many local servers have it.
    OpenAi,
    /// `/v1/messages`.
    Anthropic,
    /// `/api/chat`.
    Ollama,
}

/// A model behind an address.
#[derive(Debug, Clone)]
pub struct Endpoint {
    provider: Provider,
    target: Target,
    name: String,
    key: Option<String>,
}

impl Endpoint {
    /// The model `name` at `base`, such as `http://127.0.0.1:11434`, with a key if one is needed.
    pub fn new(provider: Provider, base: &str, name: &str, key: Option<String>) -> Self {
        let path = match provider {
            Provider::OpenAi => "/v1/chat/completions",
            Provider::Anthropic => "/v1/messages",
            Provider::Ollama => "/api/chat",
        };
        let url = format!("{}{path}", base.trim_end_matches('/'));
        let target = Target { url, certificates: None };
        Self { provider, target, name: name.to_owned(), key }
    }

    /// The same, where the server's certificate may also be vouched for by these, in PEM.
    #[must_use]
    pub fn trusting(mut self, certificates: Vec<u8>) -> Self {
        self.target.certificates = Some(Arc::from(certificates));
        self
    }

    fn format(&self) -> Format {
        match self.provider {
            Provider::OpenAi => openai::FORMAT,
            Provider::Anthropic => anthropic::FORMAT,
            Provider::Ollama => ollama::FORMAT,
        }
    }

    async fn ask(&self, request: Request) -> Result<Completion, ModelError> {
        let format = self.format();
        let headers = (format.headers)(self.key.as_deref());
        let body = (format.body)(&self.name, &request);
        let sent = Sent { headers: &headers, body: Some(&body) };
        let Answered { status, body: answer } = self.target.send(sent).await?;
        if !(200..300).contains(&status) {
            let told = answer.pointer("/error/message").or_else(|| answer.get("error"));
            let message = told.and_then(|text| text.as_str()).map(str::to_owned);
            let message = message.unwrap_or_else(|| answer.to_string().chars().take(200).collect());
            return Err(ModelError::Refused { status, message });
        }
        let (text, usage) = (format.read)(&answer)
            .ok_or_else(|| ModelError::Malformed(answer.to_string().chars().take(200).collect()))?;
        if text.trim().is_empty() {
            return Err(ModelError::Empty);
        }
        Ok(Completion { text, usage, model: self.name.clone() })
    }
}

impl Model for Endpoint {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        Box::pin(self.ask(request))
    }
}
