//! Many at once: callers over the wire whose answers wait for the disk, and actors that wait.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::parts::{Done, answer, frame};
use crate::stage::{Scene, manifest};
use crate::table::{Table, shown};

/// Asks over connections of their own, all at once; gives how long each answer took.
async fn ask(
    address: SocketAddr,
    id: &str,
    callers: usize,
    count: usize,
) -> Result<(Duration, Vec<Duration>), Box<dyn std::error::Error>> {
    let command = format!("{{\"RequestActorMessage\":{{\"id\":\"{id}\",\"data\":[49]}}}}");
    let begun = Instant::now();
    let mut threads = Vec::new();
    for _ in 0..callers {
        let frame = frame(&command);
        threads.push(std::thread::spawn(move || -> std::io::Result<Vec<Duration>> {
            let mut stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            let mut times = Vec::new();
            for _ in 0..count {
                let asked = Instant::now();
                stream.write_all(&frame)?;
                answer(&mut stream)?;
                times.push(asked.elapsed());
            }
            Ok(times)
        }));
    }
    let waited = tokio::task::spawn_blocking(move || {
        let mut all = Vec::new();
        for thread in threads {
            all.extend(thread.join().map_err(|_| "a caller panicked")?.map_err(|_| "no answer")?);
        }
        Ok::<_, &str>(all)
    });
    let times = waited.await??;
    Ok((begun.elapsed(), times))
}

pub(crate) async fn callers(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let address = scene.theater.listen(([127, 0, 0, 1], 0).into()).await?;
    for (durability, callers, wanted) in
        [("synced", 1, "about one sync"), ("synced", 64, "at least 15,000/s"), ("written", 64, "-")]
    {
        let text = format!("durability = '{durability}'\n{}", manifest("counter", ""));
        let id = scene.theater.start(&text, None)?.to_string();
        let (took, times) = ask(address, &id, callers, count).await?;
        let rate = times.len() as f64 / took.as_secs_f64();
        let what = format!("{callers} callers over TCP, answers {durability}");
        table.row(&what, format!("{rate:.0}/s, {}", shown(times)), wanted);
    }
    Ok(())
}

pub(crate) async fn waiting(scene: &Scene, table: &mut Table, count: usize) -> Done {
    let text = manifest("timer", "[[handlers]]\ntype = 'timing'\n");
    let mut timers = Vec::new();
    for _ in 0..count {
        timers.push(scene.theater.start(&text, None)?.to_string());
    }
    let begun = Instant::now();
    let waits: Result<Vec<_>, _> =
        timers.iter().map(|id| scene.theater.request_later(id, b"30000")).collect();
    let waits = waits?;
    let counter = scene.theater.start(&manifest("counter", ""), None)?.to_string();
    let mut times = Vec::new();
    while begun.elapsed() < Duration::from_secs(20) && times.len() < 5_000 {
        let asked = Instant::now();
        scene.theater.request_later(&counter, b"1")?.await?;
        times.push(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let what = format!("a bystander while {count} actors wait on a timer");
    table.row(&what, shown(times), "p99 at most 5 ms");
    let mut late = Vec::new();
    for wait in waits {
        wait.await?;
        late.push(begun.elapsed().saturating_sub(Duration::from_secs(30)));
    }
    table.row("their timers fired, lateness since the first was set", shown(late), "-");
    for id in timers {
        scene.theater.stop(&id)?;
    }
    Ok(())
}
