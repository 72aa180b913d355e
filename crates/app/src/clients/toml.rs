//! Edits of TOML files, comments and order kept.

use serde_json::Value;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table};

use super::EditError;
use crate::toml_json;

pub(super) fn get(text: &str, section: &str, name: &str) -> Result<Option<Value>, EditError> {
    let document = parse(text)?;
    let Some(item) = document.get(section) else { return Ok(None) };
    let entries = item.as_table_like().ok_or_else(|| EditError::Shape(section.to_owned()))?;
    Ok(entries.get(name).map(toml_json::value))
}

pub(super) fn set(
    text: &str,
    section: &str,
    name: &str,
    value: &Value,
) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let item = document.entry(section).or_insert_with(|| {
        let mut table = Table::new();
        // Only `[section.name]` is wanted in the file, not an empty `[section]` above it.
        table.set_implicit(true);
        Item::Table(table)
    });
    let shape = || EditError::Shape(section.to_owned());
    if let Item::Table(entries) = item {
        let mut table = table(value);
        if let Some(Item::Table(old)) = entries.get(name) {
            *table.decor_mut() = old.decor().clone();
            table.set_position(old.position());
        }
        entries.insert(name, Item::Table(table));
    } else {
        let entries = item.as_table_like_mut().ok_or_else(shape)?;
        entries.insert(name, Item::Value(inline(value)));
    }
    Ok(document.to_string())
}

pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<String, EditError> {
    let mut document = parse(text)?;
    if let Some(item) = document.get_mut(section) {
        let shape = || EditError::Shape(section.to_owned());
        item.as_table_like_mut().ok_or_else(shape)?.remove(name);
    }
    Ok(document.to_string())
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        EditError::Syntax(error.to_string().lines().collect::<Vec<_>>().join(" "))
    })
}

fn table(value: &Value) -> Table {
    let mut table = Table::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        table.insert(key, Item::Value(inline(value)));
    }
    table
}

fn inline(value: &Value) -> toml_edit::Value {
    match value {
        Value::Null => toml_edit::Value::from(""),
        Value::Bool(flag) => toml_edit::Value::from(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => toml_edit::Value::from(whole),
            None => toml_edit::Value::from(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => toml_edit::Value::from(text.as_str()),
        Value::Array(items) => toml_edit::Value::Array(items.iter().map(inline).collect::<Array>()),
        Value::Object(entries) => toml_edit::Value::InlineTable(
            entries.iter().map(|(key, value)| (key, inline(value))).collect::<InlineTable>(),
        ),
    }
}
