//! Measures and attacks the reasoner's socket: `reasoner_socket MCR measure|fuzz [FRAMES]` starts the
//! program at `MCR` in a folder of its own and prints a table.

mod fuzz;
#[path = "../../tests/it/socket/malformed.rs"]
mod malformed;
mod measure;
mod program;

use std::io::Write;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (mcr, rest) = arguments.split_first().ok_or("expected the path of `mcr`")?;
    let report = runtime.block_on(async {
        match rest.first().map(String::as_str) {
            Some("fuzz") => {
                let frames = rest.get(1).map_or(Ok(100_000), |text| text.parse())?;
                fuzz::run(mcr, frames).await
            }
            _ => measure::run(mcr).await,
        }
    })?;
    Ok(std::io::stdout().write_all(report.as_bytes())?)
}
