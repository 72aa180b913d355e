//! A table of tools as every wire calls it.

use std::sync::Arc;

use kernel::{
    Call, ErrorKind, Principal, Scope, Service, ServiceInfo, ToolError, ToolTable, read, write,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Deserialize, JsonSchema)]
struct Add {
    left: i64,
    #[serde(default)]
    right: i64,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    sum: i64,
}

async fn add(_: Arc<()>, _: Call, input: Add) -> Result<Sum, ToolError> {
    Ok(Sum { sum: input.left + input.right })
}

async fn explode(_: Arc<()>, _: Call, _: Add) -> Result<Sum, ToolError> {
    panic!("boom")
}

fn table() -> ToolTable {
    ToolTable::of(&Arc::new(()))
        .add(read("add", "Adds two numbers"), add)
        .add(write("explode", Scope::Admin, "Panics").destructive(), explode)
        .done()
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

async fn call(name: &str, arguments: Value) -> Result<Value, ToolError> {
    table().call(name, Call::new(Principal::local()), object(&arguments)).await
}

#[tokio::test]
async fn a_call_answers_with_its_structured_output() {
    assert_eq!(call("add", json!({"left": 2, "right": 3})).await.unwrap(), json!({"sum": 5}));
    assert_eq!(call("add", json!({"left": 2})).await.unwrap(), json!({"sum": 2}));
}

#[tokio::test]
async fn bad_arguments_are_named_with_what_was_expected() {
    for (name, arguments, code, words) in [
        ("ad", json!({}), "UNKNOWN_TOOL", vec!["`ad`", "did you mean `add`?"]),
        ("add", json!({}), "MISSING_ARGUMENT", vec!["`left`"]),
        ("add", json!({"left": 1, "rigth": 2}), "UNKNOWN_ARGUMENT", vec!["`rigth`", "`right`"]),
        ("add", json!({"left": "two"}), "INVALID_ARGUMENT", vec!["`left`", "i64"]),
    ] {
        let error = call(name, arguments).await.unwrap_err();
        let text = format!("{} {}", error.message, error.hint.unwrap_or_default());
        assert_eq!(error.code, code, "{text}");
        for word in words {
            assert!(text.contains(word), "{text:?} should name {word}");
        }
    }
}

#[tokio::test]
async fn a_panic_is_an_error_of_its_own_call_alone() {
    let error = call("explode", json!({"left": 1})).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::Internal);
    assert!(error.message.contains("boom"));
    assert!(call("add", json!({"left": 1})).await.is_ok());
}

#[test]
fn both_schemas_come_from_the_types() {
    let table = table();
    let spec = &table.get("add").unwrap().spec;
    assert_eq!(spec.input_schema.get()["type"], "object");
    assert_eq!(spec.input_schema.get()["required"], json!(["left"]));
    assert_eq!(spec.output_schema.get()["properties"]["sum"]["type"], "integer");
}

#[test]
fn a_name_declared_twice_is_refused() {
    let mut service = Service::new(ServiceInfo {
        name: "sums",
        server_name: "sums".into(),
        server_version: "0.1.0".into(),
        description: "Adds",
        instructions: String::new(),
    });
    service.tools = ToolTable::of(&Arc::new(()))
        .add(read("add", "Adds"), add)
        .add(read("add", "Adds again"), add)
        .done();
    let error = service.verify().unwrap_err().to_string();
    assert!(error.contains("`add` twice"), "{error}");
}
