//! The theater's settings, with their defaults.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Listen;

const MEBIBYTE: u64 = 1024 * 1024;
const OFF: &str = "off";

/// The theater's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Theater {
    /// Address of Theater's own TCP protocol, loopback only, or `off`; Theater's is 127.0.0.1:9000.
    pub listen: Listen,
    /// `HOST:PORT` of a Theater that runs elsewhere and is to be fronted instead of an own one, or
    /// `off`; its protocol has neither tokens nor encryption.
    pub remote: String,
    /// How the remote Theater speaks; `auto` finds out.
    pub remote_dialect: RemoteDialect,
    /// Folders that manifests, components and states may be read from, relative to the data folder.
    pub folders: Vec<PathBuf>,
    /// What an answer that leaves the house waits for, unless the actor's manifest says otherwise:
    /// `synced`, until what it rests on outlives a power cut, or `written`, until it outlives the
    /// process.
    pub durability: Durability,
    /// Actors that may exist at once.
    pub actors: u64,
    /// Instances that live in the pool; more get memory of their own.
    pub pool: u32,
    /// Actors that have an instance at once; beyond it, those that were idle for longest sleep.
    pub instances: u32,
    /// Threads that run actors at most.
    pub workers: u32,
    /// Bytes of memory of one actor, unless its manifest says otherwise.
    pub memory_bytes: u64,
    /// Milliseconds that one call may run, unless the manifest says otherwise.
    pub deadline_ms: u64,
    /// Messages that may wait for one actor, unless its manifest says otherwise.
    pub mailbox: u64,
    /// Largest message in bytes.
    pub message_bytes: u64,
    /// Milliseconds without a message after which an actor's instance is given up, unless its
    /// manifest says otherwise; 0 keeps it for ever.
    pub passivate_after_ms: u64,
    /// Names of variables of this process that actors with the handler `environment` may be shown.
    pub environment: Vec<String>,
    /// Folders that actors with the handler `filesystem` may be given, relative to the data folder.
    pub files: Vec<PathBuf>,
    /// Programs that actors with the handlers `process` and `filesystem` may run.
    pub programs: Vec<String>,
    /// Hosts that actors with the handler `http-client`, and references to manifests and
    /// components, may reach by HTTP, plain or over TLS; `*` is every host.
    pub web_hosts: Vec<String>,
    /// File of certificates (PEM) that such hosts may be vouched for by besides the system's own,
    /// relative to the data folder.
    pub web_certificates: Option<PathBuf>,
}

/// What an answer waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Durability {
    /// Until the disk has what it rests on.
    Synced,
    /// Until it is written.
    Written,
}

/// How a remote Theater speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RemoteDialect {
    /// Found out by asking.
    Auto,
    /// Before 0.2.
    Legacy,
    /// As 0.2.
    #[serde(rename = "0.2")]
    Second,
    /// As 0.3.
    #[serde(rename = "0.3")]
    Third,
}

impl Theater {
    /// The address of the remote Theater, if one is fronted.
    pub fn remote_address(&self) -> Option<&str> {
        Some(self.remote.as_str()).filter(|remote| *remote != OFF)
    }
}

impl Default for Theater {
    fn default() -> Self {
        Self {
            listen: Listen::OFF,
            remote: OFF.to_owned(),
            remote_dialect: RemoteDialect::Auto,
            folders: vec!["theater/actors".into()],
            durability: Durability::Synced,
            actors: 200_000,
            pool: 1000,
            instances: 12_000,
            workers: 256,
            memory_bytes: 64 * MEBIBYTE,
            deadline_ms: 5_000,
            mailbox: 10_000,
            message_bytes: 4 * MEBIBYTE,
            passivate_after_ms: 60_000,
            environment: Vec::new(),
            files: Vec::new(),
            programs: Vec::new(),
            web_hosts: Vec::new(),
            web_certificates: None,
        }
    }
}
