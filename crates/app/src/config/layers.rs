//! Values on top of values, each knowing where it came from.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value};

use super::error::ConfigError;
use super::{Config, keys};

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    /// Built in.
    Default,
    /// A line of a file.
    File {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, where the parser tells it.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
    },
    /// A variable of the environment.
    Variable {
        /// Its name.
        name: String,
    },
    /// The command line.
    Flag {
        /// The flag.
        name: String,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("the defaults"),
            Self::File { path, line: Some(line) } => write!(f, "{}:{line}", path.display()),
            Self::File { path, line: None } => write!(f, "{}", path.display()),
            Self::Variable { name } | Self::Flag { name } => f.write_str(name),
        }
    }
}

/// One value for one key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Setting {
    /// The key with its sections, separated by dots.
    pub key: String,
    /// The value.
    pub value: Value,
    /// Where it came from.
    pub origin: Origin,
}

impl Setting {
    /// A value given on the command line.
    pub fn flag(flag: &str, key: &str, value: impl Into<Value>) -> Self {
        let origin = Origin::Flag { name: flag.to_owned() };
        Self { key: key.to_owned(), value: value.into(), origin }
    }
}

/// The settled value of every key.
#[derive(Debug, Clone)]
pub struct Settings(BTreeMap<String, Setting>);

impl Settings {
    /// The built-in values.
    pub fn defaults() -> Self {
        let setting = |info: &super::KeyInfo| Setting {
            key: info.key.clone(),
            value: info.default.clone(),
            origin: Origin::Default,
        };
        Self(keys().iter().map(|(key, info)| (key.clone(), setting(info))).collect())
    }

    /// Puts a layer on top; a key that does not exist is an error.
    pub fn apply(&mut self, layer: Vec<Setting>) -> Result<(), ConfigError> {
        for setting in layer {
            match self.0.get_mut(&setting.key) {
                Some(known) => *known = setting,
                None => return Err(unknown(setting)),
            }
        }
        Ok(())
    }

    /// Every setting, by key.
    pub fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.values()
    }

    /// The value of a key, unless it is unset.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.0.get(key).map(|setting| &setting.value).filter(|value| !value.is_null())
    }

    /// Where a key's value came from.
    pub fn origin(&self, key: &str) -> Origin {
        self.0.get(key).map_or(Origin::Default, |setting| setting.origin.clone())
    }

    /// The values as the typed configuration.
    pub fn typed(&self) -> Result<Config, ConfigError> {
        let mut tree = Map::new();
        for setting in self.0.values() {
            insert(&mut tree, &setting.key, setting.value.clone());
        }
        serde_path_to_error::deserialize(Value::Object(tree)).map_err(|error| {
            let path = error.path().to_string();
            let key = self.0.keys().find(|key| path.starts_with(key.as_str())).cloned();
            let key = key.unwrap_or(path);
            let message = error.into_inner().to_string();
            ConfigError::Value { origin: self.origin(&key), key, message }
        })
    }
}

fn insert(tree: &mut Map<String, Value>, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            tree.insert(key.to_owned(), value);
        }
        Some((section, rest)) => {
            let inner = tree.entry(section).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

fn unknown(setting: Setting) -> ConfigError {
    let nearest = kernel::nearest(&setting.key, keys().keys().map(String::as_str));
    let nearest = nearest.map(|known| spelled(known, &setting));
    ConfigError::UnknownKey { key: spelling(&setting), origin: setting.origin, nearest }
}

/// A person who wrote a variable wants to read the variable's right name, not the key's.
fn spelled(key: &str, setting: &Setting) -> String {
    match &setting.origin {
        Origin::Variable { .. } => super::variables::name_of(key),
        Origin::Default | Origin::File { .. } | Origin::Flag { .. } => key.to_owned(),
    }
}

fn spelling(setting: &Setting) -> String {
    spelled(&setting.key, setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_bad_element_is_the_key_of_its_list() {
        let mut settings = Settings::defaults();
        let layer = vec![Setting::flag("--service", "services.enabled", vec!["theatre"])];
        settings.apply(layer).unwrap();
        let message = settings.typed().unwrap_err().to_string();
        assert!(
            message.starts_with("`services.enabled` in --service: unknown variant"),
            "{message}"
        );
    }
}
