//! What the tools declare about their order, so that frames sent without waiting take effect in it.

use kernel::Order;
use serde_json::{Map, Value, json};

use crate::service::{House, house};

fn names(house: &House, tool: &str, input: &Value) -> Vec<String> {
    let spec = &house.service.tools.get(tool).unwrap().spec;
    spec.names(input.as_object().unwrap_or(&Map::new()))
}

#[tokio::test]
async fn a_session_is_made_before_it_is_told_and_copied_before_the_copy_is_asked() {
    let house = house();
    let made = names(&house, "session_create", &json!({ "sessionId": "s" }));
    assert_eq!(made.len(), 1);
    for tool in house.service.tools.iter().filter(|tool| tool.spec.name.starts_with("session_")) {
        let named = names(&house, tool.spec.name, &json!({ "sessionId": "s" }));
        assert_eq!(named, made, "{}", tool.spec.name);
    }
    let copied = json!({ "sessionId": "s", "newSessionId": "t" });
    let copied = names(&house, "session_fork", &copied);
    assert_eq!(copied[0], made[0]);
    assert_eq!(copied[1..], names(&house, "session_query", &json!({ "sessionId": "t" })));
    assert!(names(&house, "session_create", &json!({})).is_empty(), "nobody can name it yet");
}

#[tokio::test]
async fn what_every_session_rests_on_parts_the_calls_before_from_those_after() {
    let house = house();
    for tool in house.service.tools.iter() {
        let shared =
            ["ontology_create", "ontology_update", "ontology_delete", "strategy_setActive"];
        let alone = tool.spec.order == Order::Alone;
        assert_eq!(alone, shared.contains(&tool.spec.name), "{}", tool.spec.name);
    }
}
