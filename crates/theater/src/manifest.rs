//! An actor's manifest: TOML in any of the spellings Theater has had, read into one form.
//!
//! This file reads text only; `source` finds the text and the bytes it names.

mod handlers;
mod permissions;
mod source;

use serde::Deserialize;
use toml::{Table, Value};

pub(crate) use handlers::{
    EnvironmentHandler, Handler, HandlerKind, ProcessHandler, RandomHandler, TimingHandler,
};
pub(crate) use permissions::{Capability, Permissions, narrowest};
pub(crate) use source::{Located, Sources, Stamp};

use crate::ActorId;
use crate::config::{ActorLimits, Durability};

/// Letters of a registered name at most.
const LONGEST_NAME: usize = 64;

/// Why a manifest cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// It is not TOML.
    #[error("the manifest is not valid TOML: {0}")]
    Syntax(String),
    /// A key is missing or holds something else than expected.
    #[error("manifest key `{key}`: {problem}")]
    Key {
        /// The key.
        key: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A handler that no Theater has.
    #[error("handler type `{found}` is unknown, expected one of {known}")]
    UnknownHandler {
        /// What was asked for.
        found: String,
        /// What there is.
        known: String,
    },
    /// A handler of Theater 0.3 alone.
    #[error(
        "handler type `{0}` belongs to the Pack actors of Theater 0.3, which this runtime does not \
         run"
    )]
    ForeignHandler(String),
}

impl ManifestError {
    pub(crate) fn key(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Key { key: key.into(), problem: problem.into() }
    }
}

/// An actor's manifest.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// The actor's name.
    pub name: String,
    /// The manifest's version.
    pub version: Option<String>,
    /// Where the component is.
    pub component: String,
    /// What the actor is for.
    pub description: Option<String>,
    /// Where the first state is.
    pub initial_state: Option<String>,
    /// What the actor may use.
    pub handlers: Vec<Handler>,
    /// What its children may use at most.
    pub permissions: Permissions,
    /// What one call and the mailbox may take.
    pub limits: ActorLimits,
    /// What happens when it or its children fail.
    pub supervision: Supervision,
    /// The name under which others find it, if it has one.
    pub register: Option<String>,
    /// What its answers wait for before they leave the house, if it says so.
    pub durability: Option<Durability>,
}

/// What happens when an actor or one of its children fails, in OTP's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Supervision {
    /// Which children are started again when one fails.
    pub strategy: Strategy,
    /// Whether this actor is started again when it ends.
    pub restart: Restart,
    /// How many restarts of its children are tried within the window.
    pub max_restarts: u32,
    /// The window, in seconds.
    pub max_seconds: u64,
}

impl Default for Supervision {
    fn default() -> Self {
        Self {
            strategy: Strategy::OneForOne,
            restart: Restart::Temporary,
            max_restarts: 3,
            max_seconds: 5,
        }
    }
}

/// Which children are started again when one fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The one that failed.
    OneForOne,
    /// All of them.
    OneForAll,
    /// The one that failed and those started after it.
    RestForOne,
}

/// Whether an actor is started again when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restart {
    /// Always.
    Permanent,
    /// If it failed.
    Transient,
    /// Never.
    Temporary,
}

/// Every key that a manifest may have: those of all of Theater's spellings, and ours.
const KEYS: [&str; 25] = [
    "name",
    "version",
    "description",
    "long_description",
    "component",
    "component_path",
    "package",
    "init_state",
    "initial_state",
    "save_chain",
    "permission_policy",
    "handlers",
    "handler",
    "interface",
    "interfaces",
    "logging",
    "event_server",
    "static_package",
    "license",
    "repository",
    "authors",
    "limits",
    "supervision",
    "durability",
    "register",
];

