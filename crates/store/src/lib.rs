//! Where Ensemble keeps what it knows: one SQLite file, one writer, one hash-chained journal.
//!
//! A service hands over its migrations, changes state inside [`Store::write`] together with the
//! events that report the change, and reads through [`Store::read`]. Nothing here knows the tables
//! of a service; SQL stands in `db.rs` files only.

mod config;
mod db;
mod error;
mod heads;
mod journal;
mod lock;
mod log;
mod open;
mod owners;
mod queue;
mod readers;
pub mod sql;
mod state;
mod store;
mod writer;

pub use config::{Durability, Migrations, StoreConfig};
pub use error::{AppendError, CommitError, CommitErrorKind, OpenError, ReadError, WriteError};
pub use heads::{Begun, HeadsConfig, HouseKey, SignedHead};
pub use journal::{
    ExportReport, Exported, Fault, Field, Filter, Head, Journal, Proof, ProofError, ProvenEvent,
    SealError, Sealed, VerifyOptions, VerifyReport, verify_export,
};
pub use log::{Hash, is_consistent, leaf_hash, root_from_inclusion};
pub use sql::{Reader, SqlError, Tx};
pub use store::{Store, StoreStats};
