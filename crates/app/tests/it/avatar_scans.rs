//! Scanned pages read by the real `tesseract`, which `.ci/test` installs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::Home;

const QUESTION: &str = "Who keeps the key of the grain chest?";

/// The search path of whoever runs the tests; `tesseract` must be on it.
#[expect(clippy::disallowed_methods, reason = "the program under test finds programs by it")]
fn search_path() -> String {
    let path = std::env::var("PATH").unwrap();
    let there = std::env::split_paths(&path).any(|folder| folder.join("tesseract").is_file());
    assert!(there, "`tesseract` is not installed: apt-get install tesseract-ocr");
    path
}

fn home() -> Home {
    let home = Home::new();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../avatar/tests/fixtures/scanned.pdf");
    fs::copy(Path::new(fixture), home.path("scanned.pdf")).unwrap();
    home.json(&["avatar", "create", "saas"]);
    home
}

fn ask(home: &Home) -> Value {
    let call = json!({ "avatar": "saas", "question": QUESTION }).to_string();
    home.json(&["call", "generate_response", &call, "--in-process"])["output"].clone()
}

#[test]
fn a_scanned_page_is_read_and_cited_as_recognised() {
    let home = home();
    let path = search_path();
    let added =
        home.run_with(&["avatar", "add", "saas", "scanned.pdf", "--json"], &[("PATH", &path)]);
    assert_eq!(added.code, 0, "{} {}", added.stdout, added.stderr);
    let answer = ask(&home);
    let citation = &answer["citations"][0];
    assert_eq!(
        citation["quote"], "The widow of the miller keeps the only key of the grain chest.",
        "{answer}"
    );
    assert_eq!(citation["page"], 22, "the number printed in the picture");
    assert_eq!(citation["_meta"]["page_index"], 2);
    assert_eq!(citation["_meta"]["recognised"], true);
}

#[test]
fn without_the_program_or_with_it_off_the_report_says_what_to_install() {
    let home = home();
    let none = home.run(&["avatar", "add", "saas", "scanned.pdf"]);
    assert_eq!(none.code, 1, "{}", none.stdout);
    assert!(none.stdout.contains("tesseract-ocr") || none.stderr.contains("tesseract-ocr"));
    home.write(".local/share/ensemble/ensemble.toml", "[avatar]\ntesseract = \"off\"\n");
    let path = search_path();
    let off = home.run_with(&["avatar", "add", "saas", "scanned.pdf"], &[("PATH", &path)]);
    assert_eq!(off.code, 1, "{}", off.stdout);
    assert!(off.stdout.contains("tesseract-ocr") || off.stderr.contains("tesseract-ocr"));
}

#[test]
fn a_language_that_is_not_installed_is_named() {
    let home = home();
    home.write(".local/share/ensemble/ensemble.toml", "[avatar]\nocr_languages = \"zzz\"\n");
    let path = search_path();
    let failed = home.run_with(&["avatar", "add", "saas", "scanned.pdf"], &[("PATH", &path)]);
    let said = format!("{}{}", failed.stdout, failed.stderr);
    assert!(said.contains("`tesseract` failed"), "{said}");
}
