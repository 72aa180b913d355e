//! Every limit and setting of the reasoner, with its name and default; reaching a limit is an error
//! that names it.

use std::path::PathBuf;
use std::time::Duration;

use prolog::Budget;

use crate::{ask, program};

/// Words and marks of one sentence that are read at most.
pub const SENTENCE_WORDS: usize = 120;

/// The words that all analyses of one sentence may span together.
pub const SENTENCE_EFFORT: usize = 1_000_000;

/// Ways to meet the conditions of one rule that are looked at together, at most.
pub const MOST_WAYS: usize = 500_000;

/// What the service is made with.
#[derive(Debug, Clone)]
pub struct Config {
    /// Every bound.
    pub limits: Limits,
    /// What becomes of a statement that contradicts what is known (`reasoner.on_contradiction`).
    pub on_contradiction: OnContradiction,
    /// The strategy of principals that chose none (`reasoner.strategy`).
    pub strategy: String,
    /// How much `debugInfo` may reveal (`reasoner.debug_level`).
    pub debug_level: DebugLevel,
    /// A folder with further strategies and curricula (`reasoner.folder`).
    pub folder: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            on_contradiction: OnContradiction::Warn,
            strategy: "CNL-1".to_owned(),
            debug_level: DebugLevel::Verbose,
            folder: None,
        }
    }
}

/// What becomes of a statement that contradicts what is known.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum OnContradiction {
    /// It is taken in, and the contradiction is told.
    Warn,
    /// It is refused.
    Reject,
    /// What was said before and contradicts it is taken back.
    Supersede,
}

/// How much `debugInfo` may reveal.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DebugLevel {
    /// Nothing.
    None,
    /// The query and what was spent.
    Basic,
    /// The knowledge base and the proof as well.
    Verbose,
}

/// The bounds of the reasoner.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of one statement, question or rule text (`reasoner.max_text_bytes`).
    pub text_bytes: usize,
    /// Sentences and clauses of one session (`reasoner.max_statements`).
    pub statements: usize,
    /// Sessions of one principal (`reasoner.max_sessions`).
    pub sessions: usize,
    /// Sessions kept in memory at once (`reasoner.live_sessions`).
    pub live_sessions: usize,
    /// Ontologies of one principal (`reasoner.max_ontologies`).
    pub ontologies: usize,
    /// Answers to one question (`reasoner.max_answers`).
    pub answers: usize,
    /// Facts that may be derived in one session (`reasoner.max_derived`).
    pub derived: usize,
    /// Calls the Prolog engine makes for one query (`reasoner.max_inferences`).
    pub inferences: u64,
    /// How long one query may run (`reasoner.query_seconds`).
    pub query_time: Duration,
    /// Cells of eight bytes one query may fill (`reasoner.max_cells`).
    pub cells: usize,
    /// Calls that may be inside each other in one query (`reasoner.max_depth`).
    pub depth: usize,
    /// Bytes one query may write (`reasoner.max_output_bytes`).
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text_bytes: 256 << 10,
            statements: 100_000,
            sessions: 20_000,
            live_sessions: 10_000,
            ontologies: 200,
            answers: 1000,
            derived: 400_000,
            inferences: 100_000_000,
            query_time: Duration::from_secs(10),
            cells: 64 << 20,
            depth: 4_000_000,
            output_bytes: 1 << 20,
        }
    }
}

impl Limits {
    /// What the forward rules may derive.
    pub fn closure(&self) -> program::Budget {
        program::Budget { facts: self.derived, steps: self.derived.saturating_mul(50) }
    }

    /// How questions are decided.
    pub fn options(&self) -> ask::Options {
        ask::Options { budget: self.closure(), doubts: true, ..ask::Options::default() }
    }

    /// What one Prolog query may spend.
    pub fn budget(&self) -> Budget {
        Budget {
            cells: self.cells,
            depth: self.depth,
            wall: Some(self.query_time),
            output: self.output_bytes,
            cancel: Some(kernel::work::Work::current().flag().into()),
            ..Budget::default().with_inferences(self.inferences)
        }
    }
}
