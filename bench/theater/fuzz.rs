//! A campaign of altered components, manifests and frames: each is refused or runs within its limits,
//! and an actor beside them keeps answering. The same seed tries the same things.

use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::parts::{Done, frame};
use crate::stage::{Scene, manifest};
use crate::table::{Table, shown};

const LIMITS: &str = "[limits]\nmemory = 4000000\ndeadline_ms = 1000\n";
const GUESTS: [&str; 2] = ["counter", "rascal"];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    /// One to four alterations: a bit, a byte, a piece left out, a piece twice.
    fn altered(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.roll(3) {
            let at = self.roll(bytes.len());
            let end = (at + 1 + self.roll(16)).min(bytes.len());
            match self.roll(4) {
                0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << self.roll(8)),
                1 => {
                    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = self.roll(256) as u8)
                }
                2 => drop(bytes.drain(at.min(end)..end)),
                _ => {
                    let piece: Vec<_> = bytes.iter().take(end).skip(at).copied().collect();
                    bytes.splice(at..at, piece);
                }
            }
        }
        bytes
    }
}

#[derive(Default)]
struct Count {
    refused: usize,
    ran: usize,
}

impl Count {
    fn shown(&self) -> String {
        format!("{} tried: {} refused, {} ran", self.refused + self.ran, self.refused, self.ran)
    }
}

/// Tries altered things for `time`.
pub(crate) async fn run(scene: &Scene, table: &mut Table, time: Duration, seed: u64) -> Done {
    let address = scene.theater.listen(([127, 0, 0, 1], 0).into()).await?;
    let witness = scene.theater.start(&manifest("counter", ""), None)?.to_string();
    let wholes = GUESTS.map(|name| fs::read(scene.component(name)));
    let mut dice = Dice(seed | 1);
    let (mut components, mut manifests, mut frames) = <(Count, Count, Count)>::default();
    let mut asked = Vec::new();
    let begun = Instant::now();
    while begun.elapsed() < time {
        for whole in &wholes {
            let whole = whole.as_ref().map_err(ToString::to_string)?;
            fs::write(scene.component("altered"), dice.altered(whole))?;
            play(scene, &manifest("altered", LIMITS), &mut dice, &mut components);
        }
        let text = dice.altered(manifest("rascal", LIMITS).as_bytes());
        play(scene, &String::from_utf8_lossy(&text), &mut dice, &mut manifests);
        knock(address, &witness, &mut dice, &mut frames)?;
        let asking = Instant::now();
        scene.theater.request(&witness, b"get")?;
        asked.push(asking.elapsed());
    }
    table.row("altered components", components.shown(), "none harms another");
    table.row("altered manifests", manifests.shown(), "none harms another");
    table.row("altered frames", frames.shown(), "none harms another");
    table.row("an actor beside them", format!("{} answers, {}", asked.len(), shown(asked)), "all");
    let report = scene.theater.verify(theater::Heads::default()).await?;
    let faults = format!("{} events, {} faults", report.events, report.faults.len());
    table.row("the log afterwards", faults, "0 faults");
    if report.faults.is_empty() { Ok(()) } else { Err("the log has faults".into()) }
}

/// Starts an actor, asks it something and stops it.
fn play(scene: &Scene, manifest: &str, dice: &mut Dice, count: &mut Count) {
    match scene.theater.start(manifest, None) {
        Ok(id) => {
            count.ran += 1;
            let data = dice.altered(b"hello, what is it that you do?");
            // Whatever it answers, it answers, and it can be stopped.
            drop(scene.theater.request(&id.to_string(), &data));
            drop(scene.theater.stop(&id.to_string()));
        }
        Err(_) => count.refused += 1,
    }
}

/// Sends an altered frame; the server answers or hangs up, and takes the next connection.
fn knock(
    address: SocketAddr,
    id: &str,
    dice: &mut Dice,
    count: &mut Count,
) -> Result<(), Box<dyn Error>> {
    let commands = [
        "\"ListActors\"".to_owned(),
        format!("{{\"GetActorStatus\":{{\"id\":\"{id}\"}}}}"),
        format!("{{\"RequestActorMessage\":{{\"id\":\"{id}\",\"data\":[103,101,116]}}}}"),
        format!("{{\"SubscribeToActor\":{{\"id\":\"{id}\"}}}}"),
    ];
    let command = commands.get(dice.roll(commands.len())).map_or("", String::as_str);
    let mut stream = TcpStream::connect(address)?;
    // A frame whose altered length promises more than comes is waited for, which is right.
    stream.set_read_timeout(Some(Duration::from_millis(20)))?;
    stream.write_all(&dice.altered(&frame(command)))?;
    let mut answer = [0; 4];
    match stream.read_exact(&mut answer) {
        Ok(()) => count.ran += 1,
        Err(_) => count.refused += 1,
    }
    Ok(())
}
