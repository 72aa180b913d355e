//! Writes: their transactions, their answers and what is published.

use kernel::NewEvent;
use store::sql::params;
use store::{Durability, ReadError, SqlError, Tx, WriteError};

use crate::support::{append, event, folder, open};

fn add(tx: &mut Tx<'_>, text: &str) -> Result<u64, SqlError> {
    tx.execute("INSERT INTO note (text) VALUES ($1)", params![text])?;
    tx.append(NewEvent::new("notes", "note.made", format!("note/{text}")))
}

async fn notes(store: &store::Store) -> Vec<String> {
    store
        .read(|reader| {
            let rows = reader.query("SELECT text FROM note ORDER BY id", [], |row| Ok(row.get(0)?));
            Ok::<_, ReadError>(rows?)
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_write_is_there_with_its_event_when_it_is_answered() {
    let folder = folder();
    let store = open(&folder);
    let seq = store.write(Durability::Full, |tx| add(tx, "one")).await.unwrap();
    assert_eq!(seq, 1);
    assert_eq!(notes(&store).await, ["one"]);
    let events = store.journal().since(0, 10).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(&*events[0].stream, "note/one");
}

#[tokio::test]
async fn a_refused_write_rolls_back_alone_and_leaves_no_gap() {
    let folder = folder();
    let store = open(&folder);
    let (kept, refused, also_kept) = tokio::join!(
        store.write(Durability::Normal, |tx| add(tx, "one")),
        store.write(Durability::Normal, |tx| {
            add(tx, "two")?;
            add(tx, "one")
        }),
        store.write(Durability::Normal, |tx| add(tx, "three")),
    );
    assert_eq!((kept.unwrap(), also_kept.unwrap()), (1, 2));
    assert!(matches!(refused, Err(WriteError::Refused(error)) if error.is_duplicate()));
    assert_eq!(notes(&store).await, ["one", "three"]);
    assert!(store.journal().verify(Default::default()).await.unwrap().is_ok());
}

#[tokio::test]
async fn a_panicking_write_rolls_back_and_the_writer_goes_on() {
    let folder = folder();
    let store = open(&folder);
    let panicked = store
        .write(Durability::Normal, |tx| -> Result<(), SqlError> {
            add(tx, "one")?;
            panic!("boom")
        })
        .await;
    assert!(matches!(panicked, Err(WriteError::Panicked)));
    assert_eq!(store.write(Durability::Normal, |tx| add(tx, "two")).await.unwrap(), 1);
    assert_eq!(notes(&store).await, ["two"]);
}

#[tokio::test]
async fn events_are_numbered_without_gaps_across_reopening() {
    let folder = folder();
    for round in 0..3 {
        let store = open(&folder);
        append(&store, 50).await;
        let head = store.journal().head().await.unwrap();
        assert_eq!(head.seq, (round + 1) * 50);
        assert_eq!(store.close().await, 0);
    }
    let store = open(&folder);
    let report = store.journal().verify(Default::default()).await.unwrap();
    assert_eq!((report.events, report.faults), (150, vec![]));
}

#[tokio::test]
async fn a_follower_sees_history_and_then_what_is_live() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 300).await;
    let mut follower = store.feed().follow(10);
    let writer = store.clone();
    let writing = tokio::spawn(async move { append(&writer, 3000).await });
    for expected in 11..=3300 {
        assert_eq!(follower.next().await.unwrap().seq, expected);
    }
    writing.await.unwrap();
}

#[tokio::test]
async fn a_closed_store_says_so_to_everyone() {
    let folder = folder();
    let store = open(&folder);
    let other = store.clone();
    store.append_later(event(1)).await.unwrap();
    assert_eq!(store.close().await, 0);
    assert!(matches!(
        other.write(Durability::Normal, |tx| add(tx, "one")).await,
        Err(WriteError::Closed)
    ));
    assert!(matches!(other.append_later(event(2)).await, Err(store::AppendError::Closed)));
    assert!(matches!(other.journal().head().await, Err(ReadError::Closed)));
    let again = open(&folder);
    assert_eq!(again.journal().head().await.unwrap().seq, 1);
}
