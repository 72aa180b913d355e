//! The table of the reasoner's tools; a dot of the original names is an underscore here.

mod analysis;
mod handle;
mod history;
mod knowledge;
mod ontology;
mod phrasing;
mod prolog;
mod query;
mod session;
mod strategy;
mod symbolic;
mod translate;
mod utility;

use std::sync::Arc;
use std::time::Duration;

use kernel::{Scope, ToolTable, read, write};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Refusal;
use crate::mind::Spent;
use crate::state::Reasoner;
use crate::tell::refuse_over;

pub(crate) use ontology::OntologyData;
pub(crate) use session::SessionData;

/// What a model was paid; zeros where none was asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Cost {
    /// Tokens sent
    pub prompt_tokens: u64,
    /// Tokens received
    pub completion_tokens: u64,
    /// Both together
    pub total_tokens: u64,
    /// In US dollars
    pub cost_usd: f64,
    /// How often a model was asked
    pub llm_calls: u32,
    /// How long reading took, models included
    pub latency_ms: f64,
    /// The model, if one was asked
    pub model: Option<String>,
}

impl Cost {
    pub(crate) fn without_model(time: Duration) -> Self {
        Self::of(&Spent { time, ..Spent::default() })
    }

    pub(crate) fn of(spent: &Spent) -> Self {
        let usage = spent.usage;
        Self {
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            total_tokens: usage.prompt_tokens + usage.completion_tokens,
            cost_usd: spent.cost_usd,
            llm_calls: spent.calls,
            latency_ms: spent.time.as_secs_f64() * 1000.0,
            model: spent.model.clone(),
        }
    }
}

/// A short message and nothing else.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Done {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
}

pub(crate) fn done(message: &str) -> Done {
    Done { success: true, message: message.to_owned() }
}

/// Refuses a text that is empty or too long.
pub(crate) fn check_text(
    reasoner: &Reasoner,
    name: &'static str,
    text: &str,
) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::Empty(name));
    }
    refuse_over(&format!("bytes of `{name}`"), text.len(), reasoner.config.limits.text_bytes)
}

/// A name that can stand in a URI.
pub(crate) fn check_name(what: &'static str, name: &str) -> Result<(), Refusal> {
    let fits = (1..=128).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.:".contains(&b));
    if fits { Ok(()) } else { Err(Refusal::BadName { what, name: name.to_owned() }) }
}

/// Runs work that computes on a thread that may be busy for long.
pub(crate) async fn computed<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    kernel::work::blocking(work).await?
}

/// The table.
pub(crate) fn table(reasoner: &Arc<Reasoner>) -> ToolTable {
    let tools = ToolTable::of(reasoner);
    let tools = sessions(tools);
    let tools = changes(tools);
    let tools = translations(tools);
    looking(tools).done()
}

type Builder = kernel::ToolTableBuilder<Reasoner>;

fn sessions(tools: Builder) -> Builder {
    tools
        .add(
            write("session_create", Scope::KbWrite, "Create a reasoning session")
                .ordered_by("sessionId"),
            session::create,
        )
        .add(
            read("session_get", "Show a session with its whole knowledge base")
                .ordered_by("sessionId"),
            session::get,
        )
        .add(
            write("session_delete", Scope::KbWrite, "Delete a session")
                .destructive()
                .ordered_by("sessionId"),
            session::delete,
        )
        .add(
            write(
                "session_assert",
                Scope::KbWrite,
                "Tell a session statements in English (or Prolog); each sentence's outcome is \
                 reported",
            )
            .ordered_by("sessionId"),
            knowledge::assert,
        )
        .add(
            write("session_assert_rules", Scope::KbWrite, "Tell a session Prolog facts and rules")
                .ordered_by("sessionId"),
            knowledge::assert_rules,
        )
        .add(
            write(
                "session_set_kb",
                Scope::KbWrite,
                "Replace the whole knowledge base of a session",
            )
            .destructive()
            .idempotent()
            .ordered_by("sessionId"),
            knowledge::set_kb,
        )
        .add(
            read(
                "session_query",
                "Ask a session a question in English (or Prolog): yes, no, unknown or the things \
                 asked for, with the statements it rests on",
            )
            .ordered_by("sessionId"),
            query::query,
        )
        .add(
            read(
                "prolog_run",
                "Run a goal over a Prolog program as SWI-Prolog would: answers, output, constraints \
                 that are left, limits",
            ),
            prolog::run,
        )
        .add(
            read("session_explainQuery", "Explain how a question is understood, without asking it")
                .ordered_by("sessionId"),
            query::explain,
        )
}

fn changes(tools: Builder) -> Builder {
    tools
        .add(
            write(
                "session_fork",
                Scope::KbWrite,
                "Copy a session, as it is or as it was, to a new one",
            )
            .ordered_by_both("sessionId", "newSessionId"),
            history::fork,
        )
        .add(
            read(
                "session_history",
                "List the changes of a session, or compare two of its versions",
            )
            .ordered_by("sessionId"),
            history::history,
        )
        .add(
            write(
                "session_retract",
                Scope::KbWrite,
                "Take back statements by number or text, or undo the last changes",
            )
            .destructive()
            .ordered_by("sessionId"),
            history::retract,
        )
        .add(
            write("ontology_create", Scope::KbWrite, "Create an ontology").ordered_alone(),
            ontology::create,
        )
        .add(read("ontology_list", "List your ontologies"), ontology::list)
        .add(read("ontology_get", "Show an ontology"), ontology::get)
        .add(
            write("ontology_update", Scope::KbWrite, "Replace the rules of an ontology")
                .destructive()
                .idempotent()
                .ordered_alone(),
            ontology::update,
        )
        .add(
            write("ontology_delete", Scope::KbWrite, "Delete an ontology")
                .destructive()
                .ordered_alone(),
            ontology::delete,
        )
}

fn looking(tools: Builder) -> Builder {
    tools
        .add(
            read("utility_getPrompts", "Show every prompt template a strategy may use"),
            utility::list,
        )
        .add(
            read("utility_debugFormatPrompt", "Fill a prompt template and show what a model gets"),
            utility::format,
        )
        .add(
            read(
                "analysis_get_strategy_leaderboard",
                "Compare strategies by recorded runs and live use; empty when nothing was measured",
            ),
            analysis::leaderboard,
        )
        .add(
            read("analysis_get_strategy_details", "Show a strategy with its newest runs"),
            analysis::details,
        )
        .add(read("analysis_list_eval_curricula", "List the curricula"), analysis::list_curricula)
        .add(
            read("symbolic_export", "Give a whole session as Prolog text or JSON")
                .ordered_by("sessionId"),
            symbolic::export,
        )
        .add(
            write("symbolic_import", Scope::KbWrite, "Take a whole session in")
                .ordered_by("sessionId"),
            symbolic::import,
        )
}

fn translations(tools: Builder) -> Builder {
    tools
        .add(
            write("mcr_handle", Scope::KbWrite, "Ask when the text is a question, tell otherwise")
                .ordered_by("sessionId"),
            handle::handle,
        )
        .add(
            read("translate_nlToRules", "Turn English into Prolog clauses without a session"),
            translate::to_rules,
        )
        .add(read("translate_rulesToNl", "Turn Prolog clauses into English"), translate::to_english)
        .add(read("strategy_list", "List the strategies that read English"), strategy::list)
        .add(
            write("strategy_setActive", Scope::KbWrite, "Choose the strategy of your sessions")
                .idempotent()
                .ordered_alone(),
            strategy::set_active,
        )
        .add(read("strategy_getActive", "Say which strategy is active"), strategy::get_active)
}
