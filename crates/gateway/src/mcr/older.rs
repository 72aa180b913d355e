//! The five tools of the older frames: their names, fields and schemas, and the tools they stand for.

use kernel::{ToolError, ToolSpec};
use serde_json::{Value, json};

use super::call;
use super::frame::Invocation;

/// One of the older tools.
#[derive(Debug)]
pub(super) struct Older {
    pub(super) name: &'static str,
    /// Its name in the table.
    pub(super) inner: &'static str,
    /// What a failure is called.
    failure: &'static str,
    /// The fields it takes: their names, here and in the table.
    takes: &'static [(&'static str, &'static str)],
    /// The fields it answers with.
    pub(super) output: fn(&Value) -> Value,
    /// Their types.
    gives: fn() -> Value,
}

impl PartialEq for Older {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Older {}

pub(super) static OLDER: [Older; 5] = [
    Older {
        name: "create_reasoning_session",
        inner: "session_create",
        failure: "TOOL_EXECUTION_ERROR",
        takes: &[
            ("sessionId", "sessionId"),
            ("ontologies", "ontologies"),
            ("strictness", "strictness"),
        ],
        output: created,
        gives: || {
            let facts = json!({ "type": "array", "items": { "type": "string" } });
            object(&json!({
                "sessionId": text(), "createdAt": text(), "facts": facts,
                "factCount": { "type": "integer" },
            }))
        },
    },
    Older {
        name: "assert_facts_to_session",
        inner: "session_assert",
        failure: "ASSERT_TOOL_FAILED",
        takes: &[
            ("sessionId", "sessionId"),
            ("naturalLanguageText", "naturalLanguageText"),
            ("strict", "strict"),
            ("onContradiction", "onContradiction"),
            ("strategyId", "strategyId"),
        ],
        output: |value| {
            json!({
                "success": value["success"],
                "message": value["message"],
                "addedFacts": value.get("addedFacts").cloned().unwrap_or_else(|| json!([])),
            })
        },
        gives: || {
            let facts = json!({ "type": "array", "items": { "type": "string" } });
            object(&json!({ "success": truth(), "message": text(), "addedFacts": facts }))
        },
    },
    Older {
        name: "query_session",
        inner: "session_query",
        failure: "QUERY_TOOL_FAILED",
        takes: &[
            ("sessionId", "sessionId"),
            ("naturalLanguageQuestion", "naturalLanguageQuestion"),
            ("queryOptions", "queryOptions"),
        ],
        output: |value| json!({ "success": value["success"], "answer": value["answer"] }),
        gives: || object(&json!({ "success": truth(), "answer": text() })),
    },
    Older {
        name: "translate_nl_to_rules",
        inner: "translate_nlToRules",
        failure: "NL_TO_RULES_TOOL_FAILED",
        takes: &[("naturalLanguageText", "naturalLanguageText"), ("strategyId", "strategyId")],
        output: |value| {
            json!({
                "success": value["success"],
                "rules": value["rules"],
                "rawOutput": value["sentences"],
                "message": "The text was translated.",
            })
        },
        gives: || {
            let rules = json!({ "type": "array", "items": { "type": "string" } });
            let raw = json!({ "type": "array", "items": { "type": "object" } });
            let fields = json!({
                "success": truth(), "rules": rules, "rawOutput": raw, "message": text(),
            });
            object(&fields)
        },
    },
    Older {
        name: "translate_rules_to_nl",
        inner: "translate_rulesToNl",
        failure: "RULES_TO_NL_TOOL_FAILED",
        takes: &[("prologRules", "rules"), ("style", "style")],
        output: |value| {
            json!({
                "success": value["success"],
                "explanation": value["explanation"],
                "message": "The rules were put into words.",
            })
        },
        gives: || object(&json!({ "success": truth(), "explanation": text(), "message": text() })),
    },
];

/// The older tool of that name.
pub(super) fn find(name: &str) -> Option<&'static Older> {
    OLDER.iter().find(|older| older.name == name)
}

/// What a failure is called.
pub(super) fn failure(older: Option<&Older>, error: &ToolError) -> String {
    match call::code(error) {
        "UNKNOWN_TOOL" => "TOOL_NOT_FOUND".to_owned(),
        "SESSION_NOT_FOUND" => "SESSION_NOT_FOUND_TOOL".to_owned(),
        other => older.map_or(other, |older| older.failure).to_owned(),
    }
}

impl Older {
    /// Makes a call of the tool in the table out of a call of this one.
    pub(super) fn translate(&self, call: &mut Invocation) {
        self.inner.clone_into(&mut call.tool);
        for (ours, theirs) in self.takes.iter().filter(|(ours, theirs)| ours != theirs) {
            if let Some(value) = call.input.remove(*ours) {
                call.input.insert((*theirs).to_owned(), value);
            }
        }
    }

    /// The tool as it is listed: the fields it takes with the schemas of the tool in the table.
    pub(super) fn shown(&self, spec: &ToolSpec) -> Value {
        let mut input = Value::Object((*spec.input_schema.get()).clone());
        let known = input["properties"].take();
        let required = input["required"].take();
        let needs = |name: &str| required.as_array().is_some_and(|all| all.contains(&json!(name)));
        let fields = self
            .takes
            .iter()
            .filter_map(|(ours, theirs)| Some(((*ours).to_owned(), known.get(*theirs)?.clone())));
        input["properties"] = Value::Object(fields.collect());
        let needed = self.takes.iter().filter(|(_, theirs)| needs(theirs)).map(|(ours, _)| *ours);
        input["required"] = json!(needed.collect::<Vec<_>>());
        json!({
            "name": self.name,
            "description": spec.description,
            "input_schema": input,
            "output_schema": (self.gives)(),
        })
    }
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn truth() -> Value {
    json!({ "type": "boolean" })
}

fn object(fields: &Value) -> Value {
    let names: Vec<&String> = fields.as_object().into_iter().flat_map(|it| it.keys()).collect();
    json!({ "type": "object", "properties": fields, "required": names })
}

fn created(value: &Value) -> Value {
    let facts: Vec<&str> = value["data"]["facts"].as_str().unwrap_or_default().lines().collect();
    json!({
        "sessionId": value["data"]["id"],
        "createdAt": value["data"]["createdAt"],
        "factCount": facts.len(),
        "facts": facts,
    })
}
