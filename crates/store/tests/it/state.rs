//! The journal commits to the state of all tables: whatever a service does the sums follow, and
//! whatever anybody else does is found.

use proptest::prelude::*;
use rusqlite::Connection;
use store::sql::{Value, params};
use store::{
    Durability, Field, Migrations, OpenError, SqlError, Store, StoreConfig, VerifyOptions,
    VerifyReport,
};
use tempfile::TempDir;

use crate::support::{event, folder, path};

const KINDS: Migrations = Migrations {
    service: "kinds",
    steps: &["
CREATE TABLE plain (a, b REAL, c TEXT, d BLOB);
CREATE TABLE keyed (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT, size INTEGER DEFAULT 3,
                    twice INTEGER GENERATED ALWAYS AS (size * 2) VIRTUAL);
CREATE TABLE pairs (one TEXT, two INTEGER, rowid TEXT, PRIMARY KEY (one, two)) WITHOUT ROWID;
CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES keyed (id) ON DELETE CASCADE);
CREATE INDEX keyed_size ON keyed (size);
CREATE TRIGGER keyed_echo AFTER INSERT ON keyed BEGIN INSERT INTO plain (a) VALUES (NEW.id); END;
"],
};

fn config(folder: &TempDir) -> StoreConfig {
    StoreConfig { migrations: vec![KINDS], ..StoreConfig::new(path(folder)) }
}

async fn verify(folder: &TempDir) -> VerifyReport {
    let journal = Store::open_read_only(&config(folder)).unwrap();
    journal.verify(VerifyOptions::default()).await.unwrap()
}

async fn execute(store: &Store, sql: &'static str, values: Vec<Value>) -> Result<usize, String> {
    let written = store
        .write(Durability::Normal, move |tx| tx.execute(sql, store::sql::params_from_iter(values)));
    written.await.map_err(|error| error.to_string())
}

async fn filled() -> TempDir {
    let folder = folder();
    let store = Store::open(config(&folder)).unwrap();
    for n in 0..50_i64 {
        let values = vec![n.into(), format!("name {n}").into(), "a note".to_owned().into()];
        execute(&store, "INSERT INTO keyed (id, name, note) VALUES ($1, $2, $3)", values)
            .await
            .unwrap();
        let values = vec![format!("word {n}").into(), n.into()];
        execute(&store, "INSERT INTO pairs (one, two) VALUES ($1, $2)", values).await.unwrap();
    }
    let written = store.write(Durability::Normal, |tx| tx.append(event(1)));
    written.await.unwrap();
    store.close().await;
    folder
}

#[tokio::test]
async fn a_row_changed_by_another_hand_is_found_and_its_table_named() {
    let folder = filled().await;
    let report = verify(&folder).await;
    assert_eq!(report.faults, []);
    assert!(report.rows >= 150, "{}", report.rows);
    let bytes = std::fs::read(path(&folder)).unwrap();
    for (sql, subject) in [
        ("UPDATE keyed SET note = 'b note' WHERE id = 7", "table `keyed`"),
        ("UPDATE keyed SET size = 4 WHERE id = 9", "table `keyed`"),
        ("DELETE FROM pairs WHERE two = 3", "table `pairs`"),
        ("UPDATE pairs SET rowid = 'x' WHERE two = 3", "table `pairs`"),
        ("INSERT INTO child (id) VALUES (1)", "table `child`"),
        ("UPDATE plain SET rowid = 900 WHERE rowid = 9", "table `plain`"),
        ("UPDATE plain SET b = 1.5 WHERE rowid = 9", "table `plain`"),
        ("CREATE TABLE added (id INTEGER)", "table `added`"),
        ("DROP TABLE child", "table `child`"),
        ("DROP INDEX keyed_size", "the schema"),
        ("INSERT INTO store_schema (service, version) VALUES ('more', 1)", "table `store_schema`"),
    ] {
        std::fs::write(path(&folder), &bytes).unwrap();
        let conn = Connection::open(path(&folder)).unwrap();
        conn.execute_batch(sql).unwrap();
        conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(conn);
        let report = verify(&folder).await;
        let fault = report.faults.iter().find(|fault| fault.field == Field::State);
        let fault = fault.unwrap_or_else(|| panic!("{sql}: {:?}", report.faults));
        let named = fault.subject.clone().unwrap_or_default();
        assert!(named.starts_with(subject), "{sql}: {fault}");
    }
}

#[tokio::test]
async fn what_was_wrong_stays_wrong_through_later_writes_and_a_migration() {
    const LATER: Migrations = Migrations {
        service: "kinds",
        steps: &[KINDS.steps[0], "ALTER TABLE keyed ADD COLUMN more TEXT DEFAULT 'm';"],
    };
    let folder = filled().await;
    let conn = Connection::open(path(&folder)).unwrap();
    conn.execute("UPDATE keyed SET note = 'forged' WHERE id = 7", []).unwrap();
    drop(conn);
    let later = StoreConfig { migrations: vec![LATER], ..StoreConfig::new(path(&folder)) };
    for config in [config(&folder), later.clone()] {
        let store = Store::open(config).unwrap();
        execute(&store, "UPDATE keyed SET note = 'again' WHERE id = $1", vec![7.into()])
            .await
            .unwrap();
        let report = store.journal().verify(VerifyOptions::default()).await.unwrap();
        let fault = report.first_broken().unwrap();
        assert_eq!(fault.subject.as_deref(), Some("table `keyed`"), "{fault}");
        assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
        store.close().await;
    }
}

