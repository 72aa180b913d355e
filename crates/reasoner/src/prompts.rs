//! Prompt templates: a system text and a user text with `{{placeholders}}`, filled as plain text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// What the model is told it does
    pub system: String,
    /// What it is asked
    pub user: String,
}

/// A placeholder that was given no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the placeholder `{0}` has no value")]
pub struct Unfilled(pub String);

static PROMPTS: LazyLock<BTreeMap<String, Prompt>> = LazyLock::new(|| {
    // A test reads the file, so that a mistake in it never reaches a user.
    serde_json::from_str(include_str!("../prompts/prompts.json")).unwrap_or_default()
});

/// Every template by name.
pub fn prompts() -> &'static BTreeMap<String, Prompt> {
    &PROMPTS
}

impl Prompt {
    /// The user text with its placeholders filled; braces in a value stay as they are.
    pub fn fill(&self, values: &BTreeMap<String, String>) -> Result<String, Unfilled> {
        let mut text = String::new();
        let mut rest = self.user.as_str();
        while let Some((before, after)) = rest.split_once("{{") {
            text.push_str(before);
            let Some((name, after)) = after.split_once("}}") else {
                text.push_str("{{");
                rest = after;
                continue;
            };
            let name = name.trim();
            text.push_str(values.get(name).ok_or_else(|| Unfilled(name.to_owned()))?);
            rest = after;
        }
        text.push_str(rest);
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_reads_and_fills_without_touching_braces_of_values() {
        assert!(prompts().len() >= 15);
        let prompt = &prompts()["NL_TO_RULES_DIRECT"];
        let values = BTreeMap::from([("naturalLanguageText".to_owned(), "$& {{x}}".to_owned())]);
        assert_eq!(prompt.fill(&values), Ok("$& {{x}}".to_owned()));
        assert!(prompts()["NL_TO_QUERY"].fill(&values).is_err());
    }
}
