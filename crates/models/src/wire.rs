//! The wire formats: how a request is written and an answer read.

pub(crate) mod anthropic;
pub(crate) mod ollama;
pub(crate) mod openai;

use serde_json::Value;

use crate::{Request, Usage};

/// One wire format.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) headers: fn(Option<&str>) -> Vec<(&'static str, String)>,
    pub(crate) body: fn(&str, &Request) -> Value,
    pub(crate) read: fn(&Value) -> Option<(String, Usage)>,
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
