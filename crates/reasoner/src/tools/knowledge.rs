//! Telling: statements in English, clauses in Prolog, a whole knowledge base.

use std::sync::Arc;
use std::time::Instant;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phrasing::{self, Against, Phrased};
use super::{Cost, check_text, computed};
use crate::config::OnContradiction;
use crate::error::Refusal;
use crate::live::{News, Teller, trial};
use crate::notation::{self, Piece};
use crate::state::{Plan, Reading, Reasoner};
use crate::tell::{self, Clash, Manner, Outcome, Told};

/// What to tell in English.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Assert {
    /// The session
    session_id: String,
    /// One or more sentences
    natural_language_text: String,
    /// Take in all sentences or none
    #[serde(default)]
    strict: bool,
    /// What becomes of a statement that contradicts what is known: `warn`, `reject` or `supersede`
    on_contradiction: Option<OnContradiction>,
    /// The strategy to read it with; the active one if not given
    strategy_id: Option<String>,
    /// Leave `fullKnowledgeBase` out of the answer
    #[serde(default)]
    omit_knowledge_base: bool,
}

/// Several clauses, or one text with all of them.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
pub(super) enum Rules {
    /// One text
    Text(String),
    /// One clause each
    List(Vec<String>),
}

impl Rules {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(clauses) => {
                let clauses = clauses.iter().filter(|clause| !clause.trim().is_empty());
                clauses.map(|clause| ended(clause)).collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A clause of a list may come without its full stop. It goes on a line of its own, because the
/// clause may end with a comment.
fn ended(clause: &str) -> String {
    if clause.trim_end().ends_with('.') || notation::read(clause).is_ok() {
        return clause.to_owned();
    }
    format!("{clause}\n.")
}

/// What to tell in Prolog.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct AssertRules {
    /// The session
    session_id: String,
    /// Facts and rules, in one text or one each
    rules: Rules,
    /// Read and try the clauses first; if not, they are kept as they are written, and what cannot be
    /// read is left out of every answer and said there
    #[serde(default = "yes")]
    validate: bool,
    /// What becomes of a clause that contradicts what is known: `warn`, `reject` or `supersede`
    on_contradiction: Option<OnContradiction>,
    /// Leave `fullKnowledgeBase` out of the answer
    #[serde(default)]
    omit_knowledge_base: bool,
}

fn yes() -> bool {
    true
}

/// What to know instead.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct SetKb {
    /// The session
    session_id: String,
    /// The whole knowledge base as Prolog text
    kb_content: String,
}

/// What telling came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asserted {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
    /// Set when nothing was understood
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    /// The clauses that were added
    #[serde(skip_serializing_if = "Option::is_none")]
    added_facts: Option<Vec<String>>,
    /// The whole knowledge base as Prolog text
    #[serde(skip_serializing_if = "Option::is_none")]
    full_knowledge_base: Option<String>,
    /// The strategy that read it
    strategy_id: String,
    /// What reading cost
    cost: Cost,
    /// What became of each sentence
    sentences: Vec<Outcome>,
    /// What does not go together with it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<Clash>,
    /// What was taken back for it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    superseded: Vec<String>,
    /// How many changes the session has seen
    version: u64,
}

pub(super) async fn assert(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Assert,
) -> Result<Asserted, Refusal> {
    check_text(&reasoner, "naturalLanguageText", &input.natural_language_text)?;
    let started = Instant::now();
    let principal = call.principal.id.to_string();
    let on_contradiction = on_contradiction(&input, reasoner.config.on_contradiction);
    let strategy = super::strategy::chosen(&reasoner, &principal, input.strategy_id).await?;
    let manner = Manner {
        strategy: strategy.clone(),
        author: principal.clone(),
        strict: input.strict,
        on_contradiction,
        action: "assert",
    };
    let against = Against::Session(&principal, &input.session_id);
    let text = input.natural_language_text;
    let (phrased, mut spent) = phrasing::statements(&reasoner, &strategy, against, text).await;
    let taken = match phrased {
        Ok(phrased) => take(&reasoner, &input.session_id, phrased, manner).await,
        Err(refusal) => Err(refusal),
    };
    spent.time = started.elapsed();
    let (told, live) = match taken {
        Ok(taken) => taken,
        Err(refusal) => return Err(phrasing::in_vain(&reasoner, &strategy, refusal, &spent)),
    };
    let facts = (!input.omit_knowledge_base).then(|| live.facts());
    let version = live.row.version;
    drop(live);
    reasoner.used(&strategy, !told.added.is_empty(), &spent);
    Ok(asserted(told, strategy, Cost::of(&spent), (facts, version)))
}

