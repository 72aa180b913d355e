//! A backup of a house that was used, and the house it becomes again.

use std::fs;

use crate::program::Home;
use crate::serving::serve;

/// A home whose data folder has a few events.
fn used() -> Home {
    let home = Home::new();
    home.write(".local/share/ensemble/ensemble.toml", "[journal]\ncalls = true\n");
    home.write(".local/share/ensemble/kept/deep/note.txt", "of a service");
    let served = serve(&home, &[]);
    home.json(&["call", "list_events"]);
    let refused = home.run(&["backup", "copy"]);
    assert_eq!(refused.code, 10, "{}", refused.stderr);
    assert!(refused.stderr.contains("stop the server first"), "{}", refused.stderr);
    drop(served);
    home
}

#[test]
fn what_was_backed_up_comes_back_whole() {
    let home = used();
    let made = home.json(&["backup", "copy"]);
    assert!(made["head"].as_u64().unwrap() >= 1, "{made}");
    assert_eq!(home.read("copy/kept/deep/note.txt"), "of a service");
    assert!(!home.path("copy/ensemble.sock").exists());
    let again = home.json(&["--data", "other", "restore", "copy"]);
    assert_eq!(again["hash"], made["hash"]);
    assert_eq!(home.read("other/token"), home.read(".local/share/ensemble/token"));
    assert!(!home.path("other/backup.json").exists());
    let verified = home.json(&["--data", "other", "call", "verify_audit"]);
    assert_eq!(verified["output"]["ok"], true);
    let found = home.json(&["--data", "other", "call", "list_events", "{\"kind\":\"call.made\"}"]);
    assert_eq!(found["output"]["events"][0]["data"]["tool"], "list_events");
}

#[test]
fn nothing_is_written_over_and_what_is_no_backup_is_refused() {
    let home = used();
    home.json(&["backup", "copy"]);
    assert_eq!(home.run(&["backup", "copy"]).code, 2);
    assert_eq!(home.run(&["backup", ".local/share/ensemble/inside"]).code, 2);
    assert!(!home.path(".local/share/ensemble/inside").exists());
    let full = home.run(&["restore", "copy"]);
    assert_eq!(full.code, 7, "{}", full.stderr);
    assert!(full.stderr.contains("not empty"), "{}", full.stderr);
    home.write("folder/file", "");
    assert_eq!(home.run(&["--data", "new", "restore", "folder"]).code, 2);
    assert_eq!(Home::new().run(&["backup", "copy"]).code, 7);
}

#[test]
fn a_backup_that_was_changed_is_noticed() {
    let home = used();
    home.json(&["backup", "copy"]);
    let card = home.read("copy/backup.json");
    let hash = home.json(&["audit", "verify"])["head"]["hash"].as_str().unwrap().to_owned();
    assert!(card.contains(&hash), "{card}");
    fs::write(home.path("copy/backup.json"), card.replace(&hash, &"0".repeat(64))).unwrap();
    let noticed = home.run(&["--data", "other", "restore", "copy"]);
    assert_eq!(noticed.code, 9, "{}", noticed.stderr);
}
