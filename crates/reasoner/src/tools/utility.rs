//! Prompts, shown and filled.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::{Call, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::strategy::Nothing;
use crate::error::Refusal;
use crate::prompts::{Prompt, prompts};
use crate::state::Reasoner;

/// Every prompt.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Prompts {
    /// Whether it was done
    success: bool,
    /// The prompts by name
    data: BTreeMap<String, Prompt>,
}

/// Which prompt, filled with what.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Format {
    /// The prompt's name
    template_name: String,
    /// A value for each placeholder
    input_variables: BTreeMap<String, Value>,
}

/// A prompt as a model would get it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Formatted {
    /// Whether it was done
    success: bool,
    /// The prompt's name
    template_name: String,
    /// The prompt with its placeholders
    raw_template: Prompt,
    /// The user text with its placeholders filled
    formatted_user_prompt: String,
    /// What they were filled with
    input_variables: BTreeMap<String, Value>,
}

pub(super) async fn list(_: Arc<Reasoner>, _: Call, _: Nothing) -> Result<Prompts, Refusal> {
    Ok(Prompts { success: true, data: prompts().clone() })
}

fn refuse(kind: ErrorKind, code: &'static str, message: String) -> Refusal {
    Refusal::Coded { kind, code, message }
}

pub(super) async fn format(_: Arc<Reasoner>, _: Call, input: Format) -> Result<Formatted, Refusal> {
    let name = input.template_name;
    if name.trim().is_empty() {
        let message = "`templateName` is empty, expected the name of a prompt".to_owned();
        return Err(refuse(ErrorKind::InvalidInput, "INVALID_TEMPLATE_NAME", message));
    }
    let Some(prompt) = prompts().get(&name) else {
        let message = format!("there is no prompt `{name}`");
        return Err(refuse(ErrorKind::NotFound, "TEMPLATE_NOT_FOUND", message));
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Array(_)
        | Value::Object(_)) => other.to_string(),
    };
    let values =
        input.input_variables.iter().map(|(name, value)| (name.clone(), text(value))).collect();
    let filled = prompt.fill(&values).map_err(|unfilled| {
        refuse(ErrorKind::InvalidInput, "PROMPT_FORMATTING_FAILED", unfilled.to_string())
    })?;
    Ok(Formatted {
        success: true,
        template_name: name,
        raw_template: prompt.clone(),
        formatted_user_prompt: filled,
        input_variables: input.input_variables,
    })
}
