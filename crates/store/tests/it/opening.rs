//! Every way a store refuses to open, and what it says.

use store::{Migrations, OpenError, Store, StoreConfig};

use crate::support::{NOTES, append, config, folder, open, path};

fn refusal(config: StoreConfig) -> (OpenError, String) {
    let error = Store::open(config).err().expect("the store opened");
    let text = error.to_string();
    assert!(!text.contains('\n'), "{text}");
    (error, text)
}

#[tokio::test]
async fn a_second_writer_is_told_which_process_holds_the_store() {
    let folder = folder();
    let store = open(&folder);
    let (error, text) = refusal(config(&folder));
    assert!(matches!(error, OpenError::Locked { .. }), "{text}");
    assert!(text.contains(&format!("process {}", std::process::id())), "{text}");
    store.close().await;
    open(&folder).close().await;
}

#[test]
fn a_file_that_is_no_database_is_left_alone() {
    let folder = folder();
    let text = "once upon a time ".repeat(500);
    std::fs::write(path(&folder), &text).unwrap();
    let (error, _) = refusal(config(&folder));
    assert!(matches!(error, OpenError::NotADatabase { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(path(&folder)).unwrap(), text);
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let folder = folder();
    let other = rusqlite::Connection::open(path(&folder)).unwrap();
    other.execute_batch("CREATE TABLE theirs (x)").unwrap();
    drop(other);
    let (error, _) = refusal(config(&folder));
    assert!(matches!(error, OpenError::OtherProgram { .. }), "{error}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = folder();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let (error, text) = refusal(StoreConfig::new(folder.path().join("file/state.db")));
    assert!(matches!(error, OpenError::Unwritable { .. }), "{error}");
    assert!(text.contains("make it writable"), "{text}");
}

#[tokio::test]
async fn a_newer_schema_is_refused_before_anything_changes() {
    const NEWER: Migrations = Migrations {
        service: "notes",
        steps: &[NOTES.steps[0], "ALTER TABLE note ADD COLUMN at INTEGER"],
    };
    let folder = folder();
    let newer = StoreConfig { migrations: vec![NEWER], ..config(&folder) };
    Store::open(newer).unwrap().close().await;
    let (error, text) = refusal(config(&folder));
    let OpenError::Newer { found, known, .. } = error else { panic!("{text}") };
    assert_eq!((found, known), (2, 1));
    assert!(matches!(Store::open_read_only(&config(&folder)), Err(OpenError::Newer { .. })));
}

#[tokio::test]
async fn a_failing_migration_leaves_the_version_before_it() {
    const BAD: Migrations =
        Migrations { service: "notes", steps: &[NOTES.steps[0], "CREATE TABLE half (x); oops"] };
    let folder = folder();
    open(&folder).close().await;
    let (error, text) = refusal(StoreConfig { migrations: vec![BAD], ..config(&folder) });
    assert!(matches!(error, OpenError::Migration { step: 2, .. }), "{text}");
    let store = open(&folder);
    let tables = store
        .read(|reader| {
            let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'half'";
            Ok::<_, store::ReadError>(reader.query_one(sql, [], |row| Ok(row.get::<_, i64>(0)?))?)
        })
        .await;
    assert_eq!(tables.unwrap(), Some(0));
}

#[tokio::test]
async fn a_keyed_journal_opens_with_its_key_only() {
    let folder = folder();
    let keyed = |key| StoreConfig { key, ..config(&folder) };
    let store = Store::open(keyed(Some([7; 32]))).unwrap();
    append(&store, 20).await;
    assert!(store.journal().verify(Default::default()).await.unwrap().is_ok());
    store.close().await;
    assert!(matches!(refusal(keyed(None)).0, OpenError::KeyMissing { .. }));
    assert!(matches!(refusal(keyed(Some([8; 32]))).0, OpenError::KeyWrong { .. }));
    let read_only = Store::open_read_only(&keyed(Some([8; 32])));
    assert!(matches!(read_only, Err(OpenError::KeyWrong { .. })));
    Store::open(keyed(Some([7; 32]))).unwrap().close().await;
}

#[tokio::test]
async fn a_journal_without_a_key_takes_none_later() {
    let folder = folder();
    open(&folder).close().await;
    let (error, _) = refusal(StoreConfig { key: Some([7; 32]), ..config(&folder) });
    assert!(matches!(error, OpenError::KeyUnexpected { .. }), "{error}");
}

#[tokio::test]
async fn auditing_reads_beside_a_running_writer() {
    let folder = folder();
    assert!(matches!(Store::open_read_only(&config(&folder)), Err(OpenError::Missing { .. })));
    let store = open(&folder);
    append(&store, 200).await;
    let journal = Store::open_read_only(&config(&folder)).unwrap();
    let report = journal.verify(Default::default()).await.unwrap();
    assert_eq!((report.events, report.is_ok()), (200, true));
    append(&store, 50).await;
    assert_eq!(journal.head().await.unwrap(), store.journal().head().await.unwrap());
}

#[tokio::test]
async fn a_journal_cut_short_is_refused_because_of_its_anchor() {
    let folder = folder();
    let anchored =
        || StoreConfig { anchor: Some(folder.path().join("anchors")), ..config(&folder) };
    let store = Store::open(anchored()).unwrap();
    append(&store, 100).await;
    store.close().await;
    Store::open(anchored()).unwrap().close().await;
    let file = rusqlite::Connection::open(path(&folder)).unwrap();
    file.execute_batch(
        "DROP TRIGGER journal_event_no_delete; DELETE FROM journal_event WHERE seq > 90;",
    )
    .unwrap();
    drop(file);
    let (error, text) = refusal(anchored());
    assert!(matches!(error, OpenError::Anchor { .. }), "{text}");
    assert!(text.contains("expected event 100"), "{text}");
    let report = Store::open_read_only(&anchored()).unwrap();
    let report = report.verify(Default::default()).await.unwrap();
    assert_eq!(report.first_broken().unwrap().field, store::Field::Anchor);
}
