//! Ensemble English: a language with a written grammar, in which each sentence has one meaning or none.
//!
//! `grammar/english.grammar` holds the rules with their meanings and examples, `lexicon/` the words.
//! The code reads both, parses by a chart, settles what pronouns mean by fixed rules and makes formulas.
//! It stores nothing, decides nothing and knows no other part of the house.

pub mod chart;
pub mod drs;
pub mod fidelity;
pub mod grammar;
pub mod lexicon;
pub mod logic;
pub mod lower;
pub mod morphology;
pub mod read;
pub mod repair;
pub mod resolve;
pub mod term;
pub mod tokens;
pub mod words;

pub use logic::{Formula, Thing};
pub use read::{Ask, Context, Limits, Meaning, Mention, Purpose, Reading, Reason, Refusal, read};
pub use repair::{Offers, is_read, offers};
pub use resolve::Known;
