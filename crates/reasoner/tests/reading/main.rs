//! What sentences mean, and which are refused rather than guessed.

mod attached;
mod bound;
mod everyday;
mod free;
mod hedged;
mod joined;
mod meant;
mod plain;
mod scope;
mod told;
mod words;
