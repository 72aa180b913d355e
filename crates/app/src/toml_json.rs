//! TOML as JSON values, for code that compares or merges settings of any format.

use serde_json::Value;
use toml_edit::{Item, TableLike};

/// The value an item stands for.
pub(crate) fn value(item: &Item) -> Value {
    match item {
        Item::Value(value) => plain(value),
        Item::Table(table) => object(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| object(table)).collect(),
        Item::None => Value::Null,
    }
}

fn plain(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::from(text.value().as_str()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        toml_edit::Value::Float(number) => Value::from(*number.value()),
        toml_edit::Value::Boolean(flag) => Value::from(*flag.value()),
        toml_edit::Value::Datetime(time) => Value::from(time.value().to_string()),
        toml_edit::Value::Array(items) => items.iter().map(plain).collect(),
        toml_edit::Value::InlineTable(table) => object(table),
    }
}

fn object(table: &dyn TableLike) -> Value {
    table.iter().map(|(name, item)| (name.to_owned(), value(item))).collect()
}
