//! The configuration: typed sections with documented defaults, filled in layers.
//!
//! Defaults, then `ensemble.toml`, then the orchestrator's `config.yaml` under its root, then
//! variables `ENSEMBLE__SECTION__KEY`, then flags. The doc comment of a field is its entry in the
//! reference that `ensemble config keys` prints, so each is written for the person who sets it.

mod avatar;
mod check;
mod error;
mod keys;
mod layers;
mod listen;
mod oauth;
mod orchestrator;
mod reasoner;
mod sections;
mod theater;
mod toml_file;
mod variables;
mod yaml_file;

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::data::DataDir;
use crate::environment::Environment;

pub use self::avatar::Avatar;
pub use self::reasoner::{Guests, ModelProvider, Reasoner};
pub use error::ConfigError;
pub use keys::{KeyInfo, Kind, keys};
pub use layers::{Origin, Setting, Settings};
pub use listen::{Listen, ListenError};
pub use oauth::Oauth;
pub use orchestrator::{
    Approval, Budgets, Defaults, Host, NamedAgent, Orchestrator, Paths, Runner, RunnerAgent,
    Sandbox, SandboxKind, SandboxProject, Telegram,
};
pub use sections::{
    Aggregate, Durable, Journal, Limits, Log, LogFormat, Prefix, Server, ServiceName, Services,
    Shutdown, Traces,
};
pub use theater::{Durability, RemoteDialect, Theater};

/// Every setting of the house.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where the house listens and whom it lets in.
    pub server: Server,
    /// What one caller may use; past a limit the answer names it.
    pub limits: Limits,
    /// What the journal records and how it is protected.
    pub journal: Journal,
    /// Whose tokens are accepted beside the local ones.
    pub oauth: Oauth,
    /// What is written to standard error, and where traces go.
    pub log: Log,
    /// Which services run.
    pub services: Services,
    /// What the common endpoint `/mcp` shows of all services.
    pub aggregate: Aggregate,
    /// How the house stops.
    pub shutdown: Shutdown,
    /// The theater's settings.
    pub theater: Theater,
    /// The orchestrator's settings, the same as in its `config.yaml`.
    pub orchestrator: Orchestrator,
    /// The avatars' settings.
    pub avatar: Avatar,
    /// The reasoner's settings.
    pub reasoner: Reasoner,
}

/// Where the layers come from.
#[derive(Debug)]
pub struct Sources<'a> {
    /// The data folder, which holds the file that is read by default.
    pub data: &'a DataDir,
    /// The file named by `--config`; it must exist.
    pub file: Option<&'a Path>,
    /// The variables.
    pub environment: &'a Environment,
    /// What the command line sets.
    pub flags: Vec<Setting>,
}

/// The configuration with the origin of each value.
#[derive(Debug)]
pub struct Loaded {
    /// The typed values.
    pub config: Config,
    /// Each value with where it came from.
    pub settings: Settings,
}

impl Loaded {
    /// Reads all layers, refuses what no key or type fits, and checks the whole.
    pub fn read(sources: &Sources<'_>) -> Result<Self, ConfigError> {
        let mut settings = Settings::defaults();
        if let Some(file) = config_file(sources) {
            settings.apply(toml_file::read(&file)?)?;
        }
        let variables = variables::read(sources.environment)?;
        if let Some(root) = projects_root(&settings, &[&variables, &sources.flags]) {
            settings.apply(yaml_file::read(&root.join(".televibe/config.yaml"))?)?;
        }
        settings.apply(variables)?;
        settings.apply(sources.flags.clone())?;
        let config = settings.typed()?;
        check::check(&config, &settings)?;
        Ok(Self { config, settings })
    }
}

fn config_file(sources: &Sources<'_>) -> Option<PathBuf> {
    match sources.file {
        Some(file) => Some(file.to_owned()),
        None => Some(sources.data.config_file()).filter(|file| file.exists()),
    }
}

/// The root decides which `config.yaml` is read, so it is looked up before that layer applies.
fn projects_root(settings: &Settings, later: &[&[Setting]]) -> Option<PathBuf> {
    const KEY: &str = "orchestrator.root";
    let named = later.iter().rev().find_map(|layer| layer.iter().find(|it| it.key == KEY));
    let value = named.map(|setting| &setting.value).or_else(|| settings.value(KEY));
    value.and_then(Value::as_str).map(PathBuf::from)
}
