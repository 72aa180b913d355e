//! The service at its boundary: its tools on a temporary store.

use std::sync::Arc;

use kernel::{Call, Principal, Scopes, Service, ToolError};
use models::{ModelError, Price, Scripted};
use reasoner::config::Config;
use reasoner::mind::Mind;
use reasoner::strategy::Strategies;
use reasoner::{MIGRATIONS, Reasoner};
use serde_json::{Value, json};
use store::{Store, StoreConfig};

pub(crate) struct House {
    pub(crate) service: Service,
    store: Store,
    folder: tempfile::TempDir,
}

pub(crate) fn house_with(config: Config, model: Option<Arc<Scripted>>) -> House {
    let folder = tempfile::tempdir().unwrap();
    open(folder, config, model)
}

fn open(folder: tempfile::TempDir, config: Config, model: Option<Arc<Scripted>>) -> House {
    let path = folder.path().join("ensemble.db");
    let store = Store::open(StoreConfig { migrations: vec![MIGRATIONS], ..StoreConfig::new(path) });
    let store = store.unwrap();
    let price = Price { input: 1_000_000.0, output: 2_000_000.0 };
    let mind = model.map(|model| Mind { model, price });
    let state = Reasoner::new(store.clone(), config, Strategies::default(), mind);
    House { service: reasoner::service(&state).unwrap(), store, folder }
}

pub(crate) fn house() -> House {
    house_with(Config::default(), None)
}

impl House {
    async fn try_as(&self, who: &str, tool: &str, input: Value) -> Result<Value, ToolError> {
        let call = Call::new(Principal::new(who, Scopes::all()));
        let Value::Object(input) = input else { panic!("an object") };
        self.service.tools.call(tool, call, input).await
    }

