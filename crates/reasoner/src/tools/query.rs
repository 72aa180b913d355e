//! Asking: answers with their evidence, and how a question is understood.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use kernel::{Call, Timestamp};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::history::AsOf;
use super::phrasing::{Questions, in_vain};
use super::session::lexicon;
use super::{Cost, check_text, computed};
use crate::config::{DebugLevel, Limits};
use crate::error::Refusal;
use crate::live::Live;
use crate::mind::Spent;
use crate::notation;
use crate::reply::{self, Node, Reply, Wish};
use crate::state::Reasoner;
use crate::tell::refuse_over;
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
    #[serde(default, deserialize_with = "options")]
    query_options: QueryOptions,
}

/// Options are an object; none at all and `null` are the same.
fn options<'de, D: Deserializer<'de>>(input: D) -> Result<QueryOptions, D::Error> {
    let Some(fields) = Option::<Map<String, Value>>::deserialize(input)? else {
        return Ok(QueryOptions::default());
    };
    serde_json::from_value(Value::Object(fields)).map_err(D::Error::custom)
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
    /// The proof in words, when `trace` was set or it was asked why
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
    let added = input.query_options.dynamic_ontology.as_deref().unwrap_or_default();
    let most = reasoner.config.limits.text_bytes;
    refuse_over("bytes of `dynamicOntology`", added.len(), most)?;
    let started = Instant::now();
    let Query { session_id, natural_language_question: text, query_options: options } = input;
    let wish =
        Wish { style: style(options.style.as_deref())?, trace: options.trace || options.debug };
    let strategy_id = super::strategy::chosen(reasoner, principal, None).await?;
    let (limits, overlay) = (reasoner.config.limits.clone(), options.dynamic_ontology.clone());
    let mut phrasing = Questions::new(reasoner, &strategy_id, text)?;
    let place = Place { principal, session: &session_id, as_of: options.as_of.as_ref() };
    let decided = read(reasoner, place, &mut phrasing, move |live, text| {
        decide(live, text, overlay.as_deref(), wish, &limits)
    });
    let decided = decided.await;
    let spent = Spent { time: started.elapsed(), ..phrasing.spent };
    let (reply, snapshot) =
        decided.map_err(|refusal| in_vain(reasoner, &strategy_id, refusal, &spent))?;
    reasoner.used(&strategy_id, true, &spent);
    let level = reasoner.config.debug_level.min(if options.debug {
        DebugLevel::Verbose
    } else {
        DebugLevel::Basic
    });
    let mut reply = reply;
    let debug_info = debug(&mut reply, &options, level, (&strategy_id, snapshot));
    Ok(Answered {
        success: true,
        explanation: reply.explanation.take().filter(|_| options.trace || reply.explains),
        reply,
        debug_info,
        strategy_id,
        cost: Cost::of(&spent),
    })
}

/// Where a question is asked.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    principal: &'a str,
    session: &'a str,
    as_of: Option<&'a AsOf>,
}

/// A session to read from, as it is or as it was.
type Held = Box<dyn Deref<Target = Live> + Send>;

impl Place<'_> {
    async fn live(self, reasoner: &Reasoner) -> Result<Held, Refusal> {
        Ok(match self.as_of {
            Some(as_of) => {
                Box::new(Box::new(as_of.live(reasoner, self.principal, self.session).await?))
            }
            None => Box::new(reasoner.read(self.principal, self.session).await?),
        })
    }
}

/// Reads a question until it is understood: as it was asked, or as a model puts it.
async fn read<T: Send + 'static>(
    reasoner: &Reasoner,
    place: Place<'_>,
    phrasing: &mut Questions<'_>,
    work: impl Fn(&Live, &str) -> Result<T, Refusal> + Clone + Send + 'static,
) -> Result<T, Refusal> {
    if phrasing.is_put_by_a_model() {
        // Nobody who wants to change the session waits for the model.
        let live = place.live(reasoner).await?;
        phrasing.surround(&live);
        drop(live);
        phrasing.open().await?;
    }
    loop {
        let live = place.live(reasoner).await?;
        phrasing.surround(&live);
        let (text, work) = (phrasing.text(), work.clone());
        match computed(move || work(&live, &text)).await {
            Ok(value) => return Ok(value),
            Err(refusal) => phrasing.again(refusal).await?,
        }
    }
}

fn decide(
    live: &Live,
    text: &str,
    overlay: Option<&str>,
    wish: Wish,
    limits: &Limits,
) -> Result<(Reply, Option<String>), Refusal> {
    let snapshot = wish.trace.then(|| live.facts());
    let mut reply = match overlay.filter(|text| !text.trim().is_empty()) {
        Some(overlay) => {
            let scratch = live.overlaid(notation::read(overlay)?, limits)?;
            reply::reply(&scratch, text, wish, limits)?
        }
        None => reply::reply(live, text, wish, limits)?,
    };
    let gone = live.gone().into_iter();
    reply.doubts.extend(
        gone.map(|name| {
            format!("The session was made with the ontology `{name}`, which is deleted.")
        }),
    );
    Ok((reply, snapshot))
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
    let text = input.natural_language_question.clone();
    let mut phrasing = Questions::new(&reasoner, &strategy_id, text)?;
    let place = Place { principal: &principal, session: &input.session_id, as_of: None };
    let limits = reasoner.config.limits.clone();
    let explained = read(&reasoner, place, &mut phrasing, move |live, text| {
        let explained = reply::explained(live, text, &limits)?;
        Ok((explained.text, explained.goal, lexicon(live)))
    });
    let explained = explained.await;
    let spent = Spent { time: started.elapsed(), ..phrasing.spent };
    let (explanation, goal, summary) =
        explained.map_err(|refusal| in_vain(&reasoner, &strategy_id, refusal, &spent))?;
    reasoner.used(&strategy_id, true, &spent);
    let debug_info = DebugInfo {
        strategy_id: strategy_id.clone(),
        operation_id: operation("explain"),
        natural_language_question: Some(input.natural_language_question),
        level: level_name(reasoner.config.debug_level),
        prolog_query: goal,
        session_facts_summary: Some(summary),
        ..DebugInfo::default()
    };
    let cost = Cost::of(&spent);
    Ok(Explained { success: true, explanation, debug_info, strategy_id, cost })
}
