//! The chat format of Ollama.

use serde_json::{Value, json};

use super::{Format, count};
use crate::{Request, Usage};

pub(crate) const FORMAT: Format = Format { headers, body, read };

fn headers(_: Option<&str>) -> Vec<(&'static str, String)> {
    Vec::new()
}

fn body(model: &str, request: &Request) -> Value {
    json!({
        "model": model,
        "stream": false,
        "options": { "temperature": 0, "num_predict": request.max_tokens },
        "messages": [
            { "role": "system", "content": request.system },
            { "role": "user", "content": request.user },
        ],
    })
}

fn read(answer: &Value) -> Option<(String, Usage)> {
    let text = answer.pointer("/message/content")?.as_str()?.to_owned();
    let usage = Usage {
        prompt_tokens: count(&answer["prompt_eval_count"]),
        completion_tokens: count(&answer["eval_count"]),
    };
    Some((text, usage))
}