#[tokio::test]
async fn forged_sums_are_refused_at_the_next_start() {
    let folder = filled().await;
    let conn = Connection::open(path(&folder)).unwrap();
    conn.execute("UPDATE journal_state SET sum = zeroblob(2048) WHERE name = 'keyed'", []).unwrap();
    drop(conn);
    let refused = Store::open(config(&folder)).err().unwrap();
    assert!(matches!(refused, OpenError::Corrupt { .. }), "{refused}");
    assert!(!verify(&folder).await.is_ok());
}

#[tokio::test]
async fn a_change_without_an_event_gets_one_and_the_schema_stays() {
    let folder = folder();
    let store = Store::open(config(&folder)).unwrap();
    execute(&store, "INSERT INTO child (id) VALUES ($1)", vec![1.into()]).await.unwrap();
    let events = store.journal().since(0, 10).await.unwrap();
    let kinds: Vec<&str> = events.iter().map(|event| &*event.kind).collect();
    assert_eq!(kinds, ["state.committed"]);
    for sql in ["CREATE TABLE more (id)", "DROP TABLE child", "DROP TRIGGER temp.state_0_INSERT"] {
        let refused = execute(&store, sql, Vec::new()).await.unwrap_err();
        assert!(refused.contains("not authorized"), "{sql}: {refused}");
    }
    let sneaky = store.write(Durability::Normal, |tx| {
        tx.query("INSERT INTO child (id) VALUES (2) RETURNING id", [], |row| {
            Ok(row.get::<_, i64>(0)?)
        })
    });
    assert!(sneaky.await.unwrap_err().to_string().contains("not read-only"));
    assert!(store.journal().verify(VerifyOptions::default()).await.unwrap().is_ok());
}

#[test]
fn a_virtual_table_is_refused_before_it_is_made() {
    const WORDS: Migrations =
        Migrations { service: "kinds", steps: &["CREATE VIRTUAL TABLE words USING fts5 (text);"] };
    let folder = folder();
    let virtual_table = StoreConfig { migrations: vec![WORDS], ..StoreConfig::new(path(&folder)) };
    let refused = Store::open(virtual_table).err().unwrap();
    assert!(
        matches!(refused, OpenError::Virtual { ref table, .. } if table == "words"),
        "{refused}"
    );
    Store::open(config(&folder)).unwrap();
}

#[derive(Debug, Clone)]
struct Step {
    statements: Vec<(usize, i64, i64)>,
    events: Vec<usize>,
    refuse: bool,
}

/// Statements of every sort; some fail half way, some replace, cascade or change nothing.
const STATEMENTS: [&str; 12] = [
    "INSERT INTO plain (a, b, c, d) VALUES ($1, $1 / 4.0, 'text ' || $2, zeroblob($2))",
    "INSERT INTO plain (a, b) VALUES (-0.0, -0.0 * $1 * $2)",
    "UPDATE plain SET b = a, a = $2 WHERE rowid % 7 = $1 % 7",
    "DELETE FROM plain WHERE rowid % 5 = $1 % 5 AND $2 >= 0",
    "INSERT INTO keyed (id, name) VALUES ($1, 'name ' || $2)",
    "INSERT INTO keyed (id, name) VALUES ($1, 'a'), ($2, 'b'), ($1 + $2, 'a')",
    "REPLACE INTO keyed (id, name, note) VALUES ($1, 'name ' || $2, 'replaced')",
    "INSERT INTO keyed (id, name) VALUES ($1, 'n') ON CONFLICT (id) DO UPDATE SET size = $2",
    "INSERT OR IGNORE INTO keyed (id, name) VALUES ($1, 'a'), ($2, 'a'), ($1 + 1, 'c')",
    "INSERT INTO child (parent) SELECT id FROM keyed WHERE id <> $1 AND id <> $2",
    "DELETE FROM keyed WHERE id = $1 OR id = $2",
    "REPLACE INTO pairs (one, two, rowid) VALUES ('p' || ($1 % 3), $2 % 4, x'00ff')",
];

fn step() -> impl Strategy<Value = Step> {
    let statements = prop::collection::vec((0..STATEMENTS.len(), 0..9_i64, 0..9_i64), 0..5);
    (statements, prop::collection::vec(0..5_usize, 0..3), prop::bool::weighted(0.2))
        .prop_map(|(statements, events, refuse)| Step { statements, events, refuse })
}

async fn apply(store: &Store, step: Step) {
    let written = store.write(Durability::Normal, move |tx| -> Result<(), Option<SqlError>> {
        for (index, (statement, one, two)) in step.statements.iter().enumerate() {
            if step.events.contains(&index) {
                tx.append(event(index as u64)).map_err(Some)?;
            }
            // Some of them break a constraint, which is their own affair.
            tx.execute(STATEMENTS[*statement], params![one, two]).ok();
        }
        if step.refuse { Err(None) } else { Ok(()) }
    });
    written.await.ok();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sums_follow_whatever_a_service_does(steps in prop::collection::vec(step(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let folder = folder();
            let mut store = Store::open(config(&folder)).unwrap();
            let half = steps.len() / 2;
            for (index, step) in steps.into_iter().enumerate() {
                if index == half {
                    store.close().await;
                    store = Store::open(config(&folder)).unwrap();
                }
                apply(&store, step).await;
            }
            let report = store.journal().verify(VerifyOptions::default()).await.unwrap();
            assert_eq!(report.faults, []);
        });
    }
}
