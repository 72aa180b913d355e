//! How fast the journal takes events and checks them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kernel::NewEvent;
use store::{Durability, SqlError, Store, StoreConfig, VerifyOptions};

use super::{event, line, proofs};

/// Prints a table of rates for a journal of `events` events.
pub(crate) fn run(events: u64) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    let folder = std::env::temp_dir().join(format!("journal-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let result = runtime.block_on(measure(&folder, events));
    std::fs::remove_dir_all(&folder)?;
    result
}

/// Prints what proofs take over a journal of `events` events.
pub(crate) fn proofs(events: u64) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build()?;
    let folder = std::env::temp_dir().join(format!("journal-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("proofs.db");
    let result = runtime.block_on(async {
        proofs::fill(&path, events).await?;
        proofs::proofs(&path, events).await
    });
    std::fs::remove_dir_all(&folder)?;
    result
}

async fn measure(folder: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    line("| what | rate | note |")?;
    line("|---|---|---|")?;
    for streams in [1, 64, 1024] {
        let path = folder.join(format!("append-{streams}.db"));
        append(&path, events, streams).await?;
        if streams == 64 {
            verify(&path, events).await?;
            open(&path, events).await?;
            proofs::proofs(&path, events).await?;
        }
        remove(&path)?;
    }
    let path = folder.join("write.db");
    let sync = bare_sync(&folder.join("bare"))?;
    latency(&path, Durability::Full, sync).await?;
    concurrent(&path, Durability::Full, sync).await?;
    latency(&path, Durability::Normal, sync).await?;
    concurrent(&path, Durability::Normal, sync).await?;
    proofs::rows(&folder.join("rows.db"), (events / 2).clamp(10_000, 500_000)).await
}

/// How long this disk takes to sync one page appended to a file, the median of 300.
fn bare_sync(path: &Path) -> Result<Duration, Box<dyn Error>> {
    use std::io::Write;
    let mut file = std::fs::File::create(path)?;
    let mut times = Vec::new();
    for _ in 0..300 {
        let started = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(started.elapsed());
    }
    times.sort();
    let note = format!("median of 300, p99 {:?}", times[297]);
    line(&format!("| a bare write and sync of 4 KiB | {:?} | {note} |", times[150]))?;
    Ok(times[150])
}

async fn append(path: &Path, events: u64, streams: u64) -> Result<(), Box<dyn Error>> {
    let store = Store::open(StoreConfig::new(path))?;
    let batch: Vec<NewEvent> = (0..events).map(|n| event(n, streams)).collect::<Result<_, _>>()?;
    let (started, busy) = (Instant::now(), cpu_time()?);
    for event in batch {
        store.append_later(event).await?;
    }
    store.flush().await?;
    let (took, busy) = (started.elapsed(), cpu_time()? - busy);
    let stats = store.stats().await?;
    store.close().await;
    let bytes = std::fs::metadata(path)?.len() / events;
    row(
        &format!("append, {streams} streams"),
        events,
        took,
        &format!(
            "{}, {} events a commit, {bytes} bytes an event",
            per_cpu_second(events, busy),
            stats.events / stats.commits.max(1),
        ),
    )
}

async fn verify(path: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    let journal = Store::open_read_only(&StoreConfig::new(path))?;
    for (threads, file) in [(1, false), (2, false), (2, true)] {
        let (started, busy) = (Instant::now(), cpu_time()?);
        let options = VerifyOptions { threads, file, ..VerifyOptions::default() };
        let report = journal.verify(options).await?;
        let (took, busy) = (started.elapsed(), cpu_time()? - busy);
        if !report.is_ok() || report.events != events {
            return Err(format!("verify found {:?}", report.first_broken()).into());
        }
        let file = if file { ", with the file's structure" } else { "" };
        let note = per_cpu_second(events, busy);
        row(&format!("verify, {threads} threads{file}"), events, took, &note)?;
    }
    Ok(())
}

async fn open(path: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..10 {
        let started = Instant::now();
        let store = Store::open(StoreConfig::new(path))?;
        times.push(started.elapsed());
        store.close().await;
    }
    times.sort();
    let note = format!("median of 10, fastest {:?}", times[0]);
    Ok(line(&format!("| open, {events} events | {:?} | {note} |", times[5]))?)
}

async fn latency(
    path: &Path,
    durability: Durability,
    sync: Duration,
) -> Result<(), Box<dyn Error>> {
    let store = Store::open(StoreConfig { durability, ..StoreConfig::new(path) })?;
    let mut times = Vec::new();
    let started = Instant::now();
    for n in 0..2000 {
        let event = event(n, 64)?;
        let asked = Instant::now();
        store.write(durability, move |tx| tx.append(event)).await?;
        times.push(asked.elapsed());
    }
    let took = started.elapsed();
    times.sort();
    let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let syncs = half.as_secs_f64() / sync.as_secs_f64();
    let note = format!("p50 {half:?}, p99 {most:?}, p50 is {syncs:.2} bare syncs");
    store.close().await;
    row(&format!("write, {durability:?}, one caller"), 2000, took, &note)
}

async fn concurrent(
    path: &Path,
    durability: Durability,
    sync: Duration,
) -> Result<(), Box<dyn Error>> {
    let store = Store::open(StoreConfig { durability, ..StoreConfig::new(path) })?;
    let started = Instant::now();
    let callers: Vec<_> = (0..64)
        .map(|caller| {
            let store = store.clone();
            tokio::spawn(async move {
                for n in 0..500 {
                    let event = event(caller * 500 + n, 64).map_err(|error| error.to_string())?;
                    let written = store
                        .write(durability, move |tx| -> Result<u64, SqlError> { tx.append(event) });
                    written.await.map_err(|error| error.to_string())?;
                }
                Ok::<_, String>(())
            })
        })
        .collect();
    for caller in callers {
        caller.await??;
    }
    let took = started.elapsed();
    store.close().await;
    let each = 64.0 * 500.0 * sync.as_secs_f64() / took.as_secs_f64();
    let note = format!("{each:.1} writes in the time of a bare sync");
    row(&format!("write, {durability:?}, 64 callers"), 64 * 500, took, &note)
}

fn row(what: &str, events: u64, took: Duration, note: &str) -> Result<(), Box<dyn Error>> {
    Ok(line(&format!("| {what} | {:.0}/s | {note} |", events as f64 / took.as_secs_f64()))?)
}

fn remove(path: &Path) -> std::io::Result<()> {
    for suffix in ["", "-wal", "-shm", ".lock"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match std::fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn per_cpu_second(events: u64, busy: Duration) -> String {
    format!("{:.0} events per CPU second", events as f64 / busy.as_secs_f64())
}

/// The processor time this process has used, all threads together.
fn cpu_time() -> Result<Duration, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: Vec<u64> = fields.skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
    // The unit of these fields is 1/100 s on every Linux.
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}
