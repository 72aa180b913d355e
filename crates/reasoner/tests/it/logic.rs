//! What follows from what was told, asked at the service's boundary: nothing unrelated matters,
//! conflicts are told, and the same question has the same answer however it is put.

use kernel::{Call, Principal, Scopes, Service, ToolError};
use reasoner::config::Config;
use reasoner::strategy::Strategies;
use reasoner::{MIGRATIONS, Reasoner};
use serde_json::{Value, json};
use store::{Store, StoreConfig};

pub(crate) struct Told {
    service: Service,
    _folder: tempfile::TempDir,
}

impl Told {
    pub(crate) async fn with(config: Config, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ensemble.db");
        let store = StoreConfig { migrations: vec![MIGRATIONS], ..StoreConfig::new(path) };
        let state = Reasoner::new(Store::open(store).unwrap(), config, Strategies::default(), None);
        let told = Self { service: reasoner::service(&state).unwrap(), _folder: folder };
        told.call("session_create", json!({ "sessionId": "s" })).await.unwrap();
        if !text.is_empty() {
            let input = json!({
                "sessionId": "s", "naturalLanguageText": text, "strict": true,
                "onContradiction": "warn",
            });
            told.call("session_assert", input).await.unwrap();
        }
        told
    }

    pub(crate) async fn call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        let call = Call::new(Principal::new("ann", Scopes::all()));
        let Value::Object(input) = input else { panic!("an object") };
        self.service.tools.call(tool, call, input).await
    }

    pub(crate) async fn try_ask(&self, question: &str) -> Result<Value, ToolError> {
        let input = json!({ "sessionId": "s", "naturalLanguageQuestion": question });
        self.call("session_query", input).await
    }

    pub(crate) async fn ask(&self, question: &str) -> Value {
        let answer = self.try_ask(question).await;
        answer.unwrap_or_else(|error| panic!("{question}: {error:?}"))
    }
}

pub(crate) async fn told(text: &str) -> Told {
    Told::with(Config::default(), text).await
}

pub(crate) async fn clauses(rules: &str) -> Told {
    let told = told("").await;
    told.call("session_assert_rules", json!({ "sessionId": "s", "rules": rules })).await.unwrap();
    told
}

