//! What is measured.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use theater::Status;

use crate::stage::{Scene, manifest};
use crate::table::{Table, percentiles, shown};

pub(crate) type Done = Result<(), Box<dyn Error>>;

pub(crate) fn starts(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let manifest = manifest("counter", "");
    scene.theater.start(&manifest, None)?;
    let mut times = Vec::new();
    for _ in 0..count {
        let begun = Instant::now();
        let id = scene.theater.start(&manifest, None)?;
        times.push(begun.elapsed());
        scene.theater.stop(&id.to_string())?;
    }
    table.row("start a cached actor, in process, with init", shown(times), "at most 80 µs");
    Ok(())
}

pub(crate) fn round_trips(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let id = scene.theater.start(&manifest("counter", ""), None)?.to_string();
    let mut times = Vec::new();
    for _ in 0..count {
        let begun = Instant::now();
        scene.theater.request(&id, b"1")?;
        times.push(begun.elapsed());
    }
    table.row("request round trip, in process, two chain appends", shown(times), "at most 12 µs");
    Ok(())
}

/// Rounds of a rate, of which the middle one counts: something else may run during the others.
const ROUNDS: usize = 5;

pub(crate) fn rate(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let id = scene.theater.start(&manifest("counter", "[limits]\nmailbox = 1000000\n"), None)?;
    let id = id.to_string();
    let count = count / ROUNDS;
    let requests = rates(count, || Ok(scene.theater.request_many(&id, b"1", count)?))?;
    table.row("requests through one actor, pipelined", requests, "at least 250,000/s");
    let messages = rates(count, || {
        for _ in 0..count {
            scene.theater.send(&id, b"1")?;
        }
        scene.theater.request(&id, b"get")?;
        Ok(())
    })?;
    table.row("messages accepted durably and handled", messages, "-");
    Ok(())
}

fn rates(count: usize, mut round: impl FnMut() -> Done) -> Result<String, Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        round()?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let rate =
        |time: Option<&Duration>| count as f64 / time.map_or(f64::NAN, Duration::as_secs_f64);
    let (middle, best) = (rate(times.get(ROUNDS / 2)), rate(times.first()));
    Ok(format!("{middle:.0}/s, best of {ROUNDS} rounds {best:.0}/s"))
}

pub(crate) fn frame(command: &str) -> Vec<u8> {
    let bytes: Vec<_> = command.bytes().map(|byte| byte.to_string()).collect();
    let payload = format!("{{\"Complete\":[{}]}}", bytes.join(","));
    let mut frame = (payload.len() as u32).to_be_bytes().to_vec();
    frame.extend_from_slice(payload.as_bytes());
    frame
}

pub(crate) fn answer(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let mut payload = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut payload)?;
    Ok(payload)
}

pub(crate) async fn wire(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let address = scene.theater.listen(([127, 0, 0, 1], 0).into()).await?;
    let id = scene.theater.start(&manifest("rascal", ""), None)?;
    let rows = tokio::task::spawn_blocking(move || -> std::io::Result<Vec<String>> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut rows = Vec::new();
        for (size, count) in [(5, count), (65_536, count / 10)] {
            let data: Vec<_> = (0..size).map(|_| "120").collect();
            let command = format!(
                "{{\"RequestActorMessage\":{{\"id\":\"{id}\",\"data\":[{}]}}}}",
                data.join(",")
            );
            let frame = frame(&command);
            let mut times = Vec::new();
            for _ in 0..count.max(20) {
                let begun = Instant::now();
                stream.write_all(&frame)?;
                answer(&mut stream)?;
                times.push(begun.elapsed());
            }
            rows.push(shown(times));
        }
        Ok(rows)
    });
    for (row, (what, wanted)) in rows.await??.into_iter().zip([
        ("request over Theater's TCP protocol, 5 B", "at most 100 µs"),
        ("request over Theater's TCP protocol, 64 KiB", "at most 10 ms"),
    ]) {
        table.row(what, row, wanted);
    }
    Ok(())
}

fn resident() -> Result<usize, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse::<usize>()? * 1024)
}