/// What becomes of a contradiction; who wants all or nothing wants nothing that goes against itself.
fn on_contradiction(input: &Assert, usual: OnContradiction) -> OnContradiction {
    match (input.on_contradiction, usual) {
        (Some(asked), _) => asked,
        (None, OnContradiction::Warn) if input.strict => OnContradiction::Reject,
        (None, usual) => usual,
    }
}

/// Takes in what was put into words or clauses. Where a model failed, what needed none goes in;
/// it is a failure only if nothing is left, or all was wanted.
async fn take(
    reasoner: &Arc<Reasoner>,
    session: &str,
    phrased: Phrased,
    manner: Manner,
) -> Result<(Told, Reading), Refusal> {
    let limits = reasoner.config.limits.clone();
    let principal = manner.author.clone();
    reasoner
        .change(&principal, session, move |live| {
            let problem = phrased.problem();
            let (outcomes, news) = match phrased {
                Phrased::Text(text) => tell::read(live, &text)?,
                Phrased::Items(items) => tell::read_items(live.knowledge.clone_mentioned(), &items),
                Phrased::Clauses(text, pieces) => told_pieces(pieces, Some(&text)),
            };
            let wanting = manner.strict || news.iter().all(Option::is_none);
            if let Some(problem) = problem.filter(|_| wanting) {
                return Err(Refusal::Model(problem));
            }
            tell::take_in(live, outcomes, news, &manner, &limits)
        })
        .await
}

/// Tells with every option at its default.
pub(super) async fn plain(
    reasoner: Arc<Reasoner>,
    call: Call,
    session_id: String,
    natural_language_text: String,
) -> Result<Asserted, Refusal> {
    let input = Assert {
        session_id,
        natural_language_text,
        strict: false,
        on_contradiction: None,
        strategy_id: None,
        omit_knowledge_base: false,
    };
    assert(reasoner, call, input).await
}

fn asserted(
    told: Told,
    strategy_id: String,
    cost: Cost,
    (facts, version): (Option<String>, u64),
) -> Asserted {
    let nothing = told.added.is_empty();
    let count = |wanted: fn(&str) -> bool| {
        told.sentences.iter().filter(|outcome| wanted(outcome.status)).count()
    };
    let left_out = count(|status| status == "contradicting");
    let refused = count(|status| status != "parsed" && status != "contradicting");
    let mut message = match nothing {
        true => "No facts were extracted from the input.".to_owned(),
        false => "Facts asserted.".to_owned(),
    };
    if !nothing && refused > 0 {
        message = format!("Facts asserted; {refused} of the sentences were not understood.");
    }
    if left_out > 0 {
        message.push_str(&format!(" {left_out} were left out because of a contradiction."));
    }
    Asserted {
        success: !nothing,
        message,
        error: nothing.then_some("NO_FACTS_EXTRACTED"),
        added_facts: (!nothing).then_some(told.added),
        full_knowledge_base: facts,
        strategy_id,
        cost,
        sentences: told.sentences,
        contradictions: told.clashes,
        superseded: told.superseded,
        version,
    }
}

