//! The messages format of Anthropic.

use serde_json::{Value, json};

use super::{Format, count};
use crate::{Request, Usage};

pub(crate) const FORMAT: Format = Format { headers, body, read };

fn headers(key: Option<&str>) -> Vec<(&'static str, String)> {
    let version = ("anthropic-version", "2023-06-01".to_owned());
    key.map(|key| ("x-api-key", key.to_owned())).into_iter().chain([version]).collect()
}

fn body(model: &str, request: &Request) -> Value {
    json!({
        "model": model,
        "max_tokens": request.max_tokens,
        "temperature": 0,
        "system": request.system,
        "messages": [{ "role": "user", "content": request.user }],
    })
}

fn read(answer: &Value) -> Option<(String, Usage)> {
    let parts = answer["content"].as_array()?;
    let text: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    let usage = Usage {
        prompt_tokens: count(&answer["usage"]["input_tokens"]),
        completion_tokens: count(&answer["usage"]["output_tokens"]),
    };
    Some((text, usage))
}
