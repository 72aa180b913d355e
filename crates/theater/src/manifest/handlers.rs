//! The handlers a manifest may declare, each with the settings Theater 0.2 gives it.

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::ManifestError;

/// A kind of handler: one interface of `theater:simple` that the host provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandlerKind {
    /// `theater:simple/runtime`.
    Runtime,
    /// `theater:simple/message-server-host`.
    MessageServer,
    /// `theater:simple/supervisor`.
    Supervisor,
    /// `theater:simple/store`.
    Store,
    /// `theater:simple/timing`.
    Timing,
    /// `theater:simple/random`.
    Random,
    /// `theater:simple/environment`.
    Environment,
    /// `theater:simple/filesystem`.
    Filesystem,
    /// `theater:simple/process`.
    Process,
    /// `theater:simple/http-client`.
    HttpClient,
    /// `theater:simple/http-framework`.
    HttpFramework,
}

impl HandlerKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Runtime,
        Self::MessageServer,
        Self::Supervisor,
        Self::Store,
        Self::Timing,
        Self::Random,
        Self::Environment,
        Self::Filesystem,
        Self::Process,
        Self::HttpClient,
        Self::HttpFramework,
    ];

    /// The name in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runtime => "runtime",
            Self::MessageServer => "message-server",
            Self::Supervisor => "supervisor",
            Self::Store => "store",
            Self::Timing => "timing",
            Self::Random => "random",
            Self::Environment => "environment",
            Self::Filesystem => "filesystem",
            Self::Process => "process",
            Self::HttpClient => "http-client",
            Self::HttpFramework => "http-framework",
        }
    }

    /// The interface that a guest imports from it.
    pub fn interface(self) -> &'static str {
        match self {
            Self::Runtime => "theater:simple/runtime",
            Self::MessageServer => "theater:simple/message-server-host",
            Self::Supervisor => "theater:simple/supervisor",
            Self::Store => "theater:simple/store",
            Self::Timing => "theater:simple/timing",
            Self::Random => "theater:simple/random",
            Self::Environment => "theater:simple/environment",
            Self::Filesystem => "theater:simple/filesystem",
            Self::Process => "theater:simple/process",
            Self::HttpClient => "theater:simple/http-client",
            Self::HttpFramework => "theater:simple/http-framework",
        }
    }
}

/// Handlers of Theater 0.3 that only its own kind of module can use.
const FOREIGN: [&str; 9] =
    ["wasi-http", "replay", "tcp", "rpc", "terminal", "timer", "loop", "podman", "assembler"];

/// Settings of `filesystem`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilesystemHandler {
    /// The folder the actor sees as its root.
    pub path: Option<String>,
    /// Whether the actor gets a new empty folder instead.
    pub new_dir: Option<bool>,
    /// Commands it may run there.
    pub allowed_commands: Option<Vec<String>>,
}

/// Settings of `timing`, in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimingHandler {
    /// The longest sleep.
    pub max_sleep_duration: u64,
    /// The shortest sleep.
    pub min_sleep_duration: u64,
}

impl Default for TimingHandler {
    fn default() -> Self {
        Self { max_sleep_duration: 3_600_000, min_sleep_duration: 1 }
    }
}

/// Settings of `process`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProcessHandler {
    /// Processes that may run at once.
    pub max_processes: u32,
    /// The largest buffer for a process's output, in bytes.
    pub max_output_buffer: u64,
    /// Programs that may be run.
    pub allowed_programs: Option<Vec<String>>,
    /// Folders that processes may run in.
    pub allowed_paths: Option<Vec<String>>,
}

impl Default for ProcessHandler {
    fn default() -> Self {
        Self {
            max_processes: 10,
            max_output_buffer: 1_048_576,
            allowed_programs: None,
            allowed_paths: None,
        }
    }
}

/// Settings of `environment`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EnvironmentHandler {
    /// Variables that may be read.
    pub allowed_vars: Option<Vec<String>>,
    /// Variables that may not, whatever else is allowed.
    pub denied_vars: Option<Vec<String>>,
    /// Whether all readable variables may be listed.
    pub allow_list_all: bool,
    /// What the names of further readable variables begin with.
    pub allowed_prefixes: Option<Vec<String>>,
}

/// Settings of `random`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RandomHandler {
    /// The seed, if the numbers are to be the same every time.
    pub seed: Option<u64>,
    /// The most bytes of one call.
    pub max_bytes: u64,
    /// The largest number of a range.
    pub max_int: u64,
    /// Whether the system's randomness may be used although a seed is set.
    pub allow_crypto_secure: bool,
}

impl Default for RandomHandler {
    fn default() -> Self {
        Self {
            seed: None,
            max_bytes: 1_048_576,
            max_int: 9_223_372_036_854_775_807,
            allow_crypto_secure: false,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// A declared handler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handler {
    /// One that has no settings.
    Plain(HandlerKind),
    /// `filesystem`.
    Filesystem(FilesystemHandler),
    /// `timing`.
    Timing(TimingHandler),
    /// `process`.
    Process(ProcessHandler),
    /// `environment`.
    Environment(EnvironmentHandler),
    /// `random`.
    Random(RandomHandler),
}

impl Handler {
    /// Its kind.
    pub fn kind(&self) -> HandlerKind {
        match self {
            Self::Plain(kind) => *kind,
            Self::Filesystem(_) => HandlerKind::Filesystem,
            Self::Timing(_) => HandlerKind::Timing,
            Self::Process(_) => HandlerKind::Process,
            Self::Environment(_) => HandlerKind::Environment,
            Self::Random(_) => HandlerKind::Random,
        }
    }

    /// Reads one entry, whose settings stand in `config` or beside `type`.
    pub(super) fn read(entry: &Value) -> Result<Self, ManifestError> {
        let not_a_table = || ManifestError::key("handlers", "expected tables with a `type`");
        let mut table = entry.as_table().ok_or_else(not_a_table)?.clone();
        let Some(Value::String(name)) = table.remove("type") else { return Err(not_a_table()) };
        let nested = match table.remove("config") {
            None => Table::new(),
            Some(Value::Table(nested)) => nested,
            Some(_) => return Err(ManifestError::key("config", "expected a table")),
        };
        table.extend(nested);
        let Some(kind) = HandlerKind::ALL.into_iter().find(|kind| kind.name() == name) else {
            if FOREIGN.contains(&name.as_str()) {
                return Err(ManifestError::ForeignHandler(name));
            }
            let known = HandlerKind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
            return Err(ManifestError::UnknownHandler { found: name, known });
        };
        let settings = Value::Table(table);
        let wrong = |error: toml::de::Error| {
            ManifestError::key(format!("handlers.{name}"), error.message())
        };
        Ok(match kind {
            HandlerKind::Filesystem => Self::Filesystem(settings.try_into().map_err(wrong)?),
            HandlerKind::Timing => Self::Timing(settings.try_into().map_err(wrong)?),
            HandlerKind::Process => Self::Process(settings.try_into().map_err(wrong)?),
            HandlerKind::Environment => Self::Environment(settings.try_into().map_err(wrong)?),
            HandlerKind::Random => Self::Random(settings.try_into().map_err(wrong)?),
            // The store takes `base_path` and `store_id` in 0.3; ours has one place for all.
            HandlerKind::Store => Self::Plain(kind),
            HandlerKind::Runtime
            | HandlerKind::MessageServer
            | HandlerKind::Supervisor
            | HandlerKind::HttpClient
            | HandlerKind::HttpFramework => {
                let Nothing {} = settings.try_into().map_err(wrong)?;
                Self::Plain(kind)
            }
        })
    }
}
