//! The benchmark behind `bench/prolog/run`: our figures beside SWI-Prolog, tau-prolog and, where
//! installed, Scryer, as CPU time of one run each, every measurement in a process of its own.
//!
//! `bench FOLDER` prints every table; `bench FOLDER speed` the figures only, `bench FOLDER item NAME`
//! measures one item of ours.

#[path = "../tests/fuzz/attack.rs"]
mod attack;
#[path = "bench/checks.rs"]
mod checks;
#[path = "../tests/differential/compare.rs"]
mod compare;
#[path = "../tests/differential/generate.rs"]
mod generate;
#[path = "../tests/cases/harness.rs"]
mod harness;
#[path = "bench/items.rs"]
mod items;
#[path = "bench/others.rs"]
mod others;
#[path = "../tests/differential/random.rs"]
mod random;
#[path = "bench/stopping.rs"]
mod stopping;
#[path = "bench/table.rs"]
mod table;

#[expect(clippy::print_stdout, reason = "a command's report")]
fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = args.iter().map(String::as_str).collect();
    match texts[..] {
        [folder, "item", name] => match items::measure(folder, name) {
            Ok(figures) => println!("{} {}", figures.cpu_ms, figures.kilobytes),
            Err(error) => {
                println!("failed {error}");
                return std::process::ExitCode::FAILURE;
            }
        },
        [folder] => {
            checks::print();
            table::print(folder);
            stopping::print();
        }
        [folder, "speed"] => {
            table::print(folder);
            stopping::print();
        }
        _ => {
            println!("usage: bench FOLDER [speed | item NAME]");
            return std::process::ExitCode::from(2);
        }
    }
    std::process::ExitCode::SUCCESS
}
