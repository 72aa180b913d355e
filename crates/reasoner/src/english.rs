//! Controlled English: sentences in, logic out, and back.
//! Pure functions of their inputs; nothing here evaluates or stores anything.

pub mod chart;
pub mod closed;
pub(crate) mod compounds;
pub mod discourse;
pub mod drs;
mod effort;
pub mod gender;
pub mod grammar;
pub mod lexicon;
pub mod meaning;
pub mod morphology;
pub mod names;
pub mod question;
pub mod read;
mod recent;
mod relational;
pub mod syntax;
pub mod tokens;
