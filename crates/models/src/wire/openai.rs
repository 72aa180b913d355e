//! The chat format of OpenAI, which many local servers speak too.

use serde_json::{Value, json};

use super::{Format, count};
use crate::{Request, Usage};

pub(crate) const FORMAT: Format = Format { headers, body, read };

fn headers(key: Option<&str>) -> Vec<(&'static str, String)> {
    key.map(|key| ("authorization", format!("Bearer {key}"))).into_iter().collect()
}

fn body(model: &str, request: &Request) -> Value {
    json!({
        "model": model,
        "temperature": 0,
        "max_tokens": request.max_tokens,
        "messages": [
            { "role": "system", "content": request.system },
            { "role": "user", "content": request.user },
        ],
    })
}

fn read(answer: &Value) -> Option<(String, Usage)> {
    let text = answer.pointer("/choices/0/message/content")?.as_str()?.to_owned();
    let usage = Usage {
        prompt_tokens: count(&answer["usage"]["prompt_tokens"]),
        completion_tokens: count(&answer["usage"]["completion_tokens"]),
    };
    Some((text, usage))
}
