//! From the configuration to a running theater.

use std::sync::Arc;

use kernel::{DeclarationError, Service};
use store::{Filter, Journal, ReadError, Store};
use theater::{
    ActorLimits, Generation, Heads, RemoteConfig, RemoteTheater, Theater, TheaterConfig,
};

use crate::config::{Config, Durability, RemoteDialect};
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::storage::open_journal;

/// Events of the journal that are read together.
const PAGE: usize = 10_000;

/// The theater as the configuration wants it.
pub fn settings(data: &DataDir, config: &Config) -> TheaterConfig {
    let wanted = &config.theater;
    let variables = Environment::of_process();
    let shown = wanted
        .environment
        .iter()
        .filter_map(|name| Some((name.clone(), variables.variable(name)?.to_owned())));
    let size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    TheaterConfig {
        folders: wanted.folders.iter().map(|folder| data.resolve(folder)).collect(),
        durability: match wanted.durability {
            Durability::Synced => theater::Durability::Synced,
            Durability::Written => theater::Durability::Written,
        },
        actors: size(wanted.actors),
        pool: wanted.pool,
        instances: wanted.instances,
        workers: size(wanted.workers.into()),
        message_bytes: size(wanted.message_bytes),
        limits: ActorLimits {
            memory: wanted.memory_bytes,
            deadline_ms: wanted.deadline_ms,
            mailbox: wanted.mailbox,
            passivate_after_ms: wanted.passivate_after_ms,
            ..ActorLimits::default()
        },
        environment: shown.collect(),
        files: wanted.files.iter().map(|folder| data.resolve(folder)).collect(),
        programs: wanted.programs.clone(),
        search_path: variables.variable("PATH").map(str::to_owned),
        web_hosts: wanted.web_hosts.clone(),
        ..TheaterConfig::new(data.resolve("theater".as_ref()))
    }
}

/// The theater behind the service: this program's own, or one that runs elsewhere.
pub(super) enum Playhouse {
    /// Its actors run here.
    Own(Arc<Theater>),
    /// Its actors run there.
    Remote(Arc<RemoteTheater>),
}

impl Playhouse {
    /// Opens the theater that is configured; actors of its own go on where they were.
    pub(super) async fn open(
        data: &DataDir,
        config: &Config,
        store: &Store,
    ) -> Result<Self, Failure> {
        if let Some(address) = config.theater.remote_address() {
            let manifests = data.resolve("theater/remote".as_ref());
            let mut wanted = RemoteConfig::new(address, manifests);
            wanted.generation = match config.theater.remote_dialect {
                RemoteDialect::Auto => None,
                RemoteDialect::Legacy => Some(Generation::Legacy),
                RemoteDialect::Second => Some(Generation::Second),
                RemoteDialect::Third => Some(Generation::Third),
            };
            return Ok(Self::Remote(RemoteTheater::open(wanted, store.clone())));
        }
        let mut wanted = settings(data, config);
        if let Some(file) = &config.theater.web_certificates {
            let path = data.resolve(file);
            let bytes = std::fs::read(&path).map_err(|error| {
                let message = format!("`theater.web_certificates`: `{}`: {error}", path.display());
                Failure::new(Exit::Config, message)
            })?;
            wanted.web_certificates = Some(bytes.into());
        }
        let opened = Theater::open(wanted, store.clone()).await;
        opened.map(Self::Own).map_err(|error| Failure::new(Exit::Data, error))
    }

    /// The service that fronts it.
    pub(super) fn service(&self) -> Result<Service, DeclarationError> {
        match self {
            Self::Own(theater) => theater::service(theater),
            Self::Remote(remote) => theater::remote_service(remote),
        }
    }

    /// Ends its work in good order.
    pub(super) async fn close(&self) {
        match self {
            Self::Own(theater) => theater.close().await,
            Self::Remote(remote) => remote.close().await,
        }
    }
}

/// How far the journal says that each chain has come; read before the chains, which only grow.
pub fn known_heads(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
) -> Result<Heads, Failure> {
    if !data.database().exists() {
        return Ok(Heads::default());
    }
    let journal = open_journal(data, config, environment)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::new(Exit::Failure, error))?;
    let heads = runtime.block_on(heads_in(&journal));
    heads.map_err(|error| Failure::new(Exit::Failure, error))
}

/// The same of a journal that is open.
pub async fn heads_in(journal: &Journal) -> Result<Heads, ReadError> {
    let (mut heads, mut after) = (Heads::default(), journal.archived().await?);
    loop {
        let service = Some("theater".to_owned());
        let filter = Filter { after, limit: PAGE, service, ..Filter::default() };
        let page = journal.events(filter).await?;
        for event in &page {
            heads.note(&event.service, &event.kind, event.data.get());
        }
        match page.last() {
            Some(last) => after = last.seq,
            None => return Ok(heads),
        }
    }
}
