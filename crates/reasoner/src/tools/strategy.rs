//! Strategies: listed, chosen, asked for.

use std::sync::Arc;

use kernel::{Call, NewEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::db;
use crate::error::Refusal;
use crate::state::{Reasoner, SERVICE};

/// Nothing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A strategy.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StrategyData {
    /// Its name in calls
    id: String,
    /// Its name for people
    name: String,
    /// What it does
    description: String,
}

/// All strategies.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Whether it was done
    success: bool,
    /// The strategies
    data: Vec<StrategyData>,
    /// Files that were skipped, each with the reason
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

/// Which strategy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct SetActive {
    /// Its name
    strategy_id: String,
}

/// The active strategy.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Active {
    /// Its name
    active_strategy_id: String,
}

/// The active strategy with the usual frame.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Shown {
    /// Whether it was done
    success: bool,
    /// The strategy
    data: Active,
}

/// The new strategy with the usual frame.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Set {
    /// Whether it was done
    success: bool,
    /// What was done
    message: String,
    /// The strategy
    data: Active,
}

/// The strategy a call is read with.
pub(super) async fn chosen(
    reasoner: &Reasoner,
    principal: &str,
    named: Option<String>,
) -> Result<String, Refusal> {
    let id = match named {
        Some(id) => id,
        None => reasoner.active_strategy(principal).await?,
    };
    match reasoner.strategies.get(&id) {
        Some(_) => Ok(id),
        None => Err(Refusal::NoStrategy(id)),
    }
}

pub(super) async fn list(reasoner: Arc<Reasoner>, _: Call, _: Nothing) -> Result<Listed, Refusal> {
    let data = reasoner.strategies.iter().map(|strategy| StrategyData {
        id: strategy.id.clone(),
        name: strategy.name.clone(),
        description: strategy.description.clone(),
    });
    let problems = reasoner.strategies.problems.clone();
    Ok(Listed { success: true, data: data.collect(), problems })
}

pub(super) async fn set_active(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: SetActive,
) -> Result<Set, Refusal> {
    let principal = call.principal.id.to_string();
    let id = chosen(&reasoner, &principal, Some(input.strategy_id)).await?;
    let stream = format!("reasoner/{principal}/strategy");
    let event = NewEvent::new(SERVICE, "strategy.chosen", stream)
        .by(principal.clone())
        .data(&json!({ "strategyId": id }))
        .map_err(|error| Refusal::Defect(error.message))?;
    let (owner, strategy) = (principal.clone(), id.clone());
    reasoner.record(event, move |tx| Ok(db::choose(tx, &owner, &strategy)?)).await?;
    reasoner.remember_choice(&principal, &id);
    let data = Active { active_strategy_id: id };
    Ok(Set { success: true, message: "Strategy set.".to_owned(), data })
}

pub(super) async fn get_active(
    reasoner: Arc<Reasoner>,
    call: Call,
    _: Nothing,
) -> Result<Shown, Refusal> {
    let active_strategy_id = reasoner.active_strategy(&call.principal.id).await?;
    Ok(Shown { success: true, data: Active { active_strategy_id } })
}
