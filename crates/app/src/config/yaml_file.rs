//! Settings from the orchestrator's `config.yaml`, each with its line.
//!
//! The file's keys are those of the section `orchestrator`; a missing file sets nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_saphyr::Spanned;

use super::error::ConfigError;
use super::layers::{Origin, Setting};

/// Every setting in the file.
pub(super) fn read(path: &Path) -> Result<Vec<Setting>, ConfigError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(ConfigError::Unreadable { path: path.to_owned(), cause }),
    };
    let syntax = |message: String| ConfigError::Syntax {
        path: path.to_owned(),
        format: "YAML",
        message: message.lines().next().unwrap_or_default().to_owned(),
    };
    let tree: Option<Node> =
        serde_saphyr::from_str(&text).map_err(|error| syntax(error.to_string()))?;
    let mut settings = Vec::new();
    match tree {
        None => {}
        Some(Node::Map(map)) => collect(path, "orchestrator", &map, &mut settings),
        Some(Node::Leaf(_)) => return Err(syntax("expected keys and values".to_owned())),
    }
    Ok(settings)
}

fn collect(path: &Path, section: &str, map: &Entries, settings: &mut Vec<Setting>) {
    for (name, node) in map {
        let key = format!("{section}.{name}");
        match &node.value {
            Node::Map(inner) => collect(path, &key, inner, settings),
            Node::Leaf(value) => {
                let line = usize::try_from(node.referenced.line()).ok().filter(|line| *line > 0);
                let origin = Origin::File { path: path.to_owned(), line };
                settings.push(Setting { key, value: value.clone(), origin });
            }
        }
    }
}

type Entries = BTreeMap<String, Spanned<Node>>;

/// A YAML value whose entries remember their place.
enum Node {
    Map(Entries),
    Leaf(Value),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut map = Entries::new();
        while let Some((name, node)) = access.next_entry()? {
            map.insert(name, node);
        }
        Ok(Node::Map(map))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element::<Value>()? {
            items.push(item);
        }
        Ok(Node::Leaf(Value::Array(items)))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(value.into()))
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(Value::Null))
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Leaf(Value::Null))
    }
}
