//! Translation without a session: English to clauses and back.

use std::sync::Arc;
use std::time::Instant;

use kernel::{Call, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::Rules;
use super::{Cost, check_text, computed};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::News;
use crate::state::Reasoner;
use crate::tell::{self, Outcome};
use crate::verbalise::{Style, paraphrase};
use crate::{lower, notation};

/// What to turn into clauses.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct ToRules {
    /// One or more sentences
    natural_language_text: String,
    /// The strategy to read them with; the active one if not given
    strategy_id: Option<String>,
}

/// Clauses.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AsRules {
    /// Whether it was done
    success: bool,
    /// The clauses
    rules: Vec<String>,
    /// The strategy that read them
    strategy_id: String,
    /// What reading cost
    cost: Cost,
    /// What became of each sentence
    sentences: Vec<Outcome>,
}

pub(super) async fn to_rules(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: ToRules,
) -> Result<AsRules, Refusal> {
    check_text(&reasoner, "naturalLanguageText", &input.natural_language_text)?;
    let started = Instant::now();
    let principal = &call.principal.id;
    let strategy_id = super::strategy::chosen(&reasoner, principal, input.strategy_id).await?;
    let text = input.natural_language_text;
    let (sentences, rules) = computed(move || {
        let (mut outcomes, news) = tell::read_english(Knowledge::new(), &text);
        let mut rules = Vec::new();
        for (number, (outcome, news)) in outcomes.iter_mut().zip(&news).enumerate() {
            let Some(News::Sentence(_, meaning)) = news else { continue };
            let label = (number + 1).to_string();
            let clauses = lower::clauses(&meaning.formula, &label);
            outcome.clauses = clauses.iter().map(notation::text).collect();
            rules.extend(outcome.clauses.iter().cloned());
        }
        Ok((outcomes, rules))
    })
    .await?;
    if rules.is_empty() {
        let why = sentences.iter().map(tell::not_understood).collect::<Vec<_>>().join("; ");
        return Err(Refusal::Coded {
            kind: ErrorKind::InvalidInput,
            code: "NO_RULES_EXTRACTED",
            message: format!("no clause was found: {why}"),
        });
    }
    let cost = Cost::without_model(started.elapsed());
    Ok(AsRules { success: true, rules, strategy_id, cost, sentences })
}

/// What to turn into English.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ToEnglish {
    /// Facts and rules as Prolog text
    rules: Rules,
    /// `conversational` or `formal`
    style: Option<String>,
}

/// Clauses in words.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InEnglish {
    /// Whether it was done
    success: bool,
    /// In words
    explanation: String,
    /// What it cost
    cost: Cost,
}

pub(super) async fn to_english(
    reasoner: Arc<Reasoner>,
    _: Call,
    input: ToEnglish,
) -> Result<InEnglish, Refusal> {
    let (text, started) = (input.rules.text(), Instant::now());
    if text.trim().is_empty() {
        let message = "`rules` is empty, expected Prolog clauses".to_owned();
        let kind = ErrorKind::InvalidInput;
        return Err(Refusal::Coded { kind, code: "EMPTY_RULES_INPUT", message });
    }
    check_text(&reasoner, "rules", &text)?;
    let style = super::query::style(input.style.as_deref())?;
    let explanation = computed(move || in_words(&text, style)).await?;
    let cost = Cost::without_model(started.elapsed());
    Ok(InEnglish { success: true, explanation, cost })
}

/// Each clause in a sentence; what has none is quoted.
fn in_words(text: &str, style: Style) -> Result<String, Refusal> {
    let lines = notation::read(text)?.into_iter().map(|piece| match piece.logic.as_slice() {
        [] => format!("It is computed by the clause `{}`", piece.text),
        clauses => paraphrase(clauses, style),
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
