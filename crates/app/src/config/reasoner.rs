//! The section of the reasoner, with its defaults.

use std::path::PathBuf;

use reasoner::config::{Config, DebugLevel, Limits, OnContradiction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reasoner's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Reasoner {
    /// Port on this machine that `mcr` serves its socket on.
    pub port: u16,
    /// Who may use the socket `/ws` without a token: programs on this machine when the program is
    /// `mcr`, `always`, or `never`; web pages of other origins never may.
    pub guests: Guests,
    /// Strategy of those who chose none.
    pub strategy: String,
    /// What becomes of a statement that contradicts what is known: `warn`, `reject` or `supersede`.
    pub on_contradiction: OnContradiction,
    /// How much `debugInfo` may reveal: `none`, `basic` or `verbose`.
    pub debug_level: DebugLevel,
    /// Folder with further strategies (`strategies/*.json`) and curricula (`curricula/*.txt`).
    pub folder: Option<PathBuf>,
    /// Whose wire format the model speaks: `openai`, `anthropic`, `ollama`; `gguf` for a model in a
    /// file on this machine, or `off` for no model.
    pub model_provider: ModelProvider,
    /// Base address of the model's server, `http` or `https`.
    pub model_url: String,
    /// Name of the model; for `gguf` its file, relative to the data folder.
    pub model_name: String,
    /// Program that serves a `gguf` file: a `llama-server`, or a Python with `xllamacpp` or
    /// `llama_cpp`. Without one, those found on the machine are tried.
    pub model_server: Option<PathBuf>,
    /// File with the model's key, relative to the data folder.
    pub model_key_file: Option<PathBuf>,
    /// File with certificates (PEM) to trust for `https` beside the system's, relative to the data
    /// folder.
    pub model_certificates: Option<PathBuf>,
    /// Most seconds for one answer of the model.
    pub model_seconds: u64,
    /// Price of a million tokens sent, in US cents.
    pub model_input_cents: u64,
    /// Price of a million tokens received, in US cents.
    pub model_output_cents: u64,
    /// Largest text of one call in bytes.
    pub max_text_bytes: u64,
    /// Most sentences and clauses of one session.
    pub max_statements: u64,
    /// Most sessions of one principal.
    pub max_sessions: u64,
    /// Sessions kept in memory at once; the others are read from the store when they are asked.
    pub live_sessions: u64,
    /// Most ontologies of one principal.
    pub max_ontologies: u64,
    /// Most answers to one question.
    pub max_answers: u64,
    /// Most facts that may be derived in one session.
    pub max_derived: u64,
    /// Most calls of predicates for one query in Prolog.
    pub max_inferences: u64,
    /// Most seconds for one query in Prolog.
    pub query_seconds: u64,
    /// Most cells of eight bytes that one query in Prolog may fill.
    pub max_cells: u64,
    /// Most calls inside each other in one query in Prolog.
    pub max_depth: u64,
    /// Most bytes that one query in Prolog may write.
    pub max_output_bytes: u64,
}

/// Who may use the socket without a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Guests {
    /// Programs on this machine, when the program is `mcr`.
    Mcr,
    /// Programs on this machine.
    Always,
    /// Nobody.
    Never,
}

/// Whose wire format a model speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModelProvider {
    /// No model.
    Off,
    /// OpenAI and servers that speak like it.
    Openai,
    /// Anthropic.
    Anthropic,
    /// Ollama.
    Ollama,
    /// A GGUF file, served by a llama.cpp server that is started for it.
    Gguf,
}

impl Default for Reasoner {
    fn default() -> Self {
        let Config { limits, on_contradiction, strategy, debug_level, folder } = Config::default();
        let Limits { text_bytes, statements, sessions, live_sessions, .. } = limits;
        let count = |value: usize| u64::try_from(value).unwrap_or(u64::MAX);
        Self {
            port: 8080,
            guests: Guests::Mcr,
            strategy,
            on_contradiction,
            debug_level,
            folder,
            model_provider: ModelProvider::Off,
            model_url: "http://127.0.0.1:11434".to_owned(),
            model_name: String::new(),
            model_server: None,
            model_key_file: None,
            model_certificates: None,
            model_seconds: 60,
            model_input_cents: 0,
            model_output_cents: 0,
            max_text_bytes: count(text_bytes),
            max_statements: count(statements),
            max_sessions: count(sessions),
            live_sessions: count(live_sessions),
            max_ontologies: count(limits.ontologies),
            max_answers: count(limits.answers),
            max_derived: count(limits.derived),
            max_inferences: limits.inferences,
            query_seconds: limits.query_time.as_secs(),
            max_cells: count(limits.cells),
            max_depth: count(limits.depth),
            max_output_bytes: count(limits.output_bytes),
        }
    }
}
