//! `ensemble audit` and the journal's check in `doctor`, on real databases.

use std::fs;
use std::io::{BufRead, BufReader};

use kernel::NewEvent;
use serde_json::{Value, json};
use store::{Store, StoreConfig};

use crate::program::Home;

const DATABASE: &str = ".local/share/ensemble/ensemble.db";

/// A word that stands in every event, so that a test can find one on disk and damage it.
const WORD: &str = "hippopotamus";

async fn fill(config: StoreConfig, from: u64, to: u64) -> Store {
    let store = Store::open(config).unwrap();
    for number in from..=to {
        let stream = format!("note/{}", number % 3);
        let event = NewEvent::new("house", "note.made", stream)
            .by(if number % 2 == 0 { "ada" } else { "local" })
            .data(&json!({ "number": number, "word": WORD }))
            .unwrap();
        store.append_later(event).await.unwrap();
    }
    store.flush().await.unwrap();
    store
}

async fn with_events(home: &Home, count: u64) {
    let store = fill(StoreConfig::new(home.path(DATABASE)), 1, count).await;
    assert_eq!(store.close().await, 0);
}

fn numbers(data: &Value) -> Vec<u64> {
    let events = data["events"].as_array().unwrap();
    events.iter().map(|event| event["seq"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_whole_journal_passes_and_a_flipped_byte_is_found_and_named() {
    let home = Home::new();
    with_events(&home, 50).await;
    let data = home.json(&["audit", "verify"]);
    assert_eq!(data["events"], 50);
    assert_eq!(data["head"]["seq"], 50);
    assert_eq!(data["faults"], json!([]));
    assert!(home.run(&["audit", "verify"]).stdout.starts_with("whole: 50 events from 1"));

    let mut bytes = fs::read(home.path(DATABASE)).unwrap();
    let at = bytes.windows(WORD.len()).rposition(|window| window == WORD.as_bytes()).unwrap();
    bytes[at] ^= 1;
    fs::write(home.path(DATABASE), bytes).unwrap();
    let ran = home.run(&["audit", "verify", "--json"]);
    assert_eq!(ran.code, 9, "{}{}", ran.stdout, ran.stderr);
    let envelope = ran.envelope();
    assert_eq!(envelope["ok"], false);
    assert_eq!(envelope["error"]["kind"], "damage");
    assert_eq!(envelope["data"]["faults"][0]["field"], "data");
    assert!(envelope["data"]["faults"][0]["seq"].is_u64(), "{envelope:#}");
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1);
    assert!(doctor.stdout.contains("FAIL  journal: event "), "{}", doctor.stdout);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_damage_and_a_missing_one_is_not() {
    let home = Home::new();
    let ran = home.run(&["audit", "verify"]);
    assert_eq!(ran.code, 7);
    assert!(ran.stderr.contains("there is no database at"), "{}", ran.stderr);
    assert!(!home.path(".local").exists(), "looking makes nothing");
    home.write(DATABASE, &"not a database ".repeat(100));
    let ran = home.run(&["audit", "verify"]);
    assert_eq!(ran.code, 9, "{}", ran.stderr);
    assert!(ran.stderr.contains("is not a database"), "{}", ran.stderr);
}

#[tokio::test]
async fn the_tail_is_the_end_of_what_was_selected() {
    let home = Home::new();
    with_events(&home, 100).await;
    let tail = |arguments: &[&str]| {
        let mut line = vec!["audit", "tail"];
        line.extend(arguments);
        home.json(&line)
    };
    assert_eq!(numbers(&tail(&["-n", "3"])), [98, 99, 100]);
    assert_eq!(tail(&[])["head"]["seq"], 100);
    assert_eq!(numbers(&tail(&["-n", "3", "--principal", "ada"])), [96, 98, 100]);
    assert_eq!(numbers(&tail(&["-n", "2", "--stream", "note/0"])), [96, 99]);
    assert_eq!(numbers(&tail(&["-n", "500"])).len(), 100);
    assert_eq!(numbers(&tail(&["--kind", "never.happened"])), Vec::<u64>::new());
    let text = home.run(&["audit", "tail", "-n", "1"]).stdout;
    assert!(text.starts_with("100  20") && text.contains("  ada  {\"number\":100"), "{text}");
}

#[tokio::test]
async fn an_export_holds_every_event_once_and_never_overwrites() {
    let home = Home::new();
    with_events(&home, 2345).await;
    let printed = home.run(&["audit", "export"]);
    assert_eq!(printed.code, 0);
    let lines: Vec<Value> =
        printed.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2345);
    assert!(lines.iter().zip(1..).all(|(event, number): (&Value, u64)| event["seq"] == number));
    let data = home.json(&["audit", "export", "--after", "2000", "--output", "events.jsonl"]);
    assert_eq!(data["events"], 345);
    assert_eq!(home.read("events.jsonl").lines().count(), 345);
    let chosen = home.json(&["audit", "export", "--principal", "ada", "--output", "ada.jsonl"]);
    assert_eq!(chosen["events"], 2345 / 2);
    let again = home.run(&["audit", "export", "--output", "events.jsonl"]);
    assert_eq!(again.code, 1);
    assert_eq!(home.read("events.jsonl").lines().count(), 345);
}

#[tokio::test]
async fn an_export_can_be_checked_without_the_database() {
    let home = Home::new();
    with_events(&home, 40).await;
    home.json(&["audit", "export", "--output", "events.jsonl"]);
    fs::remove_file(home.path(DATABASE)).unwrap();
    let line = ["audit", "verify", "--export", "events.jsonl"];
    assert_eq!(home.json(&line)["events"], 40);
    let changed = home.read("events.jsonl").replacen("\"number\":7,", "\"number\":8,", 1);
    home.write("events.jsonl", &changed);
    let ran = home.run(&line);
    assert_eq!(ran.code, 9);
    assert!(ran.stdout.starts_with("DAMAGE  event 7, "), "{}", ran.stdout);
    assert_eq!(home.run(&["audit", "verify", "--export", "missing"]).code, 1);
}

#[tokio::test]
async fn following_shows_what_a_running_server_writes() {
    let home = Home::new();
    let store = fill(StoreConfig::new(home.path(DATABASE)), 1, 3).await;
    let (follower, stdout) = home.start(&["audit", "tail", "-n", "2", "--follow", "--json"]);
    let mut lines = BufReader::new(stdout).lines();
    let mut next = move || {
        let event: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        event["seq"].as_u64().unwrap()
    };
    assert_eq!([next(), next()], [2, 3]);
    for _ in 0..2 {
        store.append_later(NewEvent::new("house", "note.made", "note/9")).await.unwrap();
    }
    store.flush().await.unwrap();
    assert_eq!([next(), next()], [4, 5]);
    drop(follower);
    store.close().await;
}

#[tokio::test]
async fn a_keyed_journal_opens_with_its_key_alone() {
    let home = Home::new();
    let key = [7; 32];
    let config = StoreConfig { key: Some(key), ..StoreConfig::new(home.path(DATABASE)) };
    fill(config, 1, 5).await.close().await;
    let ran = home.run(&["audit", "verify"]);
    assert_eq!(ran.code, 7, "{}", ran.stderr);
    assert!(ran.stderr.contains("is keyed"), "{}", ran.stderr);

    let file = "[journal]\nkeyed = true\nkey_file = \"../journal.key\"\n";
    home.write(".local/share/ensemble/ensemble.toml", file);
    let ran = home.run(&["audit", "verify"]);
    assert_eq!(ran.code, 7);
    assert!(ran.stderr.contains("cannot use the journal's key"), "{}", ran.stderr);
    assert!(!home.path(".local/share/journal.key").exists());
    home.write(".local/share/journal.key", &"07".repeat(32));
    assert_eq!(home.json(&["audit", "verify"])["events"], 5);
    home.write(".local/share/journal.key", &"08".repeat(32));
    let ran = home.run(&["audit", "verify"]);
    assert_eq!(ran.code, 7);
    assert!(ran.stderr.contains("does not belong to the journal"), "{}", ran.stderr);
}
