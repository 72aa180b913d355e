//! What the theater is opened with; every limit has its name and default here.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use toml::Value;

use crate::manifest::ManifestError;

const MEBIBYTE: u64 = 1024 * 1024;

/// What the theater is opened with.
#[derive(Debug, Clone)]
pub struct TheaterConfig {
    /// The folder of everything the theater keeps outside the database.
    pub folder: PathBuf,
    /// Folders that manifests, components and states may be read from.
    pub folders: Vec<PathBuf>,
    /// What an answer that leaves the house waits for, unless the actor's manifest says otherwise.
    pub durability: Durability,
    /// What an actor gets unless its manifest says otherwise.
    pub limits: ActorLimits,
    /// Instances that live in the pool; more get memory of their own.
    pub pool: u32,
    /// Actors that have an instance at once; beyond it, those that were idle for longest sleep.
    pub instances: u32,
    /// How long a start or a message waits for room for an instance.
    pub room_wait: Duration,
    /// Threads that run actors at most.
    pub workers: usize,
    /// The largest message in bytes.
    pub message_bytes: usize,
    /// The largest manifest, component or state in bytes.
    pub file_bytes: u64,
    /// Actors that may exist at once.
    pub actors: usize,
    /// How often an instance's deadline is looked at.
    pub tick: Duration,
    /// How long a call may go on after its actor was told to stop.
    pub stop_grace: Duration,
    /// How long a request waits for its answer.
    pub request_timeout: Duration,
    /// The variables that actors may be shown.
    pub environment: BTreeMap<String, String>,
    /// Folders that actors with the handler `filesystem` may be given.
    pub files: Vec<PathBuf>,
    /// Programs that actors with the handlers `process` and `filesystem` may run.
    pub programs: Vec<String>,
    /// Where programs are looked for.
    pub search_path: Option<String>,
    /// Hosts that actors and references may reach by HTTP; `*` is every host.
    pub web_hosts: Vec<String>,
    /// Certificates, as PEM, that those hosts may be vouched for by besides the system's own.
    pub web_certificates: Option<Arc<[u8]>>,
    /// How long a client's channel stays open that nobody uses.
    pub channel_idle: Duration,
    /// How often the registry is saved while something changes.
    pub save_every: Duration,
}

impl TheaterConfig {
    /// The defaults for a theater in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            folders: vec![folder.join("actors")],
            folder,
            durability: Durability::Synced,
            limits: ActorLimits::default(),
            pool: 1000,
            instances: 12_000,
            room_wait: Duration::from_secs(10),
            workers: 256,
            message_bytes: 4 * 1024 * 1024,
            file_bytes: 64 * MEBIBYTE,
            actors: 200_000,
            tick: Duration::from_millis(1),
            stop_grace: Duration::from_secs(1),
            request_timeout: Duration::from_secs(25),
            environment: BTreeMap::new(),
            files: Vec::new(),
            programs: Vec::new(),
            search_path: None,
            web_hosts: Vec::new(),
            web_certificates: None,
            channel_idle: Duration::from_secs(15 * 60),
            save_every: Duration::from_secs(2),
        }
    }
}

/// What an answer that leaves the house waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// Until the events it rests on are on the disk: it outlives a power cut.
    #[default]
    Synced,
    /// Until they are written: it outlives the process.
    Written,
}

/// What one actor may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActorLimits {
    /// Bytes of its memories together.
    pub memory: u64,
    /// Milliseconds its code may run in one call.
    pub deadline_ms: u64,
    /// Instructions of one call, where they are counted.
    pub fuel: Option<u64>,
    /// Messages that may wait for it.
    pub mailbox: u64,
    /// Bytes of its state.
    pub state: u64,
    /// Bytes that one call may make its host keep: events, outgoing messages, answers.
    pub turn: u64,
    /// Milliseconds without a message after which its instance is given up; 0 keeps it for ever.
    pub passivate_after_ms: u64,
}

impl Default for ActorLimits {
    fn default() -> Self {
        Self {
            memory: 64 * MEBIBYTE,
            deadline_ms: 5_000,
            fuel: None,
            mailbox: 10_000,
            state: 16 * MEBIBYTE,
            turn: 32 * MEBIBYTE,
            passivate_after_ms: 60_000,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    memory: Option<u64>,
    deadline_ms: Option<u64>,
    fuel: Option<u64>,
    mailbox: Option<u64>,
    state: Option<u64>,
    turn: Option<u64>,
    passivate_after_ms: Option<u64>,
}

impl ActorLimits {
    /// The most any manifest may ask for.
    pub const CEILING: Self = Self {
        memory: 1024 * MEBIBYTE,
        deadline_ms: 600_000,
        fuel: None,
        mailbox: 1_000_000,
        state: 256 * MEBIBYTE,
        turn: 1024 * MEBIBYTE,
        passivate_after_ms: u64::MAX,
    };

    /// These limits with what a manifest's table `limits` asks for.
    pub(crate) fn overlaid(&self, table: Value) -> Result<Self, ManifestError> {
        let asked: Asked = table
            .try_into()
            .map_err(|error: toml::de::Error| ManifestError::key("limits", error.message()))?;
        let most = Self::CEILING;
        let pick = |key: &str, asked: Option<u64>, own: u64, most: u64| match asked {
            Some(0) => Err(ManifestError::key(format!("limits.{key}"), "must be at least 1")),
            Some(value) if value > most => {
                let problem = format!("is {value}, expected at most {most}");
                Err(ManifestError::key(format!("limits.{key}"), problem))
            }
            Some(value) => Ok(value),
            None => Ok(own),
        };
        Ok(Self {
            memory: pick("memory", asked.memory, self.memory, most.memory)?,
            deadline_ms: pick(
                "deadline_ms",
                asked.deadline_ms,
                self.deadline_ms,
                most.deadline_ms,
            )?,
            fuel: asked.fuel.or(self.fuel),
            mailbox: pick("mailbox", asked.mailbox, self.mailbox, most.mailbox)?,
            state: pick("state", asked.state, self.state, most.state)?,
            turn: pick("turn", asked.turn, self.turn, most.turn)?,
            passivate_after_ms: asked.passivate_after_ms.unwrap_or(self.passivate_after_ms),
        })
    }
}
