//! What careless clients cost in memory: thousands of calls at once, and sessions left behind.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use crate::child::{Memory, Process, Server};
use crate::client::{Exchange, INITIALIZE, LineFrames, Reply};
use crate::plan::{Kind, TOKEN, Wire};
use crate::table::{Table, progress};

/// Calls sent on one connection before the first answer is read.
pub(crate) const CALLS: u64 = 20_000;
/// Sessions opened and left.
pub(crate) const SESSIONS: usize = 1_000;
/// How long the client sends without reading.
const DEAF: Duration = Duration::from_millis(500);

/// Floods every kind of server.
pub(crate) fn measure() -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        progress(&format!("floods, {}", kind.name()));
        let server = Server::start(kind, Wire::Tcp)?;
        let mut frames = LineFrames::tcp(&server.address)?;
        if kind != Kind::Bare {
            frames.show_token(TOKEN)?;
        }
        let add = |id| {
            crate::client::request(
                id,
                "tools/call",
                &serde_json::json!({ "name": "add", "arguments": { "a": id, "b": 1 } }),
            )
        };
        rows.push(calls_row(kind.name(), frames, &server.process, add)?);
        let server = Server::start(kind, Wire::HttpLegacy)?;
        rows.push(sessions_row(kind.name(), &server.address, TOKEN, &server.process)?);
    }
    Ok(Table { title: "Memory under careless clients".to_owned(), head: head(), rows })
}

/// The columns of [`calls_row`] and [`sessions_row`].
pub(crate) fn head() -> Vec<String> {
    ["server", "flood", "MiB before", "MiB after", "MiB at most", "seen"]
        .map(str::to_owned)
        .to_vec()
}

fn cells(server: &str, flood: String, memory: (Memory, Memory), seen: String) -> Vec<String> {
    let (before, after) = memory;
    let mib = |value: f64| format!("{value:.1}");
    let [before, after, peak] = [before.resident, after.resident, after.peak].map(mib);
    vec![server.to_owned(), flood, before, after, peak, seen]
}

/// Sends [`CALLS`] requests without waiting for any answer, then reads them all.
pub(crate) fn calls_row(
    name: &str,
    mut frames: LineFrames,
    process: &Process,
    call: impl Fn(u64) -> String,
) -> anyhow::Result<Vec<String>> {
    use crate::client::Frames;
    frames.push(INITIALIZE.as_bytes());
    frames.flush()?;
    let mut opened = false;
    while !opened {
        frames.pull(&mut |_| {
            opened = true;
            Ok(())
        })?;
    }
    let before = process.memory()?;
    let mut text = Vec::new();
    for id in 1..=CALLS {
        text.extend_from_slice(call(id).as_bytes());
        text.push(b'\n');
    }
    let (source, mut sink) = frames.split();
    let sender = thread::spawn(move || sink.write_all(&text).map(|()| sink));
    thread::sleep(DEAF);
    read_answers(source)?;
    // The sink is kept until here: closing it would end the connection.
    drop(sender.join().map_err(|_| anyhow::anyhow!("the sender panicked"))??);
    let memory = (before, process.memory()?);
    let seen = format!("{CALLS} right answers");
    Ok(cells(name, format!("{CALLS} calls on one TCP connection"), memory, seen))
}

fn read_answers(source: Box<dyn Read + Send>) -> anyhow::Result<()> {
    use crate::client::Frames;
    let mut frames = LineFrames::new(source, std::io::sink());
    let mut left: std::collections::HashSet<u64> = (1..=CALLS).collect();
    while !left.is_empty() {
        frames.pull(&mut |frame| {
            let reply = Reply::read(frame)?;
            let Some(id) = reply.id else { return Ok(()) };
            let result = reply.result.map_err(|error| anyhow::anyhow!("call {id}: {error}"))?;
            ensure!(result["isError"] != true, "call {id} failed: {result}");
            ensure!(left.remove(&id), "call {id} was answered twice");
            Ok(())
        })?;
    }
    Ok(())
}

/// Opens [`SESSIONS`] sessions, each on a connection of its own, and leaves them.
pub(crate) fn sessions_row(
    name: &str,
    address: &str,
    token: &str,
    process: &Process,
) -> anyhow::Result<Vec<String>> {
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
    );
    let before = process.memory()?;
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..SESSIONS {
        let response = Exchange::open(address)?.post(&head, INITIALIZE.as_bytes())?;
        match response.status() {
            200 => opened += 1,
            503 => refused += 1,
            other => anyhow::bail!("opening a session was answered with {other}"),
        }
    }
    let memory = (before, process.memory().context("the server ended")?);
    let seen = format!("{opened} opened, {refused} refused");
    Ok(cells(name, format!("{SESSIONS} sessions left behind"), memory, seen))
}
