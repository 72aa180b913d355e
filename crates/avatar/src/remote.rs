//! Avatars that live in a Supabase project, asked through its PostgREST under row-level security.
//!
//! The project finds passages; ranking, quoting and refusing happen here, from the passages' text.

mod card;
mod client;
mod found;
mod push;

pub(crate) use card::Work;
pub use client::{Remote, RemoteError};
pub use found::There;
pub(crate) use found::Topic;
pub use push::{Pushed, push};

/// The tables and functions a project needs, to be applied by its owner.
pub const SCHEMA: &str = include_str!("remote/schema.sql");
