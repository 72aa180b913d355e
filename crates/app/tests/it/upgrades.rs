//! Data folders of released versions, opened by this one: whole, and each service goes on with it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::Home;

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_data = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("data-");
    let mut found: Vec<PathBuf> = entries.filter(is_data).collect();
    found.sort();
    found
}

fn call(home: &Home, tool: &str, input: &Value) -> Value {
    home.json(&["--data", "data", "call", tool, &input.to_string()])["output"].clone()
}

#[test]
fn a_data_folder_of_every_released_version_opens_and_each_service_goes_on_with_it() {
    let fixtures = fixtures();
    assert!(!fixtures.is_empty(), "`tests/fixtures/make` makes one for each release");
    for fixture in fixtures {
        let home = Home::new();
        home.json(&["--data", "data", "restore", fixture.to_str().unwrap()]);
        let question = "Is Socrates mortal?";
        let input = json!({ "sessionId": "greece", "naturalLanguageQuestion": question });
        assert_eq!(call(&home, "session_query", &input)["verdict"], "yes", "{fixture:?}");
        let listed = home.json(&["--data", "data", "theater", "ps"]);
        let actor = &listed["actors"][0];
        assert_eq!(actor["name"], "tally", "{listed}");
        let add = json!({ "actor_id": actor["id"], "data": "Mg==" });
        assert_eq!(call(&home, "request_message", &add)["data"], "NDQ=", "42 and 2 are 44");
        let jobs = call(&home, "list_jobs", &json!({}));
        assert_eq!(jobs["jobs"][0]["instruction"], "say kept for later", "{jobs}");
        assert_eq!(jobs["jobs"][0]["status"], "done");
        let input = json!({ "avatar": "keeper", "question": "When should a well be dug?" });
        let answer = call(&home, "generate_response", &input);
        assert_eq!(answer["citations"].as_array().unwrap().len(), 1, "{answer}");
        home.json(&["--data", "data", "audit", "verify"]);
        home.json(&["--data", "data", "theater", "verify"]);
    }
}
