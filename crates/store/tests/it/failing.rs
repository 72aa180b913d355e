//! Disks that are full, files that cannot be written, readers and writers that do not fit.

use store::sql::params;
use store::{AppendError, CommitErrorKind, Durability, SqlError, Store, StoreConfig, WriteError};

use crate::support::{append, config, event, folder};

fn small(folder: &tempfile::TempDir) -> StoreConfig {
    StoreConfig { max_bytes: Some(300 * 1024), ..config(folder) }
}

async fn fill(store: &Store) -> (u64, CommitErrorKind) {
    let mut written = 0;
    loop {
        let large = event(written).data(&"x".repeat(20_000)).unwrap();
        match store.write(Durability::Normal, move |tx| tx.append(large)).await {
            Ok(seq) => written = seq,
            Err(WriteError::Failed(error)) => return (written, error.kind),
            Err(WriteError::Refused(error)) => {
                assert!(error.to_string().contains("full"), "{error}");
                return (written, CommitErrorKind::Full);
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn a_full_disk_fails_the_write_and_loses_nothing_acknowledged() {
    let folder = folder();
    let store = Store::open(small(&folder)).unwrap();
    let (written, kind) = fill(&store).await;
    assert!(written > 5);
    assert_eq!(kind, CommitErrorKind::Full);
    let report = store.journal().verify(Default::default()).await.unwrap();
    assert_eq!((report.events, report.is_ok()), (written, true));
    let failing = store.failing().map(|error| error.kind);
    assert!(matches!(failing, Some(CommitErrorKind::Full) | None), "{failing:?}");
    let small = store.write(Durability::Normal, |tx| {
        tx.execute("INSERT INTO note (text) VALUES ($1)", params!["fits"])
    });
    assert_eq!(small.await.unwrap(), 1);
    assert!(store.failing().is_none(), "a write succeeded");
}

#[tokio::test]
async fn events_of_a_full_disk_are_kept_and_written_when_there_is_room() {
    let folder = folder();
    let store = Store::open(small(&folder)).unwrap();
    let (written, _) = fill(&store).await;
    for n in 0..10 {
        let large = event(n).data(&"x".repeat(20_000)).unwrap();
        store.append_later(large).await.unwrap();
    }
    store.flush().await.ok();
    let stats = store.stats().await.unwrap();
    assert!(stats.deferred > 0 && stats.failed_commits > 0, "{stats:?}");
    // Room is made by moving the filled part to an archive.
    store.seal(written, folder.path().join("archive")).await.unwrap();
    let mut follower = store.feed().follow(written);
    for expected in written + 1..=written + 11 {
        assert_eq!(follower.next().await.unwrap().seq, expected);
    }
    assert!(store.journal().verify(Default::default()).await.unwrap().is_ok());
    assert_eq!(store.stats().await.unwrap().deferred, 0);
    assert_eq!(store.close().await, 0);
}

#[tokio::test]
async fn events_that_never_found_room_are_counted_at_close() {
    let folder = folder();
    let store = Store::open(small(&folder)).unwrap();
    let (written, _) = fill(&store).await;
    for n in 0..3 {
        store.append_later(event(n).data(&"x".repeat(200_000)).unwrap()).await.unwrap();
    }
    assert_eq!(store.close().await, 3);
    let store = Store::open(config(&folder)).unwrap();
    assert_eq!(store.journal().head().await.unwrap().seq, written);
}

#[tokio::test]
async fn one_group_with_a_failing_member_fails_only_that_member() {
    let folder = folder();
    let store = Store::open(config(&folder)).unwrap();
    let writes = (0..200_u64).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let write = store.write(Durability::Normal, move |tx| -> Result<u64, SqlError> {
                let seq = tx.append(event(n))?;
                let text = if n % 3 == 0 { "same".to_owned() } else { n.to_string() };
                tx.execute("INSERT INTO note (text) VALUES ($1)", params![text])?;
                Ok(seq)
            });
            write.await.is_ok()
        })
    });
    let writes: Vec<_> = writes.collect();
    let mut kept = 0;
    for write in writes {
        kept += u64::from(write.await.unwrap());
    }
    assert_eq!(kept, 200 - 67 + 1);
    let report = store.journal().verify(Default::default()).await.unwrap();
    assert_eq!((report.events, report.is_ok()), (kept, true));
}

#[tokio::test]
async fn an_event_over_the_limit_is_refused_by_both_ways_in() {
    let folder = folder();
    let store = Store::open(StoreConfig { max_event_bytes: 1000, ..config(&folder) }).unwrap();
    let large = || event(1).data(&"x".repeat(1000)).unwrap();
    let refused = store.append_later(large()).await;
    assert!(matches!(refused, Err(AppendError::TooLarge { limit: 1000, .. })));
    let refused = store.write(Durability::Normal, move |tx| tx.append(large())).await;
    assert!(refused.unwrap_err().to_string().contains("max_event_bytes"));
}

#[tokio::test]
async fn a_full_queue_hands_the_event_back_or_waits() {
    let folder = folder();
    let store = Store::open(StoreConfig { queue_events: 4, ..config(&folder) }).unwrap();
    let (release, hold) = std::sync::mpsc::channel::<()>();
    let (holding, held) = tokio::sync::oneshot::channel();
    let blocker = store.clone();
    let blocked = tokio::spawn(async move {
        let held = blocker.write(Durability::Normal, move |_| -> Result<(), SqlError> {
            holding.send(()).ok();
            hold.recv().ok();
            Ok(())
        });
        held.await.is_ok()
    });
    held.await.unwrap();
    for n in 0..4 {
        store.try_append_later(event(n)).unwrap();
    }
    let Err(AppendError::Full(returned)) = store.try_append_later(event(9)) else {
        panic!("the queue took a fifth event")
    };
    assert_eq!(returned.stream, "note/4");
    let waiting = store.clone();
    let waiting = tokio::spawn(async move { append(&waiting, 20).await });
    release.send(()).unwrap();
    waiting.await.unwrap();
    assert!(blocked.await.unwrap());
    assert_eq!(store.journal().head().await.unwrap().seq, 24);
}
