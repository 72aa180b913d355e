//! The doctor's report as a tool, so that a person need not be at this machine to read it.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Call, ToolError, ToolTableBuilder, read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::House;
use crate::doctor::{self, Checked, Finding, Subject, Verdict};

/// Other programs are asked for their versions, and a journal may be long.
const LONG: Duration = Duration::from_secs(300);

/// Adds the tool to the house's table.
pub(super) fn add(table: ToolTableBuilder<House>) -> ToolTableBuilder<House> {
    table.add(
        read(
            "run_doctor",
            "Check this installation, each finding with its fix: files, tokens, journal, disk, the running server, clients",
        )
        .timeout(LONG),
        run_doctor,
    )
}

/// Nothing is needed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The report.
#[derive(Debug, Serialize, JsonSchema)]
struct Report {
    /// Whether no check failed
    ok: bool,
    /// Every check, in the order they ran
    checks: Vec<Checked>,
}

async fn run_doctor(house: Arc<House>, _: Call, _: Nothing) -> Result<Report, ToolError> {
    let examined = tokio::task::spawn_blocking(move || {
        let premises = &house.premises;
        let own = house
            .listeners
            .get()
            .map_or_else(Vec::new, |at| [at.http, at.tcp].into_iter().flatten().collect());
        doctor::examine(&Subject {
            environment: &premises.environment,
            data: premises.data.clone(),
            config: premises.config.clone(),
            // A server does not start with settings that are wrong.
            configuration: Finding::ok("valid, this server runs with it"),
            own,
        })
    });
    let checks = examined.await.map_err(|error| ToolError::internal(error.to_string()))?;
    let ok = checks.iter().all(|check| check.finding.verdict != Verdict::Fail);
    Ok(Report { ok, checks })
}
