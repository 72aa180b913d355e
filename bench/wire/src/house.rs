//! The whole `ensemble` binary: how soon it answers, what it needs when nobody calls, and under
//! floods.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::child::{Process, command};
use crate::client::{Frames, INITIALIZE, LineFrames, Reply, request};
use crate::flood;
use crate::table::{Table, at_share, progress};

const STARTS: usize = 20;
const START_WITHIN: Duration = Duration::from_secs(20);

/// Measures the binary at `ensemble` on fresh data folders.
pub(crate) fn measure(ensemble: &Path) -> anyhow::Result<Table> {
    progress("ensemble: start-up");
    let mut rows = vec![first_answer(ensemble, "an empty data folder", Folder::Fresh)?];
    rows.push(first_answer(ensemble, "a used data folder", Folder::Used)?);
    progress("ensemble: memory");
    rows.extend(memory(ensemble)?);
    let title = format!("The binary `{}`", ensemble.display());
    Ok(Table { title, head: flood::head(), rows })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Folder {
    Fresh,
    Used,
}

fn first_answer(ensemble: &Path, what: &str, folder: Folder) -> anyhow::Result<Vec<String>> {
    let used = tempfile::tempdir()?;
    let mut times = Vec::new();
    // The first start fills the folder and the caches of the machine and is not counted.
    for start in 0..=STARTS {
        let fresh = tempfile::tempdir()?;
        let data = if folder == Folder::Fresh { fresh.path() } else { used.path() };
        let took = start_once(ensemble, data)?;
        if start > 0 {
            times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        }
    }
    times.sort_unstable();
    let [p50, most] = [0.5, 1.0].map(|share| f64::from(at_share(&times, share)) / 1000.0);
    let seen = format!("p50 {p50:.1} ms, at most {most:.1} ms of {STARTS} starts");
    let flood = format!("start to first answer on stdio, {what}");
    let none = || "-".to_owned();
    Ok(vec!["ensemble".to_owned(), flood, none(), none(), none(), seen])
}

fn start_once(ensemble: &Path, data: &Path) -> anyhow::Result<Duration> {
    let mut command = command(ensemble.to_owned());
    command.args(["serve", "--stdio", "--http", "off", "--data"]).arg(data);
    let start = Instant::now();
    let mut process = Process::start(command)?;
    let (source, sink) = process.pipes()?;
    let mut frames = LineFrames::new(source, sink);
    frames.push(INITIALIZE.as_bytes());
    frames.flush()?;
    let mut took = None;
    while took.is_none() {
        frames.pull(&mut |frame| {
            let reply = Reply::read(frame)?;
            ensure!(reply.result.is_ok(), "the handshake was refused");
            took = Some(start.elapsed());
            Ok(())
        })?;
    }
    took.context("no answer")
}

fn memory(ensemble: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let folder = tempfile::tempdir()?;
    let (http, tcp) = (free_address()?, free_address()?);
    let mut command = command(ensemble.to_owned());
    command.args(["serve", "--http", &http, "--tcp", &tcp, "--data"]).arg(folder.path());
    let process = Process::start(command)?;
    let token = wait_for(&folder.path().join("token"))?;
    let mut frames = connect(&tcp)?;
    std::thread::sleep(Duration::from_secs(1));
    let idle = format!("{:.1}", process.memory()?.resident);
    let none = || "-".to_owned();
    let name = || "ensemble".to_owned();
    let mut rows = vec![vec![name(), "idle".to_owned(), none(), idle, none(), none()]];
    frames.show_token(&token)?;
    let arguments = serde_json::json!({ "name": "list_events", "arguments": { "limit": 1 } });
    let call = |id| request(id, "tools/call", &arguments);
    rows.push(flood::calls_row("ensemble", frames, &process, call)?);
    rows.push(flood::sessions_row("ensemble", &http, &token, &process)?);
    Ok(rows)
}

/// A loopback address nobody listens on at the moment.
fn free_address() -> anyhow::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.to_string())
}

fn wait_for(file: &Path) -> anyhow::Result<String> {
    poll(|| std::fs::read_to_string(file).ok().filter(|text| !text.trim().is_empty()))
        .map(|text| text.trim().to_owned())
        .with_context(|| format!("no token in `{}`", file.display()))
}

fn connect(address: &str) -> anyhow::Result<LineFrames> {
    poll(|| LineFrames::tcp(address).ok()).with_context(|| format!("nobody at {address}"))
}

fn poll<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    while start.elapsed() < START_WITHIN {
        if let Some(found) = attempt() {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}
