//! Edits of JSON files that may carry comments and trailing commas.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

use super::EditError;

pub(super) fn get(text: &str, section: &str, name: &str) -> Result<Option<Value>, EditError> {
    let root = parse(text)?;
    let Some(entries) = entries(&root, section)? else { return Ok(None) };
    Ok(entries.get(name).and_then(|entry| entry.to_serde_value()))
}

pub(super) fn set(
    text: &str,
    section: &str,
    name: &str,
    value: &Value,
) -> Result<String, EditError> {
    let root = parse(text)?;
    let shape = || EditError::Shape(section.to_owned());
    let object = root.object_value_or_create().ok_or_else(shape)?;
    let entries = object.object_value_or_create(section).ok_or_else(shape)?;
    match entries.get(name) {
        Some(entry) => entry.set_value(input(value)),
        None => {
            entries.append(name, input(value));
        }
    }
    let mut edited = root.to_string();
    if text.trim().is_empty() && !edited.ends_with('\n') {
        edited.push('\n');
    }
    Ok(edited)
}

pub(super) fn remove(text: &str, section: &str, name: &str) -> Result<String, EditError> {
    let root = parse(text)?;
    if let Some(entry) = entries(&root, section)?.and_then(|entries| entries.get(name)) {
        entry.remove();
    }
    Ok(root.to_string())
}

fn parse(text: &str) -> Result<CstRootNode, EditError> {
    // Stricter than the parser's default: what a client would refuse must not be built upon.
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    CstRootNode::parse(text, &options).map_err(|error| EditError::Syntax(error.to_string()))
}

fn entries(root: &CstRootNode, section: &str) -> Result<Option<CstObject>, EditError> {
    let shape = || EditError::Shape(section.to_owned());
    if root.value().is_none() {
        return Ok(None);
    }
    let object = root.object_value().ok_or_else(shape)?;
    match object.get(section) {
        None => Ok(None),
        Some(property) => property.object_value().map(Some).ok_or_else(shape),
    }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(entries) => CstInputValue::Object(
            entries.iter().map(|(key, value)| (key.clone(), input(value))).collect(),
        ),
    }
}
