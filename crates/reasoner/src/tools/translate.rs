//! Translation without a session: English to clauses and back.

use std::sync::Arc;
use std::time::Instant;

use kernel::{Call, ErrorKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::{Rules, told_pieces};
use super::phrasing::{self, Against, Phrased};
use super::{Cost, check_text, computed};
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::News;
use crate::notation;
use crate::state::Reasoner;
use crate::tell::{self, Outcome};
use crate::verbalise::{Style, paraphrase};

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
    let put = phrasing::statements(&reasoner, &strategy_id, Against::Nothing, text).await;
    let (phrased, mut spent) = put;
    let found = match phrased {
        Ok(phrased) => computed(move || rules(phrased)).await,
        Err(refusal) => Err(refusal),
    };
    spent.time = started.elapsed();
    match found {
        Ok((sentences, rules)) => {
            reasoner.used(&strategy_id, true, &spent);
            Ok(AsRules { success: true, rules, strategy_id, cost: Cost::of(&spent), sentences })
        }
        Err(refusal) => Err(phrasing::in_vain(&reasoner, &strategy_id, refusal, &spent)),
    }
}

/// The clauses of statements, with what became of each.
fn rules(phrased: Phrased) -> Result<(Vec<Outcome>, Vec<String>), Refusal> {
    let problem = phrased.problem();
    let (mut outcomes, news) = match phrased {
        Phrased::Text(text) => tell::read_english(Knowledge::new(), &text),
        Phrased::Items(items) => tell::read_items(Knowledge::new(), &items),
        Phrased::Clauses(text, pieces) => told_pieces(pieces, Some(&text)),
    };
    let (mut rules, mut told) = (Vec::new(), Knowledge::new());
    for (label, (outcome, news)) in (1_u64..).zip(outcomes.iter_mut().zip(&news)) {
        outcome.clauses = match news {
            // As a session would take it in, with what the sentence takes for granted.
            Some(News::Sentence(text, meaning)) => {
                let number = told.add_labelled(text.clone(), (**meaning).clone(), label);
                told.statements()[number].clauses.iter().map(notation::text).collect()
            }
            Some(News::Clause(piece)) => vec![piece.text.clone()],
            None => continue,
        };
        rules.extend(outcome.clauses.iter().cloned());
    }
    if !rules.is_empty() {
        return Ok((outcomes, rules));
    }
    if let Some(problem) = problem {
        return Err(Refusal::Model(problem));
    }
    let why = outcomes.iter().map(tell::not_understood).collect::<Vec<_>>().join("; ");
    Err(Refusal::Coded {
        kind: ErrorKind::InvalidInput,
        code: "NO_RULES_EXTRACTED",
        message: format!("no clause was found: {why}"),
    })
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
