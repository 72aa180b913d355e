//! Any single changed byte in the journal is found, and its place is named.

use rusqlite::Connection;
use rusqlite::types::Value;
use store::{Field, Store, VerifyOptions, VerifyReport};
use tempfile::TempDir;

use crate::sealing::Shared;
use crate::support::{append, config, folder, open, path};

const EVENTS: u64 = 120;

async fn journal(events: u64) -> (TempDir, Vec<u8>) {
    let folder = folder();
    let store = open(&folder);
    append(&store, events).await;
    store.close().await;
    let bytes = std::fs::read(path(&folder)).unwrap();
    (folder, bytes)
}

async fn verify(folder: &TempDir) -> VerifyReport {
    let journal = Store::open_read_only(&config(folder)).unwrap();
    journal.verify(VerifyOptions::default()).await.unwrap()
}

fn tamper(folder: &TempDir, change: impl FnOnce(&Connection)) {
    let conn = Connection::open(path(folder)).unwrap();
    for table in ["event", "name", "segment"] {
        conn.execute_batch(&format!(
            "DROP TRIGGER journal_{table}_no_update; DROP TRIGGER journal_{table}_no_delete;"
        ))
        .unwrap();
    }
    change(&conn);
    conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
}

#[tokio::test]
async fn every_changed_byte_of_every_column_is_found_and_named() {
    let (folder, bytes) = journal(EVENTS).await;
    let columns = [
        ("at", Field::At),
        ("service", Field::Service),
        ("kind", Field::Kind),
        ("stream", Field::Stream),
        ("principal", Field::Principal),
        ("stream_prev", Field::StreamPrev),
        ("hash", Field::Hash),
        ("touches", Field::Touches),
        ("data", Field::Data),
    ];
    for seq in [1_i64, 57, EVENTS as i64] {
        for (column, field) in columns {
            for byte in [0, 3, 7] {
                std::fs::write(path(&folder), &bytes).unwrap();
                tamper(&folder, |conn| change_column(conn, seq, column, byte));
                let report = verify(&folder).await;
                let fault = report.first_broken().unwrap_or_else(|| panic!("{seq} {column}"));
                assert_eq!(fault.seq, Some(seq as u64), "{column} {byte}: {fault}");
                // Another stream brings another chain with it: either end may be named.
                let other_stream = column == "stream" && fault.field == Field::StreamPrev;
                assert!(fault.field == field || other_stream, "{column} {byte}: {fault}");
            }
        }
    }
}

fn change_column(conn: &Connection, seq: i64, column: &str, byte: usize) {
    let select = format!("SELECT {column} FROM journal_event WHERE seq = $1");
    let value: Value = conn.query_row(&select, [seq], |row| row.get(0)).unwrap();
    let flip = |bytes: &mut [u8]| bytes[byte % bytes.len()] ^= 1;
    let changed = match value {
        Value::Integer(number) if column == "at" => Value::Integer(number ^ (1 << (8 * byte))),
        Value::Integer(number) => Value::Integer(number ^ (1 << (byte % 3))),
        Value::Blob(mut bytes) => {
            flip(&mut bytes);
            Value::Blob(bytes)
        }
        Value::Text(text) => {
            let mut bytes = text.into_bytes();
            flip(&mut bytes);
            Value::Text(String::from_utf8(bytes).unwrap())
        }
        other @ (Value::Null | Value::Real(_)) => panic!("{other:?}"),
    };
    let update = format!("UPDATE journal_event SET {column} = $1 WHERE seq = $2");
    conn.execute(&update, rusqlite::params![changed, seq]).unwrap();
}

#[tokio::test]
async fn removed_inserted_and_renamed_rows_are_found() {
    let (folder, bytes) = journal(EVENTS).await;
    let cases = [
        ("DELETE FROM journal_event WHERE seq = 40", 40, Field::Seq),
        ("UPDATE journal_event SET seq = 500 WHERE seq = 120", 120, Field::Seq),
        ("UPDATE journal_name SET text = 'note/X' WHERE text = 'note/4'", 4, Field::Stream),
        ("DELETE FROM journal_name WHERE text = 'note.read'", 1, Field::Kind),
        ("UPDATE journal_event SET data = data || ' ' WHERE seq = 9", 9, Field::Content),
        ("UPDATE journal_event SET hash = substr(hash, 1, 31) WHERE seq = 9", 9, Field::Hash),
    ];
    for (sql, seq, field) in cases {
        std::fs::write(path(&folder), &bytes).unwrap();
        tamper(&folder, |conn| conn.execute_batch(sql).unwrap());
        let report = verify(&folder).await;
        let fault = report.first_broken().unwrap_or_else(|| panic!("{sql}"));
        assert_eq!((fault.seq, fault.field), (Some(seq), field), "{sql}: {fault}");
    }
}

