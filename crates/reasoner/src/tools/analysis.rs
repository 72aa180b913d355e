//! What strategies are worth: from recorded runs and live use, never from anything else.

use std::sync::Arc;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::strategy::Nothing;
use crate::curriculum::curricula;
use crate::db::{self, Tally};
use crate::error::Refusal;
use crate::state::{Reasoner, Use};

/// How a strategy fared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    /// The strategy
    strategy_id: String,
    /// Its name for people
    strategy_name: String,
    /// The share of recorded cases that came out right; nothing if none was run
    accuracy: Option<f64>,
    /// The same, under the name the original gives it
    success_rate: Option<f64>,
    /// How many cases were run
    evaluations: u64,
    /// How long a case took on average
    avg_latency_ms: Option<f64>,
    /// What a case or use cost on average, in US dollars
    avg_cost: Option<f64>,
    /// How often it was used since the start
    uses: u64,
    /// How many of these were understood
    understood: u64,
    /// How long a use took on average
    avg_use_latency_ms: Option<f64>,
}

/// How the strategies fared.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Leaderboard {
    /// Whether it was done
    success: bool,
    /// The strategies that were measured, best first
    data: Vec<Row>,
}

#[expect(clippy::cast_precision_loss, reason = "averages are shown to people")]
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn row(reasoner: &Reasoner, id: &str, tally: &Tally, used: Use) -> Row {
    let name = reasoner.strategies.get(id).map(|strategy| strategy.name.clone());
    let rate = share(tally.right, tally.runs);
    Row {
        strategy_id: id.to_owned(),
        strategy_name: name.unwrap_or_else(|| id.to_owned()),
        accuracy: rate,
        success_rate: rate,
        evaluations: tally.runs,
        avg_latency_ms: share(tally.latency_us, tally.runs.saturating_mul(1000)),
        avg_cost: share(1, tally.runs + used.uses)
            .map(|one| (tally.cost_usd + used.cost_usd) * one),
        uses: used.uses,
        understood: used.understood,
        avg_use_latency_ms: share(used.latency_us, used.uses.saturating_mul(1000)),
    }
}

pub(super) async fn leaderboard(
    reasoner: Arc<Reasoner>,
    _: Call,
    _: Nothing,
) -> Result<Leaderboard, Refusal> {
    let tallies = reasoner.look_up(db::tallies).await?;
    let uses = reasoner.uses();
    let mut ids: Vec<&String> =
        tallies.iter().map(|tally| &tally.strategy).chain(uses.keys()).collect();
    ids.sort();
    ids.dedup();
    let mut data: Vec<Row> = ids
        .into_iter()
        .map(|id| {
            let tally = tallies.iter().find(|tally| tally.strategy == *id).cloned();
            let used = uses.get(id).copied().unwrap_or_default();
            row(&reasoner, id, &tally.unwrap_or_default(), used)
        })
        .collect();
    data.sort_by(|a, b| b.accuracy.unwrap_or(-1.0).total_cmp(&a.accuracy.unwrap_or(-1.0)));
    Ok(Leaderboard { success: true, data })
}

/// Which strategy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Which {
    /// The strategy
    strategy_id: String,
}

/// A strategy with how it fared.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Details {
    /// Whether it was done
    success: bool,
    /// The strategy
    data: DetailData,
}

/// A strategy with how it fared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DetailData {
    /// The strategy as its file says
    definition: Value,
    /// What tells its version from others
    hash: String,
    /// How it fared
    summary: Summary,
    /// The newest runs
    runs: Vec<RunData>,
}

/// How a strategy fared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Summary {
    /// How many cases were run
    total_runs: u64,
    /// How long a case took on average
    avg_latency_ms: Option<f64>,
    /// The share of cases that came out right
    success_rate: Option<f64>,
}

/// One case that was run.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunData {
    /// The version of the strategy
    hash: String,
    /// The curriculum
    curriculum: String,
    /// The case
    example_id: String,
    /// `query` or `assert`
    input_type: String,
    /// Whether it came out right
    succeeded: bool,
    /// How long it took
    latency_ms: Option<f64>,
    /// What it cost in US dollars
    cost_usd: f64,
    /// When it was run
    at: String,
}

pub(super) async fn details(
    reasoner: Arc<Reasoner>,
    _: Call,
    input: Which,
) -> Result<Details, Refusal> {
    let Some(strategy) = reasoner.strategies.get(&input.strategy_id).cloned() else {
        return Err(Refusal::NoStrategy(input.strategy_id));
    };
    let id = strategy.id.clone();
    let (tallies, runs) = reasoner
        .look_up(move |reader| Ok((db::tallies(reader)?, db::runs(reader, &id, 100)?)))
        .await?;
    let tally = tallies.into_iter().find(|tally| tally.strategy == strategy.id).unwrap_or_default();
    let definition =
        serde_json::to_value(&strategy).map_err(|error| Refusal::Defect(error.to_string()))?;
    let runs = runs.into_iter().map(|run| RunData {
        hash: run.hash,
        curriculum: run.source,
        example_id: run.example,
        input_type: run.operation,
        succeeded: run.succeeded,
        latency_ms: share(run.latency_us, 1000),
        cost_usd: run.cost_usd,
        at: run.at.to_string(),
    });
    let summary = Summary {
        total_runs: tally.runs,
        avg_latency_ms: share(tally.latency_us, tally.runs.saturating_mul(1000)),
        success_rate: share(tally.right, tally.runs),
    };
    let data = DetailData { definition, hash: strategy.hash(), summary, runs: runs.collect() };
    Ok(Details { success: true, data })
}

/// A curriculum.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CurriculumData {
    /// Its name in calls
    id: String,
    /// Its name for people
    name: String,
    /// Its file, unless it is built in
    path: Option<String>,
    /// How many cases it has
    case_count: usize,
}

/// Every curriculum.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Whether it was done
    success: bool,
    /// The curricula
    data: Vec<CurriculumData>,
    /// Files that could not be read
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

pub(super) async fn list_curricula(
    reasoner: Arc<Reasoner>,
    _: Call,
    _: Nothing,
) -> Result<Listed, Refusal> {
    let (mut data, mut problems) = (Vec::new(), Vec::new());
    for found in curricula(reasoner.config.folder.as_deref()) {
        match found {
            Ok(one) => data.push(CurriculumData {
                case_count: one.cases(),
                id: one.id,
                name: one.name,
                path: one.path.map(|path| path.display().to_string()),
            }),
            Err(error) => problems.push(error.to_string()),
        }
    }
    Ok(Listed { success: true, data, problems })
}
