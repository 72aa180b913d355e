//! Whatever is done to a store, in whatever order, it agrees with a list in memory.

use proptest::prelude::*;
use store::{Durability, Filter, SqlError, Store, VerifyOptions, WriteError};
use tempfile::TempDir;

use crate::support::{event, folder, open};

#[derive(Debug, Clone)]
enum Step {
    Append(u64),
    Write(u64, Durability),
    Refuse(u64),
    Together(Vec<u64>),
    Seal(u8),
    Reopen,
    Crash,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..40_u64).prop_map(Step::Append),
        4 => (0..40_u64, prop::bool::ANY).prop_map(|(n, full)| {
            Step::Write(n, if full { Durability::Full } else { Durability::Normal })
        }),
        2 => (0..40_u64).prop_map(Step::Refuse),
        3 => prop::collection::vec(0..40_u64, 1..12).prop_map(Step::Together),
        1 => any::<u8>().prop_map(Step::Seal),
        1 => Just(Step::Reopen),
        1 => Just(Step::Crash),
    ]
}

/// What the journal should hold: the stream of every event, from number 1.
struct Model {
    folder: TempDir,
    store: Store,
    streams: Vec<String>,
    sealed: u64,
}

fn stream(n: u64) -> String {
    event(n).stream
}

impl Model {
    async fn apply(&mut self, step: Step) {
        match step {
            Step::Append(n) => {
                self.store.append_later(event(n)).await.unwrap();
                self.streams.push(stream(n));
            }
            Step::Write(n, durability) => {
                let seq = self.store.write(durability, move |tx| tx.append(event(n))).await;
                self.streams.push(stream(n));
                assert_eq!(seq.unwrap(), self.streams.len() as u64);
            }
            Step::Refuse(n) => {
                let refused = self.store.write(Durability::Normal, move |tx| {
                    let new = kernel::NewEvent::new("notes", "never", format!("never/{n}"));
                    tx.append(new)?;
                    tx.append(event(n))?;
                    tx.execute("INSERT INTO note (text) VALUES (NULL)", [])
                });
                assert!(
                    matches!(refused.await, Err(WriteError::Refused(error)) if error.is_constraint())
                );
            }
            Step::Together(numbers) => self.together(numbers).await,
            Step::Seal(share) => self.seal(share).await,
            Step::Reopen => {
                assert_eq!(self.store.close().await, 0);
                self.store = open(&self.folder);
            }
            Step::Crash => self.crash().await,
        }
    }

    /// Many writers at once, every third of which is refused.
    async fn together(&mut self, numbers: Vec<u64>) {
        let writes = numbers.into_iter().map(|n| {
            let store = self.store.clone();
            tokio::spawn(async move {
                let write =
                    store.write(Durability::Normal, move |tx| -> Result<u64, Option<SqlError>> {
                        let seq = tx.append(event(n)).map_err(Some)?;
                        if n % 3 == 0 { Err(None) } else { Ok(seq) }
                    });
                (n, write.await.ok())
            })
        });
        let mut kept = Vec::new();
        for write in writes.collect::<Vec<_>>() {
            let (n, seq) = write.await.unwrap();
            assert_eq!(seq.is_none(), n % 3 == 0);
            kept.extend(seq.map(|seq| (seq, stream(n))));
        }
        kept.sort();
        for (seq, stream) in kept {
            self.streams.push(stream);
            assert_eq!(seq, self.streams.len() as u64);
        }
    }

    async fn seal(&mut self, share: u8) {
        self.store.flush().await.unwrap();
        let left = self.streams.len() as u64 - self.sealed;
        let up_to = self.sealed + left * u64::from(share) / 255;
        if up_to > self.sealed {
            self.store.seal(up_to, self.folder.path().join("archive")).await.unwrap();
            self.streams.push("journal".to_owned());
            self.sealed = up_to;
        }
    }

    /// A copy of the files while they are in use is what a killed process leaves behind.
    async fn crash(&mut self) {
        self.store.flush().await.unwrap();
        let copy = folder();
        for name in ["state.db", "state.db-wal"] {
            let from = self.folder.path().join(name);
            if from.exists() {
                std::fs::copy(from, copy.path().join(name)).unwrap();
            }
        }
        self.store = open(&copy);
        let archives = self.folder.path().join("archive");
        if archives.exists() {
            std::fs::rename(archives, copy.path().join("archive")).unwrap();
        }
        self.folder = copy;
    }

    async fn check(&self) {
        self.store.flush().await.unwrap();
        let archives = Some(self.folder.path().join("archive"));
        let options = VerifyOptions { archives, ..VerifyOptions::default() };
        let report = self.store.journal().verify(options).await.unwrap();
        assert_eq!(report.faults, []);
        assert_eq!((report.head.seq, report.sealed), (self.streams.len() as u64, self.sealed));
        let left = (self.sealed + 1..).zip(&self.streams[self.sealed as usize..]);
        let expected: Vec<u64> =
            left.filter(|(_, stream)| *stream == "note/2").map(|(seq, _)| seq).collect();
        let stream = Some("note/2".to_owned());
        let filter = Filter { after: self.sealed, limit: 1000, stream, ..Filter::default() };
        let found = self.store.journal().events(filter).await.unwrap();
        assert_eq!(found.iter().map(|event| event.seq).collect::<Vec<_>>(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_store_agrees_with_a_list_whatever_happens(steps in prop::collection::vec(step(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let folder = folder();
            let store = open(&folder);
            let mut model = Model { folder, store, streams: Vec::new(), sealed: 0 };
            for step in steps {
                model.apply(step).await;
            }
            model.check().await;
        });
    }
}
