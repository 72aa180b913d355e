//! What the system says of running processes: their start, their folder, their variables.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

/// One running process.
#[derive(Debug, Clone)]
pub(crate) struct Process {
    pub(crate) pid: i32,
    pub(crate) parent: i32,
    pub(crate) started: u64,
}

/// When a process started, in ticks since the system did; none if it is gone or a zombie.
pub(crate) fn started(pid: i32) -> Option<u64> {
    process(pid).map(|process| process.started)
}

/// Whether the very process that started then still runs.
pub(crate) fn is_alive(pid: i32, then: u64) -> bool {
    started(pid) == Some(then)
}

/// Every process that can be seen.
pub(crate) fn all() -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter_map(process)
        .collect()
}

/// The name in parentheses may itself hold spaces and parentheses, so fields count from its end.
fn process(pid: i32) -> Option<Process> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    let started = fields.nth(17)?.parse().ok()?;
    (state != "Z" && state != "X").then_some(Process { pid, parent, started })
}

/// Whether a process carries a variable with this value.
pub(crate) fn has_variable(pid: i32, entry: &str) -> bool {
    fs::read(format!("/proc/{pid}/environ"))
        .is_ok_and(|bytes| bytes.split(|byte| *byte == 0).any(|found| found == entry.as_bytes()))
}

/// The folder a process works in.
pub(crate) fn folder(pid: i32) -> Option<PathBuf> {
    fs::read_link(format!("/proc/{pid}/cwd")).ok()
}

/// Whether a process works in `path` or below it.
pub(crate) fn works_below(pid: i32, path: &Path) -> bool {
    folder(pid).is_some_and(|folder| folder.starts_with(path))
}

/// Sends a signal to a process that still is the one meant.
pub(crate) fn signal(process: &Process, signal: Signal) {
    if !is_alive(process.pid, process.started) {
        return;
    }
    let Some(pid) = Pid::from_raw(process.pid) else { return };
    if let Err(error) = kill_process(pid, signal) {
        tracing::debug!(pid = process.pid, %error, "a signal was not delivered");
    }
}
