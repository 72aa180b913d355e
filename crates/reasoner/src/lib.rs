//! Facts and rules in controlled English, answers with their proof.

pub mod english;
pub mod logic;
