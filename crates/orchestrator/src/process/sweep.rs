//! Finding and ending processes that a job left behind: by the mark in their environment, by the
//! folder they work in, by their parents.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;

use super::proc::{self, Process};

/// The variable every process of a job carries.
pub(crate) const MARK: &str = "TELEVIBE_JOB_ID";

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Ends every process that carries the mark of `job`, except the one with the number `spared`.
pub(crate) async fn marked(job: &str, spared: Option<i32>, grace: Duration) -> usize {
    let entry = format!("{MARK}={job}");
    end(grace, || {
        let found = proc::all().into_iter();
        found.filter(|it| Some(it.pid) != spared && proc::has_variable(it.pid, &entry)).collect()
    })
    .await
}

/// Ends every process that works below `path`.
pub(crate) async fn below(path: &Path, grace: Duration) -> usize {
    let own = i32::try_from(std::process::id()).unwrap_or_default();
    end(grace, || {
        let found = proc::all().into_iter();
        found.filter(|it| it.pid != own && proc::works_below(it.pid, path)).collect()
    })
    .await
}

/// Ends everything a process started, directly or not.
pub(crate) async fn family(of: i32, grace: Duration) -> usize {
    end(grace, || descendants(of)).await
}

/// The children of a process, and theirs.
fn descendants(of: i32) -> Vec<Process> {
    let all = proc::all();
    let mut family = HashSet::from([of]);
    let mut found = Vec::new();
    loop {
        let next: Vec<Process> = all
            .iter()
            .filter(|it| family.contains(&it.parent) && !family.contains(&it.pid))
            .cloned()
            .collect();
        if next.is_empty() {
            return found;
        }
        family.extend(next.iter().map(|it| it.pid));
        found.extend(next);
    }
}

/// Asks, waits, insists; new processes found meanwhile are treated the same.
async fn end(grace: Duration, find: impl Fn() -> Vec<Process>) -> usize {
    let first = find();
    let count = first.len();
    if count == 0 {
        return 0;
    }
    first.iter().for_each(|process| proc::signal(process, Signal::TERM));
    let mut waited = Duration::ZERO;
    loop {
        let left = find();
        if left.is_empty() {
            return count;
        }
        if waited >= grace {
            left.iter().for_each(|process| proc::signal(process, Signal::KILL));
        }
        // A process that even the system cannot end must not hold the caller for ever.
        if waited >= grace + Duration::from_secs(5) {
            tracing::error!(count = left.len(), "processes of a job cannot be ended");
            return count;
        }
        tokio::time::sleep(LOOK_EVERY).await;
        waited += LOOK_EVERY;
    }
}
