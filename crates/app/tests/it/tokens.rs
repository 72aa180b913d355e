//! Tokens through the command line, and as a running server sees them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use ensemble::token::{Refusal, TokenSource};
use kernel::Scope;

use crate::program::Home;

const BOOK: &str = "data/tokens.json";

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn make(home: &Home, arguments: &[&str]) -> String {
    let mut line = vec!["--data", "data", "token", "new"];
    line.extend(arguments);
    home.json(&line)["token"].as_str().unwrap().to_owned()
}

#[test]
fn a_new_token_is_shown_once_and_kept_as_a_hash() {
    let home = Home::new();
    let secret = make(&home, &["phone", "--scope", "jobs:approve", "--scope", "read"]);
    assert!(secret.starts_with("ens_") && secret.len() == 47, "{secret}");
    assert!(!home.read(BOOK).contains(&secret));
    assert_eq!(mode(&home.path(BOOK)), 0o600);
    assert_eq!(mode(&home.path("data")), 0o700);
    let listed = home.json(&["--data", "data", "token", "list"]);
    assert_eq!(listed["tokens"][0]["name"], "phone");
    assert_eq!(listed["tokens"][0]["scopes"], serde_json::json!(["read", "jobs:approve"]));
    assert!(listed["tokens"][0].get("hash").is_none());
}

#[test]
fn a_revoked_token_is_refused_by_a_source_that_is_already_open() {
    let home = Home::new();
    let secret = make(&home, &["phone"]);
    let open = TokenSource::open(&home.path("data/token"), &home.path(BOOK)).unwrap();
    let (source, local) = open;
    assert_eq!(mode(&home.path("data/token")), 0o600);

    let principal = source.principal(&secret).unwrap();
    assert_eq!(&*principal.id, "phone");
    assert!(principal.scopes.allows(Scope::Read) && !principal.scopes.allows(Scope::JobsRun));
    let principal = source.principal(local.reveal()).unwrap();
    assert_eq!(&*principal.id, "local");
    assert!(principal.scopes.allows(Scope::Admin));

    let later = make(&home, &["laptop", "--scope", "admin"]);
    assert_eq!(&*source.principal(&later).unwrap().id, "laptop");
    home.json(&["--data", "data", "token", "revoke", "phone"]);
    assert_eq!(source.principal(&secret), Err(Refusal::Unknown));
    assert_eq!(&*source.principal(&later).unwrap().id, "laptop");
}

#[test]
fn a_broken_book_lets_no_named_token_in() {
    let home = Home::new();
    let secret = make(&home, &["phone"]);
    let (source, local) = TokenSource::open(&home.path("data/token"), &home.path(BOOK)).unwrap();
    home.write(BOOK, "{");
    assert_eq!(source.principal(&secret), Err(Refusal::Unknown));
    assert!(source.principal(local.reveal()).is_ok());
    let ran = home.run(&["--data", "data", "token", "list"]);
    assert_eq!(ran.code, 7, "{}", ran.stderr);
    assert!(ran.stderr.contains("is not a list of tokens"), "{}", ran.stderr);
}

#[test]
fn an_expired_token_says_that_it_expired() {
    let home = Home::new();
    let secret = make(&home, &["old", "--expires", "2020-01-01T00:00:00Z"]);
    let fresh = make(&home, &["new", "--expires", "90d"]);
    let (source, _) = TokenSource::open(&home.path("data/token"), &home.path(BOOK)).unwrap();
    assert_eq!(source.principal(&secret), Err(Refusal::Expired("old".to_owned())));
    assert!(source.principal(&fresh).is_ok());
    let listed = home.run(&["--data", "data", "token", "list"]).stdout;
    assert!(listed.contains("2020-01-01T00:00:00.000000Z (expired)"), "{listed}");
}

#[test]
fn names_are_unique_and_near_misses_are_named() {
    let home = Home::new();
    make(&home, &["phone"]);
    for (arguments, code, message) in [
        (["new", "phone"], 1, "a token named `phone` exists already"),
        (["new", "local"], 2, "`local` cannot name a token"),
        (["new", "a b"], 2, "`a b` cannot name a token"),
        (["revoke", "fone"], 1, "no token is named `fone`, did you mean `phone`?"),
    ] {
        let mut line = vec!["--data", "data", "token"];
        line.extend(arguments);
        let ran = home.run(&line);
        assert_eq!(ran.code, code, "{}", ran.stderr);
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
    let ran = home.run(&["--data", "data", "token", "new", "x", "--scope", "everything"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("unknown scope `everything`"), "{}", ran.stderr);
}

#[test]
fn tokens_made_at_the_same_time_are_all_kept() {
    let home = Home::new();
    std::thread::scope(|scope| {
        for index in 0..8 {
            let home = &home;
            scope.spawn(move || make(home, &[&format!("t{index}")]));
        }
    });
    let listed = home.json(&["--data", "data", "token", "list"]);
    assert_eq!(listed["tokens"].as_array().unwrap().len(), 8);
}

#[test]
fn a_token_made_by_a_tool_is_one_like_any_other_and_its_secret_is_in_no_event() {
    let home = Home::new();
    let call =
        |tool: &str, input: &str| home.run(&["--data", "data", "--json", "call", tool, input]);
    let made = call("make_token", r#"{"name":"phone","scopes":["jobs:approve"],"expires":"12h"}"#);
    let made = made.envelope()["data"]["output"].clone();
    let secret = made["token"].as_str().unwrap();
    let listed = home.json(&["--data", "data", "token", "list"]);
    assert_eq!(listed["tokens"][0]["name"], "phone");
    assert_eq!(listed["tokens"][0]["expires_at"], made["expires_at"]);
    assert!(!home.read(BOOK).contains(secret));

    let again = call("make_token", r#"{"name":"phone"}"#);
    assert_eq!(again.code, 5, "{}", again.stdout);
    let odd = call("make_token", r#"{"name":"other","scopes":["all"]}"#);
    assert!(odd.stdout.contains("`scopes`"), "{}", odd.stdout);

    let tokens = call("list_tokens", "{}").envelope()["data"]["output"]["tokens"].clone();
    assert_eq!(tokens[0]["scopes"], serde_json::json!(["jobs:approve"]));
    assert!(tokens[0].get("hash").is_none(), "{tokens}");
    assert_eq!(call("revoke_token", r#"{"name":"phone"}"#).code, 0);
    assert_eq!(
        call("list_tokens", "{}").envelope()["data"]["output"]["tokens"],
        serde_json::json!([])
    );
    let events = call("list_events", r#"{"stream":"house"}"#).stdout;
    assert!(events.contains("token.made") && events.contains("token.revoked"), "{events}");
    assert!(!events.contains(secret), "the journal holds no secret");
}
