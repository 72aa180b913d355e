//! The long differential campaign: `differential FIRST COUNT` compares that many generated
//! programs with SWI-Prolog and prints every difference and a count.

#[path = "../tests/differential/compare.rs"]
mod compare;
#[path = "../tests/differential/generate.rs"]
mod generate;
#[path = "../tests/cases/harness.rs"]
mod harness;
#[path = "../tests/differential/random.rs"]
mod random;

const BATCH: u64 = 200;

#[expect(clippy::print_stdout, reason = "a command's report")]
fn main() -> std::process::ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let [first, count] = numbers[..] else {
        println!("usage: differential FIRST COUNT");
        return std::process::ExitCode::from(2);
    };
    let mut outcome = compare::Outcome::default();
    let mut start = first;
    while start < first + count {
        let end = (start + BATCH).min(first + count);
        let part = compare::batch(start..end);
        for difference in &part.differences {
            println!("{difference}");
        }
        outcome.add(part);
        start = end;
    }
    println!("{}", outcome.summary());
    std::process::ExitCode::from(u8::from(!outcome.differences.is_empty()))
}
