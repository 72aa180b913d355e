//! The journal: everything that happened, in order, each event linked to the one before.
//!
//! Appending goes through the store's writer; what stands here reads, checks, exports and seals.

mod anchor;
mod chain;
mod db;
mod export;
mod hash;
mod proof;
mod read;
mod seal;
mod verify;

use std::path::PathBuf;
use std::sync::Arc;

use kernel::{Event, EventFeed, FeedError};
use serde::Serialize;

use crate::heads::{HeadsConfig, HouseKey};
use crate::log::{Hash, Log, Tiles};
use crate::readers::Readers;
use crate::{ReadError, Reader, StoreConfig};

pub(crate) use anchor::{Anchor, read as read_anchors};
pub(crate) use chain::{Chain, Mark, event_size};
pub(crate) use db::{
    Link, MIGRATIONS, WITH_STATE, head as head_link, insert_key_proof,
    key_proof as stored_key_proof, sealed,
};
pub use export::{ExportReport, Exported};
pub(crate) use hash::{from_hex, hex, key_proof};
pub(crate) use proof::stored_leaves;
pub use proof::{Proof, ProofError, ProvenEvent};
pub use seal::{SealError, Sealed};
pub(crate) use seal::{archive, prune};
pub use verify::{Fault, Field, VerifyOptions, VerifyReport};
pub(crate) use verify::{anchored, check_tail};

/// Which events to read.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only events with a greater number.
    pub after: u64,
    /// At most this many.
    pub limit: usize,
    /// Only events of this service.
    pub service: Option<String>,
    /// Only events of this stream.
    pub stream: Option<String>,
    /// Only events of this kind.
    pub kind: Option<String>,
    /// Only events made under this identity.
    pub principal: Option<String>,
}

/// The last event of the journal: its number and the hash that stands for everything before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Head {
    /// The number of the last event, 0 if there is none.
    pub seq: u64,
    /// Its hash in hexadecimal.
    pub hash: String,
}

impl From<Link> for Head {
    fn from(link: Link) -> Self {
        Self { seq: link.seq, hash: hex(&link.hash) }
    }
}

/// Reads, checks, exports and seals the journal.
#[derive(Clone)]
pub struct Journal {
    readers: Arc<Readers>,
    key: Option<[u8; 32]>,
    anchor: Option<PathBuf>,
    heads: Option<HeadsConfig>,
}

impl Journal {
    pub(crate) fn new(readers: Arc<Readers>, config: &StoreConfig) -> Self {
        let (anchor, heads) = (config.anchor.clone(), config.heads.clone());
        Self { readers, key: config.key, anchor, heads }
    }

    /// Proves that event `seq` is in the journal, under the house's signature.
    pub async fn prove(&self, seq: u64) -> Result<Proof, ReadError> {
        let proof = self.prove_all(vec![seq]).await?.pop();
        proof.ok_or_else(|| ReadError::Log(format!("event {seq} is not in the journal")))
    }

    /// The last event that was moved to an archive, 0 if none was.
    pub async fn archived(&self) -> Result<u64, ReadError> {
        self.readers.read(|reader| Ok(sealed(reader.conn())?.seq)).await
    }

    /// Proves that events are in the journal, all under one signature.
    pub async fn prove_all(&self, events: Vec<u64>) -> Result<Vec<Proof>, ReadError> {
        let key = self.heads.as_ref().and_then(|heads| HouseKey::from_seed(&heads.seed));
        let key = key.ok_or(ReadError::Unsigned)?;
        self.readers
            .read(move |reader: &Reader<'_>| proof::prove(reader.conn(), &key, &events))
            .await
    }

    /// The hashes that show that the journal of `old` events is the beginning of this one.
    pub async fn consistency(&self, old: u64) -> Result<Vec<Hash>, ReadError> {
        self.readers
            .read(move |reader: &Reader<'_>| {
                let head = db::head(reader.conn())?.seq;
                let log = Log::load(reader.conn(), head)?;
                let size = log.map_or(0, |log| log.size());
                if old > size {
                    return Err(ReadError::Log(format!("the journal has {size} events")));
                }
                Ok(Tiles::new(reader.conn(), size).consistency(old)?)
            })
            .await
    }

    /// The house's public key, if it has one.
    pub fn public_key(&self) -> Option<[u8; 32]> {
        let key = HouseKey::from_seed(&self.heads.as_ref()?.seed)?;
        Some(key.public())
    }

    /// The events after `after`, oldest first, at most `limit`.
    pub async fn since(&self, after: u64, limit: usize) -> Result<Vec<Arc<Event>>, ReadError> {
        self.events(Filter { after, limit, ..Filter::default() }).await
    }

    /// The events `filter` asks for, oldest first; the next page follows the last number.
    pub async fn events(&self, filter: Filter) -> Result<Vec<Arc<Event>>, ReadError> {
        self.readers.read(move |reader: &Reader<'_>| read::events(reader.conn(), &filter)).await
    }

    /// The last event's number and hash.
    pub async fn head(&self) -> Result<Head, ReadError> {
        self.readers.read(|reader| Ok(Head::from(db::head(reader.conn())?))).await
    }

    /// Writes every event after `after` to `out`, one line of JSON each.
    pub async fn export(
        &self,
        after: u64,
        mut out: impl std::io::Write + Send + 'static,
    ) -> Result<Exported, ReadError> {
        self.readers
            .read(move |reader: &Reader<'_>| {
                let sealed = sealed(reader.conn())?.seq;
                if after < sealed {
                    return Err(ReadError::Archived { sealed });
                }
                let last = db::head(reader.conn())?.seq;
                export::write(reader.conn(), after + 1, last, &mut out)
            })
            .await
    }

    /// Checks every link, and the file around them; faults are in the report, not an error.
    pub async fn verify(&self, options: VerifyOptions) -> Result<VerifyReport, ReadError> {
        let journal = self.clone();
        let checked = tokio::task::spawn_blocking(move || {
            let outside = verify::Outside { anchor: journal.anchor, heads: journal.heads };
            verify::verify(&journal.readers, journal.key, &outside, &options)
        });
        checked.await.unwrap_or(Err(ReadError::Panicked))
    }
}

/// Checks an exported file or an archive, which needs no database.
pub async fn verify_export(
    path: impl Into<PathBuf>,
    key: Option<[u8; 32]>,
) -> Result<ExportReport, ReadError> {
    let path = path.into();
    let checked = tokio::task::spawn_blocking(move || export::verify(&path, key));
    checked.await.unwrap_or(Err(ReadError::Panicked))
}

/// A feed whose history is the journal itself.
pub(crate) fn feed(readers: Arc<Readers>, capacity: usize) -> EventFeed {
    EventFeed::new(capacity.max(1), move |after, limit| {
        let readers = readers.clone();
        Box::pin(async move {
            let filter = Filter { after, limit, ..Filter::default() };
            let page =
                readers.read(move |reader: &Reader<'_>| read::events(reader.conn(), &filter));
            page.await.map_err(|error| match error {
                ReadError::Closed => FeedError::Closed,
                ReadError::Archived { sealed } => FeedError::Archived { sealed },
                other @ (ReadError::Sql(_)
                | ReadError::Stopped(_)
                | ReadError::Damaged { .. }
                | ReadError::Log(_)
                | ReadError::Unsigned
                | ReadError::File { .. }
                | ReadError::Output(_)
                | ReadError::Panicked) => FeedError::History(other.to_string()),
            })
        })
    })
}
