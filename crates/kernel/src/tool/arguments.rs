//! Arguments to typed input: what is unknown, missing or of the wrong type is named.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{ToolError, nearest};

/// The names a tool's input has, taken from its schema once.
pub(super) struct Arguments {
    tool: &'static str,
    known: Vec<String>,
    required: Vec<String>,
    open: bool,
}

impl Arguments {
    pub(super) fn of(tool: &'static str, schema: &Map<String, Value>) -> Self {
        let known = schema
            .get("properties")
            .and_then(Value::as_object)
            .map(|properties| properties.keys().cloned().collect())
            .unwrap_or_default();
        let required = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
            .unwrap_or_default();
        let open =
            schema.get("additionalProperties").is_some_and(|rest| rest != &Value::Bool(false));
        Self { tool, known, required, open }
    }

    pub(super) fn decode<I: DeserializeOwned>(
        &self,
        arguments: Map<String, Value>,
    ) -> Result<I, ToolError> {
        if !self.open {
            self.refuse_unknown(&arguments)?;
        }
        self.refuse_missing(&arguments)?;
        let tool = self.tool;
        serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            let place = if path == "." { String::new() } else { format!(" argument `{path}`:") };
            ToolError::invalid_input(format!("`{tool}`:{place} {inner}"))
                .with_code("INVALID_ARGUMENT")
        })
    }

    fn refuse_unknown(&self, arguments: &Map<String, Value>) -> Result<(), ToolError> {
        let Some(unknown) = arguments.keys().find(|name| !self.known.contains(name)) else {
            return Ok(());
        };
        let message = format!("`{}` takes no argument `{unknown}`", self.tool);
        let hint = match nearest(unknown, self.known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.known.is_empty() => "it takes no arguments".to_owned(),
            None => format!("it takes {}", listed(&self.known)),
        };
        Err(ToolError::invalid_input(message).with_code("UNKNOWN_ARGUMENT").with_hint(hint))
    }

    fn refuse_missing(&self, arguments: &Map<String, Value>) -> Result<(), ToolError> {
        let Some(missing) = self.required.iter().find(|name| !arguments.contains_key(*name)) else {
            return Ok(());
        };
        let message = format!("`{}` needs the argument `{missing}`", self.tool);
        let hint = format!("required: {}", listed(&self.required));
        Err(ToolError::invalid_input(message).with_code("MISSING_ARGUMENT").with_hint(hint))
    }
}

fn listed(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
