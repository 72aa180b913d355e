//! `ensemble audit verify`.

use clap::Args;
use serde::Serialize;
use store::{Journal, VerifyOptions, VerifyReport};

use crate::context::Context;
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
}

#[derive(Serialize)]
struct Verified {
    #[serde(flatten)]
    report: VerifyReport,
}

impl Report for Verified {
    fn text(&self) -> String {
        let report = &self.report;
        let faults: String =
            report.faults.iter().map(|fault| format!("DAMAGE  {fault}\n")).collect();
        let verdict = if report.is_ok() { "whole" } else { "DAMAGED" };
        format!(
            "{faults}{verdict}: {} events from {}, {} anchors, head {} {}\n\
             links {:.1} ms, file {:.1} ms\n",
            report.events,
            report.first,
            report.anchors,
            report.head.seq,
            report.head.hash,
            report.chain_time.as_secs_f64() * 1000.0,
            report.file_time.as_secs_f64() * 1000.0,
        )
    }
}

/// Checks the journal; damage is reported whole and has its own exit code.
pub(super) async fn run(
    context: &Context,
    arguments: &VerifyArgs,
    journal: &Journal,
) -> Result<Exit, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let options = VerifyOptions {
        from: arguments.from.max(1),
        threads,
        file: !arguments.links_only,
        progress: None,
    };
    let report = journal.verify(options).await;
    let report = report.map_err(|error| Failure::new(Exit::Damage, error))?;
    match report.first_broken().map(|fault| Failure::new(Exit::Damage, fault)) {
        None => context.output.report(&Verified { report }).map(|()| Exit::Ok),
        Some(failure) => {
            context.output.report_failed(&Verified { report }, &failure).map(|()| Exit::Damage)
        }
    }
}