impl Manifest {
    /// Reads a manifest's text; what it leaves open is taken from `defaults`.
    pub fn read(text: &str, defaults: &ActorLimits) -> Result<Self, ManifestError> {
        let table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| ManifestError::Syntax(error.to_string()))?;
        let component = either(&table, &["component", "component_path", "package"])?
            .ok_or_else(|| ManifestError::key("component", "is missing"))?;
        let name = string(&table, "name")?
            .filter(|name| !name.trim().is_empty())
            .ok_or_else(|| ManifestError::key("name", "is missing"))?;
        if let Some(unknown) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            let known = KEYS.join("`, `");
            let problem = format!("is unknown, expected one of `{known}`");
            return Err(ManifestError::key(unknown, problem));
        }
        let section = |key: &str| table.get(key).cloned().unwrap_or(Value::Table(Table::new()));
        Ok(Self {
            name,
            version: string(&table, "version")?,
            component,
            description: string(&table, "description")?,
            initial_state: either(&table, &["init_state", "initial_state"])?,
            handlers: handlers(&table)?,
            permissions: Permissions::read(table.get("permission_policy"))?,
            limits: defaults.overlaid(section("limits"))?,
            supervision: Supervision::deserialize(section("supervision"))
                .map_err(|error| ManifestError::key("supervision", error.message()))?,
            register: registered(&table)?,
            durability: match table.get("durability").cloned() {
                None => None,
                Some(value) => Some(Durability::deserialize(value).map_err(|_| {
                    let problem = "expected `synced` or `written`";
                    ManifestError::key("durability", problem)
                })?),
            },
        })
    }

    /// The handler of `kind`, if the manifest declares it.
    pub fn handler(&self, kind: HandlerKind) -> Option<&Handler> {
        self.handlers.iter().find(|handler| handler.kind() == kind)
    }

    /// Whether `text` is a manifest rather than the name of one.
    pub fn is_content(text: &str) -> bool {
        text.contains('\n')
            || (text.contains(['=', '{']) && text.parse::<Table>().is_ok_and(|it| !it.is_empty()))
    }
}

/// The name under which others find an actor: one that is no actor's id.
fn registered(table: &Table) -> Result<Option<String>, ManifestError> {
    let Some(name) = string(table, "register")? else { return Ok(None) };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let fits = (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(plain);
    if !fits || name.parse::<ActorId>().is_ok() {
        let problem =
            format!("is `{name}`, expected 1 to {LONGEST_NAME} letters, digits, `.`, `_` and `-`");
        return Err(ManifestError::key("register", problem));
    }
    Ok(Some(name))
}

fn string(table: &Table, key: &str) -> Result<Option<String>, ManifestError> {
    match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => {
            let problem = format!("is {}, expected a string", other.type_str());
            Err(ManifestError::key(key, problem))
        }
    }
}

/// The value of the one spelling that is used.
fn either(table: &Table, spellings: &[&str]) -> Result<Option<String>, ManifestError> {
    let mut found: Option<(&str, String)> = None;
    for spelling in spellings {
        let Some(value) = string(table, spelling)? else { continue };
        if let Some((first, _)) = &found {
            let problem = format!("means the same as `{first}`, expected one of the two");
            return Err(ManifestError::key(*spelling, problem));
        }
        found = Some((spelling, value));
    }
    Ok(found.map(|(_, value)| value))
}

fn handlers(table: &Table) -> Result<Vec<Handler>, ManifestError> {
    let mut handlers: Vec<Handler> = Vec::new();
    for key in ["handlers", "handler"] {
        let list = match table.get(key) {
            None => continue,
            Some(Value::Array(list)) => list,
            Some(_) => {
                return Err(ManifestError::key(key, format!("expected `[[{key}]]` tables")));
            }
        };
        for entry in list {
            let handler = Handler::read(entry)?;
            if handlers.iter().any(|known| known.kind() == handler.kind()) {
                let problem = format!("declares `{}` twice", handler.kind().name());
                return Err(ManifestError::key(key, problem));
            }
            handlers.push(handler);
        }
    }
    Ok(handlers)
}

#[cfg(test)]
mod tests;
