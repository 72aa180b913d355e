//! The messages format of Anthropic, with and without its citations.
//!
//! No temperature is sent: newer models refuse one.

use serde_json::{Value, json};

use super::{Format, count};
use crate::{Cites, Part, Request, Source, Usage};

pub(crate) const FORMAT: Format = Format { headers, body, read };

fn headers(key: Option<&str>) -> Vec<(&'static str, String)> {
    let version = ("anthropic-version", "2023-06-01".to_owned());
    key.map(|key| ("x-api-key", key.to_owned())).into_iter().chain([version]).collect()
}

fn body(model: &str, request: &Request) -> Value {
    message(model, request, &json!(request.user))
}

fn message(model: &str, request: &Request, content: &Value) -> Value {
    json!({
        "model": model,
        "max_tokens": request.max_tokens,
        "system": request.system,
        "messages": [{ "role": "user", "content": content }],
    })
}

/// A request whose sources stand before the question as documents, block by block.
pub(crate) fn cited_body(model: &str, request: &Request, sources: &[Source]) -> Value {
    let block = |text: &String| json!({ "type": "text", "text": text });
    let document = |source: &Source| {
        let blocks: Vec<Value> = source.blocks.iter().map(block).collect();
        json!({
            "type": "document",
            "source": { "type": "content", "content": blocks },
            "title": source.title,
            "citations": { "enabled": true },
        })
    };
    let content: Vec<Value> = sources.iter().map(document).chain([block(&request.user)]).collect();
    message(model, request, &json!(content))
}

fn read(answer: &Value) -> Option<(String, Usage)> {
    let parts = answer["content"].as_array()?;
    let text: String = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    Some((text, usage(answer)))
}

/// The parts of an answer; what they cite counts only where it was sent.
pub(crate) fn read_cited(answer: &Value, sources: &[Source]) -> Option<(Vec<Part>, Usage)> {
    let parts = answer["content"].as_array()?.iter().filter_map(|part| {
        let text = part["text"].as_str()?.to_owned();
        let cited = part["citations"].as_array().into_iter().flatten();
        Some(Part { text, cites: cited.filter_map(|it| cites(it, sources)).collect() })
    });
    Some((parts.collect(), usage(answer)))
}

fn cites(citation: &Value, sources: &[Source]) -> Option<Cites> {
    if citation["type"] != "content_block_location" {
        return None;
    }
    let number = |name: &str| usize::try_from(citation[name].as_u64()?).ok();
    let source = number("document_index")?;
    let blocks = number("start_block_index")?..number("end_block_index")?;
    let there = !blocks.is_empty() && blocks.end <= sources.get(source)?.blocks.len();
    there.then_some(Cites { source, blocks })
}

fn usage(answer: &Value) -> Usage {
    Usage {
        prompt_tokens: count(&answer["usage"]["input_tokens"]),
        completion_tokens: count(&answer["usage"]["output_tokens"]),
    }
}
