//! The long fuzzing campaign: `fuzz SECONDS [FIRST [PART]]` attacks reader, solver and checker (or
//! the one that is named), so many seconds each, and prints what each took. A panic names its seed.

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
    println!(
        "{name}: {} seeds from {first} in {:.0?}, {:.0} s of CPU, peak memory {:.0} MB",
        seed - first,
        started.elapsed(),
        cpu_seconds(),
        peak_megabytes()
    );
}

/// CPU time of this process so far.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e9
}

fn peak_megabytes() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(f64::NAN) / 1024.0
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|arg| arg.parse::<u64>().ok());
    let time = Duration::from_secs(number(0).unwrap_or(60));
    let first = number(1).unwrap_or(10_000_000);
    let wanted = |part: &str| args.get(2).is_none_or(|name| name == part);
    if wanted("reader") {
        let corpus = corpus();
        campaign("reader", time, first, |seed| attack::reader(seed, &corpus));
    }
    if wanted("solver") {
        campaign("solver", time, first, attack::solver);
    }
    let mut session = Session::new(&Program::empty());
    if wanted("checker") && session.consult(attack::FAMILY).is_ok() {
        let proofs = attack::proofs(&mut session);
        campaign("checker", time, first, |seed| attack::checker(seed, &session, &proofs));
    }
}
