//! `ensemble doctor`.

use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::doctor::{CHECKS, Finding, Subject, Verdict};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `doctor`: none of its own.
#[derive(Debug, Args)]
pub struct DoctorArgs {}

#[derive(Serialize)]
struct Diagnosis {
    checks: Vec<Checked>,
}

#[derive(Serialize)]
struct Checked {
    name: &'static str,
    #[serde(flatten)]
    finding: Finding,
}

impl Report for Diagnosis {
    fn text(&self) -> String {
        self.checks.iter().map(Checked::lines).collect()
    }
}

impl Checked {
    fn lines(&self) -> String {
        let Finding { verdict, message, fix } = &self.finding;
        let verdict = match verdict {
            Verdict::Ok => "ok  ",
            Verdict::Warn => "warn",
            Verdict::Fail => "FAIL",
        };
        let fix = fix.as_ref().map(|fix| format!("      fix: {fix}\n")).unwrap_or_default();
        format!("{verdict}  {}: {message}\n{fix}", self.name)
    }
}

/// Runs every check; a failed one makes the command fail.
pub fn run(context: &Context, _: &DoctorArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new());
    let subject = Subject { context, data, loaded };
    let checks: Vec<Checked> = CHECKS
        .iter()
        .map(|check| Checked { name: check.name, finding: (check.run)(&subject) })
        .collect();
    let failed = checks.iter().filter(|check| check.finding.verdict == Verdict::Fail).count();
    let diagnosis = Diagnosis { checks };
    if failed == 0 {
        context.output.report(&diagnosis)?;
        return Ok(Exit::Ok);
    }
    let failure = Failure::new(Exit::Failure, format!("{failed} checks failed"));
    context.output.report_failed(&diagnosis, &failure)?;
    Ok(Exit::Failure)
}
