//! Where in a segment things are: by event hash, by actor and number, by the event that caused one.
//!
//! The segment being written keeps its index in memory; a full one gets a sorted file that is
//! searched in place, so old history costs no memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::frame::Item;
use crate::lock::lock;

const MAGIC: &[u8; 8] = b"ENSTIDX1";
const ENTRY: u64 = 24;
const TABLES: usize = 3;
const HEAD: u64 = 8 + 8 * TABLES as u64;

/// What is looked up.
#[derive(Debug, Clone, Copy)]
pub(super) enum Table {
    /// Frames by the hash of an event in them.
    Events,
    /// Frames by actor and the number of their first event of that actor.
    Actors,
    /// Frames by the cause of an event in them.
    Causes,
}

/// What a key leads to.
type Entry = ((u64, u64), u64);

/// One table in memory. New entries are put in order only when somebody looks, because a busy log
/// is written far more often than it is searched.
#[derive(Debug, Default)]
struct Column {
    sorted: BTreeMap<(u64, u64), u64>,
    fresh: Vec<Entry>,
}

impl Column {
    fn sorted(&mut self) -> &BTreeMap<(u64, u64), u64> {
        self.sorted.extend(self.fresh.drain(..));
        &self.sorted
    }

    /// All entries in order; of several under one key the last. A list that is sorted once takes a
    /// quarter of the memory that a tree does.
    fn entries(&mut self) -> Vec<Entry> {
        let mut all: Vec<Entry> = self.sorted.iter().map(|(key, at)| (*key, *at)).collect();
        all.extend_from_slice(&self.fresh);
        all.sort_by_key(|(key, _)| *key);
        all.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                *kept = *later;
            }
            same
        });
        all
    }
}

/// An index in memory.
#[derive(Debug, Default)]
pub(super) struct Tables([Column; TABLES]);

impl Tables {
    /// Notes what the frame at `offset` holds.
    pub(super) fn note(&mut self, items: &[Item], offset: u64) {
        let [by_event, by_actor, by_cause] = &mut self.0;
        for item in items {
            let Item::Events { actor, events, .. } = item else { continue };
            let Some(first) = events.first() else { continue };
            by_actor.fresh.push(((actor.key(), first.seq), offset));
            for event in events {
                by_event.fresh.push(((event.hash.key(), event.seq), offset));
                if let Some(cause) = event.cause {
                    by_cause.fresh.push(((cause.key(), event.hash.key()), offset));
                }
            }
        }
    }

    /// The file that stands for this index.
    pub(super) fn encode(&mut self) -> Vec<u8> {
        let columns = self.0.each_mut().map(Column::entries);
        let length = columns.iter().map(Vec::len).sum::<usize>() * ENTRY as usize;
        let mut out = Vec::with_capacity(HEAD as usize + length);
        out.extend(MAGIC);
        for entries in &columns {
            out.extend((entries.len() as u64).to_le_bytes());
        }
        for ((key, sub), offset) in columns.iter().flatten() {
            for number in [key, sub, offset] {
                out.extend(number.to_le_bytes());
            }
        }
        out
    }
}

/// Writes an index file, whole or not at all.
pub(super) fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("idx-unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(unfinished, path)
}

/// An index in a file.
#[derive(Debug)]
pub(super) struct Saved {
    file: File,
    lengths: [u64; TABLES],
}

impl Saved {
    /// Opens the file if it is there and whole.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let file = File::open(path).ok()?;
        let mut head = [0; HEAD as usize];
        file.read_exact_at(&mut head, 0).ok()?;
        let (magic, counts) = head.split_at(MAGIC.len());
        let mut lengths = [0; TABLES];
        for (length, bytes) in lengths.iter_mut().zip(counts.chunks_exact(8)) {
            *length = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let expected = HEAD + ENTRY * lengths.iter().sum::<u64>();
        let whole = magic == MAGIC && file.metadata().ok()?.len() == expected;
        whole.then_some(Self { file, lengths })
    }

    fn entry(&self, table: Table, at: u64) -> io::Result<Option<(u64, u64, u64)>> {
        let table = table as usize;
        if at >= self.lengths[table] {
            return Ok(None);
        }
        let before: u64 = self.lengths[..table].iter().sum();
        let mut bytes = [0; ENTRY as usize];
        self.file.read_exact_at(&mut bytes, HEAD + ENTRY * (before + at))?;
        let number = |from: usize| {
            let mut part = [0; 8];
            part.copy_from_slice(&bytes[from..from + 8]);
            u64::from_le_bytes(part)
        };
        Ok(Some((number(0), number(8), number(16))))
    }

    /// The place of the first entry not less than the key.
    fn lower_bound(&self, table: Table, key: (u64, u64)) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.lengths[table as usize]);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry(table, middle)? {
                Some((a, b, _)) if (a, b) < key => low = middle + 1,
                _ => high = middle,
            }
        }
        Ok(low)
    }
}

/// The index of a segment, wherever it is.
#[derive(Debug)]
pub(super) enum Index {
    /// Of the segment being written, or one whose file is still being made.
    Memory(Arc<Mutex<Tables>>),
    /// Of a full one.
    Saved(Saved),
}

impl Index {
    /// The offsets of every frame that `table` has under `key`.
    pub(super) fn all(&self, table: Table, key: u64) -> io::Result<Vec<u64>> {
        let found = self.from(table, (key, 0), usize::MAX)?;
        Ok(found.into_iter().map(|(_, offset)| offset).collect())
    }

    /// At most `limit` entries `(sub, offset)` under the key, beginning with the last one that is
    /// not greater than the given sub key.
    pub(super) fn from(
        &self,
        table: Table,
        (key, sub): (u64, u64),
        limit: usize,
    ) -> io::Result<Vec<(u64, u64)>> {
        match self {
            Self::Memory(tables) => {
                let mut tables = lock(tables);
                let map = tables.0[table as usize].sorted();
                let floor = map.range((key, 0)..=(key, sub)).next_back();
                let start = floor.map_or(sub, |((_, sub), _)| *sub);
                let range = map.range((key, start)..=(key, u64::MAX)).take(limit);
                Ok(range.map(|((_, sub), offset)| (*sub, *offset)).collect())
            }
            Self::Saved(saved) => {
                let mut at = saved.lower_bound(table, (key, sub))?;
                let exact = saved.entry(table, at)?.is_some_and(|(a, b, _)| (a, b) == (key, sub));
                if !exact && at > 0 && saved.entry(table, at - 1)?.is_some_and(|it| it.0 == key) {
                    at -= 1;
                }
                let mut found = Vec::new();
                while let Some((a, b, offset)) = saved.entry(table, at)?
                    && a == key
                    && found.len() < limit
                {
                    found.push((b, offset));
                    at += 1;
                }
                Ok(found)
            }
        }
    }
}