    pub(crate) async fn try_call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        self.try_as("ann", tool, input).await
    }

    pub(crate) async fn call(&self, tool: &str, input: Value) -> Value {
        let answer = self.try_call(tool, input.clone()).await;
        answer.unwrap_or_else(|error| panic!("{tool} {input}: {error:?}"))
    }

    pub(crate) async fn session(&self, id: &str, text: &str) {
        self.call("session_create", json!({ "sessionId": id })).await;
        let told = json!({
            "sessionId": id, "naturalLanguageText": text, "strict": true,
            "onContradiction": "warn",
        });
        self.call("session_assert", told).await;
    }

    pub(crate) async fn ask(&self, id: &str, question: &str) -> Value {
        let asked = json!({ "sessionId": id, "naturalLanguageQuestion": question });
        self.call("session_query", asked).await
    }

    pub(crate) async fn verdict(&self, id: &str, question: &str) -> String {
        self.ask(id, question).await["verdict"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn sessions_belong_to_their_principal_and_outlive_the_process() {
    let house = house();
    house.session("s", "Rex is a dog.").await;
    let stranger = json!({ "sessionId": "s" });
    let error = house.try_as("bob", "session_get", stranger).await.unwrap_err();
    assert_eq!(error.code, "SESSION_NOT_FOUND");
    let own = json!({ "sessionId": "s" });
    assert!(house.try_as("bob", "session_create", own.clone()).await.is_ok());
    assert_eq!(house.try_call("session_create", own).await.unwrap_err().code, "SESSION_EXISTS");
    let House { store, folder, service } = house;
    drop(service);
    assert_eq!(store.close().await, 0);
    let again = open(folder, Config::default(), None);
    assert_eq!(again.verdict("s", "Is Rex a dog?").await, "yes");
}

#[tokio::test]
async fn contradictions_are_told_refused_or_superseded() {
    let house = house();
    house.session("s", "Every human is mortal. Socrates is a human.").await;
    let tell = |policy: &str, text: &str| json!({ "sessionId": "s", "naturalLanguageText": text, "onContradiction": policy });
    let refused = house.try_call("session_assert", tell("reject", "Socrates is not mortal.")).await;
    assert_eq!(refused.unwrap_err().code, "CONTRADICTION");
    assert_eq!(house.verdict("s", "Is Socrates mortal?").await, "yes");
    let warned = house.call("session_assert", tell("warn", "Socrates is not mortal.")).await;
    let clash = &warned["contradictions"][0];
    assert_eq!(clash["statements"].as_array().unwrap().len(), 3, "{warned}");
    assert_eq!(clash["proofs"].as_array().unwrap().len(), 2);
    house.session("t", "Rex is a dog.").await;
    let superseding = json!({
        "sessionId": "t", "naturalLanguageText": "Rex is not a dog.", "onContradiction": "supersede",
    });
    let told = house.call("session_assert", superseding).await;
    assert_eq!(told["superseded"], json!(["Rex is a dog."]), "{told}");
    assert_eq!(house.verdict("t", "Is Rex a dog?").await, "no");
    let declared = json!({
        "sessionId": "t",
        "rules": "functional(capital_of). capital_of(france, paris). exclusive([cat, bird]). \
                  capital_of(france, lyon). cat(tom). bird(tom).",
    });
    let told = house.call("session_assert_rules", declared).await;
    let clashes = told["contradictions"].as_array().unwrap();
    assert!(clashes.iter().any(|it| it.to_string().contains("lyon")), "{told}");
    assert!(clashes.iter().any(|it| it.to_string().contains("bird(tom)")), "{told}");
}

#[tokio::test]
async fn choices_that_leave_nothing_are_noticed_when_they_are_told() {
    let house = house();
    house.session("s", "Bob is tall or rich.").await;
    let text = "Bob is neither tall nor rich.";
    let told = json!({ "sessionId": "s", "naturalLanguageText": text });
    let told = house.call("session_assert", told).await;
    assert_eq!(told["contradictions"][0]["statements"].as_array().unwrap().len(), 2, "{told}");
}

#[tokio::test]
async fn the_past_can_be_asked_forked_compared_and_undone() {
    let house = house();
    house.session("s", "A dog barks. Rex is a dog.").await;
    let more = json!({ "sessionId": "s", "naturalLanguageText": "Tom is a cat." });
    house.call("session_assert", more).await;
    let past = json!({
        "sessionId": "s", "naturalLanguageQuestion": "Is Tom a cat?", "queryOptions": { "asOf": 1 },
    });
    assert_eq!(house.call("session_query", past).await["verdict"], "unknown");
    let fork = json!({ "sessionId": "s", "newSessionId": "f", "asOf": 1 });
    house.call("session_fork", fork).await;
    assert_eq!(house.verdict("f", "Is Tom a cat?").await, "unknown");
    assert_eq!(house.verdict("f", "Does Rex bark?").await, "yes");
    let retract = json!({ "sessionId": "s", "text": "Rex is a dog." });
    house.call("session_retract", retract).await;
    assert_eq!(house.verdict("s", "Does Rex bark?").await, "unknown");
    let diff = house.call("session_history", json!({ "sessionId": "s", "from": 2, "to": 3 })).await;
    assert_eq!(diff["diff"]["removed"][0]["text"], "Rex is a dog.", "{diff}");
    house.call("session_retract", json!({ "sessionId": "s", "undo": 1 })).await;
    assert_eq!(house.verdict("s", "Does Rex bark?").await, "yes");
}

#[tokio::test]
async fn limits_are_named_when_they_are_reached() {
    let mut config = Config::default();
    (config.limits.statements, config.limits.text_bytes, config.limits.sessions) = (2, 200, 1);
    config.limits.inferences = 10_000;
    let house = house_with(config, None);
    house.session("s", "Rex is a dog.").await;
    let tell = |text: String| json!({ "sessionId": "s", "naturalLanguageText": text });
    let code = |error: ToolError| (error.code.to_string(), error.message);
    let many = house.try_call("session_assert", tell("Ann is tall. Bob is tall.".into())).await;
    let (kind, message) = code(many.unwrap_err());
    assert!(kind == "LIMIT_REACHED" && message.contains("reasoner.max_statements"), "{message}");
    let (_, message) =
        code(house.try_call("session_assert", tell("x".repeat(201))).await.unwrap_err());
    assert!(message.contains("reasoner.max_text_bytes"), "{message}");
    let (_, message) = code(house.try_call("session_create", json!({})).await.unwrap_err());
    assert!(message.contains("reasoner.max_sessions"), "{message}");
    let endless = json!({ "sessionId": "s", "naturalLanguageQuestion": "?- repeat, fail." });
    let (kind, message) = code(house.try_call("session_query", endless).await.unwrap_err());
    assert!(kind == "LIMIT_REACHED" && message.contains("reasoner.max_inferences"), "{message}");
}

#[tokio::test]
async fn the_leaderboard_is_empty_until_something_was_measured() {
    let house = house();
    let empty = house.call("analysis_get_strategy_leaderboard", json!({})).await;
    assert_eq!(empty["data"], json!([]));
    house.session("s", "Rex is a dog.").await;
    let used = house.call("analysis_get_strategy_leaderboard", json!({})).await;
    assert_eq!(used["data"][0]["strategyId"], "CNL-1");
    assert_eq!((&used["data"][0]["uses"], &used["data"][0]["accuracy"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn a_model_that_says_something_else_goes_back_once_and_is_refused() {
    let model = Scripted::new()
        .line("having grumbled", "Every manager is rich.")
        .line("be rich", "Is Eva rich?");
    let model = Arc::new(model);
    let house = house_with(Config::default(), Some(model.clone()));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    house.call("strategy_setActive", json!({ "strategyId": "CNL-LLM-1" })).await;
    let text = "Eva is a manager. The intern, having grumbled at length, was shown the door.";
    let told = json!({ "sessionId": "s", "naturalLanguageText": text });
    let told = house.call("session_assert", told).await;
    assert_eq!(told["addedFacts"], json!(["manager(eva)."]), "{told}");
    assert_eq!(told["sentences"][1]["status"], "rejected");
    let heard = model.heard();
    assert_eq!(heard.len(), 2, "once, and once more with the reason");
    assert!(heard[1].user.contains("does not say the same"), "{}", heard[1].user);
}

#[tokio::test]
async fn a_model_rewrites_what_the_grammar_rejects_and_must_pass_it() {
    let model = Scripted::new()
        .line("why, be", "Rex is a dog.")
        .line("utter mystery", "Blah blah blah the.")
        .line("be Rex here a dog", "Is Rex a dog?");
    let model = Arc::new(model);
    let house = house_with(Config::default(), Some(model.clone()));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    house.call("strategy_setActive", json!({ "strategyId": "CNL-LLM-1" })).await;
    let text = "Every dog barks. Rex, why, be a dog. \
                It be of utter mystery, them thing.";
    let told = json!({ "sessionId": "s", "naturalLanguageText": text });
    let told = house.call("session_assert", told).await;
    assert_eq!(told["addedFacts"], json!(["barks(X) :- dog(X).", "dog(rex)."]), "{told}");
    assert!(told["sentences"][1]["rewrittenFrom"].as_str().unwrap().contains("why, be"));
    assert_eq!(told["sentences"][2]["status"], "rejected");
    assert_eq!(told["cost"]["llm_calls"], 4, "one for the dog, three for the mystery");
    assert!(told["cost"]["cost_usd"].as_f64().unwrap() > 0.0);
    let asked = house.ask("s", "Why, be Rex here a dog?").await;
    assert_eq!((&asked["verdict"], &asked["cost"]["model"]), (&json!("yes"), &json!("scripted")));
}

#[tokio::test]
async fn clauses_by_a_model_must_load_and_are_repaired_by_what_was_wrong() {
    let fact = r#"```json
{"statementType":"fact","fact":{"predicate":"dog","arguments":["rex"]}}
```"#;
    let model = Scripted::new()
        .failing("boom", ModelError::Refused { status: 500, message: "no".to_owned() })
        .line("could not be used", "dog(rex). barks(X) :- dog(X).")
        .line("The text:\nRex", fact)
        .line("Turn this into clauses", "dog(rex")
        .line("The question:\nWho", "barks(Who)");
    let house = house_with(Config::default(), Some(Arc::new(model)));
    house.call("session_create", json!({ "sessionId": "s" })).await;
    let tell = |strategy: &str, text: &str| json!({ "sessionId": "s", "naturalLanguageText": text, "strategyId": strategy });
    let told = house.call("session_assert", tell("SIR-R1", "Rex is one dog, sir")).await;
    assert_eq!(told["addedFacts"], json!(["dog(rex)."]), "{told}");
    let told = house.call("session_assert", tell("Direct-S1", "Rex barks like dogs do")).await;
    assert_eq!(told["addedFacts"], json!(["dog(rex).", "barks(X) :- dog(X)."]), "{told}");
    assert_eq!(told["cost"]["llm_calls"], 2);
    house.call("strategy_setActive", json!({ "strategyId": "Direct-S1" })).await;
    let asked = house.ask("s", "Who be barking, then?").await;
    assert_eq!(asked["bindings"], json!([{ "Who": "rex" }]), "{asked}");
    let error = house.try_call("session_assert", tell("Direct-S1", "boom")).await.unwrap_err();
    assert_eq!(error.code, "LLM_REQUEST_FAILED");
    let without = house_with(Config::default(), None);
    without.call("session_create", json!({ "sessionId": "s" })).await;
    let error = without.try_call("session_assert", tell("SIR-R1", "x")).await.unwrap_err();
    assert!(error.message.contains("needs a model"), "{error}");
}

#[tokio::test]
async fn answers_are_worded_for_people_and_say_what_they_may_hang_on() {
    let house = house();
    house.session("s", "All birds can fly. Tweety is a bird. Tim owns a red car.").await;
    assert_eq!(house.ask("s", "Can Tweety fly?").await["answer"], "Yes. Tweety can fly.");
    assert_eq!(house.ask("s", "What does Tim own?").await["answer"], "A car.");
    let open = house.ask("s", "Is Tim rich?").await;
    assert_eq!(open["verdict"], "unknown");
    assert_eq!(open["doubts"], json!(["Nothing that was said mentions `rich`."]));
    assert_eq!(open["answer"], "I don't know. Nothing that was said mentions `rich`.");
}

#[tokio::test]
async fn a_proof_of_thousands_of_steps_can_be_read_by_anybody() {
    let house = house();
    house.session("s", "n(0). n(X) :- X > 0, Y is X - 1, n(Y).").await;
    for steps in [30, 2_000, 20_000] {
        let query = json!({
            "sessionId": "s",
            "naturalLanguageQuestion": format!("n({steps})."),
            "queryOptions": { "trace": true, "debug": true },
        });
        let answer = house.call("session_query", query).await;
        assert_eq!(answer["verdict"], "yes", "{steps}");
        let text = answer.to_string();
        let again: Value = serde_json::from_str(&text).unwrap();
        let proof = &again["debugInfo"]["proof"][0];
        let (mut node, mut depth) = (proof, 0);
        while let Some(below) = node["children"].as_array().and_then(|below| below.last()) {
            (node, depth) = (below, depth + 1);
        }
        assert!(depth >= 30, "{steps}: {depth}");
        let lines = again["explanation"].as_str().unwrap().lines().count();
        assert!(lines >= usize::min(steps, 10_000), "{steps}: {lines} lines");
        assert_eq!(again["explanation"].as_str().unwrap().contains("and so on"), steps == 20_000);
    }
}
