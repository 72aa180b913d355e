//! Facts and rules in controlled English, answers with their proof.

pub mod ask;
pub mod classical;
pub mod english;
pub mod knowledge;
pub mod logic;
pub mod lower;
pub mod narrative;
pub mod order;
pub mod postulates;
pub mod program;
pub mod proof;
pub mod space;
pub mod verbalise;
