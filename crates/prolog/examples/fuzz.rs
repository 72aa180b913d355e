//! The long fuzzing campaign: `fuzz SECONDS [FIRST]` attacks reader, solver and checker in turn,
//! a third of the time each, and prints how many seeds each took. A panic names its seed.

#[path = "../tests/fuzz/attack.rs"]
mod attack;
#[path = "../tests/differential/generate.rs"]
mod generate;
#[path = "../tests/differential/random.rs"]
mod random;

use prolog::{Program, Session};
use std::time::{Duration, Instant};

fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok()).collect()
}

#[expect(clippy::print_stdout, reason = "a command's report")]
fn campaign(name: &str, time: Duration, first: u64, mut attack: impl FnMut(u64)) {
    let started = Instant::now();
    let mut seed = first;
    while started.elapsed() < time {
        attack(seed);
        seed += 1;
    }
    println!("{name}: {} seeds from {first} in {:.0?}", seed - first, started.elapsed());
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse().ok());
    let seconds: u64 = numbers.next().unwrap_or(60);
    let first = numbers.next().unwrap_or(10_000_000);
    let time = Duration::from_secs(seconds) / 3;
    let corpus = corpus();
    campaign("reader", time, first, |seed| attack::reader(seed, &corpus));
    campaign("solver", time, first, attack::solver);
    let mut session = Session::new(&Program::empty());
    if session.consult(attack::FAMILY).is_ok() {
        let proofs = attack::proofs(&mut session);
        campaign("checker", time, first, |seed| attack::checker(seed, &session, &proofs));
    }
}
