//! Stores in temporary folders, and events to put into them.

use std::path::PathBuf;

use kernel::NewEvent;
use serde_json::json;
use store::{Migrations, Store, StoreConfig};
use tempfile::TempDir;

pub(crate) const NOTES: Migrations = Migrations {
    service: "notes",
    steps: &["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)"],
};

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("state.db")
}

pub(crate) fn config(folder: &TempDir) -> StoreConfig {
    StoreConfig { migrations: vec![NOTES], ..StoreConfig::new(path(folder)) }
}

pub(crate) fn open(folder: &TempDir) -> Store {
    Store::open(config(folder)).unwrap()
}

/// The `n`th of a run of events over five streams.
pub(crate) fn event(n: u64) -> NewEvent {
    NewEvent::new("notes", ["note.made", "note.read"][n as usize % 2], format!("note/{}", n % 5))
        .by(format!("person-{}", n % 3))
        .data(&json!({ "n": n, "text": "a few words about it" }))
        .unwrap()
        .touching(kernel::Touch::resource(format!("notes://note/{}", n % 5)))
}

pub(crate) async fn append(store: &Store, count: u64) {
    for n in 1..=count {
        store.append_later(event(n)).await.unwrap();
    }
    store.flush().await.unwrap();
}