/// What telling clauses came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AssertedRules {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
    /// The clauses that were added
    added_facts: Vec<String>,
    /// The whole knowledge base as Prolog text
    #[serde(skip_serializing_if = "Option::is_none")]
    full_knowledge_base: Option<String>,
    /// What became of each clause
    sentences: Vec<Outcome>,
    /// What does not go together with it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<Clash>,
    /// What was taken back for it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    superseded: Vec<String>,
    /// What directives wrote
    #[serde(skip_serializing_if = "String::is_empty")]
    output: String,
    /// Directives that failed or threw, and clauses for predicates that cannot be changed
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    /// How many changes the session has seen
    version: u64,
}

pub(super) async fn assert_rules(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: AssertRules,
) -> Result<AssertedRules, Refusal> {
    let text = input.rules.text();
    check_text(&reasoner, "rules", &text)?;
    let principal = call.principal.id.to_string();
    let manner = Manner {
        strategy: "prolog".to_owned(),
        author: principal.clone(),
        strict: true,
        on_contradiction: input.on_contradiction.unwrap_or(reasoner.config.on_contradiction),
        action: "assert_rules",
    };
    let (limits, validate) = (reasoner.config.limits.clone(), input.validate);
    let (told, live) = reasoner
        .change(&principal, &input.session_id, move |live| {
            let mut dialect = live.dialect();
            let pieces = match validate {
                true => notation::read_in(&mut dialect, &text)?,
                false => notation::read_unchecked(&mut dialect, &text),
            };
            if validate {
                trial(&pieces, &limits)?;
            }
            let (outcomes, news) = told_pieces(pieces, None);
            tell::take_in(live, outcomes, news, &manner, &limits)
        })
        .await?;
    Ok(AssertedRules {
        success: true,
        message: "Rules asserted.".to_owned(),
        added_facts: told.added,
        full_knowledge_base: (!input.omit_knowledge_base).then(|| live.facts()),
        sentences: told.sentences,
        contradictions: told.clashes,
        superseded: told.superseded,
        output: told.ran.output,
        warnings: told.ran.warnings,
        version: live.row.version,
    })
}

/// Clauses as they were told, or as a model wrote them for a text.
pub(super) fn told_pieces(
    pieces: Vec<Piece>,
    original: Option<&str>,
) -> (Vec<Outcome>, Vec<Option<News>>) {
    let outcome = |piece: &Piece| Outcome {
        text: piece.text.clone(),
        status: "parsed",
        rewritten_from: original.map(str::to_owned),
        ..Outcome::default()
    };
    let outcomes = pieces.iter().map(outcome).collect();
    (outcomes, pieces.into_iter().map(|piece| Some(News::Clause(piece))).collect())
}

/// What replacing came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Replaced {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
    /// The whole knowledge base as Prolog text
    full_knowledge_base: String,
    /// What in it does not go together
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<Clash>,
    /// How many changes the session has seen
    version: u64,
}

pub(super) async fn set_kb(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: SetKb,
) -> Result<Replaced, Refusal> {
    let most = reasoner.config.limits.text_bytes.saturating_mul(16);
    tell::refuse_over("bytes of `kbContent`", input.kb_content.len(), most)?;
    let principal = call.principal.id.to_string();
    let (text, limits) = (input.kb_content, reasoner.config.limits.clone());
    let author = principal.clone();
    let ((), live) = reasoner
        .change(&principal, &input.session_id, move |live| {
            let pieces = notation::read(&text).map_err(Refusal::BadKnowledgeBase)?;
            trial(&pieces, &limits)?;
            tell::refuse_over("statements", pieces.len(), limits.statements)?;
            let removed: Vec<u64> = live.entries.iter().map(|entry| entry.row.label).collect();
            let (first, version) = (live.entries.len(), live.row.version + 1);
            for piece in pieces {
                let teller =
                    Teller { strategy: "prolog", author: &author, version, original: None };
                live.add(News::Clause(piece), teller);
            }
            Ok((Some(Plan { action: "set_kb", first, removed, rebuild: true }), ()))
        })
        .await?;
    Ok(Replaced {
        success: true,
        message: "Knowledge base updated successfully.".to_owned(),
        full_knowledge_base: live.facts(),
        version: live.row.version,
        contradictions: computed(move || Ok(tell::clashes(&live))).await?,
    })
}
