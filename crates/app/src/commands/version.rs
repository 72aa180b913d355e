//! `ensemble version`.

use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `version`: none.
#[derive(Debug, Args)]
pub struct VersionArgs {}

/// What this program is.
#[derive(Debug, Serialize)]
pub struct Version {
    name: &'static str,
    version: &'static str,
    system: &'static str,
    machine: &'static str,
}

impl Version {
    /// This build.
    pub fn current() -> Self {
        Self {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            system: std::env::consts::OS,
            machine: std::env::consts::ARCH,
        }
    }
}

impl Report for Version {
    fn text(&self) -> String {
        format!("{} {} ({} {})\n", self.name, self.version, self.system, self.machine)
    }
}

/// Prints the version.
pub fn run(context: &Context) -> Result<Exit, Failure> {
    context.output.report(&Version::current())?;
    Ok(Exit::Ok)
}