pub(crate) fn numbered(count: usize, sentence: &str) -> String {
    (0..count).map(|n| sentence.replace('#', &n.to_string())).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn unrelated_sentences_do_not_change_an_answer() {
    let guilt = "Either Ann or Bob is guilty. Bob is not guilty.";
    let rain = "If it rains, the street is wet. The street is not wet.";
    let small = "Tux is a penguin. Tweety is a bird. John gave Mary a book. Ann's mother is Mary.";
    let love = "Ann's mother is Mary. Every man loves a woman.";
    for (text, question, verdict) in [
        (format!("{guilt} {small}"), "Is Ann guilty?", "yes"),
        (format!("{guilt} {small} Every man loves a woman."), "Is Ann guilty?", "yes"),
        (format!("{guilt} {love} {}", numbered(30, "P# is a penguin.")), "Is Ann guilty?", "yes"),
        (format!("{guilt} {}", numbered(700, "P# is a penguin.")), "Is Ann guilty?", "yes"),
        (format!("{guilt} {}", numbered(700, "P# is not guilty.")), "Is Ann guilty?", "yes"),
        (format!("{rain} {love} {}", numbered(30, "P# is a man.")), "Is it raining?", "no"),
        (
            format!("{guilt} {} Every man loves a woman.", numbered(80, "P#'s mother is M#.")),
            "Is Ann guilty?",
            "yes",
        ),
    ] {
        let answer = told(&text).await.ask(question).await;
        assert_eq!(answer["verdict"], verdict, "{}: {answer}", &text[..text.len().min(120)]);
        assert_eq!(answer["evidence"].as_array().unwrap().len(), 2, "{answer}");
    }
}

#[tokio::test]
async fn a_search_that_a_limit_ends_names_the_limit() {
    let people = numbered(90, "kind(p#) ; kind(q#).");
    let rule = "knows(X, Z) ; knows(Z, X) :- knows(X, Y), knows(Y, Z), kind(X), kind(Z).";
    let told = clauses(&format!("{people} {rule}")).await;
    let error = told.try_ask("Does P1 know P2?").await.unwrap_err();
    assert_eq!(error.code, "LIMIT_REACHED", "{error:?}");
    assert!(error.message.contains("reasoner.max_derived"), "{error:?}");
}

#[tokio::test]
async fn a_conflict_is_the_answer_to_what_it_bears_on() {
    let text = "Ann is tall. Ann is not tall. Every tall person is proud. Ann is a person. \
                Bob is rich. Either Eve or Dan left. Eve did not leave. Dan did not leave.";
    let told = told(text).await;
    for (question, conflict) in [
        ("Is Ann tall?", vec!["Ann is tall.", "Ann is not tall."]),
        ("Is Ann proud?", vec!["Ann is tall.", "Ann is not tall."]),
        ("Who is tall?", vec!["Ann is tall.", "Ann is not tall."]),
        (
            "Did Dan leave?",
            vec!["Either Eve or Dan left.", "Eve did not leave.", "Dan did not leave."],
        ),
    ] {
        let answer = told.ask(question).await;
        assert_eq!(answer["verdict"], "unknown", "{question}: {answer}");
        assert_eq!(answer["conflict"], json!(conflict), "{question}");
    }
    let other = told.ask("Is Bob rich?").await;
    assert_eq!((&other["verdict"], &other["conflict"]), (&json!("yes"), &Value::Null));
    let overlaid = json!({
        "sessionId": "s",
        "naturalLanguageQuestion": "Is Bob rich?",
        "queryOptions": { "dynamicOntology": "-rich(bob)." },
    });
    let answer = told.call("session_query", overlaid).await.unwrap();
    assert_eq!(
        (&answer["verdict"], &answer["conflict"][0]),
        (&json!("unknown"), &json!("Bob is rich."))
    );
}

#[tokio::test]
async fn who_is_asked_for_is_found_where_whether_is_known() {
    let guilt = "Either Ann or Bob is guilty. Bob is not guilty.";
    let mortals = "Every man is mortal. Socrates is a man. Zeus is not mortal.";
    for (text, question, expected) in [
        (guilt, "Who is guilty?", vec!["ann"]),
        (
            "Either Ann or Bob is guilty. Bob is not guilty. Eve is guilty.",
            "Who is guilty?",
            vec!["eve", "ann"],
        ),
        (mortals, "Who is not a man?", vec!["zeus"]),
    ] {
        let answer = told(text).await.ask(question).await;
        let found: Vec<&str> = answer["bindings"]
            .as_array()
            .unwrap_or_else(|| panic!("{question}: {answer}"))
            .iter()
            .flat_map(|binding| binding.as_object().unwrap().values())
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(found, expected, "{text} {question}");
    }
    let told = clauses("exactly_one([guilty(ann), guilty(bob)]). -guilty(ann).").await;
    assert_eq!(told.ask("Is Bob guilty?").await["verdict"], "yes");
    assert_eq!(told.ask("Who is guilty?").await["answer"], "Bob.");
}

#[tokio::test]
async fn codes_are_not_taken_for_forms_of_one_word() {
    let told = told(&numbered(120, "P# is a penguin.")).await;
    let answer = told.ask("Is P10 happy?").await;
    assert_eq!(answer["doubts"], json!(["Nothing that was said mentions `happy`."]), "{answer}");
}

async fn paraphrase(text: &str) -> String {
    let told = told("").await;
    let input = json!({ "sessionId": "s", "naturalLanguageText": text });
    let outcome = told.call("session_assert", input).await.unwrap();
    outcome["sentences"][0]["paraphrase"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn what_is_said_to_exist_is_put_in_english() {
    for text in ["Anna owns a red car.", "Every man loves a woman.", "John gives Mary a book."] {
        let said = paraphrase(text).await;
        assert!(!said.contains('(') && said.contains(" a "), "{text}: {said}");
    }
}

#[tokio::test]
async fn one_of_three_is_put_in_english() {
    let said = paraphrase("Either Ann, Bob or Eve is guilty.").await;
    assert!(!said.contains('('), "{said}");
}

#[tokio::test]
async fn what_is_missing_is_something_not_everything() {
    let told = told("If someone owns something expensive then they are rich. Ann is tall.").await;
    let missing = told.ask("Is Ann rich?").await["missing"].to_string();
    assert!(missing.contains("something") && !missing.contains("everything"), "{missing}");
}

#[tokio::test]
async fn what_follows_goes_on_as_facts_are_told() {
    let edges = numbered(200, "wire(p#, q#). wire(q#, p#).");
    let rule = "warm(p0). warm(Y) :- warm(X), wire(X, Y). joined(X, Z) :- wire(X, Y), wire(Y, Z).";
    let told = clauses(&format!("{edges} {rule}")).await;
    assert_eq!(told.ask("Is Q0 warm?").await["verdict"], "yes");
    assert_eq!(told.ask("Is Q7 warm?").await["verdict"], "unknown");
    let more = json!({ "sessionId": "s", "rules": "wire(q0, p7). -warm(p9)." });
    told.call("session_assert_rules", more).await.unwrap();
    let answer = told.ask("Is Q7 warm?").await;
    assert_eq!((&answer["verdict"], &answer["decidedBy"]), (&json!("yes"), &json!("rules")));
    assert_eq!(told.ask("Is P9 warm?").await["verdict"], "no");
}
