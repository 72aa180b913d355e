//! The chain of an actor's events: what one is, how it is hashed, where all of them are kept.
//!
//! Nothing here knows WebAssembly or the protocols; it hashes, writes and finds events.

mod blob;
mod event;
mod frame;
mod hash;
mod index;
mod log;
mod payload;
mod reading;
mod scan;
mod segment;
mod syncing;

pub use blob::Blob;
pub(crate) use event::{Event, EventRef, Link, Recorder};
pub(crate) use frame::{Accepted, Item, ItemRef};
pub use hash::Hash;
pub(crate) use log::{Log, LogError, Position, Step};
pub(crate) use payload::{Call, CallError, Host, Outcome, Payload, Started, kinds};
pub(crate) use reading::{Found, Tail};
pub(crate) use scan::Hole;
