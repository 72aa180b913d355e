//! Settings from variables: `ENSEMBLE__LIMITS__SESSIONS=10` sets `limits.sessions`.

use serde_json::Value;

use super::error::ConfigError;
use super::keys::{Kind, keys};
use super::layers::{Origin, Setting};
use crate::environment::Environment;

const PREFIX: &str = "ENSEMBLE__";

/// The variable that sets `key`.
pub(super) fn name_of(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_ascii_uppercase())
}

/// Every setting the variables make.
pub(super) fn read(environment: &Environment) -> Result<Vec<Setting>, ConfigError> {
    environment
        .variables()
        .filter_map(|(name, text)| name.strip_prefix(PREFIX).map(|rest| (name, rest, text)))
        .map(|(name, rest, text)| setting(name, rest, text))
        .collect()
}

fn setting(name: &str, rest: &str, text: &str) -> Result<Setting, ConfigError> {
    let key = rest.to_ascii_lowercase().replace("__", ".");
    let origin = Origin::Variable { name: name.to_owned() };
    let Some(info) = keys().get(&key) else {
        // The layer refuses the key when it is applied, with the nearest known one.
        return Ok(Setting { key, value: Value::Null, origin });
    };
    match parse(info.kind, text) {
        Some(value) => Ok(Setting { key, value, origin }),
        None => {
            let message = format!("`{text}` is not {}", info.kind.expected());
            Err(ConfigError::Value { key, origin, message })
        }
    }
}

fn parse(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Flag => match text {
            "true" | "on" | "1" => Some(Value::Bool(true)),
            "false" | "off" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        Kind::Number => text.parse::<i64>().ok().map(Value::from),
        Kind::Text if text.is_empty() => Some(Value::Null),
        Kind::Text => Some(Value::from(text)),
        Kind::List => Some(items(text).map(Value::from).collect()),
        Kind::NumberList => {
            items(text).map(|item| item.parse::<i64>().ok().map(Value::from)).collect()
        }
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}
