//! A model behind an address, in one of the wire formats.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::Value;

use crate::http::{Answered, Sent, Target};
use crate::wire::{Format, anthropic, ollama, openai};
use crate::{Cited, Completion, Model, ModelError, Request, Source};

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
        let url = address(base, path);
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
        let answer = self.post(&(format.body)(&self.name, &request)).await?;
        let (text, usage) = (format.read)(&answer).ok_or_else(|| self.malformed(&answer))?;
        if text.trim().is_empty() {
            return Err(ModelError::Empty);
        }
        Ok(Completion { text, usage, model: self.name.clone() })
    }

    async fn ask_for_citations(
        &self,
        request: Request,
        sources: Vec<Source>,
    ) -> Result<Cited, ModelError> {
        if !self.cites() {
            return Err(ModelError::NoCitations);
        }
        let answer = self.post(&anthropic::cited_body(&self.name, &request, &sources)).await?;
        let read = anthropic::read_cited(&answer, &sources);
        let (parts, usage) = read.ok_or_else(|| self.malformed(&answer))?;
        if parts.iter().all(|part| part.text.trim().is_empty()) {
            return Err(ModelError::Empty);
        }
        Ok(Cited { parts, usage, model: self.name.clone() })
    }

    /// Sends a request and gives the answer, unless the server said no.
    async fn post(&self, body: &Value) -> Result<Value, ModelError> {
        let headers = (self.format().headers)(self.key.as_deref());
        let sent = Sent { headers: &headers, body: Some(body) };
        let Answered { status, body: answer, retry_after } = self.target.send(sent).await?;
        if (200..300).contains(&status) {
            return Ok(answer);
        }
        let told = answer.pointer("/error/message").or_else(|| answer.get("error"));
        let message = told.and_then(|text| text.as_str()).map(|text| self.without_key(text));
        let message = message.unwrap_or_else(|| self.beginning(&answer));
        Err(match retry_after {
            Some(after) => ModelError::Busy { status, message, after },
            None => ModelError::Refused { status, message },
        })
    }

    fn malformed(&self, answer: &Value) -> ModelError {
        ModelError::Malformed(self.beginning(answer))
    }

    fn beginning(&self, answer: &Value) -> String {
        self.without_key(&answer.to_string()).chars().take(200).collect()
    }

    /// A server may repeat the key it was given, and people show each other what went wrong.
    fn without_key(&self, text: &str) -> String {
        match self.key.as_deref().map(str::trim).filter(|key| !key.is_empty()) {
            Some(key) => text.replace(key, "[key]"),
            None => text.to_owned(),
        }
    }
}

/// Where a path lies below a base, which people also give with the version or the whole path.
fn address(base: &str, path: &str) -> String {
    let base = base.trim().trim_end_matches('/');
    let version = path.split_inclusive('/').nth(1).unwrap_or_default().trim_end_matches('/');
    let bare = base
        .strip_suffix(path)
        .or_else(|| base.strip_suffix(version).and_then(|rest| rest.strip_suffix('/')));
    format!("{}{path}", bare.unwrap_or(base).trim_end_matches('/'))
}

impl Model for Endpoint {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        Box::pin(self.ask(request))
    }
    fn cites(&self) -> bool {
        self.provider == Provider::Anthropic
    }

    fn cite(
        &self,
        request: Request,
        sources: Vec<Source>,
    ) -> BoxFuture<'_, Result<Cited, ModelError>> {
        Box::pin(self.ask_for_citations(request, sources))
    }
}
