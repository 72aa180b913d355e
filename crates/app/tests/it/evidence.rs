//! Pages of evidence: made by one house, proven by a program that has never seen it.

use std::fs;

use serde_json::{Value, json};

use crate::orchestrator::desk::{Desk, EASY, call as ask, ended, run, wait};
use crate::program::Home;

fn call(home: &Home, tool: &str, input: &Value) -> Value {
    home.json(&["--data", "data", "call", tool, &input.to_string()])["output"].clone()
}

fn greece() -> Home {
    let home = Home::new();
    call(&home, "session_create", &json!({ "sessionId": "greece" }));
    for fact in ["Socrates is a man.", "Every man is mortal."] {
        let input = json!({ "sessionId": "greece", "naturalLanguageText": fact });
        call(&home, "session_assert", &input);
    }
    home
}

fn proof(home: &Home) -> (String, String) {
    let made = home.json(&[
        "--data",
        "data",
        "evidence",
        "proof",
        "greece",
        "--question",
        "Is Socrates mortal?",
        "-o",
        "page.html",
    ]);
    (home.read("page.html"), made["key"].as_str().unwrap().to_owned())
}

/// Checks a page in another home and gives the exit code.
fn check(page: &str, key: &str) -> (i32, String) {
    let elsewhere = Home::new();
    elsewhere.write("page.html", page);
    let ran = elsewhere.run(&["audit", "check", "page.html", "--key", key]);
    assert!(!elsewhere.path(".local").exists(), "checking a page leaves nothing behind");
    (ran.code, ran.stdout + &ran.stderr)
}

#[test]
fn a_page_is_proven_by_a_program_that_never_saw_the_house_and_no_letter_can_be_changed() {
    let home = greece();
    let (page, key) = proof(&home);
    let (code, said) = check(&page, &key);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Is Socrates mortal?"), "{said}");
    let (shown, hidden) = page.split_once("application/json").unwrap();
    for (what, forged) in [
        ("what is shown", shown.replace("Yes", "No") + "application/json" + hidden),
        ("the statement", shown.to_owned() + "application/json" + &hidden.replace("Yes", "No")),
        ("the event", page.replace("statement_sha256", "statement_sha257")),
        ("the script", page.replace("dataset.checked", "dataset.unchecked")),
    ] {
        assert_ne!(forged, page, "{what}");
        assert_eq!(check(&forged, &key).0, 9, "{what}");
    }
    let other = key.chars().rev().collect::<String>();
    assert_eq!(check(&page, &other).0, 9);
    assert_eq!(check("<html></html>", &key).0, 2);
    home.json(&["--data", "data", "audit", "verify"]);
}

#[test]
fn every_event_can_be_proven_and_what_is_not_there_cannot() {
    let home = greece();
    let line = ["--data", "data", "evidence", "event", "2", "-o", "event.html"];
    let made = home.json(&line);
    assert_eq!(check(&home.read("event.html"), made["key"].as_str().unwrap()).0, 0);
    for (kind, id) in [("event", "9999"), ("approval", "nobody"), ("turn", "nobody")] {
        let ran = home.run(&["--data", "data", "evidence", kind, id, "-o", "no.html"]);
        assert_eq!(ran.code, 5, "{kind}: {}{}", ran.stdout, ran.stderr);
    }
    assert!(!home.path("no.html").exists());
}

#[test]
fn an_approval_leaves_the_house_with_its_exact_command_and_who_gave_it() {
    let desk = Desk::new(EASY);
    let mut talk = desk.session();
    let job = run(
        &mut talk,
        "write a.txt one\nrun git add -A && git commit -qm one\nrun git push -q origin work\nsay pushed",
    );
    wait(&mut talk, &job, &["waiting_approval"]);
    let pending = ask(&mut talk, "list_pending_approvals", &json!({}));
    let approval = pending["pending"][0]["approval_id"].as_str().unwrap().to_owned();
    ask(&mut talk, "approve_job", &json!({ "job_id": job, "scope": "push" }));
    ended(&mut talk, &job);
    assert_eq!(talk.end(), 0);
    let data = desk.root().join(".televibe");
    let data = data.to_str().unwrap();
    let made = desk.home.json(&["--data", data, "evidence", "approval", &approval, "-o", "a.html"]);
    let page = desk.home.read("a.html");
    assert!(page.contains("git push -q origin work"));
    assert!(made["title"].as_str().unwrap().starts_with("Allowed by local"), "{made}");
    assert_eq!(check(&page, made["key"].as_str().unwrap()).0, 0);
}

#[test]
fn a_data_folder_set_back_to_an_earlier_day_is_damage() {
    let home = greece();
    let database = home.path("data/ensemble.db");
    let earlier = fs::read(&database).unwrap();
    let input = json!({ "sessionId": "greece", "naturalLanguageText": "Plato is a man." });
    call(&home, "session_assert", &input);
    home.json(&["--data", "data", "audit", "verify"]);
    fs::write(&database, earlier).unwrap();
    let ran = home.run(&["--data", "data", "audit", "verify", "--json"]);
    assert_eq!(ran.code, 9, "{}", ran.stdout);
    assert_eq!(ran.envelope()["data"]["faults"][0]["field"], "anchor");
}

#[test]
fn a_house_that_lost_its_key_is_damaged() {
    let home = Home::new();
    let (running, _) = home.start(&["--data", "data", "serve", "--http", "off"]);
    let events = || home.run(&["--data", "data", "audit", "tail", "--json"]).stdout;
    crate::orchestrator::desk::until("the house runs", || events().contains("house.started"));
    drop(running);
    home.json(&["--data", "data", "audit", "verify"]);
    fs::remove_file(home.path("data/house.key")).unwrap();
    let ran = home.run(&["--data", "data", "audit", "verify"]);
    assert_eq!(ran.code, 9, "{}", ran.stdout);
    assert!(ran.stdout.contains("house.key"), "{}", ran.stdout);
}

#[test]
fn tokens_are_on_the_record_whether_or_not_a_server_runs() {
    let home = Home::new();
    home.json(&["--data", "data", "token", "new", "phone", "--scope", "admin"]);
    home.json(&["--data", "data", "token", "revoke", "phone"]);
    let (running, _) = home.start(&["--data", "data", "serve", "--http", "off"]);
    crate::orchestrator::desk::until("the house runs", || home.path("data/ensemble.sock").exists());
    home.json(&["--data", "data", "token", "new", "tablet"]);
    home.json(&["--data", "data", "token", "revoke", "tablet"]);
    drop(running);
    let events = home.json(&["--data", "data", "audit", "tail", "-n", "100"]);
    let told: Vec<(&str, &str, &str)> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"].as_str().unwrap().starts_with("token."))
        .map(|event| {
            let text = |value: &'static str| event[value].as_str().unwrap();
            (text("kind"), event["data"]["name"].as_str().unwrap(), text("principal"))
        })
        .collect();
    assert_eq!(
        told,
        [
            ("token.made", "phone", "local"),
            ("token.revoked", "phone", "local"),
            ("token.made", "tablet", "local"),
            ("token.revoked", "tablet", "local"),
        ]
    );
}
