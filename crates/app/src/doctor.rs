//! A table of checks on this installation, each with a verdict and a way to fix it.
//!
//! A check looks and never changes anything.

mod clients;
mod files;
mod server;
mod store;
mod system;

use std::net::SocketAddr;

use schemars::JsonSchema;
use serde::Serialize;

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing to do.
    Ok,
    /// It works, but somebody should look.
    Warn,
    /// It does not work.
    Fail,
}

/// What a check found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Finding {
    /// How it ended.
    pub verdict: Verdict,
    /// What was seen.
    pub message: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

impl Finding {
    /// All is well.
    pub fn ok(message: impl Into<String>) -> Self {
        Self { verdict: Verdict::Ok, message: message.into(), fix: None }
    }

    /// Works, but should be looked at.
    pub fn warn(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { verdict: Verdict::Warn, message: message.into(), fix: Some(fix.into()) }
    }

    /// Does not work.
    pub fn fail(message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { verdict: Verdict::Fail, message: message.into(), fix: Some(fix.into()) }
    }
}

/// What the checks look at.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The process's surroundings.
    pub environment: &'a Environment,
    /// The data folder.
    pub data: DataDir,
    /// The configuration's values, or the defaults while it is broken.
    pub config: Config,
    /// What was found when the configuration was read.
    pub configuration: Finding,
    /// Addresses that whoever asks listens on.
    pub own: Vec<SocketAddr>,
}

/// One check with what it found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The check's name.
    pub name: &'static str,
    /// What it found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// Runs every check.
pub fn examine(subject: &Subject<'_>) -> Vec<Checked> {
    let checked = |check: &Check| Checked { name: check.name, finding: (check.run)(subject) };
    CHECKS.iter().map(checked).collect()
}

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its name in the report.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&Subject<'_>) -> Finding,
}

/// Every check, in the order they run.
pub const CHECKS: [Check; 13] = [
    Check { name: "configuration", run: files::configuration },
    Check { name: "data folder", run: files::data_folder },
    Check { name: "local token", run: files::local_token },
    Check { name: "named tokens", run: files::named_tokens },
    Check { name: "journal", run: store::journal },
    Check { name: "actors' log", run: store::actors_log },
    Check { name: "disk space", run: files::disk_space },
    Check { name: "running server", run: server::round_trip },
    Check { name: "addresses", run: system::addresses },
    Check { name: "clock", run: system::clock },
    Check { name: "git", run: system::git },
    Check { name: "coding agent", run: system::coding_agent },
    Check { name: "clients", run: clients::clients },
];
