//! Asking: answers with their evidence, and how a question is understood.

use std::sync::Arc;
use std::time::Instant;

use kernel::{Call, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::history::AsOf;
use super::phrasing;
use super::session::lexicon;
use super::{Cost, check_text, computed};
use crate::config::{DebugLevel, Limits};
use crate::error::Refusal;
use crate::live::Live;
use crate::mind::Spent;
use crate::notation;
use crate::reply::{self, Node, Reply, Wish};
use crate::state::Reasoner;
use crate::verbalise::Style;

/// What to ask.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Query {
    /// The session
    session_id: String,
    /// The question
    natural_language_question: String,
    /// How to answer
    #[serde(default)]
    query_options: QueryOptions,
}

/// How to answer.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct QueryOptions {
    /// Clauses that hold for this question only
    dynamic_ontology: Option<String>,
    /// `conversational` or `formal`
    style: Option<String>,
    /// Explain the answer step by step
    trace: bool,
    /// Show how the answer was found
    debug: bool,
    /// Ask the session as it was at a version or time
    as_of: Option<AsOf>,
}

/// An answer.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answered {
    /// Whether it was answered
    success: bool,
    /// What it came to
    #[serde(flatten)]
    reply: Reply,
    /// The proof in words, when `trace` was set
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    /// How it was found
    debug_info: DebugInfo,
    /// The strategy that read the question
    strategy_id: String,
    /// What reading cost
    cost: Cost,
}

/// How an answer was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DebugInfo {
    strategy_id: String,
    operation_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    natural_language_question: Option<String>,
    level: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_requested: Option<bool>,
    prolog_query: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    dynamic_ontology_provided: Option<bool>,
    /// Proof trees whose steps name the statement, its author, its time and its strategy
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proof: Vec<Node>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_trace: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "prologResultsJSON")]
    prolog_results_json: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    knowledge_base_snapshot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_facts_summary: Option<String>,
    /// What the engine spent
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<Value>,
}

/// A style by its name.
pub(super) fn style(name: Option<&str>) -> Result<Style, Refusal> {
    match name {
        None | Some("conversational" | "") => Ok(Style::Conversational),
        Some("formal") => Ok(Style::Formal),
        Some(other) => Err(Refusal::Invalid(format!(
            "`style` is `{other}`, expected `conversational` or `formal`"
        ))),
    }
}

fn operation(kind: &str) -> String {
    format!("{kind}-{}", Timestamp::now().0 / 1000)
}

pub(super) async fn query(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Query,
) -> Result<Answered, Refusal> {
    answered(&reasoner, &call.principal.id, input).await
}

/// Answers a question with every option at its default.
pub(super) async fn plain(
    reasoner: &Arc<Reasoner>,
    principal: &str,
    session: &str,
    question: String,
) -> Result<Answered, Refusal> {
    let input = Query {
        session_id: session.to_owned(),
        natural_language_question: question,
        query_options: QueryOptions::default(),
    };
    answered(reasoner, principal, input).await
}

async fn answered(
    reasoner: &Arc<Reasoner>,
    principal: &str,
    input: Query,
) -> Result<Answered, Refusal> {
    check_text(reasoner, "naturalLanguageQuestion", &input.natural_language_question)?;
    let started = Instant::now();
    let Query { session_id, natural_language_question: text, query_options: options } = input;
    let wish =
        Wish { style: style(options.style.as_deref())?, trace: options.trace || options.debug };
    let strategy_id = super::strategy::chosen(reasoner, principal, None).await?;
    let (limits, overlay) = (reasoner.config.limits.clone(), options.dynamic_ontology.clone());
    let mut phrasing = phrasing::Questions::new(reasoner, &strategy_id, text)?;
    let (reply, snapshot) = loop {
        let (text, overlay, limits) = (phrasing.text(), overlay.clone(), limits.clone());
        let decided = match &options.as_of {
            Some(as_of) => {
                let live = as_of.live(reasoner, principal, &session_id).await?;
                phrasing.surround(&live);
                computed(move || decide(&live, &text, overlay.as_deref(), wish, &limits)).await
            }
            None => {
                let live = reasoner.read(principal, &session_id).await?;
                phrasing.surround(&live);
                computed(move || decide(&live, &text, overlay.as_deref(), wish, &limits)).await
            }
        };
        match decided {
            Ok(decided) => break decided,
            Err(refusal) => phrasing.again(refusal).await?,
        }
    };
    reasoner.used(&strategy_id, true, started.elapsed());
    let level = reasoner.config.debug_level.min(if options.debug {
        DebugLevel::Verbose
    } else {
        DebugLevel::Basic
    });
    let mut reply = reply;
    let debug_info = debug(&mut reply, &options, level, (&strategy_id, snapshot));
    Ok(Answered {
        success: true,
        explanation: reply.explanation.take().filter(|_| options.trace),
        reply,
        debug_info,
        strategy_id,
        cost: Cost::of(&Spent { time: started.elapsed(), ..phrasing.spent }),
    })
}

