//! What a store is opened with; every limit has its name and default here.

use std::path::PathBuf;
use std::time::Duration;

use crate::HeadsConfig;

/// The schema of one service, as the steps that built it up; a released step never changes.
#[derive(Debug, Clone, Copy)]
pub struct Migrations {
    /// The service the tables belong to.
    pub service: &'static str,
    /// One SQL script per schema version, the first making version 1.
    pub steps: &'static [&'static str],
}

/// What a caller is promised when a write is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// The write outlives a power cut: it is synced to the disk before the answer.
    Full,
    /// The write outlives the process, and reaches the disk within the next checkpoint.
    Normal,
}

/// What a store is opened with.
#[derive(Clone)]
pub struct StoreConfig {
    /// The database file; its folder is made if it is missing.
    pub path: PathBuf,
    /// The schemas of the services that will use the store.
    pub migrations: Vec<Migrations>,
    /// The secret of a keyed journal; it must be kept outside the database.
    pub key: Option<[u8; 32]>,
    /// The file that heads of the journal are anchored in.
    pub anchor: Option<PathBuf>,
    /// How many events may pass between two anchors.
    pub anchor_every: u64,
    /// How long new events may go without an anchor, while events arrive.
    pub anchor_time: Duration,
    /// How heads of the journal are signed and where they are kept; none are if unset.
    pub heads: Option<HeadsConfig>,
    /// What every caller is promised at least.
    pub durability: Durability,
    /// How many read-only connections readers share.
    pub readers: usize,
    /// How many events may wait for the writer, in units of an event or 4 KiB of one.
    pub queue_events: usize,
    /// How many writes may wait for the writer.
    pub queue_writes: usize,
    /// How many events or writes one commit may take together.
    pub group_events: usize,
    /// How long one commit may collect events and writes.
    pub group_time: Duration,
    /// The largest event the journal takes, all its fields together.
    pub max_event_bytes: usize,
    /// The largest size the database file may grow to.
    pub max_bytes: Option<u64>,
    /// How many committed events a follower may lag behind before it reads from the file.
    pub feed_capacity: usize,
}

impl StoreConfig {
    /// The defaults for a database at `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            migrations: Vec::new(),
            key: None,
            anchor: None,
            anchor_every: 10_000,
            anchor_time: Duration::from_secs(60),
            heads: None,
            durability: Durability::Full,
            readers: 4,
            queue_events: 8192,
            queue_writes: 1024,
            group_events: 4096,
            group_time: Duration::from_millis(5),
            max_event_bytes: 1024 * 1024,
            max_bytes: None,
            feed_capacity: 1024,
        }
    }
}

impl std::fmt::Debug for StoreConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoreConfig")
            .field("path", &self.path)
            .field("keyed", &self.key.is_some())
            .field("anchor", &self.anchor)
            .finish_non_exhaustive()
    }
}
