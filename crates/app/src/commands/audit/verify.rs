//! `ensemble audit verify`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use store::{ExportReport, Fault, Field, Filter, Journal, VerifyOptions, VerifyReport};

use super::actors::{self, Checked};
use super::texts;
use crate::config::Config;
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `audit verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The first event to check
    #[arg(long, value_name = "SEQ", default_value_t = 1)]
    from: u64,
    /// Check the links only, not the structure of the database file
    #[arg(long)]
    links_only: bool,
    /// Folder of archives, to check those of sealed events as well
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    archives: Option<PathBuf>,
    /// Check an exported file or an archive instead, which needs no database
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["from", "links_only", "archives"])]
    pub(super) export: Option<PathBuf>,
}

#[derive(Serialize)]
struct Verified {
    #[serde(flatten)]
    report: VerifyReport,
    actor_events: u64,
    texts: u64,
}

impl Report for Verified {
    fn text(&self) -> String {
        let report = &self.report;
        let faults: String =
            report.faults.iter().map(|fault| format!("DAMAGE  {fault}\n")).collect();
        let verdict = if report.is_ok() { "whole" } else { "DAMAGED" };
        let VerifyReport { first, events, head, sealed, anchors, heads, rows, took, .. } = report;
        let archived =
            if *sealed > 0 { format!(", archived up to {sealed}") } else { String::new() };
        format!(
            "{faults}{verdict}: {events} events from {first}{archived}, {rows} rows, \
             {} events of actors, {} texts, \
             {anchors} anchors, {heads} signed heads, \
             head {} {}, in {:.1} ms\n",
            self.actor_events,
            self.texts,
            head.seq,
            head.hash,
            took.as_secs_f64() * 1000.0,
        )
    }
}

#[derive(Serialize)]
struct VerifiedExport {
    #[serde(flatten)]
    report: ExportReport,
}

impl Report for VerifiedExport {
    fn text(&self) -> String {
        let ExportReport { first, events, head, fault } = &self.report;
        let fault = fault.as_ref().map(|fault| format!("DAMAGE  {fault}\n"));
        let verdict = if fault.is_none() { "whole" } else { "DAMAGED" };
        let fault = fault.unwrap_or_default();
        format!("{fault}{verdict}: {events} events from {first}, head {} {}\n", head.seq, head.hash)
    }
}

/// Checks a file of exported events.
pub(super) async fn run_export(
    context: &Context,
    file: &Path,
    key: Option<[u8; 32]>,
) -> Result<Exit, Failure> {
    let report = store::verify_export(file, key).await;
    let report = report.map_err(|error| Failure::new(Exit::Failure, error))?;
    match report.fault.as_ref().map(|fault| Failure::new(Exit::Damage, fault)) {
        None => context.output.report(&VerifiedExport { report }).map(|()| Exit::Ok),
        Some(failure) => {
            let verified = VerifiedExport { report };
            context.output.report_failed(&verified, &failure).map(|()| Exit::Damage)
        }
    }
}

/// Checks the journal; damage is reported whole and has its own exit code.
pub(super) async fn run(
    context: &Context,
    arguments: &VerifyArgs,
    (data, config): (&DataDir, &Config),
    journal: &Journal,
) -> Result<Exit, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let options = VerifyOptions {
        from: arguments.from.max(1),
        threads,
        file: !arguments.links_only,
        archives: arguments.archives.clone(),
        progress: None,
    };
    let report = journal.verify(options).await;
    let mut report = report.map_err(|error| Failure::new(Exit::Damage, error))?;
    report.faults.extend(lost_key(journal).await);
    let actors = if arguments.links_only {
        Checked::default()
    } else {
        let checked = actors::check(data, config, journal).await;
        checked.map_err(|error| Failure::new(Exit::Damage, error))?
    };
    report.faults.extend(actors.faults);
    let texts = if arguments.links_only { Default::default() } else { texts::check(data, config) };
    report.faults.extend(texts.faults);
    let (actor_events, texts) = (actors.events, texts.texts);
    match report.first_broken().map(|fault| Failure::new(Exit::Damage, fault)) {
        None => context.output.report(&Verified { report, actor_events, texts }).map(|()| Exit::Ok),
        Some(failure) => {
            let verified = Verified { report, actor_events, texts };
            context.output.report_failed(&verified, &failure).map(|()| Exit::Damage)
        }
    }
}

/// A house that has signed heads keeps its key; without it nobody could tell that its end was cut.
async fn lost_key(journal: &Journal) -> Option<Fault> {
    if journal.public_key().is_some() {
        return None;
    }
    let kind = Some("house.started".to_owned());
    let filter = Filter { limit: 1000, kind, ..Filter::default() };
    let started = journal.events(filter).await.ok()?;
    let key = started.iter().rev().find_map(|event| {
        let data: serde_json::Value = serde_json::from_str(event.data.get()).ok()?;
        data["key"].as_str().map(str::to_owned)
    })?;
    Some(Fault {
        seq: None,
        field: Field::Anchor,
        subject: Some("`house.key`".to_owned()),
        byte: None,
        expected: format!("the key that signs for {key}"),
        found: "no file".to_owned(),
    })
}