#[tokio::test]
async fn the_triggers_refuse_to_change_the_journal() {
    let (folder, _) = journal(EVENTS).await;
    let conn = Connection::open(path(&folder)).unwrap();
    for sql in [
        "UPDATE journal_event SET at = 0 WHERE seq = 3",
        "DELETE FROM journal_event WHERE seq = 3",
        "DELETE FROM journal_event",
        "UPDATE journal_name SET text = 'x' WHERE id = 1",
        "DELETE FROM journal_name",
    ] {
        let error = conn.execute(sql, []).unwrap_err().to_string();
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_rebuilt_chain_is_found_by_its_anchors() {
    let (folder, other) = (folder(), folder());
    for (place, extra) in [(&folder, 0), (&other, 1)] {
        let anchor = Some(place.path().join("anchors"));
        let store = Store::open(store::StoreConfig { anchor, ..config(place) }).unwrap();
        append(&store, EVENTS + extra).await;
        store.close().await;
    }
    std::fs::copy(path(&other), path(&folder)).unwrap();
    let anchor = Some(folder.path().join("anchors"));
    let rebuilt = store::StoreConfig { anchor, ..config(&folder) };
    assert!(matches!(Store::open(rebuilt.clone()), Err(store::OpenError::Anchor { .. })));
    let report = Store::open_read_only(&rebuilt).unwrap();
    let report = report.verify(VerifyOptions::default()).await.unwrap();
    let fault = report.first_broken().unwrap();
    assert_eq!((fault.seq, fault.field), (Some(EVENTS), Field::Anchor));
}

/// What a reader gets out of the file: every event, or the reason why not.
async fn content(folder: &TempDir) -> Result<Vec<u8>, String> {
    let journal = Store::open_read_only(&config(folder)).map_err(|error| error.to_string())?;
    let report = journal.verify(VerifyOptions::default()).await;
    let report = report.map_err(|error| error.to_string())?;
    if let Some(fault) = report.first_broken() {
        return Err(fault.to_string());
    }
    let out = Shared::default();
    journal.export(0, out.clone()).await.map_err(|error| error.to_string())?;
    Ok(out.take())
}

#[tokio::test]
async fn a_changed_byte_anywhere_in_the_file_is_found_or_changes_nothing() {
    let (folder, bytes) = journal(1000).await;
    let original = content(&folder).await.unwrap();
    // Every byte of the header, then offsets all over the file from a fixed sequence.
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let offsets = (0..100).chain((0..300).map(|_| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % bytes.len() as u64) as usize
    }));
    let (mut found, mut harmless, mut used) = (0, 0, 0);
    for at in offsets {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        for suffix in ["-wal", "-shm"] {
            std::fs::remove_file(folder.path().join(format!("state.db{suffix}"))).ok();
        }
        std::fs::write(path(&folder), &changed).unwrap();
        match content(&folder).await {
            Err(_) => found += 1,
            Ok(same) => {
                assert!(same == original, "byte {at} changed the journal and was not found");
                used += usize::from(is_used(&bytes, at));
                harmless += 1;
            }
        }
    }
    assert!(found > harmless, "{found} found, {harmless} changed nothing");
    // Up to three bytes between two cells belong to nobody, which only SQLite can tell.
    assert!(used <= 2, "{used} bytes that are used changed nothing");
}

/// Whether SQLite has a use for this byte when it reads: it is not in the empty part of a page, and
/// not one of the header's fields that only writers and other programs read.
fn is_used(file: &[u8], at: usize) -> bool {
    let (page, within) = (at / 4096 * 4096, at % 4096);
    if page == 0 && within < 100 {
        return !matches!(within, 18 | 24..=27 | 36..=99);
    }
    let header = page + if page == 0 { 100 } else { 0 };
    let number = |at: usize| usize::from(file[at]) * 256 + usize::from(file[at + 1]);
    let size = if matches!(file[header], 2 | 5) { 12 } else { 8 };
    let empty = header - page + size + 2 * number(header + 3)..number(header + 5);
    let mut free = number(header + 1);
    while free != 0 {
        if (free + 4..free + number(page + free + 2)).contains(&within) {
            return false;
        }
        free = number(page + free);
    }
    !empty.contains(&within)
}
