//! Whether the database opens and its journal is whole, and whether the actors' log is.

use store::VerifyOptions;

use super::{Finding, Subject};
use crate::serving::theater::{known_heads, settings};
use crate::storage::open_journal;

/// Actors that are named at most.
const MOST_NAMED: usize = 5;

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

pub(super) fn actors_log(subject: &Subject<'_>) -> Finding {
    let folder = settings(&subject.data, &subject.config).folder;
    if !folder.join("log").exists() {
        return Finding::ok("no actor has run yet");
    }
    let fix = "`ensemble theater verify` names the actors it hit; `restart_actor` goes on with the \
               last good state of one, or restore a backup";
    let heads = match known_heads(&subject.data, &subject.config, subject.environment) {
        Ok(heads) => heads,
        Err(failure) => return Finding::fail(&failure.message, fix),
    };
    match theater::verify_log(&folder, &heads) {
        Err(error) => Finding::fail(error.to_string(), fix),
        Ok(found) if found.faults.is_empty() => {
            Finding::ok(format!("{} events of {} actors, whole", found.events, found.actors))
        }
        Ok(found) => {
            let hit: Vec<_> = found.hit.iter().take(MOST_NAMED).map(ToString::to_string).collect();
            let first = found.faults.first().map(String::as_str).unwrap_or_default();
            let (count, named) = (found.hit.len(), hit.join(", "));
            Finding::fail(format!("{count} actors are hit: {named}; {first}"), fix)
        }
    }
}
