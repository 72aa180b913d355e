//! Schemas as every client reads them: one type a place, standard formats only, no bare `true`.
//!
//! Clients map schemas onto dialects of their own. A list of types, a format that only one generator
//! knows or a schema that says nothing is dropped there, warned of, or costs the whole tool.

use serde_json::{Map, Value, json};

/// The formats that JSON Schema itself names.
const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Keywords whose value is a schema, a list of schemas, or schemas by name.
const ONE: [&str; 5] = ["items", "contains", "propertyNames", "not", "additionalProperties"];
const LISTED: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 4] = ["properties", "patternProperties", "$defs", "dependentSchemas"];

/// Keywords that say something of a value; a schema with none of them takes anything.
const SAYING: [&str; 7] = ["type", "enum", "const", "$ref", "not", "properties", "items"];

/// Whether a field that may be missing is told to be possibly null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    /// What a tool takes: leaving a field out says the same, and a null is still understood.
    LeftOut,
    /// What a tool gives: it may really stand there.
    Given,
}

/// Rewrites a schema and all within it.
pub(super) fn portable(schema: &mut Map<String, Value>, nulls: Nulls) {
    if let Some(Value::String(format)) = schema.get("format")
        && !FORMATS.contains(&format.as_str())
    {
        schema.remove("format");
    }
    if nulls == Nulls::LeftOut {
        without_null(schema);
    }
    split_types(schema);
    for keyword in ONE {
        // `additionalProperties` alone may be a plain yes or no.
        let plain =
            keyword == "additionalProperties" && schema.get(keyword).is_some_and(Value::is_boolean);
        if let Some(inner) = schema.get_mut(keyword).filter(|_| !plain) {
            any_or(inner, nulls);
        }
    }
    for keyword in LISTED {
        if let Some(Value::Array(inner)) = schema.get_mut(keyword) {
            inner.iter_mut().for_each(|inner| any_or(inner, nulls));
        }
    }
    for keyword in NAMED {
        if let Some(Value::Object(inner)) = schema.get_mut(keyword) {
            inner.values_mut().for_each(|inner| any_or(inner, nulls));
        }
    }
}

/// A schema within another: what takes anything says so by naming every type.
fn any_or(schema: &mut Value, nulls: Nulls) {
    if schema.as_bool() == Some(true) {
        *schema = json!({});
    }
    let Value::Object(schema) = schema else { return };
    portable(schema, nulls);
    let says = SAYING.iter().chain(&LISTED).any(|keyword| schema.contains_key(*keyword));
    if !says {
        let types = ["object", "array", "string", "number", "boolean", "null"];
        schema.insert("anyOf".into(), types.map(|name| json!({ "type": name })).as_slice().into());
    }
}

/// Takes the null out of what may be something or null.
fn without_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
    }
    let Some(Value::Array(branches)) = schema.get_mut("anyOf") else { return };
    branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
    if branches.len() != 1 {
        return;
    }
    if let Some(Value::Array(mut branches)) = schema.remove("anyOf")
        && let Some(Value::Object(only)) = branches.pop()
    {
        for (keyword, value) in only {
            schema.entry(keyword).or_insert(value);
        }
    }
}

/// One branch for each type of a list of types; what is said of one type only stays beside them.
fn split_types(schema: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = schema.get_mut("type") else { return };
    let types = std::mem::take(types);
    if let [only] = types.as_slice() {
        schema.insert("type".into(), only.clone());
        return;
    }
    schema.remove("type");
    let branches: Vec<Value> = types.into_iter().map(|name| json!({ "type": name })).collect();
    schema.insert("anyOf".into(), branches.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(schema: Value, nulls: Nulls) -> Value {
        let Value::Object(mut schema) = schema else { panic!("an object") };
        portable(&mut schema, nulls);
        Value::Object(schema)
    }

    #[test]
    fn formats_of_one_generator_are_left_out_and_standard_ones_stay() {
        let schema = json!({ "properties": {
            "count": { "type": "integer", "format": "uint64", "minimum": 0 },
            "at": { "type": "string", "format": "date-time" },
        } });
        let wanted = json!({ "properties": {
            "count": { "type": "integer", "minimum": 0 },
            "at": { "type": "string", "format": "date-time" },
        } });
        assert_eq!(made(schema, Nulls::Given), wanted);
    }

    #[test]
    fn a_field_that_may_be_missing_is_of_one_type_where_it_is_taken() {
        let schema = json!({ "properties": {
            "name": { "type": ["string", "null"], "description": "who" },
            "kind": { "description": "which", "anyOf": [{ "$ref": "#/$defs/Kind" }, { "type": "null" }] },
        } });
        let wanted = json!({ "properties": {
            "name": { "type": "string", "description": "who" },
            "kind": { "description": "which", "$ref": "#/$defs/Kind" },
        } });
        assert_eq!(made(schema, Nulls::LeftOut), wanted);
    }

    #[test]
    fn what_may_be_null_in_an_answer_says_so_in_branches() {
        let schema = json!({ "properties": { "end": { "type": ["string", "null"] } } });
        let wanted = json!({ "properties": { "end": { "anyOf": [{ "type": "string" }, { "type": "null" }] } } });
        assert_eq!(made(schema, Nulls::Given), wanted);
    }

    #[test]
    fn what_takes_anything_names_every_type() {
        let schema = json!({ "properties": { "a": true, "b": { "description": "any" } },
            "additionalProperties": true });
        let made = made(schema, Nulls::LeftOut);
        assert_eq!(made["additionalProperties"], json!(true));
        for name in ["a", "b"] {
            let branches = made["properties"][name]["anyOf"].as_array().expect("branches");
            assert_eq!(branches.len(), 6, "{name}");
        }
        assert_eq!(made["properties"]["b"]["description"], json!("any"));
    }
}