fn decide(
    live: &Live,
    text: &str,
    overlay: Option<&str>,
    wish: Wish,
    limits: &Limits,
) -> Result<(Reply, Option<String>), Refusal> {
    let snapshot = wish.trace.then(|| live.facts());
    let Some(overlay) = overlay.filter(|text| !text.trim().is_empty()) else {
        return Ok((reply::reply(live, text, wish, limits)?, snapshot));
    };
    let scratch = live.overlaid(notation::read(overlay)?, limits)?;
    Ok((reply::reply(&scratch, text, wish, limits)?, snapshot))
}

fn debug(
    reply: &mut Reply,
    options: &QueryOptions,
    level: DebugLevel,
    (strategy, snapshot): (&str, Option<String>),
) -> DebugInfo {
    let mut info = DebugInfo {
        strategy_id: strategy.to_owned(),
        operation_id: operation("query"),
        level: level_name(level),
        ..DebugInfo::default()
    };
    if level == DebugLevel::None {
        return info;
    }
    info.trace_requested = Some(options.trace);
    info.prolog_query = reply.query.clone();
    info.dynamic_ontology_provided = options.dynamic_ontology.as_ref().map(|_| true);
    info.spent = reply.spent.take();
    info.proof = std::mem::take(&mut reply.proof);
    if level == DebugLevel::Verbose {
        info.proof_trace = Some(plain_trace(&info.proof));
        info.trace_explanation = reply.explanation.clone();
        info.prolog_results_json = Some(results(reply).to_string());
        info.knowledge_base_snapshot = snapshot;
    }
    info
}

fn results(reply: &Reply) -> Value {
    match reply.verdict {
        "answers" => json!(reply.bindings),
        "yes" => json!([true]),
        _ => json!([]),
    }
}

fn plain_trace(nodes: &[Node]) -> Value {
    let plain = |node: &Node| json!({ "goal": node.goal, "children": plain_trace(&node.children) });
    Value::Array(nodes.iter().map(plain).collect())
}

fn level_name(level: DebugLevel) -> &'static str {
    match level {
        DebugLevel::None => "none",
        DebugLevel::Basic => "basic",
        DebugLevel::Verbose => "verbose",
    }
}

/// What to explain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Explain {
    /// The session
    session_id: String,
    /// The question
    natural_language_question: String,
}

/// How a question is understood.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Explained {
    /// Whether it was explained
    success: bool,
    /// In words
    explanation: String,
    /// The details
    debug_info: DebugInfo,
    /// The strategy that read the question
    strategy_id: String,
    /// What reading cost
    cost: Cost,
}

pub(super) async fn explain(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Explain,
) -> Result<Explained, Refusal> {
    check_text(&reasoner, "naturalLanguageQuestion", &input.natural_language_question)?;
    let started = Instant::now();
    let principal = call.principal.id.to_string();
    let strategy_id = super::strategy::chosen(&reasoner, &principal, None).await?;
    let live = reasoner.read(&principal, &input.session_id).await?;
    let text = input.natural_language_question.clone();
    let (explanation, goal, summary) = computed(move || {
        let explained = reply::explained(&live, &text)?;
        Ok((explained.text, explained.goal, lexicon(&live)))
    })
    .await?;
    let debug_info = DebugInfo {
        strategy_id: strategy_id.clone(),
        operation_id: operation("explain"),
        natural_language_question: Some(input.natural_language_question),
        level: level_name(reasoner.config.debug_level),
        prolog_query: goal,
        session_facts_summary: Some(summary),
        ..DebugInfo::default()
    };
    let cost = Cost::without_model(started.elapsed());
    Ok(Explained { success: true, explanation, debug_info, strategy_id, cost })
}