pub(crate) async fn memory(
    scene: &Scene,
    table: &mut Table,
    (count, many): (usize, usize),
) -> Done {
    let text = manifest("counter", "[limits]\npassivate_after_ms = 3000\n");
    let before = resident()?;
    for _ in 0..count {
        scene.theater.start(&text, None)?;
    }
    let live = resident()?.saturating_sub(before) / count;
    table.row(
        "memory of a live actor",
        format!("{:.1} KiB", live as f64 / 1024.0),
        "at most 25 KiB",
    );
    passive(scene, count).await;
    let text = manifest("counter", "[limits]\npassivate_after_ms = 1\n");
    let before = resident()?;
    for _ in 0..many {
        scene.theater.start(&text, None)?;
    }
    passive(scene, count + many).await;
    let all = resident()?.saturating_sub(before);
    let each = all as f64 / many as f64 / 1024.0;
    let shown = format!("{each:.2} KiB ({many} actors in {} MiB)", all / 1024 / 1024);
    table.row("memory of a passive actor", shown, "at most 2 KiB; 100,000 in 1 GiB");
    Ok(())
}

async fn passive(scene: &Scene, count: usize) {
    while scene.theater.count(Status::Passive) < count {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

pub(crate) async fn loops(scene: &Scene, table: &mut Table) -> Done {
    let counter = scene.theater.start(&manifest("counter", ""), None)?.to_string();
    let text = manifest("rascal", "[limits]\ndeadline_ms = 2000\n");
    let mut loops = Vec::new();
    for _ in 0..16 {
        let id = scene.theater.start(&text, None)?;
        scene.theater.send(&id.to_string(), b"l")?;
        loops.push(id);
    }
    let begun = Instant::now();
    let mut times = Vec::new();
    while begun.elapsed() < Duration::from_millis(1900) {
        let asked = Instant::now();
        let reply = scene.theater.request_later(&counter, b"1")?;
        reply.await?;
        times.push(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let count = times.len();
    table.row(
        "other calls beside 16 endless loops",
        format!("{} ({count} calls)", shown(times)),
        "p99 under 20 ms",
    );
    let mut ended = Vec::new();
    for id in loops {
        let id = id.to_string();
        while scene.theater.status(&id)? != Status::Failed {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        ended.push(Duration::from_nanos(scene.theater.metrics(&id)?.max_ns));
    }
    let (middle, slow) = percentiles(ended);
    table.row(
        "an endless loop of 2 s ends after",
        format!("p50 {middle:.1?}, p99 {slow:.1?}"),
        "2 s ± 10 ms",
    );
    Ok(())
}

pub(crate) async fn history(scene: &Scene, table: &mut Table) -> Done {
    let begun = Instant::now();
    let report = scene.theater.verify(theater::Heads::default()).await?;
    let rate = report.events as f64 / begun.elapsed().as_secs_f64();
    let shown = format!("{rate:.0}/s ({} events, {} faults)", report.events, report.faults.len());
    table.row("verify", shown, "at least 1,000,000/s");
    let id = scene.theater.start(&manifest("counter", ""), None)?.to_string();
    for _ in 0..1000 {
        scene.theater.request(&id, b"3")?;
    }
    let replayed = scene.theater.replay(&id).await?;
    let equal = if replayed.difference.is_none() { "equal" } else { "different" };
    table.row("replay", format!("{} events {equal}", replayed.events), "100 % equal");
    Ok(())
}

pub(crate) async fn reboot(folder: TempDir, table: &mut Table) -> Done {
    let mut folder = folder;
    let mut times = Vec::new();
    for round in 0..=ROUNDS {
        let scene = Scene::open_in(folder).await?;
        let begun = Instant::now();
        scene.theater.start(&manifest("counter", ""), None)?;
        // The first one may have to compile.
        if round > 0 {
            times.push(begun.elapsed());
        }
        folder = scene.close().await;
    }
    let (middle, _) = percentiles(times);
    table.row(
        "first start after a reboot, from the disk cache",
        format!("p50 {middle:.1?}"),
        "at most 1 ms",
    );
    Ok(())
}
