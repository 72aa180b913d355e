//! JSON schemas of tools, from their types.

use std::fmt;
use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::portable::{Nulls, portable};

type Made = Arc<Map<String, Value>>;

/// The schema of what a tool takes or gives, made when it is first asked for: a program has many
/// tools, and most of its lives end without anybody listing them.
#[derive(Clone)]
pub struct Schema(Arc<LazyLock<Made>>);

impl Schema {
    pub(super) fn of_input<T: JsonSchema>() -> Self {
        Self(Arc::new(LazyLock::new(|| {
            let settings = SchemaSettings::draft2020_12().for_deserialize();
            let mut schema = root::<T>(settings, Nulls::LeftOut);
            schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
            Arc::new(schema)
        })))
    }

    pub(super) fn of_output<T: JsonSchema>() -> Self {
        Self(Arc::new(LazyLock::new(|| {
            Arc::new(root::<T>(SchemaSettings::draft2020_12().for_serialize(), Nulls::Given))
        })))
    }

    /// The schema as an object.
    pub fn get(&self) -> Arc<Map<String, Value>> {
        Arc::clone(&self.0)
    }
}

impl Default for Schema {
    fn default() -> Self {
        Self(Arc::new(LazyLock::new(Made::default)))
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(out)
    }
}

fn root<T: JsonSchema>(settings: SchemaSettings, nulls: Nulls) -> Map<String, Value> {
    let schema = settings.into_generator().into_root_schema_for::<T>();
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.remove("title");
    // Hosts insist on an object at the top even where a tool takes nothing.
    schema.entry("type").or_insert_with(|| Value::from("object"));
    portable(&mut schema, nulls);
    schema
}
