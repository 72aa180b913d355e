//! What every wire of Ensemble costs beside a bare `rmcp` server with the same tool, in one run.
//!
//! The parent is the client; each server is a child process of the same binary, so that memory and
//! processor time belong to the server alone. It knows no service of the product.

mod check;
mod child;
mod client;
mod flood;
mod house;
mod measure;
mod plan;
mod server;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};

use plan::{Kind, Wire};

/// Calls per second, latency and memory of every wire, beside a bare rmcp server.
#[derive(Debug, Parser)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Check that every server answers rightly on every wire, and measure nothing
    #[arg(long)]
    quick: bool,
    /// Rounds of each measurement; the servers take turns within a round
    #[arg(long, default_value_t = 15)]
    rounds: usize,
    /// Milliseconds each server is measured for in a round
    #[arg(long, default_value_t = 300)]
    slice_ms: u64,
    /// Measure this wire alone; repeat for several
    #[arg(long = "wire", value_enum)]
    wires: Vec<Wire>,
    /// Leave out memory under floods and abandoned sessions
    #[arg(long)]
    no_floods: bool,
    /// Also measure start-up and memory of this `ensemble` binary
    #[arg(long, value_name = "PATH")]
    ensemble: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Be one of the servers that are measured
    #[command(hide = true)]
    Serve {
        /// Which server
        #[arg(value_enum)]
        kind: Kind,
        /// On which wire
        #[arg(value_enum)]
        wire: Wire,
        /// Where it may keep files
        folder: PathBuf,
    },
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    if let Some(Command::Serve { kind, wire, folder }) = cli.command {
        return server::run(kind, wire, &folder);
    }
    let wires = if cli.wires.is_empty() { Wire::ALL.to_vec() } else { cli.wires };
    if cli.quick {
        return check::run(&wires);
    }
    let rounds = measure::Rounds { count: cli.rounds, slice: Duration::from_millis(cli.slice_ms) };
    table::print(&measure::wires(&wires, rounds)?)?;
    if !cli.no_floods {
        table::print(&flood::measure()?)?;
    }
    if let Some(ensemble) = cli.ensemble {
        table::print(&house::measure(&ensemble)?)?;
    }
    Ok(())
}
