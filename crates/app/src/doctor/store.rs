//! Whether the database opens and its journal is whole.

use store::VerifyOptions;

use super::{Finding, Subject};
use crate::storage::open_journal;

pub(super) fn journal(subject: &Subject<'_>) -> Finding {
    if !subject.data.database().exists() {
        return Finding::ok("will be made on the first start");
    }
    let journal = match open_journal(&subject.data, &subject.config, subject.environment) {
        Ok(journal) => journal,
        Err(failure) => {
            let fix = "correct what the message names, then look with `ensemble audit verify`";
            return Finding::fail(&failure.message, failure.hint.unwrap_or(fix.to_owned()));
        }
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return Finding::warn(error.to_string(), "try again"),
    };
    let fix = "restore a backup; `ensemble audit verify` lists everything";
    match runtime.block_on(journal.verify(VerifyOptions::default())) {
        Err(error) => Finding::fail(error.to_string(), fix),
        Ok(report) => match report.first_broken() {
            Some(fault) => Finding::fail(fault.to_string(), fix),
            None => Finding::ok(format!("{} events, every link whole", report.events)),
        },
    }
}
