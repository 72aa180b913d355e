//! Checks on the machine around the house.

use std::io::{ErrorKind, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use kernel::Timestamp;
use store::Filter;

use super::{Finding, Subject};
use crate::storage::open_journal;

/// No release of this program is older, so a clock that says so is wrong.
const EARLIEST: &str = "2026-01-01T00:00:00Z";
/// Microseconds that a clock may be set back without anybody calling it a jump.
const CLOCK_SLACK: i64 = 60_000_000;
/// The first git with worktrees.
const GIT_NEEDED: (u32, u32) = (2, 5);

pub(super) fn addresses(subject: &Subject<'_>) -> Finding {
    let server = &subject.config.server;
    let wanted = [("server.http", server.http.0), ("server.tcp", server.tcp.0)];
    let (mut free, mut ours) = (Vec::new(), Vec::new());
    for (key, address) in wanted {
        let Some(address) = address else { continue };
        if subject.own.contains(&address) {
            ours.push(address.to_string());
            continue;
        }
        match TcpListener::bind(address) {
            Ok(_) => free.push(address.to_string()),
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                return Finding::warn(
                    format!("{address} is taken"),
                    format!("fine if the house already runs; otherwise change `{key}`"),
                );
            }
            Err(error) => {
                let fix = format!("change `{key}` to an address of this machine");
                return Finding::fail(format!("{address}: {error}"), fix);
            }
        }
    }
    let mut said = Vec::new();
    if !free.is_empty() {
        said.push(format!("{} free", free.join(", ")));
    }
    if !ours.is_empty() {
        said.push(format!("this server listens on {}", ours.join(", ")));
    }
    Finding::ok(if said.is_empty() { "none wanted".to_owned() } else { said.join(", ") })
}

pub(super) fn clock(subject: &Subject<'_>) -> Finding {
    let now = Timestamp::now();
    if !EARLIEST.parse().is_ok_and(|earliest| now >= earliest) {
        return Finding::fail(format!("the clock says {now}"), "set the machine's clock");
    }
    match newest_event(subject) {
        Some(newest) if newest.0 > now.0 + CLOCK_SLACK => Finding::warn(
            format!("the clock says {now}, but the journal's newest event is of {newest}"),
            "the clock jumped: set it right; until that time has come, new events carry the newest one's",
        ),
        Some(_) | None => Finding::ok(now.to_string()),
    }
}

/// When the newest event was written, if there is a journal with events that can be read.
fn newest_event(subject: &Subject<'_>) -> Option<Timestamp> {
    if !subject.data.database().exists() {
        return None;
    }
    let journal = open_journal(&subject.data, &subject.config, subject.environment).ok()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let newest = runtime.block_on(async {
        let head = journal.head().await.ok()?;
        let last = Filter { after: head.seq.checked_sub(1)?, limit: 1, ..Filter::default() };
        journal.events(last).await.ok()
    })?;
    newest.first().map(|event| event.at)
}

pub(super) fn git(subject: &Subject<'_>) -> Finding {
    let fix = "install git 2.5 or newer; only the orchestrator needs it";
    let Some(program) = subject.environment.find_program("git") else {
        return Finding::warn("not on the search path", fix);
    };
    match first_line(&program).as_deref().map(|line| (line, git_version(line))) {
        Some((line, Some(version))) if version >= GIT_NEEDED => Finding::ok(line),
        Some((line, Some(_))) => Finding::fail(format!("{line} is too old"), fix),
        Some((line, None)) => Finding::warn(format!("unclear version `{line}`"), fix),
        None => Finding::warn(format!("{} does not answer", program.display()), fix),
    }
}

pub(super) fn coding_agent(subject: &Subject<'_>) -> Finding {
    let command = &subject.config.orchestrator.runner.claude_command;
    let fix =
        "install it or set `orchestrator.runner.claude_command`; only the orchestrator needs it";
    let found = subject.environment.find_program(command);
    let Some(program) = found else {
        return Finding::warn(format!("`{command}` is not on the search path"), fix);
    };
    match first_line(&program) {
        Some(line) => Finding::ok(line),
        None => Finding::warn(format!("{} does not answer", program.display()), fix),
    }
}

fn git_version(line: &str) -> Option<(u32, u32)> {
    let mut numbers = line.strip_prefix("git version ")?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// What `program --version` says first, if it says so within five seconds.
#[expect(clippy::disallowed_methods, reason = "asking a program for its version starts it")]
fn first_line(program: &Path) -> Option<String> {
    let mut child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let deadline = Instant::now() + Duration::from_secs(5);
    while child.try_wait().ok()?.is_none() {
        if Instant::now() >= deadline {
            child.kill().ok()?;
            child.wait().ok()?;
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut text = String::new();
    child.stdout.take()?.take(4096).read_to_string(&mut text).ok()?;
    text.lines().next().map(str::to_owned).filter(|line| !line.is_empty())
}
