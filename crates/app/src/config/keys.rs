//! The table of every key: its kind, default and meaning, read off the types themselves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Config;

/// How a value is written in a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// Any text, or one of a few words.
    Text,
    /// Several texts.
    List,
    /// Several whole numbers.
    NumberList,
}

impl Kind {
    /// What to call it in a message.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Flag => "`true` or `false`",
            Self::Number => "a whole number",
            Self::Text => "a text",
            Self::List => "texts separated by commas",
            Self::NumberList => "whole numbers separated by commas",
        }
    }
}

/// One key of the configuration.
#[derive(Debug, Clone, Serialize)]
pub struct KeyInfo {
    /// The key with its sections, separated by dots.
    pub key: String,
    /// How its value is written.
    pub kind: Kind,
    /// The value when nobody sets it; null means unset.
    pub default: Value,
    /// What it is for.
    pub meaning: String,
}

/// Every key, by name.
pub fn keys() -> &'static BTreeMap<String, KeyInfo> {
    static KEYS: LazyLock<BTreeMap<String, KeyInfo>> = LazyLock::new(table);
    &KEYS
}

fn table() -> BTreeMap<String, KeyInfo> {
    let generator =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = generator.into_generator().into_root_schema_for::<Config>();
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let mut keys = BTreeMap::new();
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        collect("", properties, &defaults, &mut keys);
    }
    keys
}

fn collect(
    section: &str,
    properties: &Map<String, Value>,
    defaults: &Value,
    keys: &mut BTreeMap<String, KeyInfo>,
) {
    for (name, schema) in properties {
        let key = if section.is_empty() { name.clone() } else { format!("{section}.{name}") };
        let default = defaults.get(name).cloned().unwrap_or_default();
        match schema.get("properties").and_then(Value::as_object) {
            Some(inner) => collect(&key, inner, &default, keys),
            None => {
                let info = KeyInfo {
                    key: key.clone(),
                    kind: kind(schema),
                    default,
                    meaning: text(schema),
                };
                keys.insert(key, info);
            }
        }
    }
}

fn kind(schema: &Value) -> Kind {
    // An optional value has a list of types, its own and `null`.
    let kinds =
        schema["type"].as_array().map_or(std::slice::from_ref(&schema["type"]), Vec::as_slice);
    let named = |wanted: &str| kinds.iter().any(|kind| kind == wanted);
    if named("boolean") {
        Kind::Flag
    } else if named("integer") {
        Kind::Number
    } else if named("array") {
        if schema["items"]["type"] == "integer" { Kind::NumberList } else { Kind::List }
    } else {
        Kind::Text
    }
}

fn text(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}
