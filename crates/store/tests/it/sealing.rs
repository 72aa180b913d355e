//! Sealing, exporting and backing up.

use std::sync::{Arc, Mutex};

use store::{Field, ReadError, SealError, Store, VerifyOptions, verify_export};

use crate::support::{append, config, folder, open, path};

/// Bytes that can be looked at after they were written elsewhere.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    pub(crate) fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_chain_goes_on_across_seals_and_reopening() {
    let folder = folder();
    let archives = folder.path().join("archive");
    let store = open(&folder);
    append(&store, 100).await;
    let sealed = store.seal(60, &archives).await.unwrap();
    assert_eq!((sealed.first, sealed.last), (1, 60));
    append(&store, 30).await;
    store.close().await;
    let store = open(&folder);
    append(&store, 30).await;
    assert_eq!(store.seal(131, &archives).await.unwrap().first, 61);
    let all = VerifyOptions { archives: Some(archives.clone()), ..VerifyOptions::default() };
    let report = store.journal().verify(all.clone()).await.unwrap();
    assert_eq!((report.faults, report.sealed, report.head.seq), (vec![], 131, 162));
    for archive in std::fs::read_dir(&archives).unwrap() {
        let report = verify_export(archive.unwrap().path(), None).await.unwrap();
        assert_eq!(report.fault, None);
    }
    let beyond = store.seal(500, &archives).await;
    assert!(matches!(beyond, Err(SealError::Range { first: 132, last: 162, .. })));
    let mut bytes = std::fs::read(&sealed.archive).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&sealed.archive, bytes).unwrap();
    let report = store.journal().verify(all).await.unwrap();
    let fault = report.first_broken().unwrap();
    assert_eq!((fault.seq, fault.field), (Some(1), Field::Archive));
}

#[tokio::test]
async fn whoever_asks_for_archived_events_is_told_up_to_where() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 100).await;
    store.seal(60, folder.path().join("archive")).await.unwrap();
    let early = store.journal().since(10, 5).await;
    assert!(matches!(early, Err(ReadError::Archived { sealed: 60 })));
    let mut follower = store.feed().follow(0);
    let archived = follower.next().await;
    assert!(matches!(archived, Err(kernel::FeedError::Archived { sealed: 60 })));
    assert_eq!(store.feed().follow(60).next().await.unwrap().seq, 61);
}

#[tokio::test]
async fn an_export_is_checked_without_the_database_and_every_flipped_byte_is_found() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 12).await;
    let out = Shared::default();
    let exported = store.journal().export(0, out.clone()).await.unwrap();
    assert_eq!(exported.events, 12);
    let file = folder.path().join("export.jsonl");
    let bytes = out.take();
    std::fs::write(&file, &bytes).unwrap();
    let report = verify_export(&file, None).await.unwrap();
    assert_eq!((report.events, report.fault), (12, None));
    assert_eq!(report.head, exported.head);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        std::fs::write(&file, &changed).unwrap();
        let report = verify_export(&file, None).await.unwrap();
        assert!(report.fault.is_some(), "a changed byte {at} was not found");
    }
}

#[tokio::test]
async fn a_part_exported_from_the_middle_can_be_checked() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 50).await;
    let out = Shared::default();
    store.journal().export(20, out.clone()).await.unwrap();
    let file = folder.path().join("export.jsonl");
    std::fs::write(&file, out.take()).unwrap();
    let report = verify_export(&file, None).await.unwrap();
    assert_eq!((report.first, report.events, report.fault), (21, 30, None));
}

#[tokio::test]
async fn a_backup_is_a_whole_store() {
    let folder = folder();
    let store = open(&folder);
    append(&store, 100).await;
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    assert!(store.backup(&copy).await.is_err(), "a backup replaced a file");
    append(&store, 10).await;
    let restored = Store::open(store::StoreConfig { path: copy, ..config(&folder) }).unwrap();
    let report = restored.journal().verify(VerifyOptions::default()).await.unwrap();
    assert_eq!((report.events, report.is_ok()), (100, true));
    store.checkpoint().await.unwrap();
    assert!(std::fs::metadata(path(&folder)).unwrap().len() > 4096);
}
