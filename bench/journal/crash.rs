//! Kills a writing process again and again and checks what it had acknowledged.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use store::{ReadError, Store};

use super::{line, writer};

/// Runs `cycles` cycles on one growing journal and prints what they found.
pub(crate) fn run(cycles: u64) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("journal-crash-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("state.db");
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let (mut acknowledged, mut total) = (Vec::new(), 0);
    let started = Instant::now();
    for cycle in 0..cycles {
        // Spread over the life of a process: opening, first writes, checkpoints.
        let life = Duration::from_millis(cycle.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 255);
        let from = if cycle % 4 == 0 { Life::FromStart } else { Life::FromOpen };
        acknowledged.extend(kill_after(&file, from, life)?);
        total = runtime.block_on(check(&file, &acknowledged)).map_err(|error| {
            format!("cycle {cycle}: {error}; the journal is left in `{}`", file.display())
        })?;
    }
    std::fs::remove_dir_all(&folder)?;
    line("| cycles | acknowledged writes | lost | events in the journal | verify | took |")?;
    line("|---|---|---|---|---|---|")?;
    let took = started.elapsed().as_secs();
    let acknowledged = acknowledged.len();
    if acknowledged == 0 {
        return Err("no write was acknowledged, so nothing was tested".into());
    }
    line(&format!("| {cycles} | {acknowledged} | 0 | {total} | ok in every cycle | {took} s |"))?;
    Ok(())
}

/// From when on a process may live.
#[derive(Clone, Copy, PartialEq)]
enum Life {
    FromStart,
    FromOpen,
}

#[expect(clippy::disallowed_methods, reason = "a crash test needs a process to kill")]
fn kill_after(file: &Path, from: Life, life: Duration) -> Result<Vec<u64>, Box<dyn Error>> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("write")
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()?;
    let out = child.stdout.take().ok_or("the child has no output")?;
    let (opened, open) = std::sync::mpsc::channel();
    let reading = std::thread::spawn(move || whole_lines(BufReader::new(out), &opened));
    if from == Life::FromOpen {
        open.recv()?;
    }
    std::thread::sleep(life);
    child.kill()?;
    child.wait()?;
    let lines = reading.join().map_err(|_| "the reader panicked")??;
    Ok(lines.iter().filter_map(|line| line.parse().ok()).collect())
}

/// A line cut short by the kill was never acknowledged to anybody.
fn whole_lines(mut out: impl BufRead, opened: &Sender<()>) -> std::io::Result<Vec<String>> {
    let mut lines = Vec::new();
    loop {
        let mut text = String::new();
        if out.read_line(&mut text)? == 0 || !text.ends_with('\n') {
            return Ok(lines);
        }
        if lines.is_empty() {
            // Nobody may be waiting for it.
            opened.send(()).ok();
        }
        lines.push(text.trim_end().to_owned());
    }
}

async fn check(file: &Path, acknowledged: &[u64]) -> Result<u64, Box<dyn Error>> {
    let store = Store::open(writer::config(file))?;
    let report = store.journal().verify(store::VerifyOptions::default()).await?;
    if let Some(fault) = report.first_broken() {
        return Err(fault.to_string().into());
    }
    let rows = store.read(|reader| {
        let rows = reader.query("SELECT seq FROM crash", [], |row| Ok(row.get::<_, i64>(0)?));
        Ok::<_, ReadError>(rows?)
    });
    let rows: std::collections::HashSet<u64> =
        rows.await?.into_iter().map(i64::cast_unsigned).collect();
    let lost: Vec<&u64> = acknowledged.iter().filter(|seq| !rows.contains(seq)).collect();
    if !lost.is_empty() || acknowledged.iter().any(|seq| *seq > report.head.seq) {
        return Err(format!("{} acknowledged writes are missing", lost.len()).into());
    }
    if store.close().await != 0 {
        return Err("events were lost at close".into());
    }
    Ok(report.events)
}
