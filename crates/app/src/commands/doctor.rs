//! `ensemble doctor`.

use clap::Args;
use serde::Serialize;

use crate::config::{Loaded, Origin};
use crate::context::Context;
use crate::doctor::{self, Checked, Finding, Subject, Verdict};
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

impl Report for Diagnosis {
    fn text(&self) -> String {
        self.checks.iter().map(lines).collect()
    }
}

fn lines(checked: &Checked) -> String {
    let Finding { verdict, message, fix } = &checked.finding;
    let verdict = match verdict {
        Verdict::Ok => "ok  ",
        Verdict::Warn => "warn",
        Verdict::Fail => "FAIL",
    };
    let fix = fix.as_ref().map(|fix| format!("      fix: {fix}\n")).unwrap_or_default();
    format!("{verdict}  {}: {message}\n{fix}", checked.name)
}

/// Runs every check; a failed one makes the command fail.
pub fn run(context: &Context, _: &DoctorArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new());
    let configuration = read(&loaded);
    let config = loaded.map(|loaded| loaded.config).unwrap_or_default();
    let environment = &context.environment;
    let subject = Subject { environment, data, config, configuration, own: Vec::new() };
    let checks = doctor::examine(&subject);
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

fn read(loaded: &Result<Loaded, Failure>) -> Finding {
    match loaded {
        Ok(loaded) => {
            let set = loaded.settings.iter().filter(|setting| setting.origin != Origin::Default);
            Finding::ok(format!("valid, {} of its keys set", set.count()))
        }
        Err(failure) => Finding::fail(&failure.message, failure.hint.clone().unwrap_or_default()),
    }
}
