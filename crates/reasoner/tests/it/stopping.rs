//! Work that nobody waits for any more ends, whatever engine does it.

use std::time::Duration;

use kernel::work::Work;
use kernel::{Call, ErrorKind, Principal, Scopes, ToolError};
use serde_json::{Value, json};

use crate::service::{House, house};

/// Starts a call, stops its work once a thread computes for it, and gives what came back.
async fn stopped(house: &House, tool: &str, input: Value) -> ToolError {
    let call = Call::new(Principal::new("ann", Scopes::all()));
    let work: Work = call.work.clone();
    let Value::Object(input) = input else { panic!("an object") };
    let tools = house.service.tools.clone();
    let name = tool.to_owned();
    let running = tokio::spawn(async move { tools.call(&name, call, input).await });
    let computing = async {
        while kernel::work::running() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), computing).await.unwrap();
    work.stop();
    let answer = tokio::time::timeout(Duration::from_secs(30), running).await.unwrap().unwrap();
    assert_eq!(kernel::work::running(), 0, "{tool}: the thread is free again");
    answer.unwrap_err()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_engine_ends_when_its_call_does() {
    let house = house();
    let sentence = "Every man who sees a dog that chases a cat likes a mouse or a bird. ";
    let long = sentence.repeat(3000);
    house.call("session_create", json!({ "sessionId": "s" })).await;
    for (tool, input) in [
        ("translate_nlToRules", json!({ "naturalLanguageText": long })),
        ("session_assert", json!({ "sessionId": "s", "naturalLanguageText": long })),
    ] {
        let error = stopped(&house, tool, input).await;
        assert_eq!(error.kind, ErrorKind::Cancelled, "{tool}: {error:?}");
    }
    let told = house.call("session_get", json!({ "sessionId": "s" })).await;
    assert!(!told.to_string().contains("dog"), "nothing of it was taken in: {told}");
    let program = "loop(X) :- member(Y, [1, 2]), loop([X, Y]), fail. loop(_) :- loop(a).";
    house.call("session_assert_rules", json!({ "sessionId": "s", "rules": program })).await;
    let asked = json!({ "sessionId": "s", "naturalLanguageQuestion": "loop(1)." });
    stopped(&house, "session_query", asked).await;
}
